// A play: a machine, its dice, what was shown and what was chosen. The mirror of the one in
// Python: same order, same names.

const UNDO = 200;
const MARKS = /[\x01\x02]/g;
const plain = (runs) => runs.map((run) => (typeof run === "string" ? run : run.text)).join("").replace(MARKS, "");

// What happened, as blocks that a page can show.
class Blocks {
  constructor(program) {
    Object.assign(this, { program, blocks: [], runs: [], link: null, dice: null });
  }

  done(events) {
    for (const [kind, ...rest] of events) this[kind]?.(...rest);
    this.throwDice();
    this.break("plain");
    return this.blocks;
  }

  text(text) {
    if (this.link) this.link.text += text;
    else if (typeof this.runs[this.runs.length - 1] === "string") this.runs[this.runs.length - 1] += text;
    else this.runs.push(text);
  }

  value(number, digits) {
    this.text(shown(number, digits));
  }

  // The property `link` hides no method: events of this name come through `done` alone.
  startLink(value) {
    this.link = value < 0 ? null : { link: value, text: "" };
    if (this.link) this.runs.push(this.link);
  }

  break(kind) {
    this.throwDice();
    const runs = this.runs;
    this.runs = [];
    this.link = null;
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
    this.dice = Object.assign(this.dice ?? { kind: "roll", dice: [] }, { label, who, total });
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

// A short mark of a program: saves of another edition are told by it.
function identity(program) {
  return (program.mark ??= hash64(JSON.stringify([program.start, program.code, program.strings])));
}

function hash64(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

class SaveError extends Error {}

class Play {
  constructor(data, seed = 0, { rolls = [], sets = [], at = null } = {}) {
    this.program = data instanceof Program ? data : new Program(data);
    this.seed = seed;
    this.machine = new Machine(this.program);
    this.dice = new Dice(seed);
    this.whim = new Dice(seed ^ WHIM);
    this.rolls = [...rolls];
    this.lost = [];
    this.blocks = [];
    this.transcript = [];
    this.used = 0;
    this.thrown = [];
    this.told = 0;
    this.before = null;
    this.moments = [];
    this.machine.vary = (n) => this.whim.between(0, n - 1);
    this.machine.first = (paragraph) => {
      for (const [slot, value] of sets) this.machine.memory[slot] = value;
      const { memory } = this.machine;
      for (const { top, slot } of this.program.stats) if (top >= 0 && sets.length) memory[top] = Math.max(memory[top], memory[slot]);
      this.before = this.seen();
      return at ?? paragraph;
    };
    this.request = new Ask.End("", "");
    this.advance(() => this.machine.run());
  }

  // ---- The reader acts

  answer(value) {
    const { request } = this;
    if (request instanceof Ask.End) throw new Error("the play has ended");
    this.move(this.chosen(request, value), () => this.machine.run(value));
  }

  use(item) { this.act("use", item, "use"); }
  wield(item) { this.act("wield", item, "wield"); }
  layDown(item) { this.act("drop", item, "layDown"); }

  get canUndo() {
    return this.moments.length > 0 && !["no", "нет"].includes(this.program.settings.undo);
  }

  undo() {
    if (!this.canUndo) return false;
    this.recall(this.moments.pop());
    return true;
  }

  // ---- What there is to see

  get paragraph() {
    const number = this.machine.memory[PARAGRAPH];
    return number >= 0 ? this.program.paragraphs[this.machine.around(number)].name : "";
  }

  row(stat) {
    return stat.size ? this.machine.memory.slice(stat.slot, stat.slot + stat.size) : null;
  }

  sheet() {
    const { program, machine } = this;
    const { memory } = machine;
    const open = Boolean(machine.request?.sheet);
    const stats = program.stats.flatMap((stat, n) => {
      if (stat.hidden) return [];
      const value = machine.stat(n);
      const { name, label, top, grades } = stat;
      return [{ name, label, value, top: top < 0 ? null : memory[top], row: this.row(stat), word: grades[value] ?? null }];
    });
    const items = program.items.flatMap((item, index) => {
      const { name, label, kind } = item;
      if (!(memory[item.slot] > 0)) return [];
      const can = { usable: open && item.use >= 0, wieldable: open && Boolean(item.wield), droppable: open && kind !== "condition" };
      return [{ index, name, label, count: memory[item.slot], wielded: machine.wields(index), ...can }];
    });
    const codewords = program.codewords.filter((w) => memory[w.slot] && !w.hidden).map((w) => w.name);
    return { stats, items, codewords };
  }

  // Name → [label, value] of all that a reader may see change.
  seen() {
    const { program, machine } = this;
    const found = new Map();
    program.stats.forEach((stat, n) => {
      if (stat.hidden) return;
      const value = machine.stat(n);
      if (!stat.size) found.set(stat.name, [stat.label, stat.grades[value] ?? value]);
      this.row(stat)?.forEach((one, i) => found.set(`${stat.name}[${stat.first + i}]`, [`${stat.label} ${stat.first + i}`, one]));
    });
    for (const item of program.items) found.set(item.name, [item.label, Math.max(0, machine.memory[item.slot])]);
    for (const word of program.codewords) if (!word.hidden) found.set(word.name, [word.name, +(machine.memory[word.slot] !== 0)]);
    return found;
  }

  result() {
    const { request, program, machine } = this;
    const end = request instanceof Ask.End ? { kind: request.kind, paragraph: this.paragraph, text: plain([request.text]) } : null;
    const carried = program.items.filter((i) => machine.memory[i.slot] > 0);
    return {
      transcript: [...this.transcript, this.entry(null)],
      end,
      state: {
        stats: Object.fromEntries(program.stats.map((stat, n) => [stat.name, this.row(stat) ?? machine.stat(n)])),
        items: Object.fromEntries(carried.map((i) => [i.name, machine.memory[i.slot]])),
        codewords: program.codewords.filter((w) => machine.memory[w.slot]).map((w) => w.name),
      },
    };
  }

  // ---- How it goes on

  act(verb, index, how) {
    this.move(`${verb} ${this.program.items[index]?.name ?? ""}`, () => this.machine[how](index), true);
  }

  move(chosen, act, keep = false) {
    const moment = this.moment();
    this.transcript.push(this.entry(chosen));
    this.thrown = [];
    try {
      this.advance(act, keep);
    } catch (error) {
      this.recall(moment);
      throw error;
    }
    this.moments = [...this.moments.slice(1 - UNDO), moment];
  }

  advance(act, keep = false) {
    let request = act();
    for (let n = 0; request instanceof Ask.Roll; n++) {
      if (n > 1e5) throw new MachineError("endless: dice and dice with nothing asked");
      request = this.machine.run(this.die(request));
    }
    const { events } = this.machine;
    this.machine.events = [];
    const old = keep && !events.some((e) => e[0] === "arrive") ? this.blocks : [];
    const renamed = events.map(([kind, ...rest]) => [kind === "link" ? "startLink" : kind, ...rest]);
    this.blocks = [...old, ...new Blocks(this.program).done(renamed), ...this.changes()];
    this.told = old.length;
    this.request = request;
  }

  die({ low, high }) {
    let number;
    if (this.used < this.rolls.length) {
      number = this.rolls[this.used];
      if (number < low || number > high) throw new Error(`${number} was given to a die from ${low} to ${high}`);
      this.used += 1;
    } else number = this.dice.between(low, high);
    this.thrown.push(number);
    return number;
  }

  changes() {
    if (!this.before) return [];
    const { before } = this;
    this.before = this.seen();
    const changed = [...this.before].filter(([name, [, value]]) => before.get(name)[1] !== value);
    return changed.map(([name, [label, to]]) => ({ kind: "change", name, label, from: before.get(name)[1], to }));
  }

  entry(chosen) {
    const options = this.request.options ?? [];
    return {
      paragraph: this.paragraph,
      text: prose(this.blocks.slice(this.told)),
      options: options.map((option) => plain(option.text)),
      chosen,
      rolls: this.thrown,
    };
  }

  chosen(request, value) {
    if (request instanceof Ask.Turn) return null;
    if (request instanceof Ask.Choose) return plain(request.options.find((o) => o.value === value)?.text ?? []);
    if (!(request instanceof Ask.Type)) return String(value);
    const known = request.answers.length;
    return request.answers[value] ?? (value === known ? "" : String(value - known - 1));
  }

  moment() {
    const { request, used, thrown, blocks, told, before, page } = this;
    const [dice, whim] = [this.dice.state, this.whim.state];
    return { request, snapshot: this.machine.snapshot(), dice, whim, used, thrown, blocks, told, before, page, transcript: this.transcript.length };
  }

  recall(moment) {
    this.machine.restore(moment.snapshot);
    this.machine.run();
    this.machine.events = [];
    const { request, used, thrown, blocks, told, before } = moment;
    Object.assign(this, { request, used, thrown, blocks, told, before });
    this.dice.state = moment.dice;
    this.whim.state = moment.whim;
    this.transcript.length = moment.transcript;
  }

  // ---- Saves

  save() {
    const { program, machine } = this;
    const { stats, items, codewords } = this.result().state;
    const visits = program.paragraphs.filter((p) => p.visits >= 0).map((p) => [p.name, machine.memory[p.visits]]);
    return {
      format: "gbk-save", version: 1, book: program.settings.book ?? "", identity: identity(program),
      seed: this.seed, dice: [this.dice.state, this.whim.state], rolls: this.rolls.slice(this.used),
      state: machine.snapshot(), paragraph: this.paragraph, stats, items, codewords, visits: Object.fromEntries(visits),
      thrown: this.thrown, told: this.told, transcript: this.transcript, blocks: this.blocks,
    };
  }

  // A save of this edition opens where it was; one of another opens its paragraph with all
  // that still exists, and `lost` names the rest.
  static load(data, save) {
    const list = (value) => (Array.isArray(value) ? value : []);
    if (save?.format !== "gbk-save" || save.version !== 1) throw new SaveError("this is no saved game of a gbk book");
    const play = new Play(data, Number.isInteger(save.seed) ? save.seed : 0);
    if (save.identity === identity(play.program)) {
      try {
        play.machine.restore(save.state);
        play.machine.events = [];
        play.request = play.machine.run();
        if (play.request instanceof Ask.Roll) throw new Error("a die is thrown");
      } catch {
        throw new SaveError("this saved game is damaged");
      }
      play.machine.events = [];
      [play.dice.state, play.whim.state] = list(save.dice).map((n) => n >>> 0);
      Object.assign(play, { rolls: list(save.rolls), used: 0, thrown: list(save.thrown), transcript: list(save.transcript) });
      Object.assign(play, { blocks: list(save.blocks), told: Math.min(save.told >>> 0, list(save.blocks).length), before: play.seen() });
      return play;
    }
    const { program } = play;
    const at = program.paragraphs.findIndex((p) => p.name === save.paragraph);
    if (at < 0) throw new SaveError(`this saved game stands in “${save.paragraph}”, which this edition does not have`);
    const sets = [], lost = [];
    const keep = (table, name, value) => {
      const thing = table.find((t) => t.name === name);
      const rows = list(value).length ? value : [value];
      if (!thing || !rows.every(Number.isInteger) || rows.length !== (thing.size || 1)) lost.push(name);
      else rows.forEach((n, i) => sets.push([thing.slot + i, clamp(n)]));
    };
    for (const [name, value] of Object.entries(save.stats ?? {})) keep(program.stats, name, value);
    for (const [name, value] of Object.entries(save.items ?? {})) keep(program.items, name, value);
    for (const name of list(save.codewords)) keep(program.codewords, name, 1);
    for (const [name, value] of Object.entries(save.visits ?? {})) {
      const slot = program.paragraphs.find((p) => p.name === name)?.visits ?? -1;
      if (slot >= 0 && Number.isInteger(value)) sets.push([slot, Math.max(0, value - (name === save.paragraph))]);
    }
    const moved = new Play(program, play.seed, { sets, at });
    moved.lost = lost;
    return moved;
  }
}

// Answer at random, all alike, at most so many times; never from the sheet.
function randomPlay(play, seed, answers = 2000) {
  const dice = new Dice(seed);
  for (let n = 0; n < answers; n++) {
    const { request } = play;
    if (request instanceof Ask.End) return;
    if (request instanceof Ask.Choose) play.answer(request.options[dice.between(0, request.options.length - 1)].value);
    else if (request instanceof Ask.Number) play.answer(dice.between(request.low, request.high));
    else if (request instanceof Ask.Type) play.answer(dice.between(0, request.answers.length));
    else play.answer(0);
  }
}
