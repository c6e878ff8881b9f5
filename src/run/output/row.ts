/** The rows of a result file: how they are written, and how they are read again to resume. */
import { z } from 'zod';
import { outcomeShape } from '../../formats/rows/outcome-schema.ts';
import type { Outcome } from '../../outcome.ts';
import { outcomeJson } from '../../outcome-json.ts';

/** One scored completion, or one step of an episode. */
export interface ScoredRow {
  /** 0-based line of the completions file. */
  index: number;
  /** Key of the prompt as JSON text (64-bit ids stay exact), or null when it has none. */
  id: string | null;
  /** 0-based line of the prompt file. */
  promptLine: number;
  /** Number of the step in its episode; undefined where there is none. */
  step?: number | undefined;
  outcome: Outcome;
}

/** One line of the result file, with its newline. */
export const formatRow = ({ index, id, outcome }: ScoredRow): string =>
  `{"index":${index},"id":${id ?? 'null'},${outcomeJson(outcome).slice(1)}\n`;

/** An outcome that an earlier run wrote. Further fields are fine: a later version may write them. */
export const outcomeSchema = z.object({
  ...outcomeShape,
  // Rows of before they were there:
  evidence: outcomeShape.evidence.default([]),
  version: outcomeShape.version.default(''),
});

/** What every row begins with. */
export const placeShape = {
  index: z.number().int().min(0),
  id: z.union([z.string(), z.number(), z.null()]),
};

/** A row that an earlier run wrote. Those of an environment have a `kind`. */
export const writtenRowSchema = outcomeSchema.extend({ ...placeShape, kind: z.undefined().optional() });

/** The outcome in a row; numbers that were written as null are left out. */
export const outcomeOfRow = (row: z.output<typeof outcomeSchema>): Outcome => ({
  status: row.status,
  reward: row.reward,
  info: Object.fromEntries(
    Object.entries(row.info).filter((entry): entry is [string, string | number] => entry[1] !== null),
  ),
  duration_ms: row.duration_ms,
  queue_ms: row.queue_ms,
  cpu_ms: row.cpu_ms,
  max_rss_bytes: row.max_rss_bytes,
  error: row.error,
  stack: row.stack,
  stdout: row.stdout,
  stderr: row.stderr,
  warnings: row.warnings,
  evidence: row.evidence,
  fresh: row.fresh,
  level: row.level,
  version: row.version,
});
