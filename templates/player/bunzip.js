// bzip2, read only: what the book is packed with. A string of bytes in, as `atob` gives it, bytes
// out; no checksums, since nothing comes between the builder and this page.

const LONGEST = 20;

function bunzip(packed) {
  let out = new Uint8Array(packed.length * 12), size = 0;
  let at = 4, held = 0, left = 0; // the next byte, past the name of the format; bits not taken yet
  // The next bits, at most LONGEST, without taking them; and taken.
  const peek = (n) => {
    for (; left < n; left += 8) held = ((held & 0xfffff) << 8) | packed.charCodeAt(at++);
    return (held >>> (left - n)) & ((1 << n) - 1);
  };
  const bits = (n) => {
    const value = peek(n);
    left -= n;
    return value;
  };
  const row = (length, make) => Array.from({ length }, make);
  const bit = () => bits(1);
  const front = (list, i) => {
    const it = list[i];
    for (; i; i--) list[i] = list[i - 1];
    return (list[0] = it);
  };
  const table = new Uint32Array(9e5);
  while (bits(8) === 0x31) {
    row(9, () => bits(8)); // the rest of the mark, a checksum
    bit(); // a flag of old
    const origin = bits(12) * 4096 + bits(12);
    const used = row(16, bit).flatMap((any, i) => (any ? row(16, (_, j) => (bit() ? 16 * i + j : -1)) : []))
      .filter((byte) => byte >= 0);
    const tables = bits(3);
    const recent = [...Array(tables).keys()];
    const chosen = row(bits(15), () => {
      let i = 0;
      while (bit()) i++;
      return front(recent, i);
    });
    // For each length of code: its symbols in order, and the code past its last one, as the
    // upper bits of LONGEST.
    const codes = row(tables, () => {
      let length = bits(5), code = 0;
      const lengths = row(used.length + 2, () => {
        while (bit()) length += bit() ? -1 : 1;
        return length;
      });
      return row(LONGEST + 1, (_, n) => {
        const symbols = [...lengths.keys()].filter((symbol) => lengths[symbol] === n);
        code = 2 * code + symbols.length;
        return { symbols, end: code << (LONGEST - n) };
      });
    });
    // Huffman codes, runs of the newest byte, and bytes moved to the front.
    const starts = new Uint32Array(257);
    let count = 0;
    for (let n = 0, weight = 1; ; n++) {
      const sizes = codes[chosen[(n / 50) | 0]];
      const code = peek(LONGEST);
      let length = 1;
      while (code >= sizes[length].end) length++;
      left -= length;
      const { symbols, end } = sizes[length];
      const symbol = symbols[symbols.length + ((code - end) >> (LONGEST - length))];
      if (symbol > used.length) break;
      if (symbol < 2) {
        table.fill(used[0], count, count + (weight << symbol));
        starts[used[0] + 1] += weight << symbol;
        count += weight << symbol;
        weight *= 2;
      } else {
        starts[(table[count++] = front(used, symbol - 1)) + 1]++;
        weight = 1;
      }
    }
    // The block's bytes were sorted by what follows them; above each byte its follower's place.
    for (let i = 0; i < 256; i++) starts[i + 1] += starts[i];
    for (let i = 0; i < count; i++) table[starts[table[i] & 255]++] |= i << 8;
    for (let n = 0, place = table[origin] >>> 8, same = 0, before = -1; n < count; n++) {
      const both = table[place], byte = both & 255;
      place = both >>> 8;
      if (size + 256 > out.length) {
        const more = new Uint8Array(2 * size + 256);
        more.set(out);
        out = more;
      }
      // After four alike stands how often they go on.
      if (same === 4) {
        out.fill(before, size, (size += byte));
        same = 0;
        before = -1;
      } else {
        same = byte === before ? same + 1 : 1;
        out[size++] = before = byte;
      }
    }
  }
  return out.subarray(0, size);
}
