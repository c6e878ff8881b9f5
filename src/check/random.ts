/** Random choices that a seed repeats: the same seed, file and rows give the same probes. */

export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** Random choices for one thing of that name: the same, whatever was chosen before. */
  static named(seed: number, name: string): Random {
    let hash = seed >>> 0;
    for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    return new Random(hash);
  }

  /** The same for one thing of that name, whatever is chosen of this one before: for choices that are made side by side. */
  for(name: string): Random {
    return Random.named(this.#seed, name);
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  /** So many of them, in their own order. */
  sample<T>(items: readonly T[], count: number): T[] {
    if (items.length <= count) return [...items];
    const indexes = items.map((_, index) => index);
    for (let at = 0; at < count; at++) {
      const other = at + this.below(indexes.length - at);
      [indexes[at], indexes[other]] = [indexes[other] as number, indexes[at] as number];
    }
    return indexes
      .slice(0, count)
      .sort((one, other) => one - other)
      .map((index) => items[index] as T);
  }
}
