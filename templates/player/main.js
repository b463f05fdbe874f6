// The reader's side: what is clicked, typed and kept.

const root = document.documentElement;
const fixed = () => /\bseed=(\d+)/.exec(location.hash)?.[1];
const shelf = new Shelf(bookKey, (problem) => tell("storage", problem && words[problem]));

let play;
// The blocks of the open page, one list a step; `past` holds the pages before, for undo.
let page = [];
let past = [];
// Links in the sentences of the open page, and what the digits choose.
let links = [];
let keys = [];

// Sentences over the page, one of each sort.
const notices = {};
function tell(sort, text) {
  notices[sort] = text;
  $("notice").textContent = Object.values(notices).filter(Boolean).join(" ");
}

// ---- Plays

function begin() {
  const seed = fixed() ?? crypto.getRandomValues(new Uint32Array(1))[0];
  open(new Play(program, Number(seed)));
}

// Go on with a play; `kept` are the steps of its page where they are known.
function open(next, kept) {
  play = next;
  past = [];
  page = kept ?? [play.blocks];
  keep();
  showPage();
}

function load(data) {
  const next = Play.load(program, data);
  const same = data.identity === next.save().identity;
  tell("edition", same ? "" : next.lost?.length ? say("lost", next.lost.join(", ")) : words.changed);
  open(next, same && Array.isArray(data.page) ? data.page : null);
}

const saved = () => ({ ...play.save(), page });
const keep = () => shelf.write("", saved());

function step(act) {
  try {
    act();
  } catch (error) {
    return tell("broken", say("broken", error.message));
  }
  past.push(page);
  const turned = play.blocks.some((block) => block.kind === "heading");
  page = turned ? [play.blocks] : [...page, play.blocks];
  tell("edition", "");
  keep();
  if (turned) showPage();
  else showStep();
}

function undo() {
  if (!play.canUndo || !play.undo()) return;
  page = past.pop() ?? [play.blocks];
  keep();
  showPage();
}

// ---- The page

function link(value, span) {
  links.push({ value, span, text: span.textContent, inside: [...span.childNodes] });
}

function section(list) {
  return make("div", "step", ...blocks(list, play.sheet(), link));
}

// A new page is a new log, so that only what is added to it later is read out.
function showPage(first) {
  links = [];
  const story = make("div");
  story.id = "story";
  story.role = "log";
  story.append(...page.map(section));
  $("story").replaceWith(story);
  around();
  if (first) return;
  scrollTo(0, 0);
  (story.querySelector("h2") ?? story.firstChild)?.focus({ preventScroll: true });
}

function showStep() {
  const added = section(play.blocks);
  $("story").append(added);
  around();
  const focus = keys[0] ?? $("answers").querySelector("input") ?? $("anew");
  focus.focus({ preventScroll: true });
  // Show the ways on, but never at the price of the beginning of what is new.
  const below = $("answers").getBoundingClientRect().bottom + $("sheet").offsetHeight - innerHeight;
  const above = added.getBoundingClientRect().top - 16;
  if (below > 0 && above > 0) scrollBy({ top: Math.min(below, above) });
}

// All that stands around the story.
function around() {
  const request = play.request;
  const sheet = play.sheet();
  const over = kindOf(request) === "end";
  root.dataset.paragraph = play.save().paragraph;
  if (over) root.dataset.ended = request.kind;
  else delete root.dataset.ended;
  document.body.classList.toggle("first", !past.length && page.length < 2);
  answers(request);
  $("after").hidden = !over;
  $("undo").hidden = program.settings.undo === "no";
  $("undo").disabled = !play.canUndo;
  const acts = (what, index) => step(() => play[what](index));
  const rows = hero(sheet, request.sheet, false, acts);
  $("hero").replaceChildren(...rows);
  $("sheet").hidden = !rows.length;
  $("brief").textContent = brief(sheet);
}

// ---- Answers

function kindOf(request) {
  return request.constructor.name.toLowerCase();
}

