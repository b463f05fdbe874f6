// The machine: runs a program until it needs something, and asks for that. It never rolls and
// never decides. The mirror of the one in Python: same order, same names.

const PARAGRAPH = 0, CLOSED = 1, BARGAINS = 2, HISTORY = 3;
const GUARD = 1e6;
const ROOM = 2 ** 16;
const LINK = 5;
const ASKING = "TURN TURNBACK BACKTO LOOK DEATH END STUCK ROLL MENU".split(" ");

class MachineError extends Error {}
const broken = (what) => {
  throw new MachineError(`broken: ${what}`);
};

const clamp = (n) => Math.max(-LIMIT, Math.min(LIMIT, n));
const sum = (f) => (a, b) => (a === NONE || b === NONE ? NONE : clamp(f(a, b)) + 0);
const ordered = (f) => (a, b) => +(a !== NONE && b !== NONE && f(a, b));
const add = sum((a, b) => a + b);
const greatest = Math.max;
const BINARY = {
  ADD: add,
  SUB: sum((a, b) => a - b),
  MUL: sum((a, b) => a * b),
  DIVUP: sum((a, b) => (b ? Math.ceil(a / b) : 0)),
  DIVDOWN: sum((a, b) => (b ? Math.floor(a / b) : 0)),
  MIN: (a, b) => (a === NONE ? b : b === NONE ? a : Math.min(a, b)),
  MAX: greatest,
  EQ: (a, b) => +(a === b),
  NE: (a, b) => +(a !== b),
  LT: ordered((a, b) => a < b),
  LE: ordered((a, b) => a <= b),
  GT: ordered((a, b) => a > b),
  GE: ordered((a, b) => a >= b),
  AND: (a, b) => +(a !== 0 && b !== 0),
  OR: (a, b) => +(a !== 0 || b !== 0),
  BIT: (mask, i) => (i >= 0 && i < 31 ? (mask >> i) & 1 : 0),
  SETBIT: (mask, i) => (i >= 0 && i < 31 && mask !== NONE ? mask | (1 << i) : mask),
};

// Which of a word's forms goes with a number: two in English, three in Russian.
function plural(number, language) {
  const n = Math.abs(number);
  if (language !== "ru") return +(n !== 1);
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14) ? 1 : 2;
}

// A number as it stands in a text, with at least so many digits.
const shown = (number, digits = 0) =>
  number === NONE ? "–" : (number < 0 ? "−" : "") + String(Math.abs(number)).padStart(digits, "0");

// Requests. Their names are what a reader is asked.
const asks = (fields) =>
  class {
    constructor(...values) {
      fields.split(" ").forEach((field, i) => (this[field] = values[i] ?? false));
    }
  };
const Ask = {
  Roll: asks("low high label sheet"),
  Choose: asks("question options sheet"),
  Number: asks("low high question sheet"),
  Type: asks("question answers sheet"),
  Turn: asks("paragraph sheet"),
  End: asks("kind text sheet"),
};

function fits(request, answer) {
  if (request instanceof Ask.Roll || request instanceof Ask.Number)
    return answer >= request.low && answer <= request.high;
  if (request instanceof Ask.Choose) return request.options.some((o) => o.value === answer);
  return request instanceof Ask.Type ? answer >= 0 : answer === 0;
}

class Machine {
  constructor(program) {
    this.program = program;
    this.guard = GUARD;
    this.language = program.settings.language ?? "en";
    this.base = program.start.length;
    this.vary = () => 0;
    this.first = (paragraph) => paragraph;
    this.events = [];
    this.request = null;
    this.then = null;
    this.making = null;
    this.at = 0;
    this.pc = 0;
    this.fp = this.base + 1;
    this.memory = [...program.start, this.base + 1];
    this.memory[PARAGRAPH] = -1;
  }

  snapshot() {
    return [this.pc, this.fp, ...this.memory];
  }

