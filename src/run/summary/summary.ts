/** Everything a run has to say in the end, gathered row by row in bounded memory. */

import { Moments, type MomentsSummary } from '../../formats/statistics.ts';
import type { Level } from '../../outcome.ts';
import { FreshWorkers } from '../fresh-workers.ts';
import type { ScoredRow } from '../output/row.ts';
import { EvidenceCounts } from './evidence-counts.ts';
import { Failures } from './failures.ts';
import { InfoStats } from './info-stats.ts';
import { type Latency, LatencyHistogram } from './latency.ts';
import { PrintedCounts } from './printed-counts.ts';
import { RewardHistogram } from './reward-histogram.ts';
import type { RowSummary, RunSummary } from './shape.ts';
import { StatusCounts } from './status-counts.ts';
import { stringSamples } from './string-samples.ts';
import { WarningCounts } from './warnings.ts';

export class SummaryBuilder {
  readonly #statuses = new StatusCounts();
  readonly #levels = new Set<Level>();
  readonly #rewards = new Moments();
  readonly #bars = new RewardHistogram();
  readonly #info = new InfoStats();
  readonly #failures: Failures;
  readonly #warnings = new WarningCounts();
  readonly #evidence = new EvidenceCounts();
  readonly #printed = new PrintedCounts();
  readonly #all = new LatencyHistogram();
  readonly #fresh = new LatencyHistogram();
  readonly #reused = new LatencyHistogram();
  #rows = 0;
  readonly #workers = new FreshWorkers();
  #byPolicy = 0;
  #first: { index: number; duration_ms: number } | undefined;

  /** @param moduleFile the reward file, whose lines are the ones to name */
  constructor(moduleFile: string) {
    this.#failures = new Failures(moduleFile);
  }

  /** Calls by status so far, for the progress display. */
  get statuses(): StatusCounts['live'] {
    return this.#statuses.live;
  }

  /** @param isEarlier the row comes from an earlier run, whose first call is not this run's */
  add(row: ScoredRow, isEarlier = false): void {
    const { outcome, index } = row;
    this.#rows++;
    this.#statuses.add(outcome.status);
    this.#levels.add(outcome.level);
    if (outcome.reward !== null) {
      this.#rewards.add(outcome.reward);
      this.#bars.add(outcome.reward);
      if (outcome.status !== 'ok') this.#byPolicy++;
    }
    this.#info.add(row);
    this.#failures.add(row);
    this.#evidence.add(row);
    this.#printed.add(outcome);
    for (const warning of outcome.warnings) this.#warnings.add(warning);
    if (this.#first === undefined && !isEarlier) {
      // Kept out of the other two, with which it is compared.
      this.#first = { index, duration_ms: outcome.duration_ms };
    } else (outcome.fresh ? this.#fresh : this.#reused).add(outcome.duration_ms);
    this.#all.add(outcome.duration_ms);
    if (!isEarlier) this.#workers.add(outcome);
  }

  /** See `FreshWorkers.summary`. */
  freshWorkers(...known: Parameters<FreshWorkers['summary']>): RunSummary['fresh_workers'] {
    return this.#workers.summary(...known);
  }

  /** @param promptText the prompt of a line of the prompt file, for the samples */
  build(promptText: (promptLine: number) => string): RowSummary {
    return {
      rows: this.#rows,
      statuses: this.#statuses.all(),
      levels: [...this.#levels],
      reward: this.#rewardSummary(this.#rewards.summary()),
      info_numbers: Object.fromEntries(this.#info.numbers()),
      info_strings: stringSamples(this.#info, promptText),
      info_values_left_out: this.#info.leftOut,
      latency_ms: this.#all.summary(),
      first_call: this.#firstCall(),
      failures: this.#failures.groups(),
      failures_left_out: this.#failures.leftOut,
      warnings: this.#warnings.list(),
      printed: this.#printed.summary(),
      evidence: { calls: this.#evidence.calls, kinds: this.#evidence.list() },
    };
  }

  #rewardSummary(moments: MomentsSummary | null): RowSummary['reward'] {
    return moments === null ? null : { ...moments, by_policy: this.#byPolicy, histogram: this.#bars.bars() };
  }

  #firstCall(): RowSummary['first_call'] {
    if (this.#first === undefined) return null;
    const typical = (latency: Latency | null) =>
      latency === null ? null : { count: latency.count, p50: latency.p50 };
    return { ...this.#first, fresh: typical(this.#fresh.summary()), reused: typical(this.#reused.summary()) };
  }
}
