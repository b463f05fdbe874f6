// A program and how its code is read. The mirror of the one in Python: same order, same names.

const OPS = `HALT:|NUM:n|STR:s|LOAD:g|STORE:g|FLOAD:k|FSTORE:k|ADDR:k|PEEK:|POKE:|DUP:|DROP:|SWAP:|\
ADD:|SUB:|MUL:|DIVUP:|DIVDOWN:|MIN:|MAX:|EQ:|NE:|LT:|LE:|GT:|GE:|NOT:|AND:|OR:|BIT:|SETBIT:|\
JUMP:d|JZ:d|SWITCH:*d|STAT:n|HERE:pk|FRAME:k|TURN:pn|GO:sp|TURNBACK:n|VISIT:p|BACKTO:n|LOOK:|\
CALL:rkd|OUTCOME:n|ROUND:|YIELD:|RESUME:k|DEAD:|DEATH:|BARGAIN:p|END:ss|STUCK:|ROLL:s|TOLD:s|\
MENU:n|OPTION:|SHUT:|CHOOSE:|NUMBER:|TYPE:*s|TEXT:s|VALUE:n|NAME:|BREAK:n|LINK:n|PICTURE:ss|PLURAL:|\
VARY:n|EVAL:|CODE:d|DONE:|USED:`.split("|").map((row) => row.split(":"));
const BLOCKS = ["plain", "dialogue", "quote", "ornament", "say", "heading"];
const NONE = -(2 ** 31);
const LIMIT = 2 ** 31 - 1;

// The kinds of the operands of the instruction at `at`, a counted row written out.
function operandKinds(code, at) {
  const kinds = OPS[code[at]][1];
  return kinds[0] === "*" ? "n" + kinds[1].repeat(code[at + 1]) : kinds;
}

// A program read from its JSON: all units as one list of code. One of unknown origin is looked
// at by `check` first; a page trusts the program that it was built with.
class Program {
  constructor(data) {
    if (data?.format !== "gbk-program" || data.version !== 1) throw new Error("not a gbk program of version 1");
    Object.assign(this, { data, settings: data.settings, start: data.start, deadly: data.deadly, watches: data.watches });
    Object.assign(this, { wielded: data.wielded, bargains: data.bargains, history: data.history, kinds: data.kinds });
    const named = (rows, names) => rows.map((row) => Object.fromEntries(names.split(" ").map((n, i) => [n, row[i]])));
    this.paragraphs = named(data.paragraphs, "name title unit visits parent");
    this.stats = named(data.stats, "name label slot size first start hidden grades modifiers top");
    this.items = named(data.items, "name label slot kind use wield");
    this.codewords = named(data.codewords, "name slot hidden");
    this.check?.();
    this.code = [];
    this.ends = [];
    this.strings = [];
    const starts = data.units.map(([code, strings]) => this.link(code, strings));
    this.routines = data.routines.map(([unit, offset]) => starts[unit] + offset);
    this.entries = this.paragraphs.map((p) => starts[p.unit]);
  }

  // A unit behind those before it; the address where it begins.
  link(code, strings) {
    const start = this.code.length;
    for (let at = 0; at < code.length; ) {
      const kinds = operandKinds(code, at);
      this.ends[start + at] = start + at + 1 + kinds.length;
      this.code.push(code[at++]);
      for (const kind of kinds) this.code.push(code[at++] + (kind === "s" ? this.strings.length : 0));
    }
    this.ends[this.code.length] = this.code.length + 1;
    this.code.push(0);
    for (const text of strings) this.strings.push(text);
    return start;
  }
}
