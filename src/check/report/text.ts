/** The report for a terminal: one screen, the worst first. */

import { formatMs } from '../../formats/text/numbers.ts';
import { makePaint, type Paint } from '../../formats/text/paint.ts';
import { rowNameIn } from '../../formats/text/row-name.ts';
import { pad } from '../../formats/text/table.ts';
import { displayWidth, groupDigits, oneLine, plural, shorten, visible } from '../../formats/text/visible.ts';
import type { Finding, Severity, Verdict } from '../finding.ts';
import type { Report, Statistic } from '../report.ts';
import { type Principle, principlesOf } from './principles.ts';
import {
  attackerText,
  checkCommand,
  countsText,
  countText,
  holdsOn,
  isFailing,
  judgeText,
  payments,
  placeText,
  rangesText,
  replayCommand,
  severityCounts,
  sourceOf,
  splitFindings,
} from './words.ts';
import { cut, wrap, wrapCommand } from './wrap.ts';

export interface TextOptions {
  colour: boolean;
  /** Columns of the terminal. */
  width: number;
}

type Style = Parameters<Paint>[0];

/** Of a terminal of 40 lines, with the command above and the prompt below. */
const LINES = 38;
const FRAME_LINES = 6;
const SHOWN_STATISTICS = 5;
const SHOWN_UNCHECKED = 4;
const NARROWEST = 40;
const CARETS = /^ *\|? *\|? *\^+/;
const WIDEST = 120;

const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  HACKABLE: ['bold', 'red'],
  WEAK: ['bold', 'yellow'],
  'NO EXPLOIT FOUND': ['bold', 'green'],
  UNTESTABLE: ['bold', 'magenta'],
};
const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  critical: ['bold', 'red'],
  high: 'red',
  warning: 'yellow',
  info: 'cyan',
};

/** With a final newline; at most 38 lines, but for what a narrow terminal breaks. */
export const textReport = (report: Report, { colour, width }: TextOptions): string => {
  const paint = makePaint(colour);
  const columns = Math.max(NARROWEST, Math.min(WIDEST, width));
  // Where there is room, what is said in the lower half may take two lines.
  const roomy = sectionsOf(report, columns, paint, 2);
  return roomy.length <= LINES
    ? `${roomy.join('\n')}\n`
    : `${sectionsOf(report, columns, paint, 1).join('\n')}\n`;
};

/** @param depth lines that one entry of the lower half may take */
const sectionsOf = (report: Report, columns: number, paint: Paint, depth: number): string[] => {
  const [worst, ...others] = splitFindings(report).open;
  const upper = [
    verdictLines(report, columns, paint),
    worst === undefined ? [] : worstLines(report, worst, columns, paint, depth),
  ];
  const lower = [
    ...(depth > 1
      ? [principleLines(report, columns, paint), statisticLines(report, columns, paint)]
      : [[...principleLines(report, columns, paint), ...statisticNames(report, columns)]]),
    uncheckedLines(report, columns, paint, depth),
    footLines(report, columns, paint),
  ];
  const taken = [...upper, ...lower].reduce(
    (sum, lines) => sum + (lines.length > 0 ? lines.length + 1 : 0),
    -1,
  );
  // Roomy only if all that was found has a line of its own.
  const most = depth > 1 ? others.length + 1 : Math.max(3, LINES - taken - 1);
  return [...upper, furtherLines(others, most, columns, paint), ...lower]
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
};

const verdictLines = (report: Report, columns: number, paint: Paint): string[] => {
  const file = cut(report.file, Math.floor(columns / 2));
  const [worst] = splitFindings(report).open;
  // Where it is only the title of the finding that follows, once is enough.
  const isTitle = worst !== undefined && report.why === `${worst.rule} ${worst.title}`;
  const why = isTitle ? [] : wrap(report.why, columns, 3);
  return [`${paint(VERDICT_STYLES[report.verdict], report.verdict)}  ${paint('bold', file)}`, ...why];
};

/** `label  text`, continued below the text. */
const labelled = (label: string, lines: readonly string[], paint: Paint): string[] =>
  lines.map((line, index) => `  ${index === 0 ? paint('dim', pad(label, 9)) : ' '.repeat(9)} ${line}`);

