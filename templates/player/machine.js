// The machine: runs a program until it needs something, and asks for that. It never rolls and
// never decides. The mirror of the one in Python: same order, same names.

const GUARD = 1e6;
const DICE = 1e5;

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
  Choose: asks("question options sheet closed"),
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

class Machine extends Core {
  constructor(program) {
    super(program);
    this.guard = GUARD;
    this.dice = 0;
    this.language = program.settings.language ?? "en";
    this.vary = () => 0;
    this.first = (paragraph) => paragraph;
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
      if (!this.request) continue;
      this.dice = this.request instanceof Ask.Roll ? this.dice + 1 : 0;
      if (this.dice > DICE) break;
      return this.request;
    }
    throw new EndlessError("loop", this.paragraph);
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

  // ---- Instructions, in the order of OPS

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
    if (n > DICE) throw new EndlessError("dice", this.paragraph);
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
  SHUT() {
    const menu = this.menu();
    menu.options.push([NONE, -1]);
    menu.said.push([]);
  }
  CHOOSE() {
    const [menu, question, texts] = this.closeMenu();
    const options = [], closed = [];
    menu.options.forEach(([value, target], i) => {
      if (value === NONE) closed.push([options.length, texts[i]]);
      else options.push({ value, text: texts[i], target });
    });
    const take = (value) => {
      const { target } = options.find((option) => option.value === value);
      if (target < 0) this.push(value);
      else this.turnTo(target);
    };
    if (!options.length) this.push(NONE);
    else if (options.length === 1 && menu.flags & 1) take(options[0].value);
    else this.askMenu(menu, new Ask.Choose(question, options, this.open(menu), closed), take);
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
