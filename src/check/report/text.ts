/** The report for a terminal: one screen, the worst first. */
import { displayWidth, groupDigits, oneLine, plural, shorten, visible } from '../../formats/visible.ts';
import { formatMs } from '../../run/numbers.ts';
import { makePaint, type Paint } from '../../run/paint.ts';
import { pad } from '../../run/table.ts';
import type { Finding, Severity, Verdict } from '../finding.ts';
import type { Report, Statistic } from '../report.ts';
import {
  checkCommand,
  countsText,
  isFailing,
  payments,
  placeText,
  rangesText,
  replayCommand,
  severityCounts,
  shareText,
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

const LINES = 40;
const FRAME_LINES = 6;
const SHOWN_STATISTICS = 5;
const SHOWN_UNCHECKED = 4;
const NARROWEST = 40;
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

/** With a final newline; at most 40 lines, but for what a narrow terminal breaks. */
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
    worst === undefined ? [] : worstLines(report, worst, columns, paint),
  ];
  const lower = [
    statisticLines(report, columns, paint, depth),
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
  const why = wrap(report.why, columns, 3);
  return [`${paint(VERDICT_STYLES[report.verdict], report.verdict)}  ${paint('bold', file)}`, ...why];
};

/** `label  text`, continued below the text. */
const labelled = (label: string, lines: readonly string[], paint: Paint): string[] =>
  lines.map((line, index) => `  ${index === 0 ? paint('dim', pad(label, 9)) : ' '.repeat(9)} ${line}`);

const worstLines = (report: Report, finding: Finding, columns: number, paint: Paint): string[] => {
  const { severity, rule, title, why, fix, share, exploit } = finding;
  const inner = columns - 12;
  const lines = [
    `${paint(SEVERITY_STYLES[severity], severity)} ${oneLine(rule, 12)}  ${paint('bold', cut(title, columns - severity.length - rule.length - 3))}`,
    ...frameLines(report, finding, columns, paint),
    ...wrap(why, columns - 2, 3).map((line) => `  ${line}`),
  ];
  if (share !== null) lines.push(...labelled('holds on', [cut(shareText(share), inner)], paint));
  if (exploit !== null) {
    lines.push(...completionLines(exploit, inner, paint));
    const paid = payments(exploit).map(({ kind, label, text }) =>
      kind === 'proof' ? paint('bold', text) : `${label} ${text}`,
    );
    lines.push(...labelled('paid', wrapParts(paid, inner), paint));
  }
  lines.push(...labelled('mend', wrap(fix, inner, 3), paint));
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
  { completion, row }: NonNullable<Finding['exploit']>,
  columns: number,
  paint: Paint,
): string[] => {
  const of = row === null ? '' : `line ${groupDigits(row + 1)}: `;
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

const frameLines = (report: Report, finding: Finding, columns: number, paint: Paint): string[] => {
  const source = sourceOf(report, finding);
  if (source === null) return [];
  const place = placeText(source);
  const frame = (source.frame ?? '').split('\n').slice(0, FRAME_LINES);
  const lines = frame.filter((line) => line !== '').map((line) => `  ${cut(line, columns - 2)}`);
  const by = source.by === null ? '' : ` (${oneLine(source.by, 12)})`;
  if (!(lines[0]?.includes(place) ?? false)) lines.unshift(`  ${cut(`${place}${by}`, columns - 2)}`);
  return lines.map((line) => (/^ *\|? *\|? *\^+/.test(line) ? paint('red', line) : line));
};

const furtherLines = (others: readonly Finding[], most: number, columns: number, paint: Paint): string[] => {
  if (others.length === 0) return [];
  const isCut = others.length > most - 1;
  const shown = others.slice(0, isCut ? Math.max(1, most - 2) : others.length);
  const ends = shown.map((finding) => cut(placeText(finding) || holdsOn(finding), Math.floor(columns / 4)));
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

const holdsOn = ({ share }: Finding): string =>
  share === null ? '' : `${groupDigits(share.hits)} of ${plural(share.of, 'row')}`;

const statisticLines = ({ statistics }: Report, columns: number, paint: Paint, depth: number): string[] => {
  const failing = statistics
    .filter(isFailing)
    .sort((one, other) => Number(isWarning(one)) - Number(isWarning(other)));
  if (failing.length === 0) return [];
  const tried = statistics.filter(({ verdict }) => verdict !== 'skip').length;
  const shown = failing.slice(0, SHOWN_STATISTICS);
  const lines = shown.flatMap(({ id, name, verdict, text }) => {
    const start = `  ${paint(verdict === 'fail' ? 'red' : 'yellow', pad(verdict, 4))} ${pad(oneLine(id, 6), 3)} `;
    const said = wrap(`${name}: ${text}`, columns - 11, depth);
    return said.map((line, index) => `${index === 0 ? start : ' '.repeat(11)}${line}`);
  });
  const left = failing.length - shown.length;
  if (left > 0) lines.push(`  and ${groupDigits(left)} more`);
  return [
    paint('bold', `${groupDigits(failing.length)} of ${plural(tried, 'statistic')} did not pass`),
    ...lines,
  ];
};

const isWarning = ({ verdict }: Statistic): boolean => verdict === 'warn';

const uncheckedLines = ({ unchecked }: Report, columns: number, paint: Paint, depth: number): string[] => {
  if (unchecked.length === 0) return [];
  const shown = unchecked.slice(0, SHOWN_UNCHECKED);
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
  const parts = [`${countsText(report)}; seed ${seed}; level ${level}`];
  if (calls > 0)
    parts.push(
      `time per call p50 ${formatMs(latency.p50)}, p95 ${formatMs(latency.p95)}, max ${formatMs(latency.max)}; import ${formatMs(latency.load)}`,
    );
  if (calls > 0) parts.push(`basis ${basis}`);
  if (constantRows.length > 0)
    parts.push(`every completion paid the same on lines ${rangesText(constantRows)}`);
  if (suppressed.length > 0) parts.push(`${plural(suppressed.length, 'finding')} suppressed`);
  return [
    ...parts.map((part) => paint('dim', cut(part, columns))),
    ...(hasReplay ? [] : wrapCommand(checkCommand(report), columns).map((line) => paint('dim', line))),
  ];
};
