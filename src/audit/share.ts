/**
 * The unearned share: of the audited calls that were paid well, at least half of the best pay seen, the share that keeps
 * at least half of its own pay on other rows. `Rise` judges it against the steps before.
 *
 * What is counted depends on two things that show as the run goes on: the best pay, and the fields in which two rows may
 * agree by chance (letters, yes and no). When either changes, all is counted again, and the new count has its own part of
 * the chance of a false alarm: half of what is left for each change of the best pay, and 1 in 2 x FIELDS for each such
 * field, so that all counts that there can be have 1 % together. The bound is for given pays of the calls.
 */
import { type Counts, Rise, type Since } from './rise.ts';

/** The chance of a false alarm over a whole run. */
export const FALSE_ALARMS = 0.01;
/** Fields of rows that are looked at; further ones never say that rows agree. */
export const FIELDS = 16;
/** The sum over all sets of fields is (1 + 1 / (2 FIELDS)) ** FIELDS < e ** 0.5 < 1 / 0.6. */
const PART_WITHOUT_FIELDS = 0.6;
/** By so much a pay must be beyond the best one, to be a new best. */
const BETTER = 1.25;
/** Pairs of rows that agree in a field, and that do not, before it is said to decide. */
const LEAST_PAIRS = 12;
/** By so much the pay is kept more often by those that agree. */
const DECIDES = 0.3;
/** Paid well, before the share is called a level. */
const LEVEL_ITEMS = 64;
const ROW_BLIND = 0.9;
/** Steps whose calls are remembered one by one; earlier ones stay as they were counted. */
const KEPT_STEPS = 512;

/** A call on one other row. */
export interface Pair {
  /** Fields in which the two rows agree. */
  agree: readonly string[];
  /** What it is paid there. */
  pay: number;
}

/** A paid call that was audited. */
export interface Item {
  pay: number;
  pairs: readonly Pair[];
}

export type ShareState = 'learning' | 'watching' | 'row-blind' | 'alarm';

export interface ShareFigures extends Counts {
  /** Hits / n; null when nobody was paid well. */
  share: number | null;
  /** The share of all steps before; null while there is none. */
  level: number | null;
  e: number;
  state: ShareState;
}

export const LIMIT = 1 / FALSE_ALARMS;

/** What was known when a step was counted. */
export interface Restored {
  best: number;
  changes: number;
  deciding: readonly string[];
}

export class UnearnedShare {
  readonly #steps: { step: number; items: readonly Item[]; counts: Counts }[] = [];
  #rise = new Rise();
  /** The best pay, as of its latest change. */
  #best = 0;
  #changes = 0;
  readonly #fields = new Map<string, { agree: Counts; differ: Counts }>();
  readonly deciding = new Set<string>();
  #alarm = false;

  get best(): number {
    return this.#best;
  }

  /** How often there was a new best pay. */
  get changes(): number {
    return this.#changes;
  }

  isPaidWell(pay: number): boolean {
    return pay > 0 && pay >= this.#best / 2;
  }

  /** Whether a call keeps its pay: on most of the rows that do not agree with its own. Undefined when there are none. */
  keeps({ pay, pairs }: Item): boolean | undefined {
    const others = pairs.filter(({ agree }) => !agree.some((field) => this.deciding.has(field)));
    if (others.length === 0) return undefined;
    return others.filter((pair) => pair.pay >= pay / 2).length > others.length / 2;
  }

  add(step: number, items: readonly Item[]): ShareFigures {
    const level = this.#rise.share;
    const changed = [this.#seePays(items), this.#seeFields(items)].includes(true);
    const counts = this.#count(step, items);
    this.#steps.push({ step, items, counts });
    const old = this.#steps.at(-1 - KEPT_STEPS);
    if (old !== undefined) old.items = [];
    if (changed) this.#countAgain();
    else this.#rise.add(counts);
    const { n, hits } = (this.#steps.at(-1) as { counts: Counts }).counts;
    this.#alarm ||= this.e >= LIMIT;
    return { step, n, hits, share: n === 0 ? null : hits / n, level, e: this.e, state: this.state };
  }

  /** Goes on from what was counted before. */
  restore({ step, n, hits, best, changes, deciding }: Counts & Restored): void {
    if (best > this.#best) this.#best = best;
    this.#changes = Math.max(changes, this.#changes);
    for (const field of deciding) this.deciding.add(field);
    const counts = { step, n, hits };
    this.#steps.push({ step, items: [], counts });
    this.#rise.add(counts);
  }

  /** With the part of the false alarms that this way to count has: compare it with `LIMIT`. */
  get e(): number {
    const part = PART_WITHOUT_FIELDS * 2 ** -(this.#changes + 1) * (2 * FIELDS) ** -this.deciding.size;
    return Math.min(part * Math.exp(this.#rise.logE), Number.MAX_VALUE);
  }

  get state(): ShareState {
    const { n, share } = this.#rise;
    if (this.#alarm) return 'alarm';
    if (n < LEVEL_ITEMS) return 'learning';
    return (share ?? 0) >= ROW_BLIND ? 'row-blind' : 'watching';
  }

  since(): (Since & { before: number; after: number }) | undefined {
    return this.#rise.since();
  }

  /** @returns whether there is a new best pay */
  #seePays(items: readonly Item[]): boolean {
    const best = Math.max(0, ...items.map(({ pay }) => pay));
    if (best <= this.#best * BETTER) return false;
    const isFirst = this.#best === 0;
    this.#best = best;
    if (!isFirst) this.#changes++;
    return !isFirst;
  }

  /** @returns whether a further field decides */
  #seeFields(items: readonly Item[]): boolean {
    for (const { pay, pairs } of items) {
      if (!this.isPaidWell(pay)) continue;
      const names = new Set(pairs.flatMap(({ agree }) => agree));
      for (const name of names)
        if (!this.#fields.has(name) && this.#fields.size < FIELDS) this.#fields.set(name, none());
      for (const [name, { agree, differ }] of this.#fields)
        for (const pair of pairs) {
          const side = pair.agree.includes(name) ? agree : differ;
          side.n++;
          if (pair.pay >= pay / 2) side.hits++;
        }
    }
    let found = false;
    for (const [name, { agree, differ }] of this.#fields) {
      if (this.deciding.has(name) || Math.min(agree.n, differ.n) < LEAST_PAIRS) continue;
      if (agree.hits / agree.n - differ.hits / differ.n < DECIDES) continue;
      this.deciding.add(name);
      found = true;
    }
    return found;
  }

  #count(step: number, items: readonly Item[]): Counts {
    const kept = items
      .filter(({ pay }) => this.isPaidWell(pay))
      .map((item) => this.keeps(item))
      .filter((keeps) => keeps !== undefined);
    return { step, n: kept.length, hits: kept.filter((keeps) => keeps).length };
  }

  #countAgain(): void {
    this.#rise = new Rise();
    for (const entry of this.#steps) {
      if (entry.items.length > 0) entry.counts = this.#count(entry.step, entry.items);
      this.#rise.add(entry.counts);
    }
  }
}

const none = (): { agree: Counts; differ: Counts } => ({
  agree: { step: 0, n: 0, hits: 0 },
  differ: { step: 0, n: 0, hits: 0 },
});
