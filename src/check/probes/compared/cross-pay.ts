/**
 * What rows pay for right answers of others: wrong here, and of the right form in everything. The scorer makes each call once, so
 * all who ask share one table of row and answer; each says which answers a row is asked for, and how much of its own is much.
 */
import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { paid } from '../../proof/levels.ts';

/** Share of the calls without which nothing is asked any more. */
const ENOUGH = 0.05;

/** A right answer as another row may give it. */
export interface Answer {
  completion: string;
  /** Two with the same are the same answer. */
  meaning: string;
}

/** What a row pays, at the least, for all of some texts. */
export interface Least {
  levels: RowLevels;
  completion: string;
  reward: number;
}

/** The right answer of a row; undefined: none is known. */
export const answerOf = (
  { goldField }: Context['calibration'],
  { row, gold, plausible }: RowLevels,
): Answer | undefined => {
  const completion = gold?.completion ?? plausible?.completion;
  if (completion === undefined) return undefined;
  const meaning = goldField === null ? completion : meaningOf(row.fields[goldField]);
  return { completion, meaning };
};

/** The right answers of some rows, each once. */
export const answersOf = ({ calibration }: Context, rows: readonly RowLevels[]): Answer[] => {
  const known = rows.map((levels) => answerOf(calibration, levels)).filter((each) => each !== undefined);
  return [...new Map(known.toReversed().map((each) => [each.meaning, each])).values()].reverse();
};

/** The least that a row pays for one of these; undefined where there is none, or a call failed. */
export const leastPaid = async (
  { scorer }: Context,
  levels: RowLevels,
  texts: readonly string[],
  changed?: Readonly<Record<string, string>>,
): Promise<Least | undefined> => {
  const outcomes = await scorer.all(
    texts.map((completion) => ({ row: levels.row, completion, ...(changed && { changed }) })),
  );
  const rewards = outcomes.map(paid).filter((reward) => reward !== null);
  if (rewards.length < texts.length || texts.length === 0) return undefined;
  const reward = Math.min(...rewards);
  return { levels, reward, completion: texts[rewards.indexOf(reward)] ?? '' };
};

/**
 * Rows that pay for all texts that are made for them, as far as there are calls.
 * @param textsFor none: the row is not asked
 * @returns with the number of rows that were asked
 */
export const payingAll = async (
  context: Context,
  rows: readonly RowLevels[],
  textsFor: (levels: RowLevels) => readonly string[],
  isEnough: (least: Least) => boolean,
): Promise<{ hits: Least[]; of: number }> => {
  const hits: Least[] = [];
  let of = 0;
  for (const levels of rows) {
    if (!context.budget.has(ENOUGH)) break;
    const texts = textsFor(levels);
    if (texts.length === 0) continue;
    of++;
    const least = await leastPaid(context, levels, texts);
    if (least !== undefined && isEnough(least)) hits.push(least);
  }
  return { hits, of };
};
