// Dice of the player: the same seed gives the same numbers in both languages.

const WHIM = 0x9e3779b9;

// The generator mulberry32; `state` is all there is to it, 32 bits.
class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  draw() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  // A number from low to high, each alike: draws that would favour some are thrown away.
  between(low, high) {
    const n = high - low + 1;
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const number = this.draw();
      if (number < limit) return low + (number % n);
    }
  }
}
