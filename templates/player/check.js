// Programs of unknown origin: whether a machine can trust them. No page carries this, since its
// program was linked by the builder. The mirror of the checks in Python: same order, same names.

const among = (n, low, high) => Number.isInteger(n) && n >= low && n <= high;

Program.prototype.check = function () {
  const { units, routines } = this.data;
  checkTables(this, units, routines);
  const ends = units.map(([code, strings], unit) => walk(this, unit, code, strings, routines.length));
  for (const [unit, offset] of routines)
    if (!ends[unit][offset]) throw new Error(`a routine begins inside an instruction of unit ${unit}`);
};

// Every slot and number that a table of the program names is there.
function checkTables(program, units, routines) {
  const size = program.start.length;
  const need = (what, low, below, ...values) => {
    if (!values.every((n) => among(n, low, below - 1))) throw new Error(`the program names ${what} that is not there`);
  };
  const slot = (...slots) => need("a slot", 0, size, ...slots);
  const maybe = (...slots) => need("a slot", -1, size, ...slots);
  const number = (...numbers) => need("a number", NONE, LIMIT + 1, ...numbers);
  const paragraph = (n, low) => need("a paragraph", low, program.paragraphs.length, n);
  const unit = (n) => need("a unit", 0, units.length, n);
  if (size < 4 || !units.length) throw new Error("the program has no start");
  number(...program.start);
  for (const stat of program.stats) {
    need("a slot", 0, size + 1 - Math.max(stat.size, 1), stat.slot);
    need("a slot", 0, size + 1, stat.size);
    maybe(stat.start, stat.top);
    for (const [item, mode, amount] of stat.modifiers) {
      need("an item", 0, program.items.length, item);
      need("a way to carry", 0, 4, mode);
      number(amount);
    }
  }
  for (const item of program.items) {
    slot(item.slot);
    need("a routine", -1, routines.length, item.use);
  }
  slot(...program.codewords.map((word) => word.slot));
  for (const [at, bound] of program.deadly) {
    slot(at);
    number(bound);
  }
  for (const [at, value, target, last] of program.watches) {
    slot(at, last);
    number(value);
    paragraph(target, 0);
  }
  for (const place of program.paragraphs) {
    unit(place.unit);
    maybe(place.visits);
    paragraph(place.parent, -1);
  }
  for (const [where, offset] of routines) {
    unit(where);
    need("a place", 0, LIMIT, offset);
  }
  maybe(program.wielded);
  need("a room", -1, Math.max(0, size - 15), program.bargains);
  need("a room", -1, Math.max(0, size - 31), program.history);
}

// Where the instructions of a unit end, each operand looked at.
function walk(program, unit, code, strings, routines) {
  const refuse = (what, at) => {
    throw new Error(`unit ${unit} ${what} at ${at}${OPS[code[at]] ? ` (${OPS[code[at]][0]})` : ""}`);
  };
  if (!strings.every((text) => typeof text === "string")) throw new Error(`unit ${unit} has a string that is none`);
  const last = { g: program.start.length, k: 2 ** 15 + 1, p: program.paragraphs.length, r: routines, s: strings.length };
  const most = { STAT: program.stats.length, MENU: 4, BREAK: BLOCKS.length, VALUE: 21 };
  const ends = Array(code.length).fill(0);
  const ways = [];
  for (let at = 0; at < code.length; at = ends[at]) {
    if (!among(code[at], 0, OPS.length - 1)) refuse("has no known instruction", at);
    const [name, written] = OPS[code[at]];
    if (written[0] === "*" && !among(code[at + 1], 0, code.length)) refuse("is cut short", at);
    const kinds = operandKinds(code, at);
    const end = at + 1 + kinds.length;
    if (end > code.length) refuse("is cut short", at);
    ends[at] = end;
    for (let i = 0; i < kinds.length; i++) {
      const value = code[at + 1 + i], kind = kinds[i];
      const below = last[kind] ?? (kind === "n" ? most[name] : undefined);
      if (!(below === undefined ? among(value, NONE, LIMIT) : among(value, 0, below - 1))) refuse("has a wrong operand", at);
      if (kind === "d") ways.push([end + value, at]);
    }
  }
  ends.push(code.length + 1);
  for (const [to, at] of ways) if (!ends[to]) refuse("jumps to no instruction", at);
  return ends;
}
