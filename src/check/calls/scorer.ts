/** Asks the reward function: the one door through which every check and probe makes its calls. */
import { createHash } from 'node:crypto';
import type { Outcome, Reward } from '../../index.ts';
import { type CheckRow, rowText } from '../subject/subject.ts';
import type { Budget } from './budget.ts';

/** A call to be made. */
export interface Shot {
  row: CheckRow;
  /** Fields of the row that are replaced, by JSON text; undefined leaves one out. */
  changed?: Readonly<Record<string, string | undefined>>;
  completion: string;
}

export interface ScorerOptions {
  /** Calls that may share workers: fast. */
  reward: Reward;
  /** One worker for each call (`reuse: never`): what is printed as proof was seen there. */
  fresh: Reward;
  budget: Budget;
  seed: number;
  /** Aborted: every call ends at once, as `cancelled`. */
  signal?: AbortSignal;
}

/** Durations that are kept for the report. */
const KEPT_DURATIONS = 20_000;

/** Slow calls that are made at once, for each worker. */
const AHEAD = 2;
/** Milliseconds that a worker of its own takes, beside the call. */
const FRESH_MS = 20;
/** CPU time says what a call takes also on a busy machine; a call that waits takes its time. */
const BUSY = 0.25;
export const costOf = ({ cpu_ms: cpu, duration_ms: took }: Outcome): number =>
  cpu !== null && cpu >= BUSY * took ? cpu : took;

export class Scorer {
  readonly seed: number;
  readonly #options: ScorerOptions;
  #known = new Map<string, Promise<Outcome>>();
  /** Calls on their way, and those that wait for them to end. */
  #onTheirWay = 0;
  readonly #waiting: (() => void)[] = [];
  #isApart = false;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  /** Calls that gave a number. */
  succeeded = 0;
  /** How calls failed, in words, and how often. */
  readonly failures = new Map<string, number>();
  /** Milliseconds of the calls that ended by themselves. */
  readonly durations: number[] = [];

  constructor(options: ScorerOptions) {
    this.#options = options;
    this.seed = options.seed;
  }

  /** Smallest and largest reward seen so far; both 0 while there is none. */
  get range(): { low: number; high: number } {
    return this.#low > this.#high ? { low: 0, high: 0 } : { low: this.#low, high: this.#high };
  }

  /** Calls that are made at the same time. */
  get concurrency(): number {
    return this.#options.reward.concurrency;
  }

  /** What most of the failed calls failed with. */
  get usualFailure(): string | null {
    return [...this.failures].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
  }

  /**
   * From now on every call has a worker of its own: for functions that hand on to later calls what earlier ones got.
   * Slower. What is known from shared workers is forgotten, until they are shared again.
   */
  setApart(isApart: boolean): void {
    if (this.#isApart !== isApart) this.#known = new Map();
    this.#isApart = isApart;
  }

  /** Whether every call has a worker of its own. */
  get isApart(): boolean {
    return this.#isApart;
  }

  /** The outcome of a call; the same call is made once. Failures are outcomes (status), as everywhere. */
  score(shot: Shot): Promise<Outcome> {
    const text = rowText(shot.row, shot.changed);
    const { completion } = shot;
    const key = createHash('sha256').update(text).update('\0').update(completion).digest('base64');
    let outcome = this.#known.get(key);
    if (outcome === undefined) {
      const { reward, fresh } = this.#options;
      outcome = this.#ask(this.#isApart ? fresh : reward, text, completion, this.seed);
      this.#known.set(key, outcome);
    }
    return outcome;
  }

  /** Many, in their order. */
  all(shots: readonly Shot[]): Promise<Outcome[]> {
    return Promise.all(shots.map((shot) => this.score(shot)));
  }

  /** Again, in a worker that serves nothing else, whatever is known. */
  scoreFresh(shot: Shot, seed = this.seed): Promise<Outcome> {
    return this.#ask(this.#options.fresh, rowText(shot.row, shot.changed), shot.completion, seed);
  }

  /** Again, wherever it is served: for what depends on the calls before it. */
  scoreAgain(shot: Shot, seed = this.seed): Promise<Outcome> {
    return this.#ask(this.#options.reward, rowText(shot.row, shot.changed), shot.completion, seed);
  }

  async #ask(reward: Reward, row: string, completion: string, seed: number): Promise<Outcome> {
    const { budget } = this.#options;
    // Slow calls are counted before the next begin, so that many at once are no more than the quota.
    while (budget.reach < 1 && this.#onTheirWay >= AHEAD * this.concurrency)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    const signal = budget.isSpent ? AbortSignal.abort() : this.#options.signal;
    this.#onTheirWay++;
    const outcome = await reward
      .score({
        row: Buffer.from(row),
        completionRow: Buffer.from(JSON.stringify({ completion })),
        seed,
        ...(signal === undefined ? {} : { signal }),
      })
      .finally(() => {
        this.#onTheirWay--;
        setImmediate(() => this.#waiting.shift()?.()); // when it is counted
      });
    if (signal?.aborted === true) return outcome;
    const around = reward === this.#options.fresh ? FRESH_MS : 0;
    budget.call(costOf(outcome) / this.concurrency, around / this.concurrency);
    if (outcome.status === 'ok' && outcome.reward !== null) {
      this.succeeded++;
      this.#low = Math.min(this.#low, outcome.reward);
      this.#high = Math.max(this.#high, outcome.reward);
    }
    if (outcome.status !== 'ok' && outcome.status !== 'cancelled') {
      const { status, error } = outcome;
      const text = error === null ? status : `${status}: ${error.type}: ${error.message}`;
      this.failures.set(text, (this.failures.get(text) ?? 0) + 1);
    }
    if (outcome.status !== 'cancelled' && this.durations.length < KEPT_DURATIONS)
      this.durations.push(outcome.duration_ms);
    return outcome;
  }
}
