/** What the audit says of one step, and its alarm: in step records, reports, and what `--on-alarm` is told. */
import { z } from 'zod';
import { KINDS } from './questions.ts';

const share = z.number().min(0).max(1).nullable();
const pay = z.number().nullable();

export const alarmSchema = z.object({
  step: z.int().describe('The step at which it was raised.'),
  since: z
    .object({ from: z.int(), step: z.int(), to: z.int() })
    .describe('The step at which it set in, and the first and last that are not much less likely.'),
  question: z
    .object({ kind: z.enum(KINDS), field: z.string().nullable() })
    .describe('What rose: see docs/audit.md.'),
  unearned: share.describe('The unearned share since then.'),
  level: share.describe('The share before.'),
  e: z.number(),
  limit: z.number(),
  message: z.string(),
  examples: z.array(
    z.object({
      row: z.string(),
      prompt: z.string().nullable(),
      completion: z.string().describe('JSON text, cut.'),
      pay: z.number(),
      foreign: z.array(z.object({ row: z.string(), pay: z.number() })),
    }),
  ),
  shared: z.string().nullable().describe('The longest text that the examples have in common.'),
  command: z.string().nullable().describe('Runs the hole again as a finding of `check`.'),
});
export type Alarm = z.output<typeof alarmSchema>;

const alike = z
  .object({ rows: z.int(), pairs: z.int(), both: z.int() })
  .optional()
  .describe(
    'Rows that the calls have, pairs of calls of one row, and those of which both answered with yes.',
  );

export const auditRecordSchema = z.object({
  version: z.string().describe('Of the module: another one is judged anew.'),
  audited: z.int().describe('Paid calls that were scored again on other rows.'),
  paid_well: z.int().describe('Of them: paid at least half of the best pay seen.'),
  kept: z.int().describe('Of these: keep at least half of their own pay on most other rows.'),
  alike,
  unearned: share.describe('kept / paid_well.'),
  questions: z
    .record(z.string(), z.object({ n: z.int(), kept: z.int(), alike }))
    .describe('By question (docs/audit.md), with the field that it is about: asked, and answered with yes.'),
  level: share.describe('The share of all steps before.'),
  best: pay.describe('The best pay seen.'),
  e: z.number().describe('Evidence that a share has risen: the alarm comes when it reaches `limit`.'),
  limit: z.number(),
  changes: z
    .int()
    .describe('How often there was a new best pay; with `deciding` it says which part of the bound `e` has.'),
  deciding: z.array(z.string()).describe('Fields in which rows may agree by chance; such rows are left out.'),
  state: z.enum(['learning', 'watching', 'row-blind', 'no-rows', 'alarm']),
  controls: z
    .object({ policy: pay, empty: pay, echo: pay, frequent: pay })
    .describe('Mean reward of the calls, and of completions that need no model on rows of the run.'),
  signs: z.array(
    z.object({
      name: z.enum(['repeated', 'tampered', 'touched-grader', 'ceiling', 'length', 'flat-groups']),
      value: z.number().nullable(),
      text: z.string(),
      rows: z.array(z.string()),
    }),
  ),
  notes: z.array(z.string()).describe('What is said once in a run.'),
  alarms: z.array(alarmSchema).describe('Those that were raised at this step.'),
});
export type AuditRecord = z.output<typeof auditRecordSchema>;
