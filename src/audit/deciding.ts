/** The fields in which two rows may agree by chance: where they do, the pay is kept more often than elsewhere. */
import type { Item } from './item.ts';

/** Fields of rows that are looked at; further ones never say that rows agree. */
export const FIELDS = 16;
/** Pairs of rows that agree in a field, and that do not, before it is said to decide. */
export const LEAST_PAIRS = 12;
/** By so much the pay is kept more often by those that agree. */
const DECIDES = 0.3;

interface Pairs {
  n: number;
  kept: number;
}

export class Deciding {
  readonly names = new Set<string>();
  readonly #fields = new Map<string, { agree: Pairs; differ: Pairs }>();

  /**
   * @param items those that are paid well
   * @returns whether a further field decides
   */
  see(items: readonly Item[]): boolean {
    for (const { pay, pairs } of items) {
      const names = new Set(pairs.flatMap(({ agree }) => agree));
      for (const name of names)
        if (!this.#fields.has(name) && this.#fields.size < FIELDS)
          this.#fields.set(name, { agree: { n: 0, kept: 0 }, differ: { n: 0, kept: 0 } });
      for (const [name, { agree, differ }] of this.#fields)
        for (const pair of pairs) {
          const side = pair.agree.includes(name) ? agree : differ;
          side.n++;
          if (pair.pay >= pay / 2) side.kept++;
        }
    }
    const before = this.names.size;
    for (const [name, { agree, differ }] of this.#fields)
      if (
        Math.min(agree.n, differ.n) >= LEAST_PAIRS &&
        agree.kept / agree.n - differ.kept / differ.n >= DECIDES
      )
        this.names.add(name);
    return this.names.size > before;
  }
}
