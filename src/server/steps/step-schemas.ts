/** What is told of one training step of one module: a line of the file, and what the routes answer. */
import { z } from 'zod';
import { STATUSES } from '../../outcome.ts';

const figures = z.object({ n: z.int(), mean: z.number(), min: z.number(), max: z.number() });
const statuses = z.partialRecord(z.enum(STATUSES), z.int());
const samples = z.array(
  z.object({
    hash: z.int().describe('Samples with the smallest are kept.'),
    prompt: z.string().nullable().describe('What the user asked; null when the row has no `prompt`.'),
    value: z.string(),
  }),
);

const shape = {
  module: z.string(),
  step: z.int(),
  calls: z.int().describe('Calls, or steps of episodes.'),
  statuses: statuses.describe('Of these calls.'),
  reward: figures.nullable().describe('Of those that have a reward, policies included.'),
  info_numbers: z.record(z.string(), figures),
  not_finite: z.int().describe('Numbers in `info` that were none or infinite, and are in no mean.'),
  names_left_out: z.int().describe('Values of `info` under names beyond the first 64.'),
  setups: statuses.optional().describe('Of an environment: its setups.'),
  returns: figures.nullable().optional().describe('Of episodes that ended with a step.'),
  lengths: figures.nullable().optional().describe('Steps that these episodes had.'),
  since: z.string().describe('When the first call was counted.'),
  until: z.string().describe('When the latest call was counted.'),
};

export const stepRecord = z.object({
  ...shape,
  info_strings: z.record(z.string(), z.object({ n: z.int(), samples })),
});
export type StepRecord = z.output<typeof stepRecord>;

export const stepLine = z.object({
  ...shape,
  info_strings: z.record(z.string(), z.object({ n: z.int() })).describe('Samples are in the single step.'),
});
export const stepList = z.object({
  steps: z.array(stepLine).describe('By step; within one by module.'),
  next: z.int().nullable().describe('`from` of the next page; null when there is none.'),
  latest: z.int().nullable().describe('The largest step that there is.'),
});
export const oneStep = z.object({ step: z.int(), modules: z.array(stepRecord) });
