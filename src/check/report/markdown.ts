/** The report for a pull request. */

import { formatMs } from '../../formats/text/numbers.ts';
import { rowNameIn } from '../../formats/text/row-name.ts';
import { groupDigits, oneLine, plural, shorten } from '../../formats/text/visible.ts';
import type { Finding, Verdict } from '../finding.ts';
import type { Report } from '../report.ts';
import { PRINCIPLES, type Principle, principlesOf } from './principles.ts';
import {
  attackerText,
  checkCommand,
  countsText,
  holdsOn,
  isFailing,
  judgeText,
  payments,
  placeText,
  rangesText,
  replayCommand,
  sourceOf,
  splitFindings,
  visibleLines,
} from './words.ts';

/** Comments of code hosts end at 65,536 characters. */
const DETAILED = 8;
const LISTED = 60;
const LISTED_STATISTICS = 26;
const LISTED_UNCHECKED = 20;
const CODE_CHARACTERS = 800;
const PROSE_CHARACTERS = 600;

const SIGNS: Readonly<Record<Verdict, string>> = {
  HACKABLE: '🔴',
  WEAK: '🟠',
  'NO EXPLOIT FOUND': '🟢',
  UNTESTABLE: '⚪',
};

const VERDICT_SIGNS: Readonly<Record<Principle['verdict'], string>> = {
  fail: '🔴',
  warn: '🟠',
  pass: '🟢',
  skip: '⚪',
};