  restore(state) {
    const { code, ends, entries } = this.program;
    const refuse = (what) => {
      throw new Error(`the state ${what}`);
    };
    if (!Array.isArray(state) || state.length < this.base + 3 || state.length > ROOM) refuse("has a wrong size");
    if (!state.every((n) => Number.isInteger(n) && n >= NONE && n <= LIMIT)) refuse("holds what is no number");
    const [pc, fp, ...memory] = state;
    if (pc !== 0 && !(pc > 0 && ends[pc] && ASKING.includes(OPS[code[pc]][0]))) refuse("stands where nothing is asked");
    if (!(this.base < memory[this.base] && memory[this.base] <= fp && fp <= memory.length)) refuse("has no frame");
    if (memory[PARAGRAPH] < -1 || memory[PARAGRAPH] >= entries.length) refuse("is in no paragraph");
    Object.assign(this, { pc, fp, memory, request: null, making: null });
  }

  run(answer) {
    if (this.request) {
      if (answer === undefined) return this.request;
      if (!fits(this.request, answer)) throw new Error(`${answer} is no answer here`);
      const request = this.request;
      if (request instanceof Ask.End) return request;
      this.request = null;
      this.then(answer);
    }
    const { code, ends } = this.program;
    for (let n = 0; n < this.guard; n++) {
      this.at = this.pc;
      const end = ends[this.at];
      this.pc = end;
      this[OPS[code[this.at]][0]](...code.slice(this.at + 1, end));
      if (this.request) return this.request;
    }
    throw new MachineError("endless: more than a million instructions with nothing asked");
  }

  // ---- The sheet

  use(index) {
    const item = this.carried(index);
    if (item.use < 0) throw new Error(`${item.label} has no use`);
    this.leave(NONE, this.memory[CLOSED] + 1);
    this.pc = this.program.routines[item.use];
    return this.again();
  }

  wield(index) {
    const item = this.carried(index);
    if (!item.wield || this.program.wielded < 0) throw new Error(`${item.label} is no weapon`);
    this.memory[this.program.wielded] = this.wields(index) ? 0 : index + 1;
    return this.again();
  }

  layDown(index) {
    const item = this.carried(index);
    if (item.kind === "condition") throw new Error(`${item.label} cannot be laid down`);
    this.memory[item.slot] -= 1;
    if (this.memory[item.slot] <= 0 && this.wields(index)) this.memory[this.program.wielded] = 0;
    return this.again();
  }

  again() {
    this.request = null;
    return this.run();
  }

  carried(index) {
    if (!this.request?.sheet) throw new Error("the sheet is closed now");
    const item = this.program.items[index];
    if (!item) throw new Error("there is no such item");
    if (this.memory[item.slot] <= 0) throw new Error(`${item.label} is not carried`);
    return item;
  }

  wields(index) {
    return this.program.wielded >= 0 && this.memory[this.program.wielded] === index + 1;
  }

  // The value of a stat, with the modifiers of what is carried and in hand.
  stat(number) {
    const info = this.program.stats[number];
    let value = this.memory[info.slot], least = NONE;
    for (const [item, mode, amount] of info.modifiers) {
      const carried = this.memory[this.program.items[item].slot] > 0;
      if (!carried || (mode % 2 && !this.wields(item))) continue;
      if (mode < 2) value = add(value, amount);
      else least = greatest(least, amount);
    }
    return greatest(value, least);
  }

  // The paragraph that a step stands in; a paragraph itself.
  around(paragraph) {
    const { parent } = this.program.paragraphs[paragraph];
    return parent < 0 ? paragraph : parent;
  }

  // ---- Memory and control

  get(at) {
    return at >= 0 && at < this.memory.length ? this.memory[at] : broken("reads outside its memory");
  }

  put(at, value) {
    if (!(at >= 0 && at < this.memory.length)) broken("writes outside its memory");
    this.memory[at] = value;
  }

  push(...values) {
    if (this.memory.length + values.length > ROOM - 2) broken("fills its memory");
    this.memory.push(...values);
  }

  pop() {
    if (this.memory.length <= this.base + 1) broken("takes what is not there");
    return this.memory.pop();
  }

  goOn(pc, fp) {
    if (!(pc >= 0 && this.program.ends[pc])) broken("goes on where no instruction is");
    if (!(this.base < fp && fp <= this.memory.length)) broken("has no frame");
    this.pc = pc;
    this.fp = fp;
  }

  ask(request, then) {
    if (this.making) broken("asks while it makes a menu");
    this.pc = this.at;
    this.request = request;
    this.then = then;
  }

