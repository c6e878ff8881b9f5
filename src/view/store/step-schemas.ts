/** What is told of one training step of one module: a line of the file, and what the routes answer. */
import { z } from 'zod';
import { STATUSES } from '../../outcome.ts';
import { causeRecord } from './causes.ts';

/** Of the records that are written. Those of version 1 had none. */
export const RECORD_VERSION = 2;

const figures = z.object({
  n: z.int(),
  mean: z.number(),
  min: z.number(),
  max: z.number(),
  sd: z.number().nullable().optional().describe('Standard deviation; absent in records of version 1.'),
  nan: z.int().optional().describe('Numbers that were none or infinite, and are in no other figure.'),
});
const statuses = z.partialRecord(z.enum(STATUSES), z.int());
const sample = z.object({
  hash: z.int().describe('Samples with the smallest are kept.'),
  prompt: z.string().nullable().describe('What the user asked; null when the row has no `prompt`.'),
  value: z.string(),
});

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
  audit: z.record(z.string(), z.unknown()).optional().describe('What the live audit says of the step.'),
};

/** What only files and the page know. */
const more = {
  groups: z
    .object({ n: z.int(), equal: z.int() })
    .describe('Calls of one row; `equal`: those whose rewards are all equal.'),
};

const indexes = z.array(z.int());
const views = z.object({
  random: indexes.optional(),
  highest: indexes.optional(),
  lowest: indexes.optional(),
  slowest: indexes.optional(),
});
const values = z.object({
  values: z.array(z.object({ value: z.string(), chars: z.int(), count: z.int() })),
  spare: z.int(),
});

/** A line of `steps.jsonl`. */
export const stepRecord = z.object({
  v: z.literal(RECORD_VERSION).optional(),
  ...shape,
  groups: more.groups.optional(),
  duration: figures.nullable().optional().describe('Milliseconds.'),
  durations: z.object({ max: z.number(), buckets: z.array(z.tuple([z.int(), z.int()])) }).optional(),
  causes: z.array(causeRecord).optional(),
  causes_left_out: z.int().optional(),
  /** Where kept calls are in `rows.jsonl`; views have numbers of this list. */
  rows: z.array(z.tuple([z.int(), z.int()])).optional(),
  views: views.optional(),
  info_strings: z.record(
    z.string(),
    z.object({
      n: z.int(),
      /** Of records of version 1. */
      samples: z.array(sample).optional(),
      views: views.optional(),
      values: values.optional(),
    }),
  ),
});
export type StepRecord = z.output<typeof stepRecord>;

const latency = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  max: z.number().nullable(),
});
const told = { ...shape, groups: more.groups, latency_ms: latency.describe('To within 5 %.') };

export const stepTold = z.object({
  ...told,
  info_strings: z.record(z.string(), z.object({ n: z.int(), samples: z.array(sample) })),
});
export type StepTold = z.output<typeof stepTold>;
export const stepLine = z.object({
  ...told,
  info_strings: z.record(z.string(), z.object({ n: z.int() })).describe('Samples are in the single step.'),
});
export const stepList = z.object({
  steps: z.array(stepLine).describe('By step; within one by module.'),
  next: z.int().nullable().describe('`from` of the next page; null when there is none.'),
  latest: z.int().nullable().describe('The largest step that there is.'),
});
export const oneStep = z.object({ step: z.int(), modules: z.array(stepTold) });
