/** The parts of a summary for people that runs of every kind have. */

import { formatMs, formatNumber, formatRate, formatShare } from '../../formats/text/numbers.ts';
import type { Paint } from '../../formats/text/paint.ts';
import { rowName } from '../../formats/text/row-name.ts';
import { bar, table } from '../../formats/text/table.ts';
import { groupDigits, oneLine, plural } from '../../formats/text/visible.ts';
import { FAMILY_OF, STATUSES } from '../../outcome.ts';
import type { Bar } from './reward-histogram.ts';
import type { FrameSummary, RowSummary } from './shape.ts';

const BAR_WIDTH = 30;
const SHOWN_FAILURES = 10;
const SHOWN_WARNINGS = 5;
const VALUE_CHARACTERS = 60;
const LINE_CHARACTERS = 110;
const PROMPT_CHARACTERS = 60;

/** Lines under a heading; none when there is nothing to say. */
export type Section<Summary> = (summary: Summary, paint: Paint) => string[];

/** Several lines, each part under its own heading, parts that have nothing to say left out. */
export const joinSections = <Summary>(
  sections: readonly Section<Summary>[],
  summary: Summary,
  paint: Paint,
): string =>
  sections
    .map((section) => section(summary, paint))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

export const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** How much was done, how fast, and what was not. */
export const frameLines = (
  { earlier, versions, elapsed_ms, rows_per_second, remaining, skipped }: FrameSummary,
  rows: number,
  what: { one: string; done: string },
  paint: Paint,
): string[] => {
  const before = earlier > 0 ? ` (${groupDigits(earlier)} of them by an earlier run)` : '';
  const time = elapsed_ms > 0 ? ` in ${formatMs(elapsed_ms)}, ${formatRate(rows_per_second)}` : '';
  const lines = [paint('bold', `${plural(rows, what.one)} ${what.done}${before}${time}`)];
  if (versions.length > 1)
    lines.push(paint('yellow', `by ${versions.length} versions of the module: ${versions.join(', ')}`));
  if (remaining > 0) lines.push(paint('yellow', `${groupDigits(remaining)} not ${what.done}`));
  const left = skipped.prompts + skipped.completions;
  if (left > 0) {
    const parts = `${plural(skipped.prompts, 'prompt')} and ${plural(skipped.completions, 'completion')}`;
    lines.push(paint('yellow', `${parts} left out because of errors`));
  }
  return lines;
};

/** Counts by status; `of` is how many there are in all. */
export const outcomeLines = (statuses: RowSummary['statuses'], of: number, paint: Paint): string[] => {
  const present = STATUSES.filter((status) => statuses[status] > 0);
  const cells = present.map((status) => [
    paint(FAMILY_OF[status] === 'ok' ? 'green' : 'red', status.padEnd(9)),
    groupDigits(statuses[status]),
    formatShare(statuses[status], of),
  ]);
  return cells.length === 0 ? [] : [paint('bold', 'outcomes'), ...indent(alignPainted(cells))];
};

/** The first column is painted and of equal width already. */
const alignPainted = (cells: readonly (readonly string[])[]): string[] => {
  const rest = table(
    cells.map((row) => row.slice(1)),
    ['right', 'right'],
  );
  return rest.map((line, row) => `${cells[row]?.[0]}  ${line}`);
};

export const histogramLines = (bars: readonly Bar[]): string[] => {
  const most = Math.max(...bars.map(({ count }) => count));
  const label = ({ from, to }: Bar) =>
    from === to ? formatNumber(from) : `${formatNumber(from)} … ${formatNumber(to)}`;
  const cells = bars.map((one) => [
    label(one),
    bar(one.count / most, BAR_WIDTH).padEnd(BAR_WIDTH),
    groupDigits(one.count),
  ]);
  return table(cells, ['right', 'left', 'right']);
};

export const infoNumbers: Section<Pick<RowSummary, 'info_numbers'>> = ({ info_numbers }, paint) => {
  const names = Object.entries(info_numbers);
  if (names.length === 0) return [];
  const cells = names.map(([name, { mean, count, min, max }]) => [
    oneLine(name, 40),
    ...[mean, min, max].map(formatNumber),
    groupDigits(count),
  ]);
  const aligns = ['left', 'right', 'right', 'right', 'right'] as const;
  return [
    paint('bold', 'info, numbers'),
    ...indent(table([['', 'mean', 'min', 'max', 'n'], ...cells], aligns)),
  ];
};