  sheet() {
    return this.memory[CLOSED] === 0;
  }

  // A new frame above everything, to which `back` puts an end.
  leave(paragraph, closed) {
    this.push(this.pc, this.fp, this.get(this.base), paragraph, this.memory[CLOSED]);
    this.memory[CLOSED] = closed;
    this.fp = this.memory[this.base] = this.memory.length;
  }

  // What the paragraph's frame runs in: the paragraph of a detour, NONE for a use.
  inside() {
    const at = this.memory[this.base];
    return at === this.base + 1 ? null : this.get(at - 2);
  }

  back() {
    const at = this.memory[this.base];
    if (at < this.base + 1 + LINK || at > this.memory.length) broken("has no frame");
    const [pc, fp, base, , closed] = this.memory.slice(at - LINK, at);
    this.memory.length = at - LINK;
    if (!(this.base < base && base <= this.memory.length)) broken("has no frame");
    this.memory[this.base] = base;
    this.memory[CLOSED] = closed;
    this.goOn(pc, fp);
  }

  leaveUses() {
    while (this.inside() === NONE) this.back();
  }

  // Arrive at a paragraph; a use that led here is over, a detour is not.
  enter(paragraph) {
    if (this.memory[PARAGRAPH] < 0) paragraph = this.first(paragraph);
    this.leaveUses();
    this.goOn(this.program.entries[paragraph], this.memory[this.base]);
    this.memory.length = this.fp;
    this.memory[CLOSED] = 0;
    this.making = null;
  }

  // An ordinary turn: `-> back` will lead back to here. Steps are their paragraph's.
  turnTo(paragraph) {
    const here = this.get(PARAGRAPH);
    const step = this.program.paragraphs[paragraph].parent >= 0;
    if (this.program.history >= 0 && !step && here >= 0 && here < this.program.entries.length)
      this.remember(HISTORY, this.program.history, 32, this.around(here));
    this.enter(paragraph);
  }

  remember(counter, room, size, value) {
    let count = this.count(counter, size);
    if (count === size) {
      this.memory.copyWithin(room, room + 1, room + size);
      count -= 1;
    }
    this.put(room + count, value);
    this.put(counter, count + 1);
  }

  count(counter, size) {
    return Math.max(0, Math.min(size, this.get(counter)));
  }

  newest(counter, room, size) {
    const count = this.count(counter, size);
    const paragraph = room >= 0 && count > 0 ? this.memory[room + count - 1] : -1;
    return paragraph < this.program.entries.length ? paragraph : -1;
  }

  say(text) {
    if (this.making) this.making.said[this.making.said.length - 1].push(text);
    else this.events.push(["text", text]);
  }

  event(...event) {
    if (!this.making) this.events.push(event);
  }

  text(number) {
    if (number === NONE) return "";
    return this.program.strings[number] ?? broken("says a text that is not there");
  }

  // ---- Instructions, in the order of OPS

