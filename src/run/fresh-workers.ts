/** What it cost that calls were served by fresh workers, why they were, and what would keep them. */
import type { Outcome } from '../outcome.ts';
import type { RunSummary } from './summary/shape.ts';

/** Fewer calls say nothing about what passes between two of them. */
const LEAST_CALLS = 50;

export class FreshWorkers {
  #calls = 0;
  #fresh = 0;
  #restored = 0;
  #busyMs = 0;

  add({ fresh, restored, duration_ms }: Outcome): void {
    this.#calls++;
    if (restored) this.#restored++;
    this.#busyMs += duration_ms;
    if (fresh) this.#fresh++;
  }

  /**
   * @param elapsedMs wall time of the run
   * @param atOnce calls that ran at the same time, where that is known
   * @param warnings of the module
   */
  summary(
    elapsedMs: number,
    atOnce: number | undefined,
    warnings: readonly string[],
  ): RunSummary['fresh_workers'] {
    if (this.#calls < LEAST_CALLS || this.#fresh * 2 < this.#calls) return null;
    const idleMs = atOnce === undefined ? null : Math.max(0, elapsedMs * atOnce - this.#busyMs);
    return {
      calls: this.#fresh,
      restored: this.#restored,
      ms_between: idleMs === null ? null : idleMs / this.#calls,
      cost_ms: idleMs === null || atOnce === undefined ? null : idleMs / atOnce,
      why: whyOf(warnings),
    };
  }
}

const whyOf = (warnings: readonly string[]): string => {
  const told = warnings.find((each) => each.includes('so each call gets a fresh worker'));
  if (told !== undefined) return told;
  return 'calls executed code or left other traces (docs/reuse.md), so the next one gets a fresh worker; `run_code` runs code outside of it';
};
