/** What OpenEnv's clients and this server say to each other: its messages, its schemas, its words for errors. */
import { z } from 'zod';
import type { ProblemKind } from '../../errors/refusals.ts';
import type { StepOutcome } from '../../module/episodes/environment.ts';
import { exact, rowFields, toJson } from '../../outcome-json.ts';
import type { HttpProblem } from '../http/problem.ts';

/**
 * One required string: consumers that have a model's plain text look for the one field there is, and put it there. The
 * title is not `Action`: that means tools of MCP to some.
 */
export const action = z
  .strictObject(
    { action: z.string({ error: 'a string' }).describe('What the model wrote.') },
    { error: 'an object' },
  )
  .meta({ title: 'TextAction' });

/**
 * What is taken beyond that: the `metadata` that typed clients have from their base class, which nobody looks at; and a
 * number, or true or false, where a consumer has parsed a model's text as JSON. Python gets the text of it.
 */
export const stepData = z.strictObject(
  {
    action: z.union([z.string(), z.number(), z.boolean()], { error: 'a string' }),
    metadata: z.record(z.string(), z.unknown(), { error: 'an object' }).nullish(),
  },
  { error: 'an object' },
);

export type StepData = z.output<typeof stepData>;

/**
 * What the environment shows and no more: consumers show all of it to the model, and what a reward consists of is not for
 * its eyes.
 */
export const observation = z
  .object({
    text: z.string().nullable().describe('Null when there is none, or it is messages.'),
    messages: z.array(z.unknown()).optional().describe('In place of the text: messages `{role, content}`.'),
  })
  .meta({ title: 'TextObservation' });

/** Where the episode stands, and what its latest setup or step came to. */
const standing = {
  episode_id: z.string().nullable().describe('That of the reset, or one of ours; null before the first.'),
  return: z.number().describe('Sum of the rewards so far.'),
  ended: z.string().nullable().describe('Why there is no further step: `done`, `max_steps`, `failed`, ….'),
};
const latest = {
  status: z.string(),
  reward_info_dict: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
};

export const state = z
  .looseObject({
    ...standing,
    step_count: z.int(),
    status: latest.status.optional(),
    reward_info_dict: latest.reward_info_dict.optional(),
  })
  .meta({ title: 'EpisodeState' });

/** Answer of `POST /reset` and `/step`, and `data` of an `observation`. */
export const result = z.object({
  observation,
  reward: z.number().nullable(),
  done: z.boolean(),
  metadata: z.looseObject({ ...standing, steps: z.int(), ...latest }),
});

const SEED = 'a whole number that is not negative';
/** Further fields are those of the row. */
export const resetData = z.looseObject(
  {
    seed: z
      .int({ error: SEED })
      .min(0, { error: SEED })
      .nullish()
      .describe('Of the episode; `setup` gets it, too.'),
    episode_id: z
      .string({ error: 'a string' })
      .max(255, { error: 'a string of at most 255 characters' })
      .nullish()
      .describe('A name for the episode, told by `state`. `setup` does not get it.'),
  },
  { error: 'an object' },
);
export const stepBody = z.looseObject({ action: stepData }, { error: 'an object' });

const plain = (type: string) => z.strictObject({ type: z.literal(type) }, { error: 'an object' });
const withData = (type: string, data: z.ZodType) =>
  z.strictObject({ type: z.literal(type), data }, { error: 'an object' });

/** What a client may send, by its `type`. */
export const MESSAGES = {
  reset: withData('reset', resetData.optional()),
  step: withData('step', stepData),
  state: plain('state'),
  close: plain('close'),
  mcp: withData('mcp', z.unknown()),
} as const;
export type MessageType = keyof typeof MESSAGES;

export type ErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR';

/** The others are `SESSION_ERROR`. Some consumers take VALIDATION_ERROR for the model's fault: it is of no other. */
const CODE_OF: Partial<Record<ProblemKind, ErrorCode>> = {
  malformed: 'INVALID_JSON',
  'too-large': 'VALIDATION_ERROR',
  invalid: 'VALIDATION_ERROR',
  'episode-ended': 'EXECUTION_ERROR',
  busy: 'CAPACITY_REACHED',
};

export const errorJson = (code: ErrorCode, message: string, more: Record<string, unknown> = {}): string =>
  toJson({ type: 'error', data: { message, code, ...more } });

export const problemJson = (problem: HttpProblem, more: Record<string, unknown> = {}): string => {
  const { help, errors } = problem.extra;
  return errorJson(CODE_OF[problem.kind] ?? 'SESSION_ERROR', problem.message, {
    problem: problem.kind,
    retryable: problem.retryable,
    ...(help === undefined ? {} : { help }),
    ...(errors === undefined ? {} : { errors }),
    ...more,
  });
};

/** Where an episode stands when it is told of. */
export interface Standing {
  episode_id: string | null;
  steps: number;
  return: number;
  ended: string | null;
}

const written = (standing: Standing) => ({ ...standing, return: exact(standing.return) });

/** A failure that no policy has given a number: it must not look like a step that earned nothing. */
export const failureJson = (phase: 'reset' | 'step', outcome: StepOutcome, standing: Standing): string => {
  const { status, error } = outcome;
  const why = error === null ? '' : `: ${error.type}: ${error.message}`;
  return errorJson('EXECUTION_ERROR', `${phase} ${status}${why}`, {
    ...written(standing),
    ...rowFields(outcome),
  });
};

/** What stands beside an observation. Of a failure it is everything: nobody can ask for it later. */
export const metadataOf = (outcome: StepOutcome, standing: Standing): Record<string, unknown> => {
  const { info, reward: _, ...measures } = rowFields(outcome);
  const { status, duration_ms, warnings, evidence } = measures;
  const more =
    status === 'ok'
      ? {
          status,
          duration_ms,
          ...(warnings.length === 0 ? {} : { warnings }),
          ...(evidence.length === 0 ? {} : { evidence }),
        }
      : measures;
  return { ...written(standing), ...more, reward_info_dict: info };
};

/** `{observation, reward, done, metadata}`. Observations stand in it exactly as Python wrote them. */
export const resultJson = (outcome: StepOutcome, standing: Standing): string => {
  const shown = outcome.observation_json ?? 'null';
  const fields = shown.startsWith('[') ? `"text":null,"messages":${shown}` : `"text":${shown}`;
  const done = outcome.done || standing.ended !== null;
  const reward = exact(outcome.reward, outcome.digits?.reward);
  const rest = toJson({ reward, done, metadata: metadataOf(outcome, standing) });
  return `{"observation":{${fields}},${rest.slice(1)}`;
};

export const observationJson = (outcome: StepOutcome, standing: Standing): string =>
  `{"type":"observation","data":${resultJson(outcome, standing)}}`;

/** The answer of `GET /schema`. */
export const SCHEMAS = Object.fromEntries(
  Object.entries({ action, observation, state }).map(([name, schema]) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: name === 'action' ? 'input' : 'output' });
    return [name, rest];
  }),
);
