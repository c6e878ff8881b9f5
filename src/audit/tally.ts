/**
 * Counts of one step by question, and how alike calls of one row are in it.
 *
 * Whether a call keeps its pay depends on its row as well, and a trainer samples several calls of each prompt: then sixteen
 * calls of two rows tell hardly more than two calls. By the design effect of cluster samples (Kish 1965) so many of them
 * are worth one, with m the mean number of other calls of the same row:
 *
 *     1 + m x (correlation of two calls of one row)
 */

/** Of calls, by row: of each step anew. */
export interface Alike {
  /** Rows that had calls. */
  rows: number;
  /** Pairs of calls of one row. */
  pairs: number;
  /** Pairs of which both are hits. */
  both: number;
}

export interface Counts {
  step: number;
  n: number;
  hits: number;
  /** @default no two calls have one row */
  alike?: Alike | undefined;
}

/** Calls of fewer rows than these do not show how alike they are: they count as if they were the same. */
const TELLING_ROWS = 32;

export const plus = (one: Alike, other: Alike, sign = 1): Alike => ({
  rows: one.rows + sign * other.rows,
  pairs: one.pairs + sign * other.pairs,
  both: one.both + sign * other.both,
});

export const alikeOf = ({ n, alike }: Omit<Counts, 'step'>): Alike => alike ?? { rows: n, pairs: 0, both: 0 };

/** Correlation of two calls of one row, from 0 to 1. */
export const correlationOf = (counts: Omit<Counts, 'step'>): number => {
  const { n, hits } = counts;
  const { rows, pairs, both } = alikeOf(counts);
  if (pairs === 0 || rows < TELLING_ROWS) return 1;
  const share = hits / n;
  const most = share * (1 - share);
  // Where nothing has been hit yet nothing is known of how alike hits are.
  return most === 0 ? 1 : Math.min(1, Math.max(0, (both / pairs - share ** 2) / most));
};

/** The counts of as many calls of different rows as they are worth. */
export const worthOf = (counts: Omit<Counts, 'step'>, correlation: number): { n: number; hits: number } => {
  const { n, hits } = counts;
  const effect = n === 0 ? 1 : 1 + ((2 * alikeOf(counts).pairs) / n) * correlation;
  return { n: n / effect, hits: hits / effect };
};

/** Counts one step. */
export class Tally {
  readonly #step: number;
  /** By question, by row. */
  readonly #rows = new Map<string, Map<string, { n: number; hits: number }>>();
  #alone = 0;

  constructor(step: number) {
    this.#step = step;
  }

  /** @param isHit undefined: the question was not asked */
  count(key: string, row: string | undefined, isHit: boolean | undefined): void {
    if (isHit === undefined) return;
    const rows = this.#rows.get(key) ?? new Map<string, { n: number; hits: number }>();
    this.#rows.set(key, rows);
    const name = row ?? `${this.#alone++} alone`;
    const counts = rows.get(name) ?? { n: 0, hits: 0 };
    rows.set(name, { n: counts.n + 1, hits: counts.hits + Number(isHit) });
  }

  /** By question. `rows` is always there. */
  get counts(): Map<string, Counts> {
    const nothing: Counts = { step: this.#step, n: 0, hits: 0 };
    const all = new Map<string, Counts>([['rows', nothing]]);
    for (const [key, rows] of this.#rows) {
      const counts = { ...nothing, alike: { rows: rows.size, pairs: 0, both: 0 } };
      for (const { n, hits } of rows.values()) {
        counts.n += n;
        counts.hits += hits;
        counts.alike.pairs += pairsOf(n);
        counts.alike.both += pairsOf(hits);
      }
      all.set(key, counts);
    }
    return all;
  }
}

const pairsOf = (n: number): number => (n * (n - 1)) / 2;
