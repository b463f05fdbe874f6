// The hero's sheet.

// A number of a row, or the sign that the rules give it; squares to cross are drawn.
function cell(number, index, signs) {
  const shape = make("span", "cell", make("sub", "", `${index}`));
  if (`${signs}` !== "☐,☒") shape.append(signs[number] ?? shown(number));
  else {
    const mark = make("span", "square", number ? "×" : "");
    mark.ariaHidden = true;
    shape.append(mark, make("span", "unseen", words[number ? "crossed" : "open"]));
  }
  return shape;
}

function statRow(stat) {
  const value = make("dd");
  if (stat.row) {
    const { first, grades } = program.stats.find(({ name }) => name === stat.name);
    value.append(...stat.row.map((n, i) => cell(n, first + i, grades)));
  } else {
    value.append(flat(stat.word ?? shown(stat.value)));
    if (stat.top !== null) value.append(make("small", "", ` / ${shown(stat.top)}`));
  }
  return make("div", stat.row ? "long" : "", make("dt", "", flat(stat.label)), value);
}

function itemRow({ index, count, wielded, usable, wieldable, droppable, ...item }, limited, act) {
  const label = flat(item.label);
  const row = make("li", "", make("bdi", "", label), count > 1 ? ` × ${count}` : "");
  const offer = (open, word, what) => open && row.append(" ", button(words[word], () => act(what, index), label));
  if (wielded) row.append(make("small", "", ` ${words.in_hand}`));
  offer(usable, "use", "use");
  offer(wieldable, wielded ? "put_away" : "wield", "wield");
  // Where a kind of things has a limit, room can be made.
  offer(droppable && limited, "lay_down", "layDown");
  return row;
}

// All that stands on the sheet; `act(what, index)` uses, wields or lays down a thing.
function hero(sheet, act) {
  const parts = [];
  const list = (title, rows) => parts.push(make("h2", "", ...title), rows.length ? make("ul", "", ...rows) : make("p", "quiet", words.nothing));
  if (sheet.stats.length) parts.push(make("dl", "", ...sheet.stats.map(statRow)));
  const kindOf = (item) => program.items[item.index].kind;
  for (const kind of new Set([...Object.keys(program.kinds), ...sheet.items.map(kindOf)])) {
    if (!program.items.some((item) => item.kind === kind)) continue;
    const items = sheet.items.filter((item) => kindOf(item) === kind);
    const [limit = -1] = program.kinds[kind] ?? [];
    const title = [{ bag: words.things, condition: words.conditions }[kind] ?? flat(kind)];
    if (limit >= 0) title.push(make("small", "", ` ${items.reduce((n, { count }) => n + count, 0)} / ${limit}`));
    list(title, items.map((item) => itemRow(item, program.kinds[kind], act)));
  }
  if (sheet.codewords.length) list([words.codewords], sheet.codewords.map((name) => make("li", "", make("bdi", "", name))));
  return parts;
}

// The sheet in one line.
const brief = ({ stats }) => stats.filter((stat) => !stat.row).slice(0, 4)
  .map((stat) => `${flat(stat.label)}\u00a0${flat(stat.word ?? shown(stat.value))}`).join(" · ");
