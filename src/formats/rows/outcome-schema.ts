/** The fields of an outcome as they are written: in rows of results, and in answers of the server. */
import { z } from 'zod';
import { EVIDENCE_KINDS, LEVELS, STATUSES } from '../../outcome.ts';

export const outcomeShape = {
  status: z.enum(STATUSES),
  reward: z.number().nullable().describe('Null for a failed call, unless a policy names a number.'),
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
  evidence: z.array(
    z.object({
      kind: z.enum(EVIDENCE_KINDS),
      message: z.string(),
      where: z.string().nullable(),
      source: z.string().nullable(),
    }),
  ),
  fresh: z.boolean(),
  level: z.enum(LEVELS),
  version: z.string().describe('Hash of the Python files that the module was loaded from.'),
};
