/**
 * The unearned share: of the audited calls that were paid well, at least half of the best pay seen, the share that keeps
 * at least half of its own pay on other rows. `Rise` judges it against the steps before, as it does with the shares of the
 * further questions (questions.ts): where more than half of the pay is for a form, every right answer keeps half; a cheat
 * that needs the names of its own row has no pay on whole other rows, one that says two answers not on most of them.
 *
 * What is counted depends on two things that show as the run goes on: the best pay, and the fields in which two rows may
 * agree by chance (letters, yes and no). When either changes, all is counted again, and the new count has its own part of
 * the chance of a false alarm: half of what is left for each change of the best pay, and 1 in 2 x FIELDS for each such
 * field, so that all counts that there can be have 1 % together. The bound is for given pays of the calls.
 *
 * Steps that were counted in different ways are never judged against each other: those that cannot be counted again are
 * left out. From where on a count goes must not follow from what it judges, or it would be one of many that were tried:
 * where the step that shows a deciding field makes earlier ones be left out, it is left out itself.
 */
import { sum } from '../formats/statistics.ts';
import { Deciding, FIELDS, LEAST_PAIRS } from './deciding.ts';
import type { Item } from './item.ts';
import { about, MOST_QUESTIONS, weightOf } from './questions.ts';
import { Rise, type Since } from './rise.ts';
import { type Alike, type Counts, Tally } from './tally.ts';

/** The chance of a false alarm over a whole run. */
export const FALSE_ALARMS = 0.01;
/** The sum over all sets of fields is (1 + 1 / (2 FIELDS)) ** FIELDS < e ** 0.5 < 1 / 0.6; these two are that 0.6. */
const PART_WITHOUT_FIELDS = 0.5;
/** After a restart a count may begin later than the same one did before: a second one, once for each way to count. */
const PART_WHEN_CUT = 0.1;
/** By so much a pay must be beyond the best one, to be a new best. */
const BETTER = 1.25;
/** Paid well, before the share is called a level. */
const LEVEL_ITEMS = 64;
const ROW_BLIND = 0.9;
/** Steps whose calls are remembered one by one, and can be counted again. */
const KEPT_STEPS = 512;

const NEARLY = 0.9;
/** A field that so few calls keep their pay without decides what is paid. */
const DECISIVE = 0.2;

export type ShareState = 'learning' | 'watching' | 'row-blind' | 'alarm';

export interface ShareFigures extends Counts {
  /** Hits / n; null when nobody was paid well. */
  share: number | null;
  /** The share of all steps before; null while there is none. */
  level: number | null;
  e: number;
  state: ShareState;
}

/** Of the best pay, or of its own where a field is swapped. */
export const keepsNearly = (pay: number, own: number): boolean => pay >= NEARLY * own;

export const LIMIT = 1 / FALSE_ALARMS;
/** With more calls asked from here on, a slow fall is seen some steps sooner; sound runs rarely come here. */
const SUSPECTED = 1e-3;

interface Kept {
  n: number;
  kept: number;
  alike?: Alike | undefined;
}

/** What was known when a step was counted. */
export interface Restored {
  best: number;
  changes: number;
  deciding: readonly string[];
  alarm: boolean;
  /** By key: all but 'rows'. */
  questions: Readonly<Record<string, Kept>>;
}

/** With what a share rose, from which step, and the shares before and since. */
export interface Risen extends Since {
  question: string;
  before: number;
  after: number;
}

