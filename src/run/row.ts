/** The rows of a result file: how they are written, and how they are read again to resume. */
import { z } from 'zod';
import { EVIDENCE_KINDS, LEVELS, type Outcome, STATUSES } from '../outcome.ts';

/** One scored completion. */
export interface ScoredRow {
  /** 0-based line of the completions file. */
  index: number;
  /** Key of the prompt as JSON text (64-bit ids stay exact), or null when it has none. */
  id: string | null;
  /** 0-based line of the prompt file. */
  promptLine: number;
  outcome: Outcome;
}

/** One line of the result file, with its newline. */
export const formatRow = ({ index, id, outcome }: ScoredRow): string => {
  const fields = JSON.stringify({
    status: outcome.status,
    reward: outcome.reward,
    info: outcome.info,
    duration_ms: outcome.duration_ms,
    queue_ms: outcome.queue_ms,
    cpu_ms: outcome.cpu_ms,
    max_rss_bytes: outcome.max_rss_bytes,
    error: outcome.error,
    stack: outcome.stack,
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    warnings: notFiniteWarnings(outcome),
    evidence: outcome.evidence,
    fresh: outcome.fresh,
    level: outcome.level,
  });
  return `{"index":${index},"id":${id ?? 'null'},${fields.slice(1)}\n`;
};

/** JSON has no NaN: such a value is written as null, and the row says so. */
const notFiniteWarnings = ({ info, warnings }: Outcome): string[] => {
  const names = Object.keys(info).filter(
    (name) => typeof info[name] === 'number' && !Number.isFinite(info[name]),
  );
  if (names.length === 0) return warnings;
  return [...warnings, ...names.map((name) => `info \`${name}\` was ${info[name]}, written as null`)];
};

/** A row that an earlier run wrote. Further fields are fine: a later version may write them. */
export const writtenRowSchema = z.object({
  index: z.number().int().min(0),
  id: z.union([z.string(), z.number(), z.null()]),
  status: z.enum(STATUSES),
  reward: z.number().nullable(),
  info: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  duration_ms: z.number(),
  queue_ms: z.number(),
  cpu_ms: z.number(),
  max_rss_bytes: z.number(),
  error: z.object({ type: z.string(), message: z.string(), traceback: z.string().nullable() }).nullable(),
  stack: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  warnings: z.array(z.string()),
  evidence: z
    .array(
      z.object({
        kind: z.enum(EVIDENCE_KINDS),
        message: z.string(),
        where: z.string().nullable(),
        source: z.string().nullable(),
      }),
    )
    .default([]), // rows of before it was there
  fresh: z.boolean(),
  level: z.enum(LEVELS),
});

export type WrittenRow = z.output<typeof writtenRowSchema>;

/** The outcome in a row; numbers that were written as null are left out. */
export const outcomeOfRow = ({ index: _index, id: _id, info, ...rest }: WrittenRow): Outcome => ({
  ...rest,
  info: Object.fromEntries(
    Object.entries(info).filter((entry): entry is [string, string | number] => entry[1] !== null),
  ),
});
