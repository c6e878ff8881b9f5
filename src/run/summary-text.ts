/** The summary of a run for people. */
import { groupDigits, oneLine, plural } from '../formats/visible.ts';
import { FAMILY_OF, STATUSES } from '../outcome.ts';
import { formatMs, formatNumber, formatRate, formatShare } from './numbers.ts';
import type { Paint } from './paint.ts';
import type { Bar } from './reward-histogram.ts';
import type { RunSummary } from './summary-shape.ts';
import { bar, table } from './table.ts';

const BAR_WIDTH = 30;
const SHOWN_FAILURES = 10;
const SHOWN_WARNINGS = 5;
const VALUE_CHARACTERS = 60;
const PROMPT_CHARACTERS = 60;

/** Several lines, each part under its own heading, parts that have nothing to say left out. */
export const formatSummary = (summary: RunSummary, paint: Paint): string => {
  const sections = [
    headline,
    outcomes,
    rewards,
    infoNumbers,
    infoStrings,
    timing,
    failures,
    evidence,
    warnings,
  ];
  return sections
    .map((section) => section(summary, paint))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
};

type Section = (summary: RunSummary, paint: Paint) => string[];

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const headline: Section = ({ rows, earlier, elapsed_ms, rows_per_second, remaining, skipped }, paint) => {
  const before = earlier > 0 ? ` (${groupDigits(earlier)} of them by an earlier run)` : '';
  const time = elapsed_ms > 0 ? ` in ${formatMs(elapsed_ms)}, ${formatRate(rows_per_second)}` : '';
  const lines = [paint('bold', `${plural(rows, 'completion')} scored${before}${time}`)];
  if (remaining > 0) lines.push(paint('yellow', `${groupDigits(remaining)} not scored`));
  const left = skipped.prompts + skipped.completions;
  if (left > 0) {
    const parts = `${plural(skipped.prompts, 'prompt')} and ${plural(skipped.completions, 'completion')}`;
    lines.push(paint('yellow', `${parts} left out because of errors`));
  }
  return lines;
};

const outcomes: Section = ({ statuses, rows }, paint) => {
  const present = STATUSES.filter((status) => statuses[status] > 0);
  const cells = present.map((status) => [
    paint(FAMILY_OF[status] === 'ok' ? 'green' : 'red', status.padEnd(9)),
    groupDigits(statuses[status]),
    formatShare(statuses[status], rows),
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

const rewards: Section = ({ reward, rows }, paint) => {
  if (reward === null) return rows === 0 ? [] : [`${paint('bold', 'reward')}  none: no call returned one`];
  const { mean, std, min, max, count, by_policy, histogram } = reward;
  const figures = `mean ${formatNumber(mean)}  std ${formatNumber(std)}  min ${formatNumber(min)}  max ${formatNumber(max)}`;
  const notes: string[] = [];
  if (by_policy > 0)
    notes.push(`${groupDigits(by_policy)} of ${groupDigits(count)} by policy, for failed calls`);
  if (count < rows) notes.push(`${plural(rows - count, 'row')} without a reward`);
  const note = notes.length === 0 ? '' : `  (${notes.join('; ')})`;
  return [`${paint('bold', 'reward')}  ${figures}${note}`, ...indent(histogramLines(histogram))];
};

const histogramLines = (bars: readonly Bar[]): string[] => {
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

const infoNumbers: Section = ({ info_numbers }, paint) => {
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

const infoStrings: Section = ({ info_strings }, paint) =>
  Object.entries(info_strings).flatMap(([name, { count, samples }]) => {
    const of =
      samples.length < count ? `${samples.length} samples of ${groupDigits(count)}` : plural(count, 'value');
    const cells = samples.map(({ index, value, prompt }) => [
      `[${index}]`,
      oneLine(JSON.stringify(value), VALUE_CHARACTERS),
      `← ${oneLine(prompt, PROMPT_CHARACTERS)}`,
    ]);
    return [
      `${paint('bold', `info, ${oneLine(name, 40)}`)}  ${of}`,
      ...indent(table(cells, ['right', 'left', 'left'])),
    ];
  });

const timing: Section = ({ latency_ms, first_call, reward_function }, paint) => {
  if (latency_ms === null) return [];
  const { p50, p95, max } = latency_ms;
  const lines = [
    `${paint('bold', 'time per call')}  p50 ${formatMs(p50)}  p95 ${formatMs(p95)}  max ${formatMs(max)}`,
  ];
  if (first_call !== null) {
    const others = [
      first_call.fresh &&
        `${plural(first_call.fresh.count, 'other call')} in fresh workers p50 ${formatMs(first_call.fresh.p50)}`,
      first_call.reused &&
        `${groupDigits(first_call.reused.count)} in reused workers p50 ${formatMs(first_call.reused.p50)}`,
    ].filter((text) => text !== null);
    const rest = others.length === 0 ? '' : `; ${others.join('; ')}`;
    const load =
      reward_function === null ? '' : `  (importing the module took ${formatMs(reward_function.load_ms)})`;
    lines.push(`first call     ${formatMs(first_call.duration_ms)}${rest}${load}`);
  }
  return lines;
};

const failures: Section = ({ failures: groups, failures_left_out }, paint) => {
  if (groups.length === 0) return [];
  const lines = groups.slice(0, SHOWN_FAILURES).flatMap(({ status, type, where, count, example }) => {
    const cause = [status, type, where === null ? null : `at ${where}`]
      .filter((part) => part !== null)
      .join(' ');
    const id = example.id === null ? '' : `, id ${oneLine(example.id, 40)}`;
    const message = example.message === '' ? '' : `: ${oneLine(example.message, 120)}`;
    return [
      `${paint('red', groupDigits(count))} × ${cause}`,
      `    such as [${example.index}]${id}${message}`,
    ];
  });
  const hidden = groups.slice(SHOWN_FAILURES).reduce((sum, { count }) => sum + count, failures_left_out);
  if (hidden > 0) lines.push(`${groupDigits(hidden)} × other causes`);
  return [paint('bold', 'failures, by cause'), ...indent(lines)];
};

const evidence: Section = ({ evidence: { calls, kinds } }, paint) => {
  if (calls === 0) return [];
  const lines = kinds.flatMap(({ kind, calls: count, example }) => {
    const where = example.where === null ? '' : ` at ${oneLine(example.where, 60)}`;
    const source = example.source === null ? '' : `: ${oneLine(example.source, 80)}`;
    return [
      `${groupDigits(count)} × ${kind}${where}`,
      `    such as [${example.index}] ${oneLine(example.message, 80)}${source}`,
    ];
  });
  return [`${paint('bold', 'evidence')}  in ${plural(calls, 'call')}`, ...indent(lines)];
};

const warnings: Section = ({ warnings: kinds }, paint) => {
  if (kinds.length === 0) return [];
  const lines = kinds
    .slice(0, SHOWN_WARNINGS)
    .map(({ message, count }) => `${groupDigits(count)} × ${oneLine(message, 120)}`);
  const hidden = kinds.slice(SHOWN_WARNINGS).reduce((sum, { count }) => sum + count, 0);
  if (hidden > 0) lines.push(`${groupDigits(hidden)} × others`);
  return [paint('bold', 'warnings'), ...indent(lines)];
};
