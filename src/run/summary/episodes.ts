/** Everything a run of episodes has to say in the end, gathered episode by episode in bounded memory. */

import { Moments } from '../../formats/statistics.ts';
import type { Level } from '../../outcome.ts';
import { ENDS, type Ended, lastOutcome, type PlayedEpisode, returnOf } from '../output/episode-row.ts';
import type { ScoredRow } from '../output/row.ts';
import type { EpisodeSummary, StepsSummary } from './environment-shape.ts';
import { EvidenceCounts } from './evidence-counts.ts';
import { Failures } from './failures.ts';
import { InfoStats } from './info-stats.ts';
import { LatencyHistogram } from './latency.ts';
import { PrintedCounts } from './printed-counts.ts';
import { RewardHistogram } from './reward-histogram.ts';
import { StatusCounts } from './status-counts.ts';
import { stringSamples } from './string-samples.ts';
import { WarningCounts } from './warnings.ts';

export class EpisodeSummaryBuilder {
  readonly #statuses = new StatusCounts();
  readonly #stepStatuses = new StatusCounts();
  readonly #ended = new Map<Ended, number>();
  readonly #levels = new Set<Level>();
  readonly #returns = new Distribution();
  readonly #lengths = new Distribution();
  readonly #rewards = new Moments();
  readonly #info = new InfoStats();
  readonly #failures: Failures;
  readonly #warnings = new WarningCounts();
  readonly #evidence = new EvidenceCounts();
  readonly #printed = new PrintedCounts();
  readonly #stepMs = new LatencyHistogram();
  readonly #setupMs = new LatencyHistogram();
  readonly #unused = { episodes: 0, actions: 0 };
  #episodes = 0;
  #steps = 0;
  #stepsOfThisRun = 0;
  #byPolicy = 0;

  /** @param moduleFile the environment file, whose lines are the ones to name */
  constructor(moduleFile: string) {
    this.#failures = new Failures(moduleFile);
  }

  /** Episodes by status so far, for the progress display. */
  get statuses(): StatusCounts['live'] {
    return this.#statuses.live;
  }

  /** @param isEarlier the episode comes from an earlier run, whose time is not this run's */
  add(episode: PlayedEpisode, isEarlier = false): void {
    const { index, id, promptLine, setup, steps, ended, actionsUnused } = episode;
    this.#episodes++;
    this.#ended.set(ended, (this.#ended.get(ended) ?? 0) + 1);
    this.#addReturn(episode);
    this.#lengths.add(steps.length);
    if (actionsUnused > 0) {
      this.#unused.episodes++;
      this.#unused.actions += actionsUnused;
    }
    this.#setupMs.add(setup.duration_ms);
    this.#addOutcome({ index, id, promptLine, outcome: setup });
    for (const [step, outcome] of steps.entries()) this.#addStep({ index, id, promptLine, step, outcome });
    if (!isEarlier) this.#stepsOfThisRun += steps.length;
  }

  /**
   * @param promptText the prompt of a line of the prompt file, for the samples
   * @param elapsedMs wall time of this run
   */
  build(promptText: (promptLine: number) => string, elapsedMs: number): EpisodeSummary {
    const ended = ENDS.map((reason) => [reason, this.#ended.get(reason) ?? 0] as const);
    const returns = this.#returns.summary();
    return {
      episodes: this.#episodes,
      statuses: this.#statuses.all(),
      ended: Object.fromEntries(ended) as Record<Ended, number>,
      levels: [...this.#levels],
      return: returns === null ? null : { ...returns, by_policy: this.#byPolicy },
      length: this.#lengths.summary(),
      unused: { ...this.#unused },
      steps: this.#stepsSummary(promptText, elapsedMs),
      setup_ms: this.#setupMs.summary(),
      failures: this.#failures.groups(),
      failures_left_out: this.#failures.leftOut,
      warnings: this.#warnings.list(),
      printed: this.#printed.summary(),
      evidence: { calls: this.#evidence.calls, kinds: this.#evidence.list() },
    };
  }

  #stepsSummary(promptText: (promptLine: number) => string, elapsedMs: number): StepsSummary {
    return {
      count: this.#steps,
      per_second: elapsedMs === 0 ? 0 : this.#stepsOfThisRun / (elapsedMs / 1_000),
      statuses: this.#stepStatuses.all(),
      reward: this.#rewards.summary(),
      latency_ms: this.#stepMs.summary(),
      info_numbers: Object.fromEntries(this.#info.numbers()),
      info_strings: stringSamples(this.#info, promptText),
      info_values_left_out: this.#info.leftOut,
    };
  }

  /** A return that lacks the reward of its failed step would be taken for a bad episode: it does not count. */
  #addReturn(episode: PlayedEpisode): void {
    const { status } = lastOutcome(episode);
    this.#statuses.add(status);
    const byPolicy = status !== 'ok' && (episode.steps.at(-1)?.reward ?? null) !== null;
    if (status !== 'ok' && !byPolicy) return;
    const sum = returnOf(episode.steps);
    if (!Number.isFinite(sum)) return;
    this.#returns.add(sum);
    if (byPolicy) this.#byPolicy++;
  }

  #addStep(row: ScoredRow): void {
    const { outcome } = row;
    this.#steps++;
    this.#stepStatuses.add(outcome.status);
    if (outcome.reward !== null) this.#rewards.add(outcome.reward);
    this.#stepMs.add(outcome.duration_ms);
    this.#info.add(row);
    this.#addOutcome(row);
  }

  /** What is told of setups and steps alike. */
  #addOutcome(row: ScoredRow): void {
    this.#levels.add(row.outcome.level);
    this.#failures.add(row);
    this.#evidence.add(row);
    this.#printed.add(row.outcome);
    for (const warning of row.outcome.warnings) this.#warnings.add(warning);
  }
}

/** Moments and bars of the same numbers. */
class Distribution {
  readonly #moments = new Moments();
  readonly #bars = new RewardHistogram();

  add(value: number): void {
    this.#moments.add(value);
    this.#bars.add(value);
  }

  summary() {
    const moments = this.#moments.summary();
    return moments === null ? null : { ...moments, histogram: this.#bars.bars() };
  }
}
