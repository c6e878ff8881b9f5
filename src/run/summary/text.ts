/** The summary of a run with a reward function, for people. */

import { formatMs, formatNumber } from '../../formats/text/numbers.ts';
import type { Paint } from '../../formats/text/paint.ts';
import { groupDigits, plural } from '../../formats/text/visible.ts';
import {
  evidence,
  failures,
  frameLines,
  histogramLines,
  indent,
  infoNumbers,
  infoStrings,
  joinSections,
  outcomeLines,
  printed,
  type Section,
  warnings,
} from './sections.ts';
import type { RunSummary } from './shape.ts';

/** Several lines, each part under its own heading, parts that have nothing to say left out. */
export const formatSummary = (summary: RunSummary, paint: Paint): string =>
  joinSections<RunSummary>(
    [headline, outcomes, rewards, infoNumbers, infoStrings, timing, failures, evidence, printed, warnings],
    summary,
    paint,
  );

const headline: Section<RunSummary> = (summary, paint) =>
  frameLines(summary, summary.rows, { one: 'completion', done: 'scored' }, paint);

const outcomes: Section<RunSummary> = ({ statuses, rows }, paint) => outcomeLines(statuses, rows, paint);

const rewards: Section<RunSummary> = ({ reward, rows }, paint) => {
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

const timing: Section<RunSummary> = ({ latency_ms, first_call, reward_function, fresh_workers }, paint) => {
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
  if (fresh_workers !== null) {
    const { calls, restored, ms_between, cost_ms, why } = fresh_workers;
    const cost =
      ms_between === null || cost_ms === null
        ? ''
        : `, ${formatMs(ms_between)} between two calls, at most ${formatMs(cost_ms)} of the run`;
    const ways = restored === 0 ? '' : ` (${groupDigits(restored)} restored, the others forked)`;
    lines.push(`fresh workers  ${groupDigits(calls)}${ways}${cost}: ${why}`);
  }
  return lines;
};
