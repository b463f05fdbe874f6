// A play: a machine, its dice, what was shown and what was chosen. The mirror of the one in
// Python: same order, same names.

const UNDO = 200;

// A hash (FNV-1a, 32 bits) of the program as JSON: the same edition, the same hash.
function identity(program) {
  if (!program.mark) {
    let hash = 0x811c9dc5;
    const text = JSON.stringify(program.data);
    for (let i = 0; i < text.length; i++) {
      const mark = text.codePointAt(i);
      if (mark > 0xffff) i++;
      hash = Math.imul(hash ^ mark, 0x01000193);
    }
    program.mark = (hash >>> 0).toString(16).padStart(8, "0");
  }
  return program.mark;
}

class SaveError extends Error {}

// So long a list or a name no save has; so many answers the making of a hero does not need.
const MOST = 1e5;
const CREATION = 1e4;
const TEXT = { kind: "str", runs: [{ either: ["str", { link: "int", text: "str" }] }] };
const NUMBER = { either: ["int", "str"] };
const SHAPE = {
  identity: "str", seed: "int", dice: "int", whim: "int", rolls: ["int"], state: ["int"], paragraph: "str",
  stats: { "*": { either: ["int", ["int"]] } }, starts: { "*": "int" }, items: { "*": "int" }, codewords: ["str"],
  visits: { "*": "int" }, wielded: "str", bargains: ["str"],
  transcript: [{ paragraph: "str", text: "str", options: ["str"], chosen: { either: ["str", "none"] }, rolls: ["int"] }],
  thrown: ["int"], told: "int",
  blocks: [{
    kind: {
      plain: TEXT, dialogue: TEXT, quote: TEXT, ornament: TEXT, say: TEXT,
      heading: { name: "str", title: "str" },
      picture: { path: "str", shows: "str" },
      roll: { label: "str", who: "str", dice: [["int"]], total: { either: ["int", "none"] } },
      change: { name: "str", label: "str", from: NUMBER, to: NUMBER },
    },
  }],
};

// Whether plain data has a shape: "int", "str", "none"; a list: each member; an object: these
// keys, "*" for each, `either` of some, or by its `kind`.
function isShaped(value, shape) {
  if (shape === "int") return Number.isSafeInteger(value);
  if (shape === "str") return typeof value === "string" && value.length <= MOST;
  if (shape === "none") return value === null;
  if (Array.isArray(shape)) return Array.isArray(value) && value.length <= MOST && value.every((one) => isShaped(one, shape[0]));
  if (shape.either) return shape.either.some((one) => isShaped(value, one));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (shape["*"]) return Object.values(value).every((one) => isShaped(one, shape["*"]));
  if (typeof shape.kind === "object") return Object.keys(shape.kind).includes(value.kind) && isShaped(value, shape.kind[value.kind]);
  return Object.keys(shape).every((key) => isShaped(value[key], shape[key]));
}

