// What the browser keeps for this book: the reader's place, bookmarks, what was found.
// Everything lies under keys that begin with the book's own; nothing else is touched.

class Shelf {
  // `told` is called with "no_storage", "full" or "" whenever keeping fails or works again.
  constructor(key, told) {
    this.key = key;
    this.told = told;
    this.memory = new Map();
    this.store = null;
    try {
      this.store = window.localStorage;
    } catch {
      // An origin without storage: a sandboxed frame, a strict privacy setting.
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
      // It stays where it is.
    }
  }

  // Names that begin so, in order.
  names(prefix) {
    const names = new Set(this.memory.keys());
    try {
      for (const key of Object.keys(this.store ?? {})) {
        if (key.startsWith(this.key)) names.add(key.slice(this.key.length));
      }
    } catch {
      // Only what is remembered.
    }
    return [...names].filter((name) => name.startsWith(prefix)).sort();
  }
}
