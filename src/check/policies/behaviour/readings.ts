/** F05 by name: what an instance keeps is asked for by the names that its state and its source have. */
import type { NewFinding } from '../../finding.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { isToldIn, nameOf, ownValue, says } from '../actions/fields.ts';
import { readings } from '../attacks/named.ts';
import { answerActions, type Calibrated } from '../ways/honest.ts';
import type { Seeker } from '../ways/seek.ts';
import { ANSWER_NAME, type Hit, isPaid, type LeakOptions, leakFinding, leakOf } from './leaks.ts';

const MOST_ROWS = 5;
/** Rows that have to have told it: one may have by chance. */
export const LEAST_ROWS = 3;

/** Rows whose answer their prompt does not tell. */
export const untoldRows = (rows: readonly CheckRow[], field: string): CheckRow[] =>
  rows.filter((row) => ownValue(row, field) !== undefined && !isToldIn(row, rows, field)).slice(0, MOST_ROWS);

/** Rows on which these actions say the answer in time, and what saying it back is paid. */
export const hitsOf = async (
  options: LeakOptions,
  asked: readonly CheckRow[],
  field: string,
  actions: readonly string[],
): Promise<Hit[]> => {
  const { player, rows, calibrated } = options;
  const { answer } = calibrated;
  const hits: Hit[] = [];
  for (const row of asked) {
    const leak = await leakOf(options, row, field, actions, (one) => isToldIn(one, rows, field));
    if (leak === null || !leak.inTime) continue;
    const win = answer?.field === field ? [...actions, ...answerActions(answer, ownValue(row, field))] : null;
    const paid = win === null ? null : await player.play(row, win);
    hits.push({ leak, paid, actions: win ?? actions });
  }
  return hits;
};

/** Whether honest play says the value of a field. */
const isSaid = ({ honest }: Calibrated, field: string): boolean =>
  [...honest].some(([row, { actions }]) => actions.some((action) => says(action, ownValue(row, field))));

/** Actions that say the answer of any row. Those that use only what players are told of may be meant to: they warn. */
export const findReadings = async (
  options: LeakOptions,
  seeker: Seeker,
  names: readonly string[],
): Promise<NewFinding[]> => {
  const { calibrated, rows, player } = options;
  for (const field of calibrated.goldFields.slice(0, 3)) {
    const asked = untoldRows(rows, field);
    if (asked.length < LEAST_ROWS || !player.budget.has(0.3)) continue;
    const golds = asked.map((row) => String(ownValue(row, field)));
    const found = await readings(seeker, asked, golds, names);
    for (const { actions, hidden } of found.sort((one, other) => Number(other.hidden) - Number(one.hidden))) {
      const hits = await hitsOf(options, asked, field, actions);
      if (hits.length < LEAST_ROWS) continue;
      const paid = hits.filter((hit) => isPaid(hit.paid, calibrated));
      // Where one stands is what an observation is for: a leak is what has to be said to win, or has the name of it.
      const isLikely = ANSWER_NAME.test(nameOf(field)) || (hidden && isSaid(calibrated, field));
      if (paid.length === 0 && !isLikely) continue;
      const best = paid[0] ?? (hits[0] as Hit);
      const severity = !hidden ? 'warning' : paid.length >= LEAST_ROWS ? 'critical' : 'high';
      return [await leakFinding(options, field, best, severity, shareOf(hits.length, asked.length))];
    }
  }
  return [];
};
