/**
 * Whether a share has risen over a run, looked at after each step.
 *
 * For one moment j, let all chances before it be at least p and all from it on at most p + TOLERANCE. Betting against
 * the first gives an e-value B(p), against the second a test supermartingale W(p): mixtures of likelihood ratios, as in
 * Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B 86, 2024). Nobody knows p, so
 * min over p of B(p) W(p) counts: an e-process. Nobody knows j either, so what counts is the sum over all j with weights
 * that sum to 1, which differs from the e-detectors of Shin, Ramdas and Rinaldo ("E-detectors: a nonparametric framework
 * for sequential change detection", NEJSDS 2, 2024) in that: theirs add with weight 1 and bound the mean time between
 * false alarms, ours stays an e-process, so that by Ville's inequality
 *
 *     P(the e-value ever reaches 1/a) <= a
 *
 * over a run of any length, for every run in which no chance is higher than an earlier one by more than TOLERANCE.
 * Each chance is that of one item given all items before; they need not be independent, and they may sink. Calls of one
 * row would break that: where the row decides, the first of them tells what the others are. So they count for as many as
 * they are worth, by how alike they were before the moment (tally.ts).
 */
import { type Alike, alikeOf, type Counts, correlationOf, plus, worthOf } from './tally.ts';

/** Half of the weight lies on the first so many moments. */
const HALF_BEFORE = 64;

/** The weights sum to 1. They fall slowly: in most runs nothing rises in the first steps. */
const logWeight = (at: number): number =>
  Math.log(HALF_BEFORE / ((at + HALF_BEFORE - 1) * (at + HALF_BEFORE)));

/** A rise of the chance by less is no rise. */
export const TOLERANCE = 0.02;
/** Moments that are kept in view, once they are judged. Dropping one, for whatever reason, only lowers the e-value. */
const MOST_MOMENTS = 64;
/** Moments that wait to be judged: of a history that is counted at once. */
const MOST_UNJUDGED = 80;
/** Of the newest none is dropped. */
const NEWEST = 16;
/** Moments whose part is smaller by more than this (in nats) are outside of the interval. */
const INTERVAL = 3;

const GRID = [
  ...[0, 0.0025, 0.005, 0.01, 0.015],
  ...Array.from({ length: 97 }, (_, at) => (at + 2) / 100),
  ...[0.985, 0.99, 0.995, 0.9975, 1],
];
/** For each cell of the grid, from one point to the next: the first point beyond its upper end and the tolerance. */
const ABOVE = GRID.slice(1).map((upper) => {
  const at = GRID.findIndex((point) => point >= upper + TOLERANCE - 1e-12);
  return at === -1 ? GRID.length - 1 : at;
});

const LOG = GRID.map((p) => Math.log(p));
const LOG_REST = GRID.map((p) => Math.log1p(-p));
/** Times nothing is nothing, of minus infinity too. */
const times = (n: number, log: number): number => (n === 0 ? 0 : n * log);

const logLikelihoods = (n: number, hits: number): number[] =>
  LOG.map((log, at) => times(hits, log) + times(n - hits, LOG_REST[at] as number));

const logAdd = (a: number, b: number): number => {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
};

/** Per point p the log of the mean, over the points up to it, of how much likelier they make what came than p does. */
const logRatios = (logs: readonly number[]): number[] => {
  let sum = Number.NEGATIVE_INFINITY;
  return logs.map((log, at) => {
    sum = logAdd(sum, log);
    // At the outermost point there is nothing to bet on.
    return at === 0 ? 0 : sum - Math.log(at + 1) - log;
  });
};

type Share = Pick<Counts, 'n' | 'hits'>;

/** Log of min over p of B(p) W(p): every p lies in a cell, where the lower end bounds B and the upper one W. */
export const logRise = (before: Share, after: Share): number => {
  const against = logRatios(logLikelihoods(before.n, before.hits));
  const risen = logRatios(logLikelihoods(after.n, after.hits).reverse()).reverse();
  let least = Number.POSITIVE_INFINITY;
  for (const [cell, above] of ABOVE.entries()) {
    const log = (against[cell] as number) + (risen[above] as number);
    if (log < least) least = log;
  }
  return least;
};

/** With items and hits before it. */
interface Moment extends Counts {
  /** Its number: 1, 2, 3 ... */
  at: number;
  alike: Alike;
  /** With its weight, when it was judged last. */
  log: number;
}

export interface Since {
  /** The likeliest first step of the rise, and the first and last that are not much less likely. */
  from: number;
  step: number;
  to: number;
}

export class Rise {
  #n = 0;
  #hits = 0;
  #alike: Alike = { rows: 0, pairs: 0, both: 0 };
  #steps = 0;
  #moments: Moment[] = [];
  #logE = Number.NEGATIVE_INFINITY;
  #isJudged = true;

  get n(): number {
    return this.#n;
  }

  /** The share over all steps; null when there was no item. */
  get share(): number | null {
    return this.#n === 0 ? null : this.#hits / this.#n;
  }

  /** Log of the e-value. Judging takes milliseconds, however many steps came since the last time. */
  get logE(): number {
    if (!this.#isJudged) this.#judge();
    return this.#logE;
  }

  add(counts: Counts): void {
    const { step, n, hits } = counts;
    if (n === 0) return;
    if (this.#n > 0)
      this.#moments.push({
        step,
        at: ++this.#steps,
        n: this.#n,
        hits: this.#hits,
        alike: this.#alike,
        log: Number.NEGATIVE_INFINITY,
      });
    this.#n += n;
    this.#hits += hits;
    this.#alike = plus(this.#alike, alikeOf(counts));
    this.#isJudged = false;
    for (let every = 2; this.#moments.length > MOST_UNJUDGED; every *= 2)
      this.#moments = this.#moments.filter(
        ({ at }, place, { length }) => place >= length - NEWEST || at % every === 0,
      );
  }

  /** Where the rise set in, and the shares before and from then on; undefined while there is nothing to compare. */
  since(): (Since & { before: number; after: number }) | undefined {
    if (!this.#isJudged) this.#judge();
    const [first, ...others] = this.#moments;
    if (first === undefined) return undefined;
    const best = others.reduce((one, other) => (other.log > one.log ? other : one), first);
    const near = this.#moments.filter(({ log }) => log >= best.log - INTERVAL);
    return {
      from: (near[0] as Moment).step,
      step: best.step,
      to: (near.at(-1) as Moment).step,
      before: best.hits / best.n,
      after: (this.#hits - best.hits) / (this.#n - best.n),
    };
  }

  #judge(): void {
    this.#isJudged = true;
    this.#logE = Number.NEGATIVE_INFINITY;
    for (const moment of this.#moments) {
      const alike = plus(this.#alike, moment.alike, -1);
      const after = { n: this.#n - moment.n, hits: this.#hits - moment.hits, alike };
      // Where nothing rose there is next to no evidence; to leave it out only lowers the e-value.
      const isRisen = after.hits * moment.n > moment.hits * after.n;
      const correlation = correlationOf(moment);
      moment.log = isRisen
        ? logRise(worthOf(moment, correlation), worthOf(after, correlation)) + logWeight(moment.at)
        : Number.NEGATIVE_INFINITY;
      this.#logE = logAdd(this.#logE, moment.log);
    }
    while (this.#moments.length > MOST_MOMENTS) {
      const old = this.#moments.slice(0, -NEWEST);
      const least = old.reduce((one, other) => (other.log < one.log ? other : one));
      this.#moments.splice(this.#moments.indexOf(least), 1);
    }
  }
}
