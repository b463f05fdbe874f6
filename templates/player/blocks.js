// What happened, as blocks that a page can show. The mirror of the ones in Python: same order,
// same names.

const MARKS = /[\x01\x02]/g;
const plain = (runs) => runs.map((run) => (typeof run === "string" ? run : run.text)).join("").replace(MARKS, "");

class Blocks {
  constructor(program) {
    Object.assign(this, { program, blocks: [], runs: [], into: null, dice: null });
  }

  done(events) {
    for (const [kind, ...rest] of events) this[kind](...rest);
    this.throwDice();
    this.break("plain");
    return this.blocks;
  }

  text(text) {
    if (this.into) this.into.text += text;
    else if (typeof this.runs[this.runs.length - 1] === "string") this.runs[this.runs.length - 1] += text;
    else this.runs.push(text);
  }

  value(number, digits) {
    this.text(shown(number, digits));
  }

  link(value) {
    this.into = value < 0 ? null : { link: value, text: "" };
    if (this.into) this.runs.push(this.into);
  }

  break(kind) {
    this.throwDice();
    const runs = this.runs;
    this.runs = [];
    this.into = null;
    const text = plain(runs);
    if (kind === "heading") this.blocks.push({ kind, name: "", title: text });
    else if (text.trim() || kind === "ornament") this.blocks.push({ kind, runs });
  }

  arrive(number) {
    this.throwDice();
    this.break("plain");
    const { paragraphs } = this.program;
    const { name, title } = paragraphs[paragraphs[number].parent] ?? paragraphs[number];
    this.blocks.push({ kind: "heading", name, title });
  }

  picture(path, shows) {
    this.break("plain");
    this.blocks.push({ kind: "picture", path, shows });
  }

  roll(low, high, number, label) {
    if (!label) return;
    if (this.dice?.label !== label) {
      this.throwDice();
      this.dice = { kind: "roll", label, who: "", dice: [], total: null };
    }
    this.dice.dice.push([number, low, high]);
  }

  told(label, who, total) {
    this.dice = Object.assign(this.dice ?? { kind: "roll", label, who, dice: [] }, { label, who, total });
    this.throwDice();
  }

  throwDice() {
    if (this.dice) this.blocks.push(this.dice);
    this.dice = null;
  }
}

// The text of the blocks, an empty line between two; no headings, rolls and changes.
const prose = (blocks) =>
  blocks.filter((b) => b.runs).map((b) => plain(b.runs)).filter((text) => text.trim()).join("\n\n");
