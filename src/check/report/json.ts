/** The report for programs, and the way back: baselines and `--replay` read what a check wrote. */
import { z } from 'zod';
import { LEVELS, STATUSES } from '../../index.ts';
import { SEVERITIES } from '../finding.ts';
import type { Report } from '../report.ts';
import { principlesOf } from './principles.ts';

/** Said in every report; another number when a reader of this one could no longer read it. */
export const REPORT_FORMAT = 'runrl-sandbox-check/1';

const whole = z.int().nonnegative();

const shareSchema = z.object({ hits: whole, of: whole, low: z.number(), high: z.number() });

const exploitSchema = z.object({
  row: whole.nullable(),
  fields: z.string(),
  completion: z.union([z.string(), z.array(z.string())]),
  seed: z.int(),
  status: z.enum(STATUSES),
  reward: z.number().nullable(),
  honest: z.number().nullable(),
  floor: z.number().nullable(),
  decoy: z.number().nullable(),
  judge: z.string().nullable().optional(),
  before: z.array(z.object({ fields: z.string(), completion: z.string() })).optional(),
  program: z.string().optional(),
});

const placeSchema = z
  .object({ file: z.string(), line: whole, column: whole, end_line: whole, end_column: whole })
  .transform(({ end_line, end_column, ...place }) => ({
    ...place,
    endLine: end_line,
    endColumn: end_column,
  }));

const findingSchema = z.object({
  id: z.string(),
  rule: z.string(),
  classes: z.array(z.string()),
  covers: z.array(z.string()).optional(),
  source: z.enum(['probe', 'statistic', 'lint', 'contract']),
  detector: z.string().optional(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  place: placeSchema.nullable(),
  frame: z.string().nullable(),
  exploit: exploitSchema.nullable(),
  share: shareSchema.nullable(),
  suppressed: z.string().nullable(),
  suppressed_by: z.enum(['comment', 'baseline']).nullable().default(null),
});

const principleName = z.enum(['varied scores', 'clear signal', 'robustness', 'low hackability']);
const verdictName = z.enum(['pass', 'warn', 'fail', 'skip']);

/** Made of the statistics and findings for those who read the file; not read back. */
const principleSchema = z.object({
  principle: principleName,
  verdict: verdictName,
  rule: z.string().nullable(),
  text: z.string(),
  share: shareSchema.nullable(),
});

const statisticSchema = z.object({
  id: z.string(),
  name: z.string(),
  principle: principleName,
  verdict: verdictName,
  text: z.string(),
  value: z.number().nullable(),
  share: shareSchema.nullable(),
});

const attackerSchema = z.object({
  url: z.string(),
  model: z.string(),
  requests: whole,
  tokens: z.object({ prompt: whole, completion: whole }),
  exchanges: z.array(
    z.object({ purpose: z.enum(['honest', 'attack']), prompt: z.string(), answer: z.string() }),
  ),
});

/**
 * Reads what {@link jsonReport} writes (after `JSON.parse`) as a `Report`. Fields that it does not know are left out, so
 * that an older reader reads a newer report of the same format.
 */
export const reportSchema = z
  .object({
    format: z.literal(REPORT_FORMAT),
    version: z.string(),
    file: z.string(),
    kind: z.enum(['reward', 'environment']),
    prompts: z.string().nullable(),
    verdict: z.enum(['HACKABLE', 'WEAK', 'NO EXPLOIT FOUND', 'UNTESTABLE']),
    why: z.string(),
    principles: z.array(principleSchema).optional(),
    findings: z.array(findingSchema),
    statistics: z.array(statisticSchema),
    unchecked: z.array(z.string()),
    probes: whole,
    rows: whole,
    calls: whole,
    quota: whole.optional(),
    work: z.record(z.string(), whole).optional(),
    attacker: attackerSchema.optional(),
    seconds: z.number(),
    seed: z.int(),
    level: z.enum(LEVELS),
    basis: z.string(),
    gold_field: z.string().nullable(),
    distributions: z.array(z.object({ family: z.string(), rewards: z.array(z.number()), failed: whole })),
    lengths: z.array(z.object({ family: z.string(), length: whole, reward: z.number() })),
    latency: z.object({ p50: z.number(), p95: z.number(), max: z.number(), load: z.number() }),
    constant_rows: z.array(whole),
    command: z.string(),
  })
  .transform(({ format: _, principles: _made, findings, gold_field, constant_rows, ...report }) => ({
    ...report,
    findings: findings.map(({ suppressed_by, ...finding }) => ({ ...finding, suppressedBy: suppressed_by })),
    goldField: gold_field,
    constantRows: constant_rows,
  })) satisfies z.ZodType<Report>;

/** The report with the names that files have: `end_line`, `gold_field`. */
const toJson = (report: Report) => {
  const { goldField, constantRows, findings, verdict, why, ...rest } = report;
  return {
    format: REPORT_FORMAT,
    verdict,
    why,
    principles: principlesOf(report),
    ...rest,
    findings: findings.map(({ place, suppressedBy, ...finding }) => ({
      ...finding,
      suppressed_by: suppressedBy,
      place: place && {
        file: place.file,
        line: place.line,
        column: place.column,
        end_line: place.endLine,
        end_column: place.endColumn,
      },
    })),
    gold_field: goldField,
    constant_rows: constantRows,
  };
};

/** The whole report, nothing shortened; indented, with a final newline. */
export const jsonReport = (report: Report): string => `${JSON.stringify(toJson(report), undefined, 2)}\n`;
