/** A21: rows whose right answer is empty, 0 or False, and that pay the right answers of other rows. */
import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { median } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { type Sight, tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';

const MOST_ROWS = 20;
/** Wrong answers of a row: all of them must be paid, so that no luck and no tolerance is. Of true and false there is one. */
const DONORS = 4;
const LEAST_DONORS = 3;
const LEAST_SHARE = 0.8;
/** Of rows with other answers: where these are paid for anything too, it is no matter of emptiness. */
const MOST_OTHERS = 0.1;
const EMPTY = new Set(['""', '[]', '{}', 'null', 'false', '0', '0.0', '"0"', '"false"', '"none"']);
const FALSE = new Set(['false', '"false"']);

interface Answer {
  completion: string;
  meaning: string;
}

/**
 * `if gold and said != gold`, `said.startswith("")`, `all(… for part in [])`: where nothing is expected, nothing is compared.
 * Junk shows it only where no form is asked for, so answers are used that other rows pay.
 */
export const emptyRowsCheck: Check = {
  name: 'rows whose answer is empty, 0 or False',
  async run(context) {
    const { calibration, random, findings } = context;
    const { goldField: field, basis, levels: all, columns } = calibration;
    if (basis !== 'answer' || field === null || columns !== undefined) return [];
    const isTold = findings.some(
      ({ rule, severity }) => /^A(?:19|20|21)$/.test(rule) && /critical|high/.test(severity),
    );
    const textOf = ({ row }: RowLevels): string => (row.texts[field] ?? 'null').trim().toLowerCase();
    const empty = all.filter((levels) => EMPTY.has(textOf(levels)));
    const others = all.filter((levels) => !EMPTY.has(textOf(levels)) && levels.gold !== null);
    const usual = median(
      others.flatMap(({ gold, floor }) => (gold && gold.reward > floor ? [gold.reward] : [])),
    );
    if (isTold || empty.length === 0 || usual === null || usual <= 0) return [];
    const donors = answersOf(random.sample(others, 2 * MOST_ROWS), field);
    const rows = random.sample(empty, MOST_ROWS);
    const hits = await payingAll(context, rows, donors, usual);
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_SHARE * rows.length) return [];
    const control = random.sample(others, MOST_ROWS);
    const beside = await payingAll(context, control, donors, usual);
    if (beside.length > MOST_OTHERS * control.length) return [];
    const shown = hit.levels.row.texts[field] ?? 'null';
    return tell(context, hits, shareOf(empty.length, all.length), (reward, share) => ({
      rule: 'A21',
      classes: ['A21', 'A19', 'RH108'],
      severity: share.low > 0.2 ? 'critical' : 'high',
      title: 'rows whose answer is empty, 0 or False pay any answer',
      why: `In ${empty.length} of ${all.length} rows \`${field}\` is ${shown} or alike. ${rows.length} of them were tried: they pay the right answers of other rows, which are wrong here, ${Number(reward.toPrecision(4))}; rows with other answers do not.`,
      fix: 'Compare such answers as all others: `is None` instead of truth, equality instead of `startswith` and `in`, and a length before `all(…)`; raise where a row has no answer.',
    }));
  },
};

const answersOf = (levels: readonly RowLevels[], field: string): Answer[] => {
  const answers = new Map<string, Answer>();
  for (const { row, gold } of levels) {
    const meaning = meaningOf(row.fields[field]);
    if (gold !== null && !answers.has(meaning))
      answers.set(meaning, { meaning, completion: gold.completion });
  }
  return [...answers.values()];
};

/** The rows on which all of several answers of others are paid as right ones. */
const payingAll = async (
  { scorer, budget }: Context,
  rows: readonly RowLevels[],
  donors: readonly Answer[],
  usual: number,
): Promise<Sight[]> => {
  const hits: Sight[] = [];
  for (const levels of rows) {
    if (!budget.has(0.03)) break;
    const { row, gold } = levels;
    const own = Object.values(row.texts);
    const meanings = new Set(own.map((text) => meaningOf(JSON.parse(text))));
    const wrong = donors
      .filter(({ meaning, completion }) => !meanings.has(meaning) && completion !== gold?.completion)
      .slice(0, DONORS);
    // Of true and false, and of them only, there is one other.
    const least = own.some((text) => FALSE.has(text.toLowerCase())) && donors.length === 1 ? 1 : LEAST_DONORS;
    if (wrong.length < least) continue;
    const outcomes = await scorer.all(wrong.map(({ completion }) => ({ row, completion })));
    const rewards = outcomes.map(paid);
    if (rewards.every((reward) => reward !== null && reward >= 0.9 * usual))
      hits.push({ levels, completion: wrong[0]?.completion as string });
  }
  return hits;
};
