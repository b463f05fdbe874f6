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
// In a fight: what was answered where these options stood.
const habits = new Map();

// ---- Plays

const fixed = () => /\bseed=(\d+)/.exec(location.hash)?.[1];

function begin() {
  const seed = Number(fixed() ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  attempt(() => open(new Play(program, seed), []));
  explore("", headings(play.blocks));
}

// Whether something of the book could be done; if not, the reader is told.
function attempt(act) {
  try {
    act();
    return true;
  } catch (error) {
    const { why, paragraph, message } = error;
    tell("broken", why ? say(`endless_${why}`, paragraph || words.endless_head) : say("broken", message));
    return false;
  }
}

// Go on with a play; `data` is what was kept of its page.
function open(next, before, data = {}) {
  play = next;
  past = before;
  page = data.page ?? [play.blocks];
  habits.clear();
  showPage();
  setTimeout(keep); // the page is seen first
}

function load(data) {
  if (data?.book !== (program.settings.book ?? "")) throw new SaveError("a save of another book");
  const next = Play.load(program, data);
  const same = data.identity === identity(program);
  open(next, (same && data.past) || [], same ? data : {});
  explore("", walked());
  tell("edition", same ? "" : next.lost.length ? say("lost", next.lost.join(", ")) : words.changed);
}

const now = () => new Date().toLocaleString(root.lang);
const saved = () => ({ ...play.save(), page });
const kept = () => ({ ...saved(), past: past.slice(-UNDONE) });
function keep() {
  if (shelf.strange("")) {
    shelf.write(`/slot/${words.other_slot}`, { save: shelf.read(""), time: now() });
    tell("window", say("other_window", words.other_slot));
  }
  shelf.write("", kept());
}

// Do what moves the play on, keep it and show it.
function step(act) {
  // What is told of earlier steps grows, and its beginning is always the same.
  const before = { ...saved(), transcript: play.transcript.length };
  if (!attempt(act)) return;
  past.push(before);
  const added = play.blocks.slice(play.told);
  explore(before.paragraph, headings(added), play.request instanceof Ask.End && `${play.paragraph}/${play.request.kind}`);
  const turned = added.some((block) => block.kind === "heading");
  page = turned ? [added] : [...page, added];
  keep();
  tell("edition", "");
  if (turned) showPage();
  else showStep(added);
}

const undoes = () => program.settings.undo !== "no";

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

// What is told late is told at once when the reader does anything.
const hurry = (now) => document.body.classList.toggle("now", now);
for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => hurry(true), true);

// A new page is a new log, so that only what is added to it later is read out.
function showPage() {
  hurry(false);
  links = [];
  const story = make("div", "", ...page.map(section));
  story.id = "story";
  story.role = "log";
  $("story").replaceWith(story);
  around();
  if (document.readyState === "loading") return;
  scrollTo({ top: 0, behavior: "instant" });
  story.querySelector("h2")?.focus({ preventScroll: true });
}

function showStep(list) {
  hurry(false);
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
  const list = answers(request);
  list.forEach((element) => late(element, $("story").lastChild?.lastChild?.style.getPropertyValue("--throws")));
  $("answers").replaceChildren(...list);
  $("anew").hidden = !over;
  $("to_end").hidden = usual() === undefined;
  $("undo").hidden = !undoes();
  $("undo").disabled = !past.length;
  const rows = hero(sheet, (what, index) => {
    place();
    step(() => play[what](index));
  });
  $("hero").replaceChildren(...rows);
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
  if (request instanceof Ask.Choose) return [...asked, ...choose(request.options, request.closed)];
  const { low, high } = request;
  if (request instanceof Ask.Type) return [...asked, field(words.your_answer, (text) => typed(text, request.answers))];
  return [...asked, field(say("between", shown(low), shown(high)), (text) => {
    const n = whole(text);
    return n >= low && n <= high ? n : null;
  })];
}

// What goes on with a fight as before; undefined where something else is asked.
function usual() {
  const { request, machine } = play;
  if (!(request instanceof Ask.Choose) || !machine.memory[CLOSED]) return habits.clear();
  return habits.get(offered(request)) ?? request.options.find(({ value, text }) => !value && flat(text) === words.go_on)?.value;
}

const offered = ({ options }) => options.map(({ text }) => flat(text)).join("\n");

// One round after the other, until something else is asked.
function toEnd() {
  for (let n = 0; n < 100 && usual() !== undefined && !(n && !habits.has(offered(play.request))); n++)
    take(play.request, usual());
}

function take(request, value) {
  if (request instanceof Ask.Choose) habits.set(offered(request), value);
  step(() => play.answer(value));
}

// `closed`: what is shown and can not be chosen, each with how many options stand ahead of it.
function choose(options, closed = []) {
  const { request } = play;
  const list = make("ol", "options");
  const shut = (place) => {
    for (const [at, text] of closed) if (at === place) list.append(put(make("li", "closed"), text));
  };
  for (const [place, { value, text }] of options.entries()) {
    shut(place);
    const act = () => take(request, value);
    const key = make("span", "key");
    key.ariaHidden = true;
    if (keys.length < 9) key.dataset.key = keys.length + 1;
    const inline = links.find((link) => link.value === value && link.text === flat(text));
    if (inline) inline.span.replaceChildren(inlineChoice(inline.inside, act), key);
    else list.append(make("li", "", key, put(button("", act), text)));
    keys.push(inline ? inline.span.firstChild : list.lastChild.lastChild);
  }
  shut(options.length);
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
  return make("section", "ending", make("h2", "", endName(kind)), put(make("p"), text), ...score());
}
