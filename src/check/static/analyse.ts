/** Has the source of a module read by the user's own interpreter, in the sandbox; the source is parsed, never run. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Sandbox, SandboxError } from '../../index.ts';
import { AUDIT_PACKAGE } from '../audit-package.ts';
import type { Subject } from '../subject/subject.ts';
import type { Analysis } from './analysis.ts';
import { fieldTypes } from './field-types.ts';

export interface AnalyseOptions {
  /** Name of the reward function or of the environment's class. @default as the sandbox chooses */
  name?: string | undefined;
}

const count = z.int().min(1);
const area = { line: count, column: count, endLine: count, endColumn: count };
const placeSchema = z.strictObject({ file: z.string(), ...area });
const texts = z.array(z.string());
const matchSchema = z.strictObject({
  rule: z.string().regex(/^RH\d{3}$/),
  severity: z.enum(['high', 'warning', 'info']),
  place: placeSchema,
  message: z.string(),
  fix: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  classes: texts,
  ignored: z.string().nullable(),
});
const patternSchema = z.strictObject({
  pattern: z.string(),
  flags: z.string(),
  method: z.string(),
  place: placeSchema,
  templates: texts,
  holes: z.boolean(),
});
const analysisSchema = z.strictObject({
  error: z.null(),
  matches: z.array(matchSchema),
  constants: texts,
  numbers: z.array(z.number()),
  patterns: z.array(patternSchema),
  fields: texts,
  names: texts,
  goldNames: texts,
  executesCompletion: z.boolean(),
  runsProcess: z.boolean(),
  asksJudge: z.boolean(),
  actionWords: texts,
  actionKeys: texts,
  privateNames: texts,
});
const failureSchema = z.strictObject({ error: z.strictObject({ message: z.string(), ...area }) });
const answerSchema = z.union([analysisSchema, failureSchema]);

const STARTS =
  /\b(?:Popen|subprocess\.(?:run|check_output|check_call|call|getoutput)|create_subprocess_\w+)\s*\(/;

/** A file of ten thousand lines takes a few seconds. */
const LONGEST = '60s';
/** JSON of every finding and constant of a very large file. */
const MOST_OUTPUT = '64MiB';

/**
 * What is known of the source of a module.
 * @throws SandboxError RS201 when Python cannot parse it, with the place; RS402 when the analysis itself failed
 */
export const analyse = async (
  sandbox: Sandbox,
  subject: Subject,
  { name }: AnalyseOptions = {},
): Promise<Analysis> => {
  await using reader = await sandbox.loadReward(join(AUDIT_PACKAGE, 'analyse.py'), {
    timeout: LONGEST,
    outputLimit: MOST_OUTPUT,
    concurrency: 1,
  });
  const { status, stdout, error } = await reader.score({
    completion: subject.source,
    kwargs: { file: subject.file, name: name ?? null, field_types: fieldTypes(subject.rows) },
  });
  if (status !== 'ok')
    throw new SandboxError('RS402', `the source could not be analysed (${status}): ${error?.message ?? ''}`);
  const answer = answerSchema.parse(JSON.parse(stdout));
  if (answer.error !== null) {
    const { message, line, column } = answer.error;
    throw new SandboxError(
      'RS201',
      `${subject.file}:${line}:${column}: Python cannot read the source: ${message}`,
    );
  }
  const { error: _, ...analysis } = answer;
  // A completion that is handed to a program of the grader, on stdin or in a file, is run there as well.
  return { ...analysis, runsProcess: analysis.runsProcess || STARTS.test(subject.source) };
};