const worstLines = (
  report: Report,
  finding: Finding,
  columns: number,
  paint: Paint,
  depth: number,
): string[] => {
  const { severity, rule, title, why, fix, exploit } = finding;
  const inner = columns - 12;
  const lines = [
    `${paint(SEVERITY_STYLES[severity], severity)} ${oneLine(rule, 12)}  ${paint('bold', cut(title, columns - severity.length - rule.length - 3))}`,
    ...frameLines(report, finding, columns, paint, depth),
    ...wrap(why, columns - 2, 3).map((line) => `  ${line}`),
  ];
  const holds = holdsOn(finding);
  if (holds !== null) lines.push(...labelled('holds on', [cut(holds, inner)], paint));
  if (exploit !== null) {
    lines.push(...completionLines(exploit, inner, paint));
    const judged = judgeText(exploit);
    if (judged !== null) lines.push(...labelled('judge', [quoted(judged, inner)], paint));
    const paid = payments(exploit).map(({ kind, label, text }) =>
      kind === 'proof' ? paint('bold', text) : `${label} ${text}`,
    );
    lines.push(...labelled('paid', wrapParts(paid, inner), paint));
  }
  lines.push(...labelled('mend', wrap(fix, inner, depth + 2), paint));
  const replay = replayCommand(report, finding);
  if (replay !== null) lines.push(...labelled('replay', wrapCommand(replay, inner), paint));
  return lines;
};

