/** Of the calls of one step that have a key, five are kept in each of four views; whatever order they come in, the same ones. */
import type { Outcome } from '../../outcome.ts';
import { KeptCall, type SampleSource } from './kept.ts';
import type { Values } from './values.ts';

export const SAMPLES = 5;
export const VIEWS = ['random', 'highest', 'lowest', 'slowest'] as const;
export type View = (typeof VIEWS)[number];
/** Numbers of calls in the list of a step's kept calls. */
export type ViewIndexes = Partial<Record<View, number[]>>;

/** A call that may be kept; what is kept of it is made once, for all views. */
export class Candidate {
  readonly hash: number;
  readonly source: SampleSource;
  readonly outcome: Outcome;
  #kept: KeptCall | undefined;

  constructor(hash: number, source: SampleSource, outcome: Outcome) {
    this.hash = hash;
    this.source = source;
    this.outcome = outcome;
  }

  get kept(): KeptCall {
    this.#kept ??= KeptCall.from(this.hash, this.source, this.outcome);
    return this.#kept;
  }
}

/** The calls with the largest scores; of equal ones those with the smallest hash. */
class Best {
  readonly calls: KeptCall[] = [];
  readonly #scores: number[] = [];

  offer(score: number, hash: number, candidate: { kept: KeptCall }): void {
    const { calls } = this;
    const scores = this.#scores;
    if (calls.length === SAMPLES) {
      const worst = scores[SAMPLES - 1] as number;
      if (score < worst || (score === worst && hash >= (calls[SAMPLES - 1] as KeptCall).hash)) return;
    }
    let place = 0;
    for (; place < calls.length; place++) {
      const other = (calls[place] as KeptCall).hash;
      const its = scores[place] as number;
      // Of equal calls, such as those that a client sends again, the one that was first in this view stays.
      if (other === hash) return;
      if (score > its || (score === its && hash < other)) break;
    }
    const later = calls.findIndex((call, at) => at >= place && call.hash === hash);
    if (later !== -1) {
      calls.splice(later, 1);
      scores.splice(later, 1);
    }
    calls.splice(place, 0, candidate.kept);
    scores.splice(place, 0, score);
    if (calls.length <= SAMPLES) return;
    calls.pop();
    scores.pop();
  }
}

export class Samples {
  /** Calls that there were. */
  n = 0;
  readonly values: Values | undefined;
  readonly #random = new Best();
  readonly #highest = new Best();
  readonly #lowest = new Best();
  readonly #slowest = new Best();

  /** @param values to count which are the most frequent */
  constructor(values?: Values) {
    this.values = values;
  }

  add(candidate: Candidate): void {
    this.n++;
    this.#offer(candidate.hash, candidate.outcome.reward, candidate.outcome.duration_ms, candidate);
  }

  /** Goes on from what was written. */
  restore(n: number, calls: readonly KeptCall[]): void {
    this.n = n;
    for (const kept of calls) this.#offer(kept.hash, kept.row.reward, kept.row.duration_ms, { kept });
  }

  #offer(hash: number, reward: number | null, duration: number, candidate: { kept: KeptCall }): void {
    this.#random.offer(-hash, hash, candidate);
    this.#slowest.offer(duration, hash, candidate);
    if (reward === null) return;
    this.#highest.offer(reward, hash, candidate);
    this.#lowest.offer(-reward, hash, candidate);
  }

  /** By view, the best first. */
  get views(): Readonly<Record<View, readonly KeptCall[]>> {
    return {
      random: this.#random.calls,
      highest: this.#highest.calls,
      lowest: this.#lowest.calls,
      slowest: this.#slowest.calls,
    };
  }
}
