/** What the routes of the page answer. */
import { z } from 'zod';
import { STATUSES } from '../../outcome.ts';
import { keptRow } from '../store/kept.ts';

const value = z.number().nullable();
const text = z.string().nullable();
const counts = z.array(z.int());
const values = z.array(value);
const statuses = z.partialRecord(z.enum(STATUSES), z.int());
const version = z.int().describe('Grows with every change of the run.');
const error = z.object({ type: z.string(), message: z.string() }).nullable();
const info = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const note = z.object({
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  help: z.string().optional(),
});

export const runs = z.object({
  runs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['served', 'store', 'results']),
      path: text,
      live: z.boolean().describe('Whether it may still grow.'),
      by: z.enum(['step', 'calls']),
      calls_per_step: z.int().nullable(),
      modules: z.array(
        z.object({ name: z.string(), kind: z.enum(['reward', 'environment']).nullable(), file: text }),
      ),
      steps: z.int(),
      first: value,
      latest: value,
      calls: z.int(),
      since: text,
      until: text,
      version,
      has: z.object({
        episodes: z.boolean(),
        findings: z.boolean(),
        prompts: z.boolean().describe('Whether rows of a prompt file can be chosen from.'),
        audit: z.boolean(),
        failures: z.boolean(),
      }),
      notes: z.array(note).describe('To be shown to whoever looks at it.'),
    }),
  ),
  serving: z.boolean().describe('Whether modules are served here.'),
  product: z.object({ name: z.string(), version: z.string() }),
  now: z.int(),
});

const key = z.object({ key: z.string(), steps: z.int(), n: z.int(), first: z.int(), latest: z.int() });
export const keys = z.object({ version, numbers: z.array(key), strings: z.array(key), left_out: z.int() });

export const steps = z.object({ version, steps: counts.describe('Ascending.') });

const latency = z.object({ p50: value, p95: value, max: value });
export const series = z.object({
  version,
  module: z.string(),
  joined: z.int().describe('Steps of one row.'),
  total: z.int(),
  start: z.int().describe('Rows before it are as they were at `since`.'),
  x: z.object({ step: counts, last: counts, calls: counts, time: counts }),
  statuses: z.partialRecord(z.enum(STATUSES), counts),
  calls: counts,
  latency: z.object({ p50: values, p95: values, max: values }),
  groups: z.object({ n: counts, equal: counts }),
  columns: z.record(
    z.string(),
    z.object({ n: counts, mean: values, sd: values, min: values, max: values, missing: counts, nan: counts }),
  ),
});

const again = z.object({
  command: text.describe('Runs it again from a shell.'),
  request: z
    .object({
      route: z.literal('v1/score'),
      body: z.object({ module: z.string(), completion: z.unknown(), kwargs: z.unknown() }),
    })
    .nullable(),
});
const row = keptRow
  .omit({ chars: true, kwargs: true })
  .extend({ value: text, value_chars: z.int(), again: again.nullable() });
const figures = z.object({
  n: z.int(),
  mean: z.number(),
  sd: value,
  min: z.number(),
  max: z.number(),
  missing: z.int(),
  nan: z.int(),
});
const rows = z.array(row);

export const oneStep = z.object({
  version,
  module: z.string(),
  step: z.int(),
  previous: z.int().nullable(),
  next: z.int().nullable(),
  calls: z.int(),
  statuses,
  since: z.string(),
  until: z.string(),
  numbers: z.record(z.string(), figures),
  latency,
  groups: z.object({ n: z.int(), equal: z.int() }),
  strings: z.array(z.object({ key: z.string(), n: z.int() })),
  key: z.string(),
  samples: z.object({
    random: rows,
    highest: rows,
    lowest: rows,
    slowest: rows,
    frequent: z.array(
      z.object({
        value: z.string(),
        value_chars: z.int(),
        count: z.int(),
        share: z.number(),
        example: row.nullable(),
      }),
    ),
    exact: z.boolean(),
  }),
  audit: z.unknown(),
});

const cause = z.object({
  cause: z.string(),
  status: z.enum(STATUSES),
  type: text,
  where: text,
  message: z.string(),
  count: z.int(),
  share: z.number(),
  steps: z.object({ step: counts, count: counts }),
});
export const failures = z.object({
  version,
  total: z.int(),
  calls: z.int(),
  causes: z.array(cause),
  left_out: z.int(),
});
export const oneCause = cause.extend({
  examples: z.array(
    z.object({
      step: z.int(),
      row,
      frames: z.array(z.object({ file: z.string(), line: z.int(), function: text, own: z.boolean() })),
      traceback: text,
      stack: text,
      stdout: z.string(),
      stderr: z.string(),
      warnings: z.array(z.string()),
      evidence: z.array(z.object({ kind: z.string(), detail: z.string() })),
      again,
    }),
  ),
});

const episode = z.object({
  episode: z.string(),
  module: z.string(),
  step: z.int().nullable(),
  state: z.enum(['live', 'ended']),
  status: z.string(),
  ended: text,
  steps: z.int(),
  return: value,
  prompt: text,
  line: z.int().nullable(),
  id: text,
  started: text,
  idle_ms: value,
  recorded: z.boolean(),
});
export const episodes = z.object({
  version,
  total: z.int(),
  next: z.int().nullable(),
  episodes: z.array(episode),
});
/** One step of an episode. */
export const timelineEntry = z.object({
  at: z.int(),
  action: text,
  action_chars: z.int(),
  observation: text,
  observation_chars: z.int(),
  reward: value,
  done: z.boolean().nullable(),
  status: z.string(),
  duration_ms: z.number(),
  info,
  error,
});
export const oneEpisode = episode.extend({
  observation: text,
  error,
  timeline: z.array(timelineEntry),
  left_out: z.int(),
});

export const prompts = z.object({
  total: z.int().describe('Rows of the file.'),
  next: z.int().nullable().describe('The line from which there are more.'),
  rows: z.array(z.object({ line: z.int(), key: text.describe('As JSON text.'), prompt: text })),
});
export const onePrompt = z.object({
  line: z.int(),
  row: z.string().describe('JSON text of the row, as it stands in the file.'),
});

const open = z.record(z.string(), z.unknown());
export const audit = z.object({ version, steps: counts, records: z.array(open), alarms: z.array(open) });
export const findings = z.object({ path: text, report: z.unknown().describe('As `check --json` wrote it.') });

export const workers = z.object({
  now: z.int(),
  modules: z.array(
    z.object({
      module: z.string(),
      kind: z.enum(['reward', 'environment']),
      file: z.string(),
      version: text,
      level: text,
      state: z.enum(['loading', 'ready', 'failed']),
      trouble: text,
      queue: z.int(),
      running: z.int(),
      concurrency: z.int(),
      states: z.record(z.string(), z.int()),
      restarts: z.record(z.string(), z.int()).describe('By reason.'),
      oldest: z.array(z.object({ running_ms: z.number(), stack: text })),
      workers: z
        .array(
          z.object({
            pid: z.int().nullable(),
            state: z.string(),
            age_ms: z.number(),
            calls: z.int(),
            restarts: z.int().describe('Workers that were in its slot before it.'),
            rss_bytes: z.int().nullable(),
            running_ms: value,
          }),
        )
        .nullable()
        .describe('At most 32, those that have run longest first.'),
      ended: z
        .array(z.object({ reason: z.string(), ago_ms: z.number(), age_ms: z.number(), calls: z.int() }))
        .describe('Those that ended last, the latest first.'),
    }),
  ),
});
