// How a play looks. All text of the book is put in as text, never as markup.

const $ = (id) => document.getElementById(id);
const program = new Program(unpack($("program").textContent));
const { key: bookKey, words, pictures } = JSON.parse($("extras").textContent);

// An element with a class and what is in it: elements and strings.
function make(tag, cls, ...inside) {
  const element = document.createElement(tag);
  if (cls) element.className = cls;
  element.append(...inside);
  return element;
}

// A button; `of` is what it is for, where its text does not tell.
function button(text, act, of) {
  const element = make("button", "", text);
  if (of) element.ariaLabel = `${text}: ${of}`;
  element.onclick = act;
  return element;
}

// A sentence of the page with its blanks filled in, in the form that the first number asks for;
// the direction of a text stays its own.
const rules = new Intl.PluralRules(document.documentElement.lang);
const say = (name, ...values) => (words[name].other ? words[name][rules.select(values[0])] : words[name])
  .replace(/\{(\d)\}/g, (_, i) => (values[i] >= 0 ? values[i] : `\u2068${values[i]}\u2069`));

// Runs of text without their marks.
const flat = (runs) => plain([].concat(runs));

// Put runs of text into an element: U+0001 and U+0002 switch emphasis and strong emphasis.
// `link` hears of a run that is a choice, and of the element it is in.
function put(parent, runs, link) {
  const on = {};
  for (const run of [].concat(runs)) {
    const to = run.text === undefined ? parent : make("span", "link");
    for (const piece of (run.text ?? run).split(/([\x01\x02])/)) {
      if (piece < "\x03") on[piece] = piece && !on[piece];
      else {
        const inner = on["\x01"] ? make("em", "", piece) : piece;
        to.append(on["\x02"] ? make("strong", "", inner) : inner);
      }
    }
    if (to === parent) continue;
    parent.append(to);
    link?.(run.link, to);
  }
  return parent;
}

// ---- Dice

const PIPS = ["", "4", "26", "246", "0268", "02468", "023568"];

function svg(tag, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...inside);
  return element;
}

function die([number, low, high]) {
  if (low !== 1 || high !== 6) return make("span", "die", `${number}`);
  const pips = [...PIPS[number]].map((at) => svg("circle", { cx: 6 + 6 * (at % 3), cy: 6 + 6 * (at / 3 | 0), r: 2 }));
  return svg("svg", { viewBox: "0 0 24 24", class: "die" }, ...pips);
}

function roll({ label, who, dice, total }) {
  const numbers = dice.map(([number]) => number);
  const sum = numbers.reduce((a, b) => a + b, 0);
  let told = numbers.join(" + ") + (numbers.length > 1 ? ` = ${sum}` : "");
  if (total !== null && total !== sum) told += `${told && ", "}${words.in_all} ${shown(total)}`;
  const faces = make("span", "dice", ...dice.map(die));
  faces.ariaHidden = true;
  const name = flat([who, label].filter(Boolean).join(", "));
  return make("li", "roll", faces, make("span", "", make("bdi", "", name), name && ": ", make("b", "", told)));
}

// ---- What is gained and lost, as one would write it on a sheet

const known = (list, name) => list.some((thing) => thing.name === name);

function change({ name, label, from, to }) {
  const text = make("bdi", "", flat(label));
  if (known(program.codewords, name)) return [say(to ? "note" : "cross_out", flat(label))];
  const step = to - from;
  const sign = step < 0 ? "−" : "+";
  const many = Math.abs(step);
  if (known(program.items, name)) return [`${sign} `, text, many > 1 ? ` × ${many}` : "", to > 1 ? ` · ${to}` : ""];
  return [text, many < 1e9 ? ` ${sign}${many}` : "", " · ", to > NONE ? shown(to) : flat(to)];
}

// ---- Blocks

// A number stands over its paragraph; a name without a title is the author's own business.
function heading({ name, title }) {
  const number = /^\d+$/.test(name);
  const h2 = make("h2", number || title ? "" : "bare");
  h2.tabIndex = -1;
  if (number) h2.append(make("span", "number", name), " ");
  if (title) h2.append(put(make("span", "title"), title));
  if (!h2.firstChild) h2.append(make("span", "unseen", words.new_paragraph));
  return h2;
}

function picture({ path, shows }) {
  if (!Object.hasOwn(pictures, path)) return make("p", "missing", flat(shows));
  const img = make("img");
  img.src = pictures[path];
  img.alt = flat(shows);
  return make("figure", "", img);
}

const BLOCK = { heading, picture, ornament: () => make("hr") };
const ENTRY = { roll, change: (block) => make("li", "", ...change(block)) };

// An element that waits for so many throws before it.
function late(element, throws) {
  if (!(throws > 0)) return;
  element.classList.add("late");
  element.style.setProperty("--throws", throws);
}

// The elements of some blocks. Dice in a row and changes in a row stand in one list; a step of
// a paragraph does not say its heading again. Each throw and what it brings waits for those
// before it: that is how long fights are told round by round.
function blocks(list, link) {
  const made = [];
  let over = "";
  for (const block of list) {
    const { kind } = block;
    if (kind === "heading" && over === (over = block.name)) continue;
    if (ENTRY[kind]) {
      if (made.at(-1)?.className !== `${kind}s`) made.push(make("ul", `${kind}s`));
      made.at(-1).append(ENTRY[kind](block));
    } else if (BLOCK[kind]) made.push(BLOCK[kind](block));
    else made.push(put(make(kind === "quote" ? "blockquote" : "p", kind), block.runs, link));
  }
  const first = made[made.findIndex((element) => element.tagName === "H2") + 1];
  if (first?.className === "plain" && first.textContent.length > 150) first.classList.add("opening");
  let throws = 0;
  for (const element of made) {
    if (element.className === "rolls") throws++;
    late(element, throws - 1);
  }
  return made;
}
