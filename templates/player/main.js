// The reader's side: what is clicked, typed and kept.

const root = document.documentElement;
const UNDONE = 30;

// The sentences over the page, one of each sort.
const notices = {};
function tell(sort, text) {
  notices[sort] = text;
  $("notice").textContent = Object.values(notices).filter(Boolean).join(" ");
}

const shelf = new Shelf(bookKey, (problem) => tell("storage", problem && words[problem]));

let play;
// The blocks of the open page, one list a step, and what was saved before each answer.
let page;
let past;
// The choices in the sentences of the page, and what the digits choose.
let links;
let keys;

// ---- Plays

const fixed = () => /\bseed=(\d+)/.exec(location.hash)?.[1];

function begin() {
  const seed = Number(fixed() ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  attempt(() => open(new Play(program, seed), []));
}

// Whether something of the book could be done; if not, the reader is told.
function attempt(act) {
  try {
    act();
    return true;
  } catch (error) {
    tell("broken", say("broken", error.message));
    return false;
  }
}

// Go on with a play; `data` is what was kept of its page.
function open(next, before, data = {}) {
  play = next;
  past = before;
  page = data.page ?? [play.blocks];
  keep();
  showPage();
}

function load(data) {
  const next = Play.load(program, data);
  const same = data.identity === identity(program);
  open(next, (same && data.past) || [], same ? data : {});
  tell("edition", same ? "" : next.lost.length ? say("lost", next.lost.join(", ")) : words.changed);
}

const saved = () => ({ ...play.save(), page });
const kept = () => ({ ...saved(), past: past.slice(-UNDONE) });
const keep = () => shelf.write("", kept());

// Do what moves the play on, keep it and show it.
function step(act) {
  // What is told of earlier steps grows, and its beginning is always the same.
  const before = { ...saved(), transcript: play.transcript.length };
  if (!attempt(act)) return;
  past.push(before);
  const added = play.blocks.slice(play.told);
  const turned = added.some((block) => block.kind === "heading");
  page = turned ? [added] : [...page, added];
  keep();
  tell("edition", "");
  if (turned) showPage();
  else showStep(added);
}

const undoes = () => !/^(no|нет)$/.test(program.settings.undo);

function undo() {
  if (!past.length || !undoes()) return;
  const data = past.pop();
  open(Play.load(program, { ...data, transcript: play.transcript.slice(0, data.transcript) }), past, data);
}

// ---- The page

function link(value, span) {
  links.push({ value, span, text: span.textContent, inside: [...span.childNodes] });
}

const section = (list) => make("div", "step", ...blocks(list, link));

// A new page is a new log, so that only what is added to it later is read out.
function showPage() {
  links = [];
  const story = make("div", "", ...page.map(section));
  story.id = "story";
  story.role = "log";
  $("story").replaceWith(story);
  around();
  scrollTo(0, 0);
  story.querySelector("h2")?.focus({ preventScroll: true });
}

function showStep(list) {
  const added = section(list);
  if (list.length) $("story").append(added);
  around();
  (keys[0] ?? $("field") ?? $("anew")).focus({ preventScroll: true });
  // Show the ways on, but never at the price of the beginning of what is new.
  const below = $("answers").getBoundingClientRect().bottom + $("sheet").offsetHeight - innerHeight;
  const above = added.getBoundingClientRect().top - 16;
  if (below > 0 && above > 0) scrollBy({ top: Math.min(below, above) });
}

// All that stands around the story.
function around() {
  const { request } = play;
  const sheet = play.sheet();
  const over = request instanceof Ask.End;
  root.dataset.paragraph = play.paragraph;
  if (over) root.dataset.ended = request.kind;
  else delete root.dataset.ended;
  document.body.classList.toggle("first", !past.length && !over);
  links.forEach(({ span, inside }) => span.replaceChildren(...inside));
  keys = [];
  $("answers").replaceChildren(...answers(request));
  $("after").hidden = !over;
  $("undo").hidden = !undoes();
  $("undo").disabled = !past.length;
  const rows = hero(sheet, (what, index) => {
    place();
    step(() => play[what](index));
  });
  $("hero").replaceChildren(...rows);
  $("sheet").hidden = !rows.length;
  $("brief").textContent = brief(sheet);
}

// ---- Answers

function answers(request) {
  if (request instanceof Ask.End) return [ending(request)];
  if (request instanceof Ask.Turn) {
    const { name } = program.paragraphs[request.paragraph];
    return choose([{ value: 0, text: /^\d+$/.test(name) ? say("turn_to", name) : words.turn }]);
  }
  const asked = flat(request.question) ? [put(make("p", "question"), request.question)] : [];
  if (request instanceof Ask.Choose) return [...asked, ...choose(request.options)];
  const { low, high } = request;
  if (request instanceof Ask.Type) return [...asked, field(words.your_answer, (text) => typed(text, request.answers))];
  return [...asked, field(say("between", shown(low), shown(high)), (text) => {
    const n = whole(text);
    return n >= low && n <= high ? n : null;
  })];
}

function choose(options) {
  const list = make("ol", "options");
  for (const { value, text } of options) {
    const act = () => step(() => play.answer(value));
    const key = make("span", "key");
    key.ariaHidden = true;
    if (keys.length < 9) key.dataset.key = keys.length + 1;
    const inline = links.find((link) => link.value === value && link.text === flat(text));
    if (inline) inline.span.replaceChildren(inlineChoice(inline.inside, act), key);
    else list.append(make("li", "", key, put(button("", act), text)));
    keys.push(inline ? inline.span.firstChild : list.lastChild.lastChild);
  }
  return list.firstChild ? [list] : [];
}

function onKey(element, key, act) {
  element.onkeydown = (event) => {
    if (event.key !== key) return;
    event.preventDefault();
    if (!event.repeat) act();
  };
}

// A choice in a sentence breaks over lines as text does, which a button element can not.
function inlineChoice(inside, act) {
  const a = make("a", "", ...inside);
  a.href = "#";
  a.role = "button";
  a.onclick = (event) => {
    event.preventDefault();
    act();
  };
  onKey(a, " ", act);
  return a;
}

// A field with a label; `read` gives the answer for a text, or null where it is none.
function field(label, read) {
  const input = make("input");
  input.id = "field";
  input.autocomplete = "off";
  const act = () => {
    const value = read(input.value);
    input.ariaInvalid = value === null;
    if (value === null) input.focus();
    else step(() => play.answer(value));
  };
  onKey(input, "Enter", act);
  const name = make("label", "", label);
  name.htmlFor = "field";
  return make("p", "row", name, input, button(words.answer, act));
}

// The whole number that a text is; NaN where it is none.
const whole = (text) => (/^\s*[-−]?\d{1,9}\s*$/.test(text) ? Number(text.replace("−", "-")) : NaN);

// What two texts have in common that a reader takes for the same.
function folded(text) {
  const alike = { ё: "е", "…": "..." };
  return text.normalize("NFC").toLowerCase().replace(/[ё…]/g, (mark) => alike[mark])
    .replace(/[’‘]/g, "\x27").replace(/[“”„«»]/g, "\x22").replace(/[–—−]/g, "-").replace(/\s+/g, " ").trim();
}

// Which of the answers a text is; a number that is none of them comes behind them.
function typed(text, list) {
  if (!text.trim()) return null;
  const at = list.findIndex((answer) => folded(answer) === folded(text));
  const n = whole(text);
  return at >= 0 ? at : list.length + (n >= 0 ? n + 1 : 0);
}

function ending({ kind, text }) {
  const names = program.paragraphs.filter((p) => p.parent < 0).map((p) => p.name);
  const seen = play.result().transcript.map((entry) => entry.paragraph);
  const found = shelf.read("/found") ?? {};
  const ever = [...new Set([...(found.ever ?? []), ...seen])];
  const ends = [...new Set([...(found.ends ?? []), `${play.paragraph}/${kind}`])];
  shelf.write("/found", { ever, ends });
  const count = (list) => names.filter((name) => list.includes(name)).length;
  const title = make("h2", "", Object.hasOwn(words, kind) ? words[kind] : kind || words.end);
  return make("section", "ending", title, put(make("p"), text),
    make("p", "quiet", say("read", count(seen), names.length)),
    make("p", "quiet", say("ever", count(ever), names.length, ends.length)));
}

// ---- The menu

const all = (selector, act) => document.querySelectorAll(selector).forEach(act);
const spoken = (text) => ($("said").textContent = text);

function looks(changed) {
  const now = { theme: "auto", size: 100, ...shelf.read("/looks"), ...changed };
  if (changed) shelf.write("/looks", now);
  root.dataset.theme = now.theme;
  root.style.fontSize = `${now.size}%`;
  all("[data-look]", (choice) => {
    choice.ariaPressed = choice.dataset.look === now.theme;
    choice.onclick = () => looks({ theme: choice.dataset.look });
  });
  all("[data-size]", (choice) => {
    const size = now.size + Number(choice.dataset.size);
    choice.disabled = !(size >= 80 && size <= 200);
    choice.onclick = () => looks({ size });
  });
}

function slots() {
  $("slots").replaceChildren(...shelf.names("/slot/").map((name) => {
    const { save, time } = shelf.read(name) ?? {};
    const label = name.slice(6);
    return make("li", "row", make("span", "", make("bdi", "", label), make("small", "", ` ${time}`)),
      button(words.load, () => take(save), label),
      button(words.remove, () => {
        shelf.remove(name);
        slots();
        $("slot").focus();
      }, label));
  }));
}

// Open a saved game, or say why not; then all stays as it was.
function take(data) {
  const now = kept();
  try {
    load(data);
    $("menu").close();
  } catch {
    load(now);
    spoken(words.not_a_save);
  }
}

function store(name) {
  shelf.write(`/slot/${name}`, { save: saved(), time: new Date().toLocaleString(root.lang) });
  slots();
}

function menu() {
  spoken("");
  slots();
  $("menu").showModal();
}

const ON = {
  undo,
  more: menu,
  anew: begin,
  close: () => $("menu").close(),
  restart() {
    if ($("said").textContent !== words.sure) return spoken(words.sure);
    $("menu").close();
    begin();
  },
  keep() {
    const name = $("slot").value.trim() || play.paragraph;
    store(name);
    spoken(say("kept", name));
  },
  export() {
    const a = make("a");
    a.href = URL.createObjectURL(new Blob([JSON.stringify(saved())], { type: "application/json" }));
    a.download = `${document.title}.json`;
    a.click();
  },
  import: () => $("file").click(),
};
for (const id in ON) $(id).onclick = ON[id];
onKey($("slot"), "Enter", ON.keep);
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

// Beside the page the sheet is open; under it, it opens on demand.
const wide = matchMedia("(min-width: 64em)");
const place = () => {
  $("sheet").open = wide.matches;
};

addEventListener("keydown", (event) => {
  const { key, code, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if ($("menu").open || target.matches("input")) return;
  if (key > 0) keys[key - 1]?.click();
  else if (key === "?") menu();
  else if (code === "KeyU") undo();
  else if (code === "KeyS") {
    $("sheet").open = wide.matches || !$("sheet").open;
    $("sheet").firstElementChild.focus();
  } else return;
  event.preventDefault();
});

wide.onchange = place;
addEventListener("hashchange", () => fixed() && begin());

place();
looks();
const data = shelf.read("");
try {
  if (data && (!fixed() || +fixed() === data.seed)) load(data);
} catch {
  shelf.write(`/slot/${data.paragraph}`, { save: data, time: "" });
  tell("edition", words.lost_place);
}
if (!play) begin();
