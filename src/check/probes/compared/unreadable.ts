/** A20: rows whose answer is written otherwise than those of the other rows, and that pay whatever is said. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { answerText } from '../text/material/material.ts';
import { wrap } from '../text/material/shells.ts';

const MOST_ROWS = 60;
/** Answers of other rows that are put in the place of one's own. */
const OTHERS = 2;
const JUNK = ['qqq', 'I do not know'];

/** `12,345` and `3,000` are of one form, `3/8` is of another: digits, letters, and what stands between them. */
export const formOf = (text: string): string =>
  text
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/**
 * Rows that pay for junk in full, and do not where the answer of a row that pays none stands in the place of theirs:
 * then it is their answer that is not read. Only where no row that pays none has an answer of that form: a text that
 * counts as `no` is right where the answer is `no`.
 */
export const unreadableAnswers = async (context: Context, usual: number): Promise<NewFinding[]> => {
  const { calibration, scorer, random, budget } = context;
  const { goldField: field, levels: all } = calibration;
  if (field === null || usual <= 0) return [];
  const texts = JUNK.map(wrap(context));
  const rows = random.sample(
    all.filter(({ row }) => answerText(row.texts[field] ?? 'null').trim() !== ''),
    MOST_ROWS,
  );
  const least = async (levels: RowLevels, other?: string): Promise<number | null> => {
    const changed = other === undefined ? {} : { changed: { [field]: other } };
    const outcomes = await scorer.all(
      texts.map((completion) => ({ row: levels.row, completion, ...changed })),
    );
    const rewards = outcomes.map(paid).filter((reward) => reward !== null);
    return rewards.length < texts.length ? null : Math.min(...rewards);
  };
  const rewards = await Promise.all(rows.map((levels) => least(levels)));
  const form = ({ row }: RowLevels): string => formOf(answerText(row.texts[field] ?? 'null'));
  const closed = rows.filter((_, at) => (rewards[at] ?? usual) < 0.5 * usual);
  const readable = new Set(closed.map(form));
  const open = rows.filter((levels, at) => (rewards[at] ?? 0) >= 0.9 * usual && !readable.has(form(levels)));
  if (closed.length < OTHERS || open.length === 0 || !budget.has(0.05)) return [];
  const others = random.sample(closed, OTHERS).map(({ row }) => row.texts[field] ?? 'null');
  const isFor = await Promise.all(
    open.map(async (levels) => {
      const under = await Promise.all(others.map((other) => least(levels, other)));
      return under.every((reward) => reward !== null && reward < 0.5 * usual);
    }),
  );
  const hits = open.filter((_, at) => isFor[at]);
  const [hit] = hits;
  if (hit === undefined) return [];
  const shown = answerText(hit.row.texts[field] ?? 'null').slice(0, 40);
  const sights = hits.map((levels) => ({ levels, completion: texts[0] ?? '' }));
  return tell(context, sights, rows.length, (reward, share) => ({
    rule: 'A20',
    severity: share.low > 0.2 ? 'critical' : 'high',
    title: 'rows whose answer cannot be read pay for any text',
    why: `${hits.length} of ${rows.length} rows pay any text ${Number(reward.toPrecision(4))}, as right answers to the others; their \`${field}\` is written otherwise (${JSON.stringify(shown)}), and with that of another row in its place the same text gets nothing.`,
    fix: 'Where the right answer does not parse, raise (the sample is then left out) or return the minimum, never the maximum; and read all forms that the file has.',
  }));
};
