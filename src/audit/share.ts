/**
 * The unearned share: of the audited calls that were paid well, at least half of the best pay seen, the share that keeps
 * at least half of its own pay on other rows. `Rise` judges it against the steps before.
 *
 * Two more questions find what that one cannot. Of the calls with nearly the best pay, how many keep nearly all of it:
 * where more than half of the pay is for a form, every right answer keeps half. And how many keep nearly all where one
 * field alone is another row's: a cheat that needs the names or examples of its own row has no pay on whole other rows.
 * The e-value of the first question weighs as much as those of all others, and a mean of e-processes is one.
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
  /** What it is paid where this field alone is another row's. */
  swap?: { field: string; pay: number } | undefined;
}

/** Whole rows; other names are fields. */
export const WHOLE = '';
/** Whole rows, too, but nearly all of the pay; no field has this name. */
export const NEARLY_ALL = '\0';
const NEARLY = 0.9;
type Tally = Map<string, Counts>;

export type ShareState = 'learning' | 'watching' | 'row-blind' | 'alarm';

export interface ShareFigures extends Counts {
  /** Hits / n; null when nobody was paid well. */
  share: number | null;
  /** The share of all steps before; null while there is none. */
  level: number | null;
  e: number;
  state: ShareState;
}

/** Of a swapped field. */
export const keepsNearly = (pay: number, own: number): boolean => pay >= NEARLY * own;

export const LIMIT = 1 / FALSE_ALARMS;

/** What was known when a step was counted. */
export interface Restored {
  best: number;
  changes: number;
  deciding: readonly string[];
  alarm: boolean;
  /** By field. */
  swaps: Readonly<Record<string, { n: number; kept: number }>>;
}

/** With what a share rose, from which step, and the shares before and since. */
export interface Risen extends Since {
  swap: string;
  before: number;
  after: number;
}

export class UnearnedShare {
  readonly #steps: { step: number; items: readonly Item[]; tally: Tally }[] = [];
  #rises = newRises();
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
  keeps({ pay, pairs }: Item, part = 0.5): boolean | undefined {
    const others = pairs.filter(({ agree }) => !agree.some((field) => this.deciding.has(field)));
    if (others.length === 0) return undefined;
    return others.filter((pair) => pair.pay >= part * pay).length > others.length / 2;
  }

  add(step: number, items: readonly Item[]): ShareFigures {
    const level = this.#whole.share;
    const changed = [this.#seePays(items), this.#seeFields(items)].includes(true);
    const tally = this.#count(step, items);
    this.#steps.push({ step, items, tally });
    const old = this.#steps.at(-1 - KEPT_STEPS);
    if (old !== undefined) old.items = [];
    if (changed) this.#countAgain();
    else this.#take(tally);
    const { n, hits } = this.#steps.at(-1)?.tally.get(WHOLE) ?? { n: 0, hits: 0 };
    this.#alarm ||= this.e >= LIMIT;
    return { step, n, hits, share: n === 0 ? null : hits / n, level, e: this.e, state: this.state };
  }

  /** Goes on from what was counted before. */
  restore({ step, n, hits, best, changes, deciding, alarm, swaps }: Counts & Restored): void {
    if (best > this.#best) this.#best = best;
    this.#changes = Math.max(changes, this.#changes);
    for (const field of deciding) this.deciding.add(field);
    this.#alarm ||= alarm;
    const tally: Tally = new Map([[WHOLE, { step, n, hits }]]);
    for (const [field, counts] of Object.entries(swaps))
      tally.set(field, { step, n: counts.n, hits: counts.kept });
    this.#steps.push({ step, items: [], tally });
    this.#take(tally);
  }

  /** Counts of the latest step by field, of rows in which that field alone was another row's. */
  get swaps(): Record<string, { n: number; kept: number }> {
    const fields = [...(this.#steps.at(-1)?.tally ?? [])].filter(
      ([swap]) => swap !== WHOLE && swap !== NEARLY_ALL,
    );
    return Object.fromEntries(fields.map(([field, { n, hits }]) => [field, { n, kept: hits }]));
  }

  /** Whether it is worth asking what becomes of a call when this field alone is another row's. */
  isTelling(field: string): boolean {
    const rise = this.#rises.get(field);
    if (rise === undefined) return this.#rises.size < FIELDS + 2;
    return rise.n < LEAST_PAIRS || (rise.share ?? 0) < ROW_BLIND;
  }

  /** With the part of the false alarms that this way to count has: compare it with `LIMIT`. */
  get e(): number {
    const part = PART_WITHOUT_FIELDS * 2 ** -(this.#changes + 1) * (2 * FIELDS) ** -this.deciding.size;
    const parts = [...this.#rises.keys()].map((swap) => this.#partOf(swap));
    return Math.min(part * parts.reduce((sum, each) => sum + each, 0), Number.MAX_VALUE);
  }

  get state(): ShareState {
    const { n, share } = this.#whole;
    if (this.#alarm) return 'alarm';
    if (n < LEVEL_ITEMS) return 'learning';
    return (share ?? 0) >= ROW_BLIND ? 'row-blind' : 'watching';
  }

  /** What has risen most clearly; undefined while there is nothing to compare. */
  since(): Risen | undefined {
    const swaps = [...this.#rises.keys()].sort((one, other) => this.#partOf(other) - this.#partOf(one));
    const [swap = WHOLE] = swaps;
    const since = this.#rises.get(swap)?.since();
    return since && { ...since, swap };
  }

  get #whole(): Rise {
    return this.#rises.get(WHOLE) as Rise;
  }

  #partOf(swap: string): number {
    const e = Math.exp(this.#rises.get(swap)?.logE ?? 0);
    return Math.min((swap === WHOLE ? 1 : 1 / (FIELDS + 1)) * 0.5 * e, Number.MAX_VALUE);
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

  #count(step: number, items: readonly Item[]): Tally {
    const tally: Tally = new Map([[WHOLE, { step, n: 0, hits: 0 }]]);
    const count = (swap: string, keeps: boolean): void => {
      const counts = tally.get(swap) ?? { step, n: 0, hits: 0 };
      counts.n++;
      if (keeps) counts.hits++;
      tally.set(swap, counts);
    };
    for (const item of items) {
      if (!this.isPaidWell(item.pay)) continue;
      const keeps = this.keeps(item);
      if (keeps !== undefined) count(WHOLE, keeps);
      if (item.pay < NEARLY * this.#best) continue;
      const keepsAll = this.keeps(item, NEARLY);
      if (keepsAll !== undefined) count(NEARLY_ALL, keepsAll);
      if (item.swap !== undefined) count(item.swap.field, keepsNearly(item.swap.pay, item.pay));
    }
    return tally;
  }

  #take(tally: Tally): void {
    for (const [swap, counts] of tally) {
      let rise = this.#rises.get(swap);
      if (rise === undefined && this.#rises.size < FIELDS + 2) {
        rise = new Rise();
        this.#rises.set(swap, rise);
      }
      rise?.add(counts);
    }
  }

  #countAgain(): void {
    this.#rises = newRises();
    for (const entry of this.#steps) {
      if (entry.items.length > 0) entry.tally = this.#count(entry.step, entry.items);
      this.#take(entry.tally);
    }
  }
}

const none = (): { agree: Counts; differ: Counts } => ({
  agree: { step: 0, n: 0, hits: 0 },
  differ: { step: 0, n: 0, hits: 0 },
});

const newRises = (): Map<string, Rise> =>
  new Map([
    [WHOLE, new Rise()],
    [NEARLY_ALL, new Rise()],
  ]);
