/** Another checker on the same items: any command that prints JSON or SARIF. */
import { basename } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import type { Finding, Severity } from '../../src/check/finding.ts';
import type { Report } from '../../src/check/report.ts';

const Sarif = z.object({
  runs: z.array(
    z.object({
      results: z
        .array(z.object({ ruleId: z.string().default('?'), level: z.string().default('warning') }))
        .default([]),
    }),
  ),
});
const Json = z.object({
  verdict: z.string().optional(),
  findings: z
    .array(
      z.object({
        rule: z.string().optional(),
        id: z.string().optional(),
        severity: z.string().default('warning'),
        classes: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});

/** Their words for how bad something is. */
const SEVERITY: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  error: 'critical',
  high: 'high',
  medium: 'warning',
  moderate: 'warning',
  warning: 'warning',
  warn: 'warning',
};
/** Words of verdicts that say: it can be hacked. */
const CONDEMNS = /^(?:hackable|vulnerable|fail(?:ed)?|unsafe|exploitable)$/i;

const findingOf = (rule: string, severity: string, classes: readonly string[]): Finding => ({
  id: rule,
  rule,
  classes,
  source: 'probe',
  severity: SEVERITY[severity.toLowerCase()] ?? 'info',
  title: rule,
  why: '',
  fix: '',
  place: null,
  frame: null,
  exploit: null,
  share: null,
  suppressed: null,
  suppressedBy: null,
});

/** What a checker printed, as a report of ours; null: neither JSON nor SARIF. */
export const reportOf = (printed: string): Report | null => {
  let value: unknown;
  try {
    value = JSON.parse(printed);
  } catch {
    return null;
  }
  const sarif = Sarif.safeParse(value);
  const json = Json.safeParse(value);
  const findings = sarif.success
    ? sarif.data.runs.flatMap(({ results }) =>
        results.map(({ ruleId, level }) => findingOf(ruleId, level, [])),
      )
    : (json.data?.findings ?? []).map(({ rule, id, severity, classes }) =>
        findingOf(rule ?? id ?? '?', severity, classes),
      );
  if (!sarif.success && !json.success) return null;
  const isCondemned = !sarif.success && CONDEMNS.test(json.data?.verdict ?? '');
  const all = isCondemned ? [findingOf('verdict', 'critical', []), ...findings] : findings;
  const order: readonly Severity[] = ['critical', 'high', 'warning', 'info'];
  all.sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  const verdict = all[0]?.severity === 'critical' ? 'HACKABLE' : 'NO EXPLOIT FOUND';
  return { verdict, findings: all, calls: 0, probes: 0, rows: 0, basis: '' } as unknown as Report;
};

/**
 * Runs it in a folder with the module and its rows.
 * @param command a shell command; `{module}` and `{prompts}` stand for the two files
 */
export const runChecker = async (
  command: string,
  folder: string,
  module: string,
  timeout: number,
): Promise<{ report: Report | null; error: string | null }> => {
  const text = command.replaceAll('{module}', basename(module)).replaceAll('{prompts}', 'prompts.jsonl');
  const { stdout, stderr, exitCode, timedOut } = await execa(text, {
    cwd: folder,
    shell: true,
    reject: false,
    timeout,
    forceKillAfterDelay: 5000,
  });
  const report = reportOf(stdout);
  if (report !== null) return { report, error: null };
  return {
    report: null,
    error: timedOut ? 'hung' : `exit ${exitCode ?? 'by a signal'}: ${stderr.trim().slice(0, 200)}`,
  };
};