/** With a final newline; at most some 40,000 characters, the worst findings in full. */
export const markdownReport = (report: Report): string => {
  const { open, suppressed } = splitFindings(report);
  const parts = [
    `## ${SIGNS[report.verdict]} ${report.verdict}: ${code(report.file)}`,
    prose(report.why),
    principlesTable(report),
    ...open.slice(0, DETAILED).map((finding) => detailOf(report, finding)),
    tableOf('Further findings', open.slice(DETAILED)),
    statisticsOf(report),
    listOf('Not checked', report.unchecked),
    tableOf('Suppressed', suppressed),
    footOf(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
};

/**
 * Prose of ours with words of others in it: `code` between backticks stays code, and of the rest nothing is markup, a
 * link, a mention or the number of an issue.
 */
export const prose = (text: string, limit = PROSE_CHARACTERS): string =>
  oneLine(text, limit)
    .trim()
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`') ? code(part.slice(1, -1)) : plain(part),
    )
    .join('')
    .replace(/^(\d*)([-+=.)])/, '$1\\$2');

const plain = (text: string): string =>
  text.replace(/[\\`*_[\]<>#|~&$]/g, '\\$&').replace(/\\#|@|:(?=\/\/)|www(?=\.)/g, '$&<!-- -->');

/** One line of code, whatever is in it, also in the cell of a table. */
export const code = (text: string, limit = 120): string => {
  const line = oneLine(text, limit).replaceAll('|', '\u00a6');
  const ticks = '`'.repeat(longestRun(line) + 1);
  return line === ''
    ? ''
    : `${ticks}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${ticks}`;
};

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A block of code that nothing in it can end. */
export const block = (text: string, language = 'text'): string => {
  const lines = visibleLines(shorten(text, CODE_CHARACTERS));
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  const left = text.length > CODE_CHARACTERS ? `\n\n${groupDigits(text.length)} characters in all.` : '';
  return `${fence}${language}\n${lines}\n${fence}${left}`;
};

const detailOf = (report: Report, finding: Finding): string => {
  const { severity, rule, title, why, fix, exploit } = finding;
  const source = sourceOf(report, finding);
  const holds = holdsOn(finding);
  const parts = [
    `### ${severity} ${rule}: ${prose(title, 200)}`,
    prose(why),
    source === null ? '' : `${code(placeText(source))}${source.by === null ? '' : ` (${code(source.by)})`}`,
    source?.frame == null ? '' : block(source.frame),
    holds === null ? '' : `Holds on ${holds}.`,
    exploit === null ? '' : exploitOf(exploit),
    `**Fix:** ${prose(fix)}`,
  ];
  const replay = replayCommand(report, finding);
  if (replay !== null) parts.push(block(replay, 'sh'));
  return parts.filter((part) => part !== '').join('\n\n');
};

const exploitOf = (exploit: NonNullable<Finding['exploit']>): string => {
  const { completion, row, fields } = exploit;
  const of = row === null ? '' : ` to ${rowNameIn(row, fields)}`;
  const shown =
    typeof completion === 'string'
      ? completion
      : completion
          .slice(0, 10)
          .map((action, at) => `${at + 1}. ${shorten(action, 200)}`)
          .join('\n');
  const what = typeof completion === 'string' ? 'Completion' : plural(completion.length, 'Action');
  const paid = payments(exploit);
  const judged = judgeText(exploit);
  return [
    `<details><summary>${what}${of}</summary>\n\n${block(shown)}\n\n</details>`,
    ...(judged === null ? [] : [`The judge answers ${code(judged, 200)}`]),
    `| ${paid.map(({ label }) => label).join(' | ')} |\n|${' ---: |'.repeat(paid.length)}\n| ${paid.map(({ text, kind }) => (kind === 'proof' ? `**${text}**` : text)).join(' | ')} |`,
  ].join('\n\n');
};

const tableOf = (heading: string, findings: readonly Finding[]): string => {
  if (findings.length === 0) return '';
  const rows = findings.slice(0, LISTED).map((finding) => {
    const reason = finding.suppressed === null ? '' : ` (${prose(finding.suppressed, 120)})`;
    return `| ${finding.severity} | ${finding.rule} | ${prose(finding.title, 140)}${reason} | ${code(placeText(finding), 60)} |`;
  });
  const left = findings.length - rows.length;
  return [
    `### ${heading} (${groupDigits(findings.length)})\n`,
    table(['severity', 'rule', 'finding', 'place'], rows),
    ...(left > 0 ? [`\nand ${groupDigits(left)} more`] : []),
  ].join('\n');
};

/** @param rows with their cells between bars */
const table = (head: readonly string[], rows: readonly string[]): string =>
  [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');

const principlesTable = (report: Report): string => {
  if (report.calls === 0) return '';
  const rows = principlesOf(report).map(
    ({ principle, verdict, rule, text }) =>
      `| ${PRINCIPLES[principle]} | ${VERDICT_SIGNS[verdict]} ${verdict} | ${rule ?? ''} | ${prose(text, 200)} |`,
  );
  return table(['principle', 'verdict', 'by', ''], rows);
};

const statisticsOf = ({ statistics }: Report): string => {
  const failing = statistics.filter(isFailing);
  if (failing.length === 0) return '';
  const rows = failing
    .slice(0, LISTED_STATISTICS)
    .map(
      ({ id, name, verdict, text }) => `| ${verdict} | ${id} | ${prose(name, 80)} | ${prose(text, 200)} |`,
    );
  return `### Statistics that did not pass\n\n${table(['', '', 'statistic', ''], rows)}`;
};

const listOf = (heading: string, lines: readonly string[]): string => {
  if (lines.length === 0) return '';
  const left = lines.length - LISTED_UNCHECKED;
  return [
    `### ${heading}`,
    '',
    ...lines.slice(0, LISTED_UNCHECKED).map((line) => `- ${prose(line, 300)}`),
    ...(left > 0 ? [`- and ${groupDigits(left)} more`] : []),
  ].join('\n');
};

const footOf = (report: Report): string => {
  const { latency, calls, constantRows, seed, level, basis, version } = report;
  const lines = [`${countsText(report)}; seed ${seed}; level ${level}; version ${code(version)}.`];
  lines.push(...attackerText(report).map((text) => `${prose(text, 200)}.`));
  if (calls > 0)
    lines.push(
      `Basis ${prose(basis, 200)}. Time per call p50 ${formatMs(latency.p50)}, p95 ${formatMs(latency.p95)}, max ${formatMs(latency.max)}.`,
    );
  if (constantRows.length > 0)
    lines.push(`Every completion paid the same on lines ${prose(rangesText(constantRows), 300)}.`);
  return `${lines.join(' ')}\n\n${block(checkCommand(report), 'sh')}`;
};