  HALT() { broken("runs out of its code"); }
  NUM(n) { this.push(n); }
  STR(n) { this.push(n); }
  LOAD(g) { this.push(this.get(g)); }
  STORE(g) { this.put(g, this.pop()); }
  FLOAD(k) { this.push(this.get(this.fp + k)); }
  FSTORE(k) { this.put(this.fp + k, this.pop()); }
  ADDR(k) { this.push(this.fp + k); }
  PEEK() {
    const at = this.pop();
    this.push(at === NONE ? NONE : this.get(at));
  }
  POKE() {
    const value = this.pop(), at = this.pop();
    if (at !== NONE) this.put(at, value);
  }
  DUP() {
    const value = this.pop();
    this.push(value, value);
  }
  DROP() { this.pop(); }
  SWAP() {
    const b = this.pop(), a = this.pop();
    this.push(b, a);
  }
  NOT() { this.push(+(this.pop() === 0)); }
  JUMP(d) { this.pc += d; }
  JZ(d) { if (this.pop() === 0) this.pc += d; }
  SWITCH(count, ...distances) {
    const k = this.pop();
    if (k >= 0 && k < count) this.pc += distances[k];
  }
  STAT(n) { this.push(this.stat(n)); }
  HERE(paragraph, room) {
    this.FRAME(room);
    this.put(PARAGRAPH, paragraph);
    const { visits } = this.program.paragraphs[paragraph];
    if (visits >= 0) this.put(visits, add(this.get(visits), 1));
    this.events.push(["arrive", paragraph]);
  }
  FRAME(room) {
    this.goOn(this.pc, this.fp);
    const kept = this.memory.slice(this.fp, this.fp + Math.min(room, 1));
    this.memory.length = this.fp;
    this.push(...kept, ...Array(room - kept.length).fill(0));
  }
  TURN(paragraph, atOnce) {
    if (atOnce) this.turnTo(paragraph);
    else this.askTurn(paragraph, () => this.turnTo(paragraph));
  }
  askTurn(paragraph, then) {
    this.ask(new Ask.Turn(paragraph, this.sheet()), then);
  }
  finish(kind, text = "") {
    this.ask(new Ask.End(kind, text), () => {});
  }
  menu() {
    return this.making ?? broken("an option or a question with no menu");
  }
  GO(text, paragraph) {
    const menu = this.menu();
    menu.options.push([-2 - menu.options.length, paragraph]);
    menu.said.push([this.text(text)]);
  }
  TURNBACK(atOnce) {
    const paragraph = this.newest(HISTORY, this.program.history, 32);
    const back = () => {
      this.put(HISTORY, this.count(HISTORY, 32) - 1);
      this.enter(paragraph);
    };
    if (paragraph < 0) this.finish("stuck");
    else if (atOnce) back();
    else this.askTurn(paragraph, back);
  }
  VISIT(paragraph) {
    const value = this.pop();
    this.leave(this.get(PARAGRAPH), this.get(CLOSED));
    this.push(value);
    this.pc = this.program.entries[paragraph];
  }
  BACKTO(atOnce) {
    this.leaveUses();
    const paragraph = this.inside();
    const back = () => {
      this.back();
      this.put(PARAGRAPH, paragraph ?? -1);
    };
    if (paragraph === null) this.finish("stuck");
    else if (atOnce || !(paragraph >= 0 && paragraph < this.program.entries.length)) back();
    else this.askTurn(paragraph, back);
  }
  LOOK() {
    let target = -1;
    for (const [slot, number, paragraph, last] of this.program.watches) {
      const was = this.memory[last], now = this.memory[slot];
      if (target < 0 && ((was < number && number <= now) || (was > number && number >= now))) target = paragraph;
    }
    const keep = () => {
      for (const [slot, , , last] of this.program.watches) this.memory[last] = this.memory[slot];
    };
    if (target < 0) return keep();
    this.askTurn(target, () => {
      keep();
      this.turnTo(target);
    });
  }
  CALL(routine, slot, distance) {
    const at = this.fp + slot;
    [this.pc, this.fp, distance ? this.pc + distance : 0, 0, 0, 0, 0].forEach((value, i) => this.put(at + i, value));
    this.goOn(this.program.routines[routine], at);
  }
  OUTCOME(n) {
    this.put(this.fp + 4, n);
    this.goOn(this.get(this.fp), this.get(this.fp + 1));
  }
  ROUND() { this.put(this.fp + 3, add(this.get(this.fp + 3), 1)); }
  YIELD() {
    const handler = this.get(this.fp + 2);
    if (!handler) return;
    this.put(this.fp + 5, this.pc);
    this.goOn(handler, this.get(this.fp + 1));
  }
  RESUME(slot) { this.goOn(this.get(this.fp + slot + 5), this.fp + slot); }
  DEAD() { this.push(+this.program.deadly.some(([slot, bound]) => BINARY.LE(this.memory[slot], bound))); }
  DEATH() {
    const paragraph = this.newest(BARGAINS, this.program.bargains, 16);
    if (paragraph < 0) return this.finish("death");
    this.askTurn(paragraph, () => {
      this.put(BARGAINS, this.count(BARGAINS, 16) - 1);
      this.turnTo(paragraph);
    });
  }
  BARGAIN(paragraph) { this.remember(BARGAINS, this.program.bargains, 16, paragraph); }
  END(kind, text) { this.finish(this.text(kind), this.text(text)); }
  STUCK() { this.finish("stuck"); }
  ROLL(label) {
    const at = this.memory.length - 4;
    const [n, low, high, total] = [0, 1, 2, 3].map((i) => this.get(at + i));
    if (n <= 0 || low === NONE || high === NONE || high < low) {
      for (let i = 0; i < 4; i++) this.pop();
      return this.push(total);
    }
    this.ask(new Ask.Roll(low, high, this.text(label)), (number) => {
      this.events.push(["roll", low, high, number, this.text(label)]);
      this.put(at + 3, add(total, number));
      this.put(at, n - 1);
    });
  }
  TOLD(label) {
    const who = this.text(this.pop());
    this.events.push(["told", this.text(label), who, this.get(this.memory.length - 1)]);
  }
  MENU(flags) {
    this.making = { pc: this.at, fp: this.fp, memory: this.memory.slice(), flags, said: [[]], options: [] };
  }
  OPTION() {
    const menu = this.menu();
    menu.options.push([this.pop(), -1]);
    menu.said.push([]);
  }
  CHOOSE() {
    const [menu, question, texts] = this.closeMenu();
    const options = menu.options.map(([value, target], i) => ({ value, text: texts[i], target }));
    const take = (value) => {
      const { target } = options.find((option) => option.value === value);
      if (target < 0) this.push(value);
      else this.turnTo(target);
    };
    if (!options.length) this.push(NONE);
    else if (options.length === 1 && menu.flags & 1) take(options[0].value);
    else this.askMenu(menu, new Ask.Choose(question, options, this.open(menu)), take);
  }
  closeMenu() {
    const menu = this.menu();
    this.making = null;
    const [question, ...texts] = menu.said.map((said) => [said.join("")].filter(Boolean));
    return [menu, question, texts];
  }
  open(menu) {
    return Boolean(menu.flags & 2) && this.sheet();
  }
  // Stop where the menu begins, with what memory was there; go on here when answered.
  askMenu(menu, request, then) {
    const { pc, fp, memory } = this;
    this.ask(request, (answer) => {
      Object.assign(this, { pc, fp, memory });
      then(answer);
    });
    Object.assign(this, { pc: menu.pc, fp: menu.fp, memory: menu.memory });
  }
  NUMBER() {
    const high = this.pop(), low = this.pop();
    const [menu, question] = this.closeMenu();
    if (low === NONE || high === NONE || high < low) this.push(NONE);
    else this.askMenu(menu, new Ask.Number(low, high, question, this.open(menu)), (n) => this.push(n));
  }
  TYPE(count, ...strings) {
    const [menu, question] = this.closeMenu();
    const answers = strings.map((n) => this.text(n));
    this.askMenu(menu, new Ask.Type(question, answers, this.open(menu)), (answer) => {
      let number = answer === count ? NONE : clamp(answer - count - 1);
      if (answer < count) number = /^\d+$/.test(answers[answer]) ? clamp(+answers[answer].slice(0, 20)) : NONE;
      this.push(Math.min(answer, count), number);
    });
  }
  TEXT(n) { this.say(this.text(n)); }
  VALUE(digits) {
    const number = this.pop();
    if (this.making) this.say(shown(number, digits));
    else this.events.push(["value", number, digits]);
  }
  NAME() {
    const text = this.text(this.pop());
    if (text) this.say(text);
  }
  BREAK(kind) { this.event("break", BLOCKS[kind]); }
  LINK(value) { this.event("link", value); }
  PICTURE(path, shows) { this.event("picture", this.text(path), this.text(shows)); }
  PLURAL() { this.push(plural(this.pop(), this.language)); }
  VARY(n) { this.push(n > 0 ? this.vary(n) : 0); }
  EVAL() {
    const address = this.pop();
    this.push(this.pc);
    this.goOn(address, this.fp);
  }
  CODE(d) { this.push(this.pc + d); }
  DONE() {
    const value = this.pop(), back = this.pop();
    this.push(value);
    this.goOn(back, this.fp);
  }
  USED() {
    if (this.inside() !== NONE) broken("ends a use outside one");
    this.back();
  }
}

for (const [name, operation] of Object.entries(BINARY)) {
  Machine.prototype[name] = function () {
    const b = this.pop(), a = this.pop();
    this.push(operation(a, b));
  };
}