/** `line 8 (id "a"), step 3`: the line of the completions file. */
const placeText = ({ index, step, id }: Place): string =>
  `${rowName(index, id)}${step === undefined ? '' : `, step ${step}`}`;

interface Place {
  index: number;
  step?: number | undefined;
  id?: string | null;
}

export const infoStrings: Section<Pick<RowSummary, 'info_strings'>> = ({ info_strings }, paint) =>
  Object.entries(info_strings).flatMap(([name, { count, samples }]) => {
    const of =
      samples.length < count ? `${samples.length} samples of ${groupDigits(count)}` : plural(count, 'value');
    const cells = samples.map(({ index, step, value, prompt }) => [
      placeText({ index, step }),
      oneLine(JSON.stringify(value), VALUE_CHARACTERS),
      `← ${oneLine(prompt, PROMPT_CHARACTERS)}`,
    ]);
    return [
      `${paint('bold', `info, ${oneLine(name, 40)}`)}  ${of}`,
      ...indent(table(cells, ['right', 'left', 'left'])),
    ];
  });

/** Breaks a long line between words; lines after the first are set in. */
const wrapped = (text: string): string[] => {
  if (text.length <= LINE_CHARACTERS) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length <= LINE_CHARACTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
};

export const failures: Section<Pick<RowSummary, 'failures' | 'failures_left_out'>> = (
  { failures: groups, failures_left_out },
  paint,
) => {
  if (groups.length === 0) return [];
  const lines = groups.slice(0, SHOWN_FAILURES).flatMap(({ status, type, where, count, example }) => {
    const cause = [status, type, where === null ? null : `at ${where}`]
      .filter((part) => part !== null)
      .join(' ');
    const message = example.message === '' ? '' : `: ${example.message}`;
    return [
      `${paint('red', groupDigits(count))} × ${cause}`,
      ...wrapped(`such as ${placeText(example)}${message}`).map((line) => `    ${line}`),
    ];
  });
  const hidden = groups.slice(SHOWN_FAILURES).reduce((sum, { count }) => sum + count, failures_left_out);
  if (hidden > 0) lines.push(`${groupDigits(hidden)} × other causes`);
  return [paint('bold', 'failures, by cause'), ...indent(lines)];
};

export const evidence: Section<Pick<RowSummary, 'evidence'>> = ({ evidence: { calls, kinds } }, paint) => {
  if (calls === 0) return [];
  const lines = kinds.flatMap(({ kind, calls: count, example }) => {
    const where = example.where === null ? '' : ` at ${oneLine(example.where, 60)}`;
    const source = example.source === null ? '' : `: ${oneLine(example.source, 80)}`;
    return [
      `${groupDigits(count)} × ${kind}${where}`,
      `    such as ${placeText(example)}: ${oneLine(example.message, 80)}${source}`,
    ];
  });
  return [`${paint('bold', 'evidence')}  in ${plural(calls, 'call')}`, ...indent(lines)];
};

export const printed: Section<Pick<RowSummary, 'printed'>> = ({ printed: counts }, paint) => {
  const { stdout, stderr, thread_raised } = counts;
  const parts = [
    stdout > 0 && `${groupDigits(stdout)} printed`,
    stderr > 0 && `${groupDigits(stderr)} wrote to stderr`,
    thread_raised > 0 && `${groupDigits(thread_raised)} had a thread that raised`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return [];
  return [
    `${paint('bold', 'output of calls')}  ${parts.join(', ')}  (\`stdout\` and \`stderr\` of the rows)`,
  ];
};

export const warnings: Section<Pick<RowSummary, 'warnings'>> = ({ warnings: kinds }, paint) => {
  if (kinds.length === 0) return [];
  const lines = kinds
    .slice(0, SHOWN_WARNINGS)
    .map(({ message, count }) => `${groupDigits(count)} × ${oneLine(message, 120)}`);
  const hidden = kinds.slice(SHOWN_WARNINGS).reduce((sum, { count }) => sum + count, 0);
  if (hidden > 0) lines.push(`${groupDigits(hidden)} × others`);
  return [paint('bold', 'warnings'), ...indent(lines)];
};