export class UnearnedShare {
  #steps: { step: number; items: readonly Item[]; best: number }[] = [];
  /** Whether there were more of them in this count. */
  #forgot = false;
  /** Of the latest step. */
  #tally = new Map<string, Counts>();
  /** Whether steps were left out at a restart. */
  #isCut = false;
  #rises = newRises();
  /** The best pay, as of its latest change. */
  #best = 0;
  #changes = 0;
  readonly #fields = new Deciding();
  readonly deciding = this.#fields.names;
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
    const others = this.#differing(pairs);
    if (others.length === 0) return undefined;
    return others.filter((pair) => pair.pay >= part * pay).length > others.length / 2;
  }

  /** Whether a call is paid so much that `nearly`, and what is asked about fields, is asked of it. */
  isNearlyBest(pay: number): boolean {
    return pay > 0 && keepsNearly(pay, this.#best);
  }

  /** The answer to `nearly`; undefined where that is not asked, or there are no rows. */
  keepsNearlyBest(item: Item): boolean | undefined {
    return this.isNearlyBest(item.pay) ? this.keeps(item, NEARLY) : undefined;
  }

  /** Whether it is worth asking what becomes of a call when this field alone is another row's. */
  isTelling(field: string): boolean {
    const rise = this.#rises.get(about('field', field));
    if (rise === undefined) return this.#rises.size <= MOST_QUESTIONS;
    return rise.n < LEAST_PAIRS || (rise.share ?? 0) < ROW_BLIND;
  }

  /** Whether what calls are paid is known to depend on this field. @param isOnly there is no other one */
  isDecisive(field: string, isOnly: boolean): boolean {
    const rise = isOnly ? this.#whole : this.#rises.get(about('field', field));
    return rise !== undefined && rise.n >= LEAST_PAIRS && (rise.share ?? 1) <= DECISIVE;
  }

  add(step: number, items: readonly Item[]): ShareFigures {
    const level = this.#whole.share;
    const isBetter = this.#seePays(items);
    const isDeciding = this.#fields.see(items.filter(({ pay }) => this.isPaidWell(pay)));
    this.#tally = this.#count(step, items, this.#best);
    this.#steps.push({ step, items, best: this.#best });
    if (isBetter || isDeciding) this.#countAgain(isDeciding && this.#forgot);
    else this.#take(this.#tally);
    if (this.#steps.length > KEPT_STEPS) this.#forgot = this.#steps.shift() !== undefined;
    const { n, hits, alike } = this.#tally.get('rows') ?? { n: 0, hits: 0 };
    this.#alarm ||= this.e >= LIMIT;
    return { step, n, hits, alike, share: n === 0 ? null : hits / n, level, e: this.e, state: this.state };
  }

  /** Goes on from what was counted before. */
  restore(restored: Counts & Restored): void {
    const { step, n, hits, alike: of, best, changes, deciding, alarm, questions } = restored;
    this.#alarm ||= alarm;
    const before = this.#way;
    const fields = this.deciding.size;
    this.#best = Math.max(best, this.#best);
    this.#changes = Math.max(changes, this.#changes);
    for (const field of deciding) this.deciding.add(field);
    if (this.#way !== before) {
      this.#isCut ||= this.#whole.n > 0;
      this.#rises = newRises();
    }
    if (this.deciding.size > fields || this.#way !== wayOf(best, changes, deciding)) return;
    const others = Object.entries(questions).map(
      ([key, { n, kept, alike }]) => [key, { step, n, hits: kept, alike }] as const,
    );
    this.#take(new Map([['rows', { step, n, hits, alike: of }], ...others]));
  }

  get #way(): string {
    return wayOf(this.#best, this.#changes, this.deciding);
  }

  /** The answer to `some`: of always two rows, since more of them would give more chances. */
  keepsSome({ pay, pairs }: Item): boolean | undefined {
    const others = this.#differing(pairs).slice(0, 2);
    if (others.length < 2 || !this.isNearlyBest(pay)) return undefined;
    return others.some((pair) => keepsNearly(pair.pay, pay));
  }

  #differing(pairs: Item['pairs']): Item['pairs'] {
    return pairs.filter(({ agree }) => !agree.some((field) => this.deciding.has(field)));
  }

  /** Counts of the latest step by key: all but `rows`. */
  get questions(): Record<string, Kept> {
    const others = [...this.#tally].filter(([key]) => key !== 'rows');
    return Object.fromEntries(others.map(([key, { n, hits, alike }]) => [key, { n, kept: hits, alike }]));
  }

  /** With the part of the false alarms that this way to count has: compare it with `LIMIT`. */
  get e(): number {
    const all = this.#isCut ? PART_WHEN_CUT : PART_WITHOUT_FIELDS;
    const part = all * 2 ** -(this.#changes + 1) * (2 * FIELDS) ** -this.deciding.size;
    const parts = [...this.#rises.keys()].map((key) => this.#partOf(key));
    return Math.min(part * sum(parts), Number.MAX_VALUE);
  }

  /** There is some evidence: more calls are worth being asked, which decides it sooner. Known before they are drawn. */
  get isSuspected(): boolean {
    return !this.#alarm && this.e >= SUSPECTED;
  }

  get state(): ShareState {
    const { n, share } = this.#whole;
    if (this.#alarm) return 'alarm';
    if (n < LEVEL_ITEMS) return 'learning';
    return (share ?? 0) >= ROW_BLIND ? 'row-blind' : 'watching';
  }

  /** What has risen most clearly; undefined while there is nothing to compare. */
  since(): Risen | undefined {
    const [question = 'rows'] = [...this.#rises.keys()].sort(
      (one, other) => this.#partOf(other) - this.#partOf(one),
    );
    const since = this.#rises.get(question)?.since();
    return since && { ...since, question };
  }

  get #whole(): Rise {
    return this.#rises.get('rows') as Rise;
  }

  #partOf(key: string): number {
    return Math.min(weightOf(key) * Math.exp(this.#rises.get(key)?.logE ?? 0), Number.MAX_VALUE);
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

  #count(step: number, items: readonly Item[], bestThen: number): Map<string, Counts> {
    const tally = new Tally(step);
    const { n, share } = this.#whole;
    const isRowBlind = n >= LEVEL_ITEMS && (share ?? 0) >= ROW_BLIND;
    for (const item of items) {
      const { pay, row, swap, said } = item;
      const count = (key: string, isHit: boolean | undefined): void => tally.count(key, row, isHit);
      // By the best pay of its time: what honest calls did is still known after a hole has paid more than any of them.
      if (pay > 0 && keepsNearly(pay, bestThen)) count('nearly', this.keeps(item, NEARLY));
      if (!this.isPaidWell(pay)) continue;
      count('rows', this.keeps(item));
      count('touched', item.touched);
      if (isRowBlind) count('repeated', item.repeats);
      if (!this.isNearlyBest(pay)) continue;
      count('some', this.keepsSome(item));
      if (swap !== undefined) count(about('field', swap.field), keepsNearly(swap.pay, pay));
      if (item.free !== undefined) count('free', keepsNearly(item.free, pay));
      if (said !== undefined) count(about('said', said.field), keepsNearly(said.pay ?? 0, pay));
    }
    return tally.counts;
  }

  #take(tally: Map<string, Counts>): void {
    for (const [key, counts] of tally) {
      const rise = this.#rises.get(key) ?? new Rise();
      if (!this.#rises.has(key) && this.#rises.size > MOST_QUESTIONS) continue;
      this.#rises.set(key, rise);
      rise.add(counts);
    }
  }

  /** @param isAnew without any of the steps so far */
  #countAgain(isAnew: boolean): void {
    this.#rises = newRises();
    this.#isCut = false;
    if (isAnew) {
      this.#steps = [];
      this.#forgot = false;
    }
    for (const { step, items, best } of this.#steps) {
      this.#tally = this.#count(step, items, best);
      this.#take(this.#tally);
    }
  }
}

/** Of two counts with the same one none knows more than the other. */
const wayOf = (best: number, changes: number, deciding: Iterable<string>): string =>
  JSON.stringify([best, changes, [...deciding].sort()]);

const newRises = (): Map<string, Rise> => new Map([['rows', new Rise()]]);