function answers(request) {
  const room = $("answers");
  keys = [];
  room.replaceChildren();
  links.forEach(({ span, inside }) => span.replaceChildren(...inside));
  if (request.question?.length) room.append(put(make("p", "question"), request.question));
  const kind = kindOf(request);
  if (kind === "choose") choose(request.options, room);
  else if (kind === "turn") choose([{ value: 0, text: turnText(request.paragraph) }], room);
  else if (kind === "number") field(room, say("between", request.low, request.high), (text) => {
    const n = /^\s*[-−]?\d+\s*$/.test(text) ? Number(text.replace("−", "-")) : NaN;
    return n >= request.low && n <= request.high ? n : null;
  });
  else if (kind === "type") field(room, words.your_answer, (text) => typed(text, request.answers));
  else room.append(ending(request));
}

function turnText(paragraph) {
  const name = program.paragraphs[paragraph]?.[0] ?? "";
  return /^\d+$/.test(name) ? say("turn_to", name) : words.turn;
}

function choose(options, room) {
  const list = make("ol", "options");
  for (const { value, text } of options) {
    const act = () => step(() => play.answer(value));
    if (value === NOWHERE) {
      list.append(make("li", "closed", put(make("span"), text), make("small", "", ` ${words.closed}`)));
      continue;
    }
    const inline = links.find((link) => link.value === value && link.text === plain(text));
    const target = inline ? inlineLink(inline, act) : put(button("", act), text);
    keys.push(target);
    const key = make("span", "key");
    if (keys.length < 10) key.dataset.key = keys.length;
    key.ariaHidden = true;
    if (inline) inline.span.append(key);
    else list.append(make("li", "", key, target));
  }
  if (list.firstChild) room.append(list);
}

// A choice in a sentence breaks over lines as text does, which a button element can not.
function inlineLink({ span, inside }, act) {
  const a = make("a", "", ...inside);
  a.href = "#";
  a.role = "button";
  a.onclick = (event) => {
    event.preventDefault();
    act();
  };
  a.onkeydown = (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) act();
  };
  span.append(a);
  return a;
}

// A field with a label; `read` gives the answer for a text, or null where it is none.
function field(room, label, read) {
  const input = make("input");
  input.id = "field";
  input.autocomplete = "off";
  const name = make("label", "", label);
  name.htmlFor = "field";
  const act = () => {
    const value = read(input.value);
    input.ariaInvalid = value === null;
    if (value === null) input.focus();
    else step(() => play.answer(value));
  };
  input.onkeydown = (event) => event.key === "Enter" && act();
  room.append(make("p", "row", name, input, button(words.answer, act)));
}

const folded = (text) =>
  text.normalize("NFC").replace(/’/g, "'").replace(/\s+/g, " ").trim().toLowerCase();

// Which of the answers a text is; a number that is none of them comes behind them.
function typed(text, list) {
  if (!text.trim()) return null;
  const at = list.findIndex((answer) => folded(answer) === folded(text));
  if (at >= 0) return at;
  return list.length + (/^\s*\d{1,9}\s*$/.test(text) ? 1 + Number(text) : 0);
}

function ending({ kind, text }) {
  const numbers = [...program.paragraphs.keys()].filter((i) => program.paragraphs[i][4] < 0);
  const seen = new Set(play.result().transcript.map((entry) => entry.paragraph));
  const found = shelf.read("/found") ?? {};
  const ever = new Set([...(found.read ?? []), ...seen]);
  const ends = new Set([...(found.ends ?? []), `${root.dataset.paragraph}/${kind}`]);
  shelf.write("/found", { read: [...ever], ends: [...ends] });
  const of = (set) => numbers.filter((i) => set.has(program.paragraphs[i][0])).length;
  const said = make("section", "ending", make("h2", "", Object.hasOwn(words, kind) ? words[kind] : kind || words.end));
  said.firstChild.tabIndex = -1;
  if (text) said.append(put(make("p"), text));
  said.append(make("p", "quiet", say("read", of(seen), numbers.length)));
  said.append(make("p", "quiet", say("ever", of(ever), numbers.length, ends.size)));
  return said;
}

