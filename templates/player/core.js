// The machine's memory and its low instructions, which know nothing of readers. The mirror of
// the one in Python: same order, same names.

const PARAGRAPH = 0, CLOSED = 1, BARGAINS = 2, HISTORY = 3;
const ROOM = 2 ** 16;
const LINK = 5;
const ASKING = "TURN TURNBACK BACKTO LOOK DEATH END STUCK ROLL MENU".split(" ");

class MachineError extends Error {}
class EndlessError extends MachineError {
  constructor(why, paragraph) {
    super(`endless: ${why} in “${paragraph}”`);
    Object.assign(this, { why, paragraph });
  }
}
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

class Core {
  constructor(program) {
    this.program = program;
    this.base = program.start.length;
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

  // The name of the paragraph that the hero is in; "" before the first.
  get paragraph() {
    const number = this.memory[PARAGRAPH], { paragraphs } = this.program;
    return paragraphs[number] ? paragraphs[this.around(number)].name : "";
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
    if (this.memory.length + values.length > ROOM - 2) {
      if (this.inside() !== null) throw new EndlessError("visits", this.paragraph);
      broken("fills its memory");
    }
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
}

for (const [name, operation] of Object.entries(BINARY)) {
  Core.prototype[name] = function () {
    const b = this.pop(), a = this.pop();
    this.push(operation(a, b));
  };
}
