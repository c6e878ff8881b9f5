/** Bodies of requests and answers, once: they are checked with these, and openapi.ts describes them from these. */
import { z } from 'zod';
import { messages } from '../../formats/rows/messages-schema.ts';
import { outcomeShape } from '../../formats/rows/outcome-schema.ts';
import { LEVELS } from '../../outcome.ts';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Not `z.record`: that looks at each field, and there may be very many. */
const fields = z.custom<Readonly<Record<string, unknown>>>(isObject, { error: 'an object' }).meta({
  type: 'object',
  additionalProperties: true,
  description: 'Fields of the prompt row. Their JSON text reaches Python as it is: `18.0` stays a float.',
});
const moduleName = z
  .string({ error: 'a string' })
  .describe('Name of the module; may be left out when there is only one of the kind.');
const seed = z
  .int({ error: 'a whole number that is not negative' })
  .min(0, { error: 'a whole number that is not negative' })
  .describe('Same seed and same row give the same numbers.');
const step = z
  .int({ error: 'a whole number that is not negative' })
  .min(0, { error: 'a whole number that is not negative' })
  .describe('Training step: what its calls come to is told by GET /v1/steps.');
const completion = messages('a string or an array of messages').describe('What the model wrote.');

const callShape = {
  completion,
  kwargs: fields.optional(),
  step: step.optional(),
  seed: seed.optional(),
};

export const oneCall = z.strictObject(
  { module: moduleName.optional(), ...callShape },
  { error: 'an object' },
);
export const callOfMany = z.strictObject(callShape, { error: 'an object' });
export const manyCalls = z.strictObject(
  {
    module: moduleName.optional(),
    calls: z.array(callOfMany, { error: 'an array of calls' }),
    step: step.optional(),
  },
  { error: 'an object' },
);

export const startBody = z.strictObject(
  { module: moduleName.optional(), kwargs: fields.optional(), step: step.optional(), seed: seed.optional() },
  { error: 'an object' },
);
export const stepBody = z.strictObject({ action: z.string({ error: 'a string' }) }, { error: 'an object' });
const COPIES = 'a whole number from 1 to 10000';
export const branchBody = z.strictObject(
  {
    n: z.int({ error: COPIES }).min(1, { error: COPIES }).max(10_000, { error: COPIES }),
    same_random: z
      .boolean({ error: 'true or false' })
      .optional()
      .describe('Copies go on with the random numbers of the original.'),
  },
  { error: 'an object' },
);
export const cancelBody = z.strictObject(
  {
    request_id: z
      .string({ error: 'a string' })
      .describe('The X-Request-Id of the request whose calls are to be ended.'),
  },
  { error: 'an object' },
);
const source = z.string({ error: 'a string' }).describe('Text of the Python file.');
const name = z.string({ error: 'a string' }).min(1, { error: 'a name' }).optional();
export const validateReward = z.strictObject({ kind: z.literal('reward'), source, function: name });
export const validateEnvironment = z.strictObject({ kind: z.literal('environment'), source, class: name });
export const validateModuleBody = z.discriminatedUnion('kind', [validateReward, validateEnvironment], {
  error: (issue) => (issue.code === 'invalid_union' ? '"reward" or "environment"' : 'an object'),
});

export const outcome = z.object(outcomeShape);
export const outcomes = z.object({ outcomes: z.array(outcome) });
export const outcomeLine = z.object({ index: z.int(), ...outcomeShape });

const place = {
  observation: z.unknown().describe('Text, messages, or null.'),
  done: z.boolean(),
};
export const started = z.object({
  episode_id: z.string().nullable().describe('Null when `setup` failed: there is no episode then.'),
  ...place,
  ...outcomeShape,
});
export const stepped = z.object({
  ...place,
  steps: z.int(),
  return: z.number().nullable(),
  ended: z.enum(['done', 'max_steps', 'failed', 'idle', 'closed']).nullable(),
  ...outcomeShape,
});
export const branched = z.object({ episode_ids: z.array(z.string()) });
export const cancelled = z.object({ cancelled: z.boolean() });

const finding = z.object({
  line: z.int().optional(),
  column: z.int().optional(),
  code: z.string(),
  message: z.string(),
  help: z.string().nullable(),
});
export const promptReport = z.object({
  valid: z.boolean(),
  errors: z.array(finding).describe('The first 20.'),
  warnings: z.array(z.string()),
  counts: z.object({ rows: z.int(), valid: z.int(), invalid: z.int(), errors: z.int() }),
});
export const moduleReport = z.object({
  valid: z.boolean(),
  errors: z.array(finding),
  warnings: z.array(z.string()),
  function: z.string().nullable().describe('Name of the function or class.'),
  shape: z.string().nullable().describe('How it is called, in words.'),
  load_ms: z.number().nullable(),
});

export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  help: z.string().optional(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string(), help: z.string().optional() }))
    .optional(),
  retryable: z.boolean(),
  request_id: z.string().optional(),
});

export const stats = z.object({
  version: z.string(),
  state: z.enum(['loading', 'ready', 'draining']),
  uptime_ms: z.number(),
  level: z.enum(LEVELS).nullable(),
  queue: z.object({ taken: z.int(), limit: z.int() }),
  requests: z.record(z.string(), z.int()).describe('Answers by their HTTP status.'),
  outcomes: z.record(z.string(), z.int()).describe('Calls, setups and steps by their status.'),
  episodes: z.object({ live: z.int(), started: z.int() }),
  modules: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['reward', 'environment']),
      file: z.string(),
      ready: z.boolean(),
      function: z.string().nullable(),
      shape: z.string().nullable(),
      load_ms: z.number().nullable(),
      loads: z.int().describe('How often it was loaded: 1, and one more for each reload.'),
      version: z.string().nullable().describe('Hash of the Python files that are served.'),
      changed_files: z.array(z.string()).describe('Those that on disk are not what is served.'),
      warnings: z.array(z.string()),
      error: z.string().nullable().describe('Why the latest reload failed; the earlier one serves on.'),
    }),
  ),
});
export const checks = z.object({
  ready: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
export const alive = z.object({ alive: z.literal(true) });