// ---- The menu

function looks(change) {
  const now = { theme: "auto", size: 100, ...shelf.read("/looks"), ...change };
  if (change) shelf.write("/looks", now);
  root.dataset.theme = now.theme;
  root.style.fontSize = `${now.size}%`;
  for (const choice of document.querySelectorAll("[data-look]")) {
    choice.ariaPressed = choice.dataset.look === now.theme;
    choice.onclick = () => looks({ theme: choice.dataset.look });
  }
  for (const choice of document.querySelectorAll("[data-size]")) {
    const size = now.size + Number(choice.dataset.size);
    choice.disabled = size < 80 || size > 200;
    choice.onclick = () => looks({ size });
  }
}

function slots() {
  $("slots").replaceChildren(...shelf.names("/slot/").map((name) => {
    const slot = shelf.read(name) ?? {};
    const label = name.slice(6);
    const when = new Date(slot.time ?? 0).toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short" });
    return make("li", "row", make("span", "", make("bdi", "", label), make("small", "", ` ${when}`)),
      button(words.load, () => take(slot.save), `${words.load}: ${label}`),
      button(words.remove, () => {
        shelf.remove(name);
        slots();
        $("slot").focus();
      }, `${words.remove}: ${label}`));
  }));
}

// Open a saved game, or say why not.
function take(data) {
  const before = [play, page, past];
  try {
    load(data);
    $("menu").close();
  } catch (error) {
    [play, page, past] = before;
    showPage(true);
    $("said").textContent = error.name === "SaveError" ? error.message : words.not_a_save;
  }
}

function menu() {
  $("said").textContent = "";
  $("restart").textContent = words.again;
  slots();
  $("menu").showModal();
}

$("more").onclick = menu;
$("close").onclick = () => $("menu").close();
$("undo").onclick = undo;
$("anew").onclick = begin;
$("restart").onclick = () => {
  if ($("said").textContent === words.sure) {
    $("menu").close();
    begin();
  } else $("said").textContent = words.sure;
};
$("keep").onclick = () => {
  const name = $("slot").value.trim() || root.dataset.paragraph;
  shelf.write(`/slot/${name}`, { time: Date.now(), save: saved() });
  $("said").textContent = say("kept", name);
  slots();
};
$("slot").onkeydown = (event) => event.key === "Enter" && $("keep").click();
$("export").onclick = () => {
  const a = make("a");
  a.href = URL.createObjectURL(new Blob([JSON.stringify(saved())], { type: "application/json" }));
  a.download = `${document.title}.json`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
};
$("import").onclick = () => $("file").click();
$("file").onchange = async () => {
  const text = await $("file").files[0]?.text();
  $("file").value = "";
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    // No JSON is no save either.
  }
  take(data);
};

// ---- Keys

function toggleSheet() {
  const sheet = $("sheet");
  if (sheet.hidden) return;
  sheet.open = wide.matches || !sheet.open;
  sheet.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if ($("menu").open || event.target.matches("input")) return;
  if (/^\d$/.test(event.key)) keys[(event.key || 10) - 1]?.click();
  else if (event.key === "?") menu();
  else if (event.code === "KeyU" && !$("undo").hidden) undo();
  else if (event.code === "KeyS") toggleSheet();
  else return;
  event.preventDefault();
});

// Beside the page the sheet is open; under it, it opens on demand.
const wide = matchMedia("(min-width: 64em)");
const place = () => {
  $("sheet").open = wide.matches;
};
wide.onchange = place;
addEventListener("hashchange", () => fixed() && begin());

place();
looks();
const data = shelf.read("");
try {
  if (data && (!fixed() || Number(fixed()) === data.seed)) load(data);
} catch {
  tell("edition", words.lost_place);
}
if (!play) begin();
