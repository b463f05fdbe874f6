// What the page carries and what the browser keeps.

const letter = String.fromCharCode;

// Numbers from characters, as they were packed.
const numbers = (text) => Array.from(text.matchAll(/!(-?\d+);|./gs), ([mark, n]) =>
  n ? +n : mark.charCodeAt(0) - (mark < "\x7f" ? 63 : 192));

// The program as JSON has it, from its packed form.
function unpack({ packed, paragraphs, ...data }) {
  const { sizes, code, words, literal, text } = packed;
  const table = new Map();
  let at = 32;
  for (const word of words.split("\n")) {
    do at += at === 126 ? 35 : 1; while (literal.includes(letter(at)));
    table.set(letter(at), word);
  }
  const strings = text.replace(/[^]/g, (mark) => table.get(mark) ?? mark).split(literal[0]);
  const ops = numbers(code);
  const counts = numbers(sizes[1]);
  const units = numbers(sizes[0]).map((size, i) => [ops.splice(0, size), strings.splice(0, counts[i])]);
  const [names, titles, ...rest] = paragraphs;
  const [unit, visits, parents] = rest.map(numbers);
  return { ...data, units, paragraphs: names.map((name, i) => [name, titles[i], unit[i] + i, visits[i], parents[i]]) };
}

// What is kept lies under names that begin with the book's own; nothing else is touched.
class Shelf {
  // `told` gets "no_storage", "full" or "" whenever keeping fails or works again.
  constructor(key, told) {
    Object.assign(this, { key, told, memory: new Map() });
    try {
      this.store = localStorage;
    } catch {
      // A sandboxed frame, a strict setting.
    }
    if (!this.store) told("no_storage");
  }

  // The value kept under a name, or null. What could not be stored is newer than what was.
  read(name) {
    try {
      return JSON.parse(this.memory.get(name) ?? this.store?.getItem(this.key + name) ?? null);
    } catch {
      return null;
    }
  }

  write(name, value) {
    const text = JSON.stringify(value);
    this.memory.set(name, text);
    if (!this.store) return;
    try {
      this.store.setItem(this.key + name, text);
      this.memory.delete(name);
      this.told("");
    } catch {
      this.told("full");
    }
  }

  remove(name) {
    this.memory.delete(name);
    try {
      this.store?.removeItem(this.key + name);
    } catch {
      // It stays.
    }
  }

  // The names that begin so, in order.
  names(prefix) {
    const names = [...this.memory.keys()].map((name) => this.key + name);
    try {
      names.push(...Object.keys(this.store ?? {}));
    } catch {
      // Only what is remembered.
    }
    const mine = names.filter((name) => name.startsWith(this.key + prefix));
    return [...new Set(mine)].map((name) => name.slice(this.key.length)).sort();
  }
}
