/** The summary of a run with an environment, for people. */

import { formatMs, formatNumber, formatRate, formatShare } from '../../formats/text/numbers.ts';
import type { Paint } from '../../formats/text/paint.ts';
import { table } from '../../formats/text/table.ts';
import { groupDigits, plural } from '../../formats/text/visible.ts';
import { ENDS, type Ended } from '../output/episode-row.ts';
import type { EnvironmentRunSummary } from './environment-shape.ts';
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

type Part = Section<EnvironmentRunSummary>;

/** Several lines, each part under its own heading, parts that have nothing to say left out. */
export const formatEnvironmentSummary = (summary: EnvironmentRunSummary, paint: Paint): string =>
  joinSections<EnvironmentRunSummary>(
    [headline, outcomes, ends, returns, lengths, infos, timing, failures, evidence, printed, warnings],
    summary,
    paint,
  );

const headline: Part = (summary, paint) =>
  frameLines(summary, summary.episodes, { one: 'episode', done: 'played' }, paint);

const outcomes: Part = ({ statuses, episodes }, paint) => outcomeLines(statuses, episodes, paint);

const END_WORDS: Readonly<Record<Ended, string>> = {
  done: 'done',
  actions_used: 'actions used',
  max_steps: 'max steps',
  failed: 'failed',
};

const ends: Part = ({ ended, episodes, unused }, paint) => {
  if (episodes === 0) return [];
  const cells = ENDS.filter((reason) => ended[reason] > 0).map((reason) => [
    END_WORDS[reason],
    groupDigits(ended[reason]),
    formatShare(ended[reason], episodes),
  ]);
  const left = `${plural(unused.actions, 'action')} of ${plural(unused.episodes, 'episode')} not used`;
  const note = unused.actions === 0 ? '' : `  (${left})`;
  return [`${paint('bold', 'ended')}${note}`, ...indent(table(cells, ['left', 'right', 'right']))];
};

const returns: Part = ({ return: returned, episodes }, paint) => {
  const title = paint('bold', 'return');
  if (returned === null) return episodes === 0 ? [] : [`${title}  none: every episode failed`];
  const { mean, std, min, max, count, by_policy, histogram } = returned;
  const figures = `mean ${formatNumber(mean)}  std ${formatNumber(std)}  min ${formatNumber(min)}  max ${formatNumber(max)}`;
  const notes: string[] = [];
  if (by_policy > 0)
    notes.push(
      `${groupDigits(by_policy)} of ${groupDigits(count)} with a reward by policy, for a failed step`,
    );
  if (count < episodes) notes.push(`${plural(episodes - count, 'failed episode')} left out`);
  const note = notes.length === 0 ? '' : `  (${notes.join('; ')})`;
  return [`${title}  ${figures}${note}`, ...indent(histogramLines(histogram))];
};

const lengths: Part = ({ length, steps }, paint) => {
  if (length === null) return [];
  const { mean, min, max } = length;
  const figures = `mean ${formatNumber(mean)}  min ${formatNumber(min)}  max ${formatNumber(max)}`;
  const rate = steps.per_second > 0 ? `, ${formatRate(steps.per_second)}` : '';
  return [`${paint('bold', 'length')}  ${figures}  (${plural(steps.count, 'step')}${rate})`];
};

const infos: Part = ({ steps }, paint) => {
  const numbers = infoNumbers(steps, paint);
  const strings = infoStrings(steps, paint);
  return numbers.length > 0 && strings.length > 0 ? [...numbers, '', ...strings] : [...numbers, ...strings];
};

const timing: Part = ({ setup_ms, steps: { latency_ms }, environment }, paint) => {
  const lines: string[] = [];
  if (latency_ms !== null) {
    const { p50, p95, max } = latency_ms;
    lines.push(
      `${paint('bold', 'time per step')}  p50 ${formatMs(p50)}  p95 ${formatMs(p95)}  max ${formatMs(max)}`,
    );
  }
  if (setup_ms !== null) {
    const { p50, p95, max } = setup_ms;
    const load = environment === null ? '' : `  (importing the module took ${formatMs(environment.load_ms)})`;
    lines.push(`setup          p50 ${formatMs(p50)}  p95 ${formatMs(p95)}  max ${formatMs(max)}${load}`);
  }
  return lines;
};
