/** The summary of a run with an environment as data: what `--json` prints. Field names are part of the interface. */

import type { MomentsSummary } from '../../formats/statistics.ts';
import type { Level, Status } from '../../outcome.ts';
import type { Ended } from '../output/episode-row.ts';
import type { EvidenceCount } from './evidence-counts.ts';
import type { FailureGroup } from './failures.ts';
import type { Latency } from './latency.ts';
import type { PrintedSummary } from './printed-counts.ts';
import type { Bar } from './reward-histogram.ts';
import type { FrameSummary, StringSample } from './shape.ts';
import type { WarningCount } from './warnings.ts';

type Distribution = MomentsSummary & { histogram: Bar[] };

/** What the episodes say; it can be made again from a result file. */
export interface EpisodeSummary {
  episodes: number;
  /** Episodes by status: that of the setup or step that ended it, else `ok`. */
  statuses: Record<Status, number>;
  /** Episodes by why they ended. */
  ended: Record<Ended, number>;
  levels: Level[];
  /** Returns of the episodes that count: not of those that failed, unless a policy gave the failed step a reward. */
  return: (Distribution & { by_policy: number }) | null;
  /** Steps per episode, of all episodes. */
  length: Distribution | null;
  /** Episodes whose actions were not all used, and how many actions those were. */
  unused: { episodes: number; actions: number };
  steps: StepsSummary;
  /** Wall time of the setups. */
  setup_ms: Latency | null;
  /** Setups and steps that failed, by cause. */
  failures: FailureGroup[];
  failures_left_out: number;
  warnings: WarningCount[];
  printed: PrintedSummary;
  /** Setups and steps with evidence, whatever their status, and what it was of. */
  evidence: { calls: number; kinds: EvidenceCount[] };
}

export interface StepsSummary {
  count: number;
  /** Steps of this run per second of its wall time. */
  per_second: number;
  statuses: Record<Status, number>;
  reward: MomentsSummary | null;
  latency_ms: Latency | null;
  info_numbers: Record<string, MomentsSummary>;
  info_strings: Record<string, { count: number; samples: StringSample[] }>;
  /** Values of names beyond the first hundred. */
  info_values_left_out: number;
}

/** The summary of a run with an environment. */
export interface EnvironmentRunSummary extends FrameSummary, EpisodeSummary {
  schema: 'runrl-sandbox.run-environment/1';
  /** The environment that was loaded; null when nothing was left to do. `hash_seed` is its PYTHONHASHSEED. */
  environment: {
    class: string;
    shape: string;
    load_ms: number;
    hash_seed: string;
    warnings: readonly string[];
  } | null;
}
