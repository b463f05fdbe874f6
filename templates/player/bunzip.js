// bzip2, read only: what the book is packed with. Bytes in, bytes out; no checksums, since
// nothing comes between the builder and this page.

function bunzip(bytes) {
  const out = [];
  let at = 32; // in bits, past the name of the format
  const bit = () => (bytes[at >> 3] >> (~at++ & 7)) & 1;
  const bits = (n) => {
    let value = 0;
    while (n--) value = value * 2 + bit();
    return value;
  };
  const row = (length, make) => Array.from({ length }, make);
  while (bits(24) === 0x314159) {
    at += 24 + 32 + 1; // the rest of the mark, a checksum, a flag of old
    const origin = bits(24);
    const used = row(16, bit).flatMap((any, i) => (any ? row(16, (_, j) => (bit() ? 16 * i + j : -1)) : []))
      .filter((byte) => byte >= 0);
    const tables = bits(3);
    const recent = [...Array(tables).keys()];
    const front = (list, i) => {
      const it = list[i];
      for (; i; i--) list[i] = list[i - 1];
      list[0] = it;
      return it;
    };
    const count = bits(15);
    const chosen = row(count, () => {
      let i = 0;
      while (bit()) i++;
      return front(recent, i);
    });
    const codes = row(tables, () => {
      let size = bits(5);
      const sizes = row(used.length + 2, () => {
        while (bit()) size += bit() ? -1 : 1;
        return size;
      });
      return row(21, (_, n) => [...sizes.keys()].filter((symbol) => sizes[symbol] === n));
    });
    // Huffman codes, runs of the newest byte, and bytes moved to the front.
    const last = [];
    for (let n = 0, weight = 1; ; n++) {
      let code = 0, size = 0, list;
      do {
        code = code * 2 + bit();
        list = codes[chosen[Math.floor(n / 50)]][++size];
        code -= list.length;
      } while (code >= 0);
      const symbol = list[code + list.length];
      if (symbol > used.length) break;
      if (symbol < 2) {
        for (let i = weight << symbol; i; i--) last.push(used[0]);
        weight *= 2;
      } else {
        last.push(front(used, symbol - 1));
        weight = 1;
      }
    }
    // The block's bytes were sorted by what follows them.
    const starts = Array(257).fill(0);
    for (const byte of last) starts[byte + 1]++;
    for (let i = 0; i < 256; i++) starts[i + 1] += starts[i];
    const next = new Uint32Array(last.length);
    last.forEach((byte, i) => {
      next[starts[byte]++] = i;
    });
    let place = next[origin];
    for (let n = 0, same = 0, before = -1; n < last.length; n++) {
      const byte = last[place];
      place = next[place];
      // After four alike stands how often they go on.
      if (same === 4) {
        for (let i = byte; i; i--) out.push(before);
        same = 0;
        before = -1;
      } else {
        same = byte === before ? same + 1 : 1;
        out.push(before = byte);
      }
    }
  }
  return Uint8Array.from(out);
}
