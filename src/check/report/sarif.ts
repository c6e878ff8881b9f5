/** The report as SARIF 2.1.0, which editors and code-scanning services show at the lines that it speaks of. */
import { pathToFileURL } from 'node:url';
import { shorten, visible } from '../../formats/text/visible.ts';
import type { Finding, Place, Severity } from '../finding.ts';
import type { Report } from '../report.ts';
import { describeRule } from './catalogue.ts';
import { principlesOf } from './principles.ts';
import { checkCommand, countsText, payments, replayCommand, sourceOf } from './words.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const COMPLETION_CHARACTERS = 1_000;

const LEVEL_OF = {
  critical: 'error',
  high: 'error',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<Severity, string>;
/** Code-scanning services rank by this number: 9 and more is critical, 7 high, 4 medium. */
const RANK_OF: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  warning: '5.0',
  info: '2.0',
};

/** One run with a result for each finding; indented, with a final newline. */
export const sarifReport = (report: Report): string => {
  const rules = [...new Set(report.findings.map(({ rule }) => rule))];
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'runrl-sandbox check',
            semanticVersion: report.version,
            rules: rules.map((rule) => ruleObject(rule, report.findings)),
          },
        },
        automationDetails: { id: `runrl-sandbox-check/${clean(report.file)}` },
        invocations: [
          {
            executionSuccessful: report.verdict !== 'UNTESTABLE',
            commandLine: checkCommand(report),
            toolExecutionNotifications: report.unchecked.map((text) => ({
              level: 'note',
              message: { text: `Not checked: ${clean(text)}` },
            })),
          },
        ],
        artifacts: [{ location: { uri: uriOf(report.file) } }],
        columnKind: 'unicodeCodePoints',
        results: report.findings.map((finding) => resultObject(report, finding, rules)),
        properties: {
          verdict: report.verdict,
          why: clean(report.why),
          counts: countsText(report),
          principles: principlesOf(report).map(({ principle, verdict, rule, text }) => ({
            principle,
            verdict,
            rule,
            text: clean(text),
          })),
          statistics: report.statistics.map(({ id, name, verdict, text }) => ({
            id,
            name: clean(name),
            verdict,
            text: clean(text),
          })),
        },
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
};

/** A lone half of a surrogate pair is no text. */
const clean = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

/** Of a path, relative or absolute: every character that an address may not have is encoded. */
export const uriOf = (path: string): string =>
  path.startsWith('/')
    ? pathToFileURL(clean(path)).href
    : clean(path)
        .split('/')
        .map((part) => encodeURIComponent(part))
        .join('/');

const ruleObject = (rule: string, findings: readonly Finding[]) => {
  const examples = findings.filter((finding) => finding.rule === rule);
  // Findings come worst first.
  const severity = examples[0]?.severity ?? 'info';
  const known = describeRule(rule);
  const name = known?.what ?? examples[0]?.title ?? rule;
  const fix = known?.fix ?? examples[0]?.fix ?? '';
  const example = known === undefined ? '' : `For example: ${known.example}. `;
  const link = 'docs/check-tables.md';
  return {
    id: clean(rule),
    shortDescription: { text: clean(name) },
    fullDescription: { text: clean(known === undefined ? (examples[0]?.why ?? name) : name) },
    defaultConfiguration: { level: LEVEL_OF[severity] },
    help: {
      text: clean(`${example}${fix} See ${link}.`),
      markdown: clean(`${example}**Fix:** ${fix} See \`${link}\` of runrl-sandbox.`),
    },
    properties: {
      tags: ['security', 'reward-hacking', ...new Set(examples.flatMap(({ classes }) => classes))],
      'security-severity': RANK_OF[severity],
    },
  };
};

const resultObject = (report: Report, finding: Finding, rules: readonly string[]) => {
  const { id, rule, severity, title, why, fix, share, exploit, source, classes } = finding;
  const place = sourceOf(report, finding)?.place ?? null;
  const replay = replayCommand(report, finding);
  const steps = replay === null ? '' : ` Replay: ${replay}`;
  return {
    ruleId: clean(rule),
    ruleIndex: rules.indexOf(rule),
    level: LEVEL_OF[severity],
    kind: 'fail',
    message: { text: clean(`${title}. ${why} Fix: ${fix}${steps}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: uriOf(place?.file ?? report.file),
            ...(place === null || place.file === report.file ? { index: 0 } : {}),
          },
          // Services show nothing that has no line.
          region: place === null ? { startLine: 1 } : regionOf(place),
        },
      },
    ],
    fingerprints: { 'runrl-sandbox/v1': clean(id) },
    partialFingerprints: { 'runrl-sandbox/v1': clean(id) },
    suppressions: finding.suppressed === null ? [] : [suppressionOf(finding, finding.suppressed)],
    properties: {
      severity,
      source,
      classes,
      ...(share === null ? {} : { share }),
      ...(exploit === null ? {} : { exploit: exploitProperties(exploit) }),
      ...(replay === null ? {} : { replay }),
    },
  };
};

const regionOf = ({ line, column, endLine, endColumn }: Place) => ({
  startLine: Math.max(1, line),
  startColumn: Math.max(1, column),
  endLine: Math.max(1, line, endLine),
  endColumn: endLine > line ? Math.max(1, endColumn) : Math.max(1, column, endColumn),
});

const suppressionOf = ({ suppressedBy }: Finding, reason: string) => ({
  kind: suppressedBy === 'comment' ? 'inSource' : 'external',
  justification: clean(reason),
});

const exploitProperties = (exploit: NonNullable<Finding['exploit']>) => ({
  row: exploit.row,
  seed: exploit.seed,
  status: exploit.status,
  completion:
    typeof exploit.completion === 'string'
      ? shortened(exploit.completion)
      : exploit.completion.slice(0, 20).map(shortened),
  paid: payments(exploit).map(({ label, reward }) => ({ label, reward })),
});

const shortened = (text: string): string => visible(shorten(text, COMPLETION_CHARACTERS));