class Play {
  constructor(data, seed = 0, { rolls = [], begin = true } = {}) {
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
      this.before = this.seen();
      return paragraph;
    };
    this.request = new Ask.End("", "");
    if (begin) this.advance(() => this.machine.run());
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
    return this.moments.length > 0 && this.program.settings.undo !== "no";
  }

  undo() {
    if (!this.canUndo) return false;
    this.recall(this.moments.pop());
    return true;
  }

  // ---- What there is to see

  get paragraph() {
    return this.machine.paragraph;
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
      this.row(stat)?.forEach((one, i) => found.set(`${stat.name}[${stat.first + i}]`, [`${stat.label} ${stat.first + i}`, stat.grades[one] ?? one]));
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
    while (request instanceof Ask.Roll) request = this.machine.run(this.die(request));
    const { events } = this.machine;
    this.machine.events = [];
    const old = keep && !events.some((e) => e[0] === "arrive") ? this.blocks : [];
    this.blocks = [...old, ...new Blocks(this.program).done(events), ...this.changes()];
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
    const { memory } = machine;
    const { items, codewords } = this.result().state;
    const table = (list, value) => Object.fromEntries(list.map((one) => [one.name, value(one)]));
    const count = program.bargains < 0 ? 0 : machine.count(BARGAINS, 16);
    return {
      format: "gbk-save", version: 1, book: program.settings.book ?? "", identity: identity(program),
      seed: this.seed, dice: this.dice.state, whim: this.whim.state, rolls: this.rolls.slice(this.used),
      state: machine.snapshot(), paragraph: this.paragraph,
      stats: table(program.stats, (stat) => this.row(stat) ?? memory[stat.slot]),
      starts: table(program.stats.filter((stat) => stat.start >= 0), (stat) => memory[stat.start]),
      items, codewords,
      visits: table(program.paragraphs.filter((p) => p.visits >= 0), (p) => memory[p.visits]),
      wielded: program.items.find((_, n) => machine.wields(n))?.name ?? "",
      bargains: memory.slice(program.bargains, program.bargains + count).flatMap((n) => program.paragraphs[n]?.name ?? []),
      transcript: [...this.transcript], thrown: [...this.thrown], told: this.told, blocks: [...this.blocks],
    };
  }

  // The play that was saved; where the book has changed since, at the start of the paragraph
  // where it was, and `lost` names what the book has no more.
  static load(data, save) {
    if (save?.format !== "gbk-save") throw new SaveError("this is no saved game of a gbk book");
    if (save.version !== 1) throw new SaveError("this saved game is of another version of gbk");
    for (const key in SHAPE)
      if (!isShaped(save[key], SHAPE[key])) throw new SaveError(`this saved game is damaged: “${key}” is not as it should be`);
    const program = data instanceof Program ? data : new Program(data);
    const play = new Play(program, save.seed, { begin: false });
    play.transcript = [...save.transcript];
    const same = save.identity === identity(program);
    try {
      return same ? play.resume(save) : play.restart(save);
    } catch (error) {
      if (error instanceof SaveError) throw error;
      throw new SaveError(same ? "this saved game is damaged: its state is none of this book" : `this saved game does not go with this book: ${error.message}`);
    }
  }

  resume(save) {
    const { machine } = this;
    machine.restore(save.state);
    this.request = machine.run();
    if (this.request instanceof Ask.Roll) throw new Error("the state waits for a die");
    machine.events = [];
    this.setDice(save);
    Object.assign(this, { rolls: [...save.rolls], thrown: [...save.thrown], blocks: [...save.blocks], told: Math.max(0, save.told) });
    this.before = machine.memory[PARAGRAPH] < 0 ? null : this.seen();
    return this;
  }

  // A hero is made anew, unseen; then he gets what the save names and the book still has.
  restart(save) {
    const { machine, program } = this;
    const place = program.paragraphs.findIndex((p) => p.name === save.paragraph);
    if (save.paragraph && place < 0)
      throw new SaveError(`this saved game stands in “${save.paragraph}”, which this edition does not have`);
    let begun = false;
    machine.first = (paragraph) => {
      begun = true;
      this.lost = this.keep(save);
      machine.events = [];
      this.before = this.seen();
      return place < 0 ? paragraph : place;
    };
    const dice = new Dice(save.seed);
    let request = machine.run();
    for (let n = 0; n < CREATION && !begun && !(request instanceof Ask.End); n++) {
      const { options, answers, low, high } = request;
      request = machine.run(request instanceof Ask.Roll ? dice.between(low, high) : options?.[0].value ?? answers?.length ?? low ?? 0);
    }
    if (!begun) throw new SaveError("the book ends before its first paragraph");
    this.setDice(save);
    this.advance(() => request);
    return this;
  }

  setDice(save) {
    this.dice.state = save.dice >>> 0;
    this.whim.state = save.whim >>> 0;
  }

  // Write what the save names into memory; the names that the book has no more.
  keep(save) {
    const { program } = this, { memory } = this.machine;
    const lost = [];
    const known = (table, name) => table.find((one) => one.name === name);
    const number = (n) => (n === NONE ? n : clamp(n));
    for (const [name, value] of Object.entries(save.stats)) {
      const stat = known(program.stats, name);
      if (!stat || stat.size > 0 !== Array.isArray(value)) lost.push(name);
      else [value].flat().slice(0, stat.size || 1).forEach((one, n) => (memory[stat.slot + n] = number(one)));
    }
    for (const [name, value] of Object.entries(save.starts)) {
      const { start = -1 } = known(program.stats, name) ?? {};
      if (start >= 0) memory[start] = number(value);
    }
    for (const [slot, , , last] of program.watches) memory[last] = memory[slot];
    const words = save.codewords.map((name) => [name, 1]);
    for (const [table, held] of [[program.items, Object.entries(save.items)], [program.codewords, words]]) {
      for (const { slot } of table) memory[slot] = 0;
      for (const [name, value] of held) {
        const one = known(table, name);
        if (one) memory[one.slot] = Math.max(0, number(value));
        else lost.push(name);
      }
    }
    for (const [name, value] of Object.entries(save.visits)) {
      const { visits = -1 } = known(program.paragraphs, name) ?? {};
      // Arriving there will count once more.
      if (visits >= 0) memory[visits] = Math.max(0, number(value) - (name === save.paragraph));
    }
    if (program.wielded >= 0)
      memory[program.wielded] = program.items.findIndex((item) => item.name === save.wielded && memory[item.slot] > 0) + 1;
    if (program.bargains >= 0) {
      const places = save.bargains.map((name) => program.paragraphs.findIndex((p) => p.name === name));
      const there = places.filter((n) => n >= 0).slice(-16);
      there.forEach((n, i) => (memory[program.bargains + i] = n));
      memory[BARGAINS] = there.length;
    }
    return lost;
  }
}
