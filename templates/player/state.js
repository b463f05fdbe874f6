// What the page carries and what the browser keeps.

// The program, as JSON that was packed; units are told as differences.
function unpack(text) {
  const data = JSON.parse(new TextDecoder().decode(bunzip(atob(text))));
  data.paragraphs.forEach((row, n) => (row[2] += n));
  return data;
}

// What is kept lies under names that begin with the book's own; nothing else is touched.
class Shelf {
  // `told` gets "no_storage", "full" or "" whenever keeping fails or works again.
  constructor(key, told) {
    // `known`: what this page last read or wrote under a name.
    Object.assign(this, { key, told, memory: new Map(), known: new Map() });
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
      const text = this.memory.get(name) ?? this.stored(name);
      this.known.set(name, text);
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  stored(name) {
    return this.store?.getItem(this.key + name) ?? null;
  }

  // Whether something is stored that this page has neither read nor written: another window did.
  strange(name) {
    try {
      return ![null, this.known.get(name)].includes(this.stored(name));
    } catch {
      return false;
    }
  }

  write(name, value) {
    const text = JSON.stringify(value);
    this.memory.set(name, text);
    if (!this.store) return;
    try {
      this.store.setItem(this.key + name, text);
      this.known.set(name, text);
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
