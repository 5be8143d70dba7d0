/** A seeded source of choices (mulberry32): the same seed makes the same document on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns an integer between both ends, inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.int(0, choices.length - 1)]!;
  }

  /** Returns a random number of things between `low` and `high`, made in order. */
  times<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(low, high) }, (_, index) => make(index));
  }
}
