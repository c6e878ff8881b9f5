/** What became of workers since the server began: modules that are loaded again begin to count anew, these do not. */
import type { WorkerCounts } from '../../module/workers.ts';
import { Distribution } from './tallies.ts';

/** Why a worker can have been replaced: docs/serve.md says what each means. */
export const REASONS = [
  'retired',
  'timeout',
  'memory',
  'cancelled',
  'crashed',
  'idle',
  'start',
  'replaced',
  'sandbox',
] as const;

export class WorkerTotals {
  /** By reason; nothing is missing, so that the first of each is an increase. */
  readonly restarts: Record<string, number> = Object.fromEntries(REASONS.map((reason) => [reason, 0]));
  readonly forks = new Distribution();
  /** What was added already, by module. */
  readonly #added = new WeakMap<object, WorkerCounts>();

  /** Adds what has come since the module was last looked at. */
  add(module: object, counts: WorkerCounts): void {
    const before = this.#added.get(module);
    this.#added.set(module, counts);
    for (const [reason, count] of Object.entries(counts.restarts))
      this.restarts[reason] = (this.restarts[reason] ?? 0) + growth(count, before?.restarts[reason]);
    for (const [bucket, count] of counts.forks.entries()) {
      const more = growth(count, before?.forks[bucket]);
      this.forks.counts[bucket] = (this.forks.counts[bucket] ?? 0) + more;
      this.forks.n += more;
    }
    this.forks.sum += growth(counts.forkSeconds, before?.forkSeconds);
  }
}

/** Never less than nothing: an agent that failed takes what it has counted with it. */
const growth = (now: number, before = 0): number => Math.max(0, now - before);
