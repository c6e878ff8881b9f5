/**
 * Bodies of requests and answers of other projects' protocols. Fields that are not named here are ignored: their
 * clients change, and what they add is not for us. docs/dialects.md says whose they are.
 */
import { z } from 'zod';

const text = z.string({ error: 'a string' });
const texts = z.array(text, { error: 'an array of strings' });
const object = { error: 'an object' };
const seconds = (what: string) => {
  const error = `a number of seconds above 0, at most ${MAX_RUN_S}`;
  return z.number({ error }).gt(0, { error }).max(MAX_RUN_S, { error }).describe(what);
};

/** Longest time that a program may be given. */
export const MAX_RUN_S = 3_600;

export const openRlhfBody = z.object(
  {
    query: texts.describe('Prompt and completion in one text, as the tokens read.'),
    prompts: texts.optional().describe('The prompts alone, in the same order.'),
    labels: z.array(z.unknown(), { error: 'an array' }).optional().describe('The labels, in the same order.'),
  },
  object,
);
const numbers = z.array(z.number());
export const openRlhfAnswer = z.object({
  rewards: numbers,
  scores: numbers.describe('The same numbers.'),
  extra_logs: z.record(z.string(), numbers).describe('The same names on every answer of a URL.'),
});

export const slimeBody = z.object(
  {
    prompt: z.unknown().optional().describe('Text or messages.'),
    response: text.describe('What the model wrote.'),
    label: z.unknown().optional(),
  },
  object,
);
export const slimeAnswer = z
  .union([z.number(), z.record(z.string(), z.union([z.number(), z.string()]))])
  .describe('The reward, or with `?key=` an object that has it there.');

export const llamaFactoryBody = z.object(
  {
    model: text.optional().describe('Not used.'),
    messages: texts.describe('Prompt and completion in one text, each.'),
  },
  object,
);
export const llamaFactoryAnswer = z.object({
  id: z.string(),
  object: z.literal('score.evaluation'),
  model: z.string(),
  scores: numbers,
});

const MEMORY = 'a whole number of MiB above 0, or -1 for the limit of the server';
export const fileText = text.nullable();
export const runCodeBody = z.object(
  {
    code: text,
    language: text.describe('`python`. Others are answered with `SandboxError`.'),
    compile_timeout: seconds(
      'There is nothing to compile: a request that names it waits for its turn that long, and 5 s more.',
    ).optional(),
    run_timeout: seconds('Wall time of the program, from its start.').default(10),
    memory_limit_MB: z.int({ error: MEMORY }).min(-1, { error: MEMORY }).default(-1),
    stdin: text.nullish(),
    files: z
      .record(z.string(), fileText, { error: 'an object of texts' })
      .nullish()
      .describe('Files of the working folder: relative path → base64.'),
    fetch_files: texts.nullish().describe('Files to take from the working folder: relative paths.'),
  },
  object,
);
export type RunCodeBody = z.output<typeof runCodeBody>;

const commandResult = z.object({
  status: z.enum(['Finished', 'Error', 'TimeLimitExceeded']),
  execution_time: z.number().nullable().describe('Seconds.'),
  return_code: z.int().nullable().describe('Negative: the signal that ended it.'),
  stdout: z.string().nullable(),
  stderr: z.string().nullable(),
});
export const runCodeAnswer = z.object({
  status: z.enum(['Success', 'Failed', 'SandboxError']),
  message: z.string(),
  compile_result: z.null(),
  run_result: commandResult.nullable(),
  executor_pod_name: z.null(),
  files: z.record(z.string(), z.string()).describe('Those of `fetch_files` that were there, in base64.'),
});
export type RunCodeAnswer = z.output<typeof runCodeAnswer>;
export const pong = z.literal('pong');
