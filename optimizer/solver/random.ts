/** Random numbers from a seed, the same on every machine (xorshift, Marsaglia 2003). */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Scrambles the seed so that close ones start far apart; a state of 0 would stay 0.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 1;
    for (let warm = 0; warm < 8; warm++) this.next();
  }

  /** From 0 up to but not including 1. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) / 4294967296;
  }

  /** An integer from 0 up to but not including the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}
