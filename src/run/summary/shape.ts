/** The summary of a run as data: what `--json` prints. Field names are part of the interface. */

import type { ErrorCode } from '../../errors.ts';
import type { MomentsSummary } from '../../formats/statistics.ts';
import type { Level, Status } from '../../outcome.ts';
import type { AuditReport } from '../file-audit.ts';
import type { EvidenceCount } from './evidence-counts.ts';
import type { FailureGroup } from './failures.ts';
import type { Latency } from './latency.ts';
import type { PrintedSummary } from './printed-counts.ts';
import type { Bar } from './reward-histogram.ts';
import type { WarningCount } from './warnings.ts';

/** What the rows say; it can be made again from a result file. */
export interface RowSummary {
  rows: number;
  statuses: Record<Status, number>;
  levels: Level[];
  /** Null when no row has a reward. `by_policy` counts failed calls that `--on-error` and the like gave one. */
  reward: (MomentsSummary & { by_policy: number; histogram: Bar[] }) | null;
  info_numbers: Record<string, MomentsSummary>;
  info_strings: Record<string, { count: number; samples: StringSample[] }>;
  /** Values of names beyond the first hundred. */
  info_values_left_out: number;
  latency_ms: Latency | null;
  first_call: FirstCall | null;
  failures: FailureGroup[];
  failures_left_out: number;
  warnings: WarningCount[];
  /** Calls that printed, wrote to stderr (warnings among it), and left a traceback of a thread there. */
  printed: PrintedSummary;
  /** Calls with evidence, whatever their status, and what it was of. */
  evidence: { calls: number; kinds: EvidenceCount[] };
}

export interface StringSample {
  /** 0-based line of the completions file. */
  index: number;
  /** Number of the step, in a run with an environment. */
  step?: number;
  /** Key of the prompt as JSON text, or null. */
  id: string | null;
  /** What the model was asked, shortened. */
  prompt: string;
  value: string;
}

/** What the first call to finish took, beside the median of all others, in fresh and in reused workers. */
export interface FirstCall {
  index: number;
  duration_ms: number;
  fresh: { count: number; p50: number } | null;
  reused: { count: number; p50: number } | null;
}

/** What every run says of itself, whatever the module is. */
export interface FrameSummary {
  state: 'finished' | 'interrupted' | 'failed';
  /** Rows of the completions file that can be done, and how many of them have no outcome yet. */
  completions: number;
  remaining: number;
  /** Prompts that can be used. */
  prompts: number;
  /** Lines that were left out because of errors (`--skip-invalid`). */
  skipped: { prompts: number; completions: number };
  /** Rows that an earlier run had written (`--resume`). */
  earlier: number;
  /** Versions of the module that the rows are by: one, unless it was changed between two runs. The newest is last. */
  versions: string[];
  /** Where the rows are; null when they were not written. */
  output: string | null;
  /** Wall time of the work, and completions per second of this run. */
  elapsed_ms: number;
  rows_per_second: number;
  failure: { code: ErrorCode; message: string; help: string | null } | null;
  /** What the audit came to, where there was one. */
  audit?: AuditReport;
}

/** The summary of a run with a reward function. */
export interface RunSummary extends FrameSummary, RowSummary {
  /**
   * Null when most calls were served by a worker that had served others. `ms_between` is what passed between two calls of
   * a slot, `cost_ms` that of all calls together, as wall time of the run; null where nobody said how many run at once.
   */
  fresh_workers: {
    calls: number;
    restored: number;
    ms_between: number | null;
    cost_ms: number | null;
    why: string;
  } | null;
  schema: 'runrl-sandbox.run/1';
  /** How the reward function is called; null when nothing was left to do. */
  reward_function: { name: string; shape: string; load_ms: number; warnings: readonly string[] } | null;
}