/** Parts that stay whole, with semicolons between them. */
const wrapParts = (parts: readonly string[], columns: number): string[] => {
  const lines: string[] = [];
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part};` : part;
    const last = lines.at(-1);
    if (last !== undefined && plainWidth(last) + 1 + plainWidth(text) <= columns)
      lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours take no columns
const plainWidth = (text: string): number => displayWidth(text.replace(/\u001b\[\d+m/g, ''));

const completionLines = (
  { completion, row, fields }: NonNullable<Finding['exploit']>,
  columns: number,
  paint: Paint,
): string[] => {
  const of = row === null ? '' : `${rowNameIn(row, fields)}: `;
  if (typeof completion === 'string')
    return labelled('proof', [`${of}${quoted(completion, columns - of.length)}`], paint);
  const count = `${of}${plural(completion.length, 'action')}`;
  const shown = completion.slice(0, 2).map((action) => quoted(action, columns));
  return labelled('proof', completion.length === 0 ? [count] : [count, ...shown], paint);
};

/** The beginning of a text in quotes on one line, and how long it is when something was left out. */
const quoted = (text: string, columns: number): string => {
  const beginning = shorten(text, 2_000);
  const whole = `"${visible(beginning)}"`;
  if (beginning === text && displayWidth(whole) <= columns) return whole;
  const note = ` (${plural(text.length, 'character')})`;
  return `"${cut(beginning, columns - note.length - 2)}"${note}`;
};

const frameLines = (
  report: Report,
  finding: Finding,
  columns: number,
  paint: Paint,
  depth: number,
): string[] => {
  const source = sourceOf(report, finding);
  if (source === null) return [];
  const place = placeText(source);
  const whole = (source.frame ?? '').split('\n').slice(0, FRAME_LINES);
  // Where there is little room, the line that it is about and what marks it.
  const caret = whole.findIndex((line) => CARETS.test(`  ${line}`));
  const frame = depth > 1 || caret < 1 ? whole : whole.slice(caret - 1, caret + 1);
  // The line of a frame where nothing stands says nothing at its end.
  if (/^\s*\d+ \|\s*$/.test(frame.at(-1) ?? '')) frame.pop();
  const lines = frame.filter((line) => line !== '').map((line) => `  ${cut(line, columns - 2)}`);
  const by = source.by === null ? '' : ` (${oneLine(source.by, 12)})`;
  if (!(lines[0]?.includes(place) ?? false)) lines.unshift(`  ${cut(`${place}${by}`, columns - 2)}`);
  return lines.map((line) => (CARETS.test(line) ? paint('red', line) : line));
};

const furtherLines = (others: readonly Finding[], most: number, columns: number, paint: Paint): string[] => {
  if (others.length === 0) return [];
  const isCut = others.length > most - 1;
  const shown = others.slice(0, isCut ? Math.max(1, most - 2) : others.length);
  const ends = shown.map((finding) => cut(placeText(finding) || countText(finding), Math.floor(columns / 4)));
  const widest = Math.max(...ends.map(displayWidth));
  const room = columns - '  critical RH123 '.length - (widest === 0 ? 0 : widest + 2);
  const titles = shown.map(({ title }) => cut(title, room));
  const column = Math.max(...titles.map(displayWidth));
  const lines = shown.map(({ severity, rule }, index) => {
    const named = `${paint(SEVERITY_STYLES[severity], pad(severity, 8))} ${pad(oneLine(rule, 5), 5)}`;
    const end = ends[index] === '' ? '' : `  ${paint('dim', ends[index] ?? '')}`;
    return `  ${named} ${end === '' ? titles[index] : pad(titles[index] ?? '', column)}${end}`;
  });
  const left = others.slice(shown.length);
  if (left.length > 0) lines.push(`  and ${groupDigits(left.length)} more: ${severityCounts(left)}`);
  return [paint('bold', plural(others.length, 'further finding')), ...lines];
};

const VERDICT_OF_PRINCIPLE: Readonly<Record<Principle['verdict'], Style>> = {
  fail: 'red',
  warn: 'yellow',
  pass: 'green',
  skip: 'dim',
};

const principleLines = (report: Report, columns: number, paint: Paint): string[] => {
  // Of what was never called nothing is known, and the verdict says why.
  if (report.calls === 0) return [];
  const lines = principlesOf(report).map(({ principle, verdict, rule, text }) => {
    const start = `  ${paint(VERDICT_OF_PRINCIPLE[verdict], pad(verdict, 4))} ${pad(principle, 15)} `;
    return `${start}${cut(rule === null ? text : `${oneLine(rule, 6)} ${text}`, columns - 23)}`;
  });
  return [paint('bold', 'principles'), ...lines];
};

/** Those that neither a principle nor a finding has told, worst first. */
const furtherStatistics = (report: Report): Statistic[] => {
  const { open } = splitFindings(report);
  const told = new Set([...principlesOf(report), ...open].map(({ rule }) => rule));
  return report.statistics
    .filter((each) => isFailing(each) && !told.has(each.id))
    .sort((one, other) => Number(isWarning(one)) - Number(isWarning(other)));
};

/** Where there is no room for more. */
const statisticNames = (report: Report, columns: number): string[] => {
  const names = furtherStatistics(report).map(({ id, name, verdict }) => `${verdict} ${id} ${name}`);
  return names.length === 0 ? [] : [`  ${cut(`and ${names.join(', ')}`, columns - 2)}`];
};

const statisticLines = (report: Report, columns: number, paint: Paint): string[] => {
  const failing = furtherStatistics(report);
  if (failing.length === 0) return [];
  const shown = failing.slice(0, SHOWN_STATISTICS);
  const lines = shown.flatMap(({ id, name, verdict, text }) => {
    const start = `  ${paint(verdict === 'fail' ? 'red' : 'yellow', pad(verdict, 4))} ${pad(oneLine(id, 6), 3)} `;
    const said = wrap(`${name}: ${text}`, columns - 11, 2);
    return said.map((line, index) => `${index === 0 ? start : ' '.repeat(11)}${line}`);
  });
  const left = failing.length - shown.length;
  if (left > 0) lines.push(`  and ${groupDigits(left)} more`);
  return [paint('bold', `${plural(failing.length, 'statistic')} more did not pass`), ...lines];
};

const isWarning = ({ verdict }: Statistic): boolean => verdict === 'warn';

const uncheckedLines = ({ unchecked }: Report, columns: number, paint: Paint, depth: number): string[] => {
  if (unchecked.length === 0) return [];
  const shown = unchecked.slice(0, depth > 1 ? SHOWN_UNCHECKED : 1);
  const lines = shown.flatMap((text) =>
    wrap(text, columns - 4, depth).map((line, index) => `  ${index === 0 ? '' : '  '}${line}`),
  );
  const left = unchecked.length - shown.length;
  if (left > 0) lines.push(`  and ${groupDigits(left)} more`);
  return [paint('bold', 'not checked'), ...lines];
};

const footLines = (report: Report, columns: number, paint: Paint): string[] => {
  const { constantRows, latency, calls, seed, level, basis } = report;
  const { open, suppressed } = splitFindings(report);
  // The worst finding shows it already.
  const hasReplay = open[0] !== undefined && open[0].exploit !== null;
  const parts = [`${countsText(report)}; seed ${seed}; level ${level}`, ...attackerText(report)];
  if (calls > 0)
    parts.push(
      `time per call p50 ${formatMs(latency.p50)}, p95 ${formatMs(latency.p95)}, max ${formatMs(latency.max)}; import ${formatMs(latency.load)}`,
    );
  if (calls > 0) parts.push(`basis ${basis}`);
  const aside = [
    ...(suppressed.length > 0 ? [`${plural(suppressed.length, 'finding')} suppressed`] : []),
    ...(constantRows.length > 0
      ? [`every completion paid the same on lines ${rangesText(constantRows)}`]
      : []),
  ];
  if (aside.length > 0) parts.push(aside.join('; '));
  return [
    ...parts.map((part) => paint('dim', cut(part, columns))),
    ...(hasReplay ? [] : wrapCommand(checkCommand(report), columns).map((line) => paint('dim', line))),
  ];
};
