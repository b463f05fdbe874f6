// How a play looks. All text of the book is put in as text, never as markup.

const $ = (id) => document.getElementById(id);
const program = JSON.parse($("program").textContent);
const { key: bookKey, words, pictures } = JSON.parse($("extras").textContent);
const NOWHERE = -(2 ** 31);

// An element with a class and what is in it: elements and strings.
function make(tag, cls, ...inside) {
  const element = document.createElement(tag);
  if (cls) element.className = cls;
  element.append(...inside);
  return element;
}

function button(text, act, name) {
  const element = make("button", "", text);
  if (name) element.ariaLabel = name;
  element.onclick = act;
  return element;
}

// A sentence of the page with its blanks filled in; each is isolated from its direction.
function say(name, ...values) {
  return words[name].replace(/\{(\d)\}/g, (_, i) => `\u2068${values[i]}\u2069`);
}

// Put runs of text into an element: U+0001 and U+0002 switch emphasis and strong emphasis.
// `link` makes an element of a run that is a choice.
function put(parent, runs, link) {
  let em = false;
  let strong = false;
  const add = (text, to) => {
    for (const piece of text.split(/([\x01\x02])/)) {
      if (piece === "\x01") em = !em;
      else if (piece === "\x02") strong = !strong;
      else if (piece) {
        const leaning = em ? make("em", "", piece) : piece;
        to.append(strong ? make("strong", "", leaning) : leaning);
      }
    }
  };
  for (const run of [].concat(runs)) {
    if (typeof run === "string") add(run, parent);
    else {
      const span = make("span", "link");
      [].concat(run.text).forEach((text) => add(text, span));
      link?.(run.value, span);
      parent.append(span);
    }
  }
  return parent;
}

const plain = (runs) =>
  [].concat(runs).map((run) => run.text ?? run).flat().join("").replace(/[\x01\x02]/g, "");

// Dice.

const PIPS = ["", "4", "26", "246", "0268", "02468", "023568"];

function svg(tag, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...inside);
  return element;
}

function die([number, low, high]) {
  if (low !== 1 || high !== 6) return make("span", "die", `${number}`);
  const pips = [...PIPS[number]].map((at) =>
    svg("circle", { cx: 6 + 6 * (at % 3), cy: 6 + 6 * Math.floor(at / 3), r: 2 }));
  return svg("svg", { viewBox: "0 0 24 24", class: "die" }, ...pips);
}

function roll({ label, who, dice, total }) {
  const numbers = dice.map(([number]) => number);
  const sum = numbers.reduce((a, b) => a + b, 0);
  let told = numbers.join(" + ") + (numbers.length > 1 ? ` = ${sum}` : "");
  if (total != null && total !== sum) told += `, ${words.in_all} ${total}`;
  const faces = make("span", "dice", ...dice.map(die));
  faces.ariaHidden = true;
  const name = [who, label].filter(Boolean).map(plain).join(", ");
  return make("p", "roll", faces, make("span", "", name && make("bdi", "", name + ": "), told));
}

// What is gained and lost, as one would write it on a sheet.

const signed = (n) => (n < 0 ? "−" : "+") + Math.abs(n);
const number = (n) => (n === null || n === NOWHERE ? "–" : `${n}`.replace("-", "−"));

function change({ name, label, from, to }, sheet) {
  const known = (list) => list.some((row) => row[0] === name);
  const shown = make("bdi", "", plain(label || name));
  if (known(program.codewords)) return say(to ? "note" : "cross_out", plain(label || name));
  if (known(program.items)) {
    const many = Math.abs(to - from);
    return [to < from ? "− " : "+ ", shown, many > 1 ? ` × ${many}` : "", to > 1 ? ` · ${to}` : ""];
  }
  const word = sheet.stats.find((stat) => stat.name === name)?.word;
  const step = word || typeof from !== "number" || typeof to !== "number" ? "" : ` ${signed(to - from)}`;
  return [shown, step, ` · ${word ?? number(to)}`];
}

// Blocks.

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
  if (!Object.hasOwn(pictures, path)) return make("p", "missing", plain(shows));
  const img = make("img");
  img.src = pictures[path];
  img.alt = plain(shows);
  return make("figure", "", img);
}

const BLOCK = {
  heading,
  picture,
  roll,
  ornament: () => make("hr"),
  quote: ({ runs }, link) => make("blockquote", "", put(make("p"), runs, link)),
  say: ({ runs }, link) => put(make("p", "say"), runs, link),
  dialogue: ({ runs }, link) => put(make("p", "dialogue"), runs, link),
  plain: ({ runs }, link) => put(make("p"), runs, link),
};

// The elements of some blocks. Changes in a row stand in one list.
function blocks(list, sheet, link) {
  const made = [];
  for (const block of list) {
    if (block.kind === "change") {
      if (made.at(-1)?.className !== "changes") made.push(make("ul", "changes"));
      made.at(-1).append(make("li", "", ...[change(block, sheet)].flat()));
    } else made.push((BLOCK[block.kind] ?? BLOCK.plain)(block, link));
  }
  const first = made[made.findIndex((element) => element.tagName === "H2") + 1];
  if (first?.tagName === "P" && !first.className && first.textContent.length > 180) {
    first.className = "opening";
  }
  return made;
}

// The hero's sheet. `act(what, index)` uses, wields or lays down a thing.
function hero(sheet, open, lays, act) {
  const stats = make("dl");
  for (const stat of sheet.stats) {
    const value = make("dd");
    if (stat.row) {
      stat.row.forEach((n, i) => value.append(make("span", "cell", make("sub", "", `${i + 1}`), number(n))));
    } else {
      value.append(stat.word ?? number(stat.value));
      if (stat.top != null) value.append(make("small", "", ` / ${stat.top}`));
    }
    stats.append(make("div", stat.row ? "long" : "", make("dt", "", plain(stat.label)), value));
  }
  const things = make("ul");
  for (const item of sheet.items) {
    const label = plain(item.label);
    const row = make("li", "", make("bdi", "", label), item.count > 1 ? ` × ${item.count}` : "");
    if (item.wielded) row.append(make("small", "", ` ${words.in_hand}`));
    const offer = (allowed, word, what) => {
      if (open && allowed) row.append(" ", button(words[word], () => act(what, item.index), `${words[word]}: ${label}`));
    };
    offer(item.usable, "use", "use");
    offer(item.wieldable, item.wielded ? "put_away" : "wield", "wield");
    offer(lays, "lay_down", "layDown");
    things.append(row);
  }
  const parts = [];
  if (sheet.stats.length) parts.push(stats);
  if (program.items.length) {
    parts.push(make("h2", "", words.things), things.firstChild ? things : make("p", "quiet", words.nothing));
  }
  if (sheet.codewords.length) {
    const names = sheet.codewords.map((name) => make("li", "", make("bdi", "", name)));
    parts.push(make("h2", "", words.codewords), make("ul", "", ...names));
  }
  return parts;
}

// The sheet in one line.
const brief = (sheet) => sheet.stats.filter((stat) => !stat.row).slice(0, 4)
  .map((stat) => `${plain(stat.label)}\u00a0${stat.word ?? number(stat.value)}`).join(" · ");
