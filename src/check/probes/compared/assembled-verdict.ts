/** What a text that was put together proves where no answer is known. */
import { isAllThereIs, rowsDiffer } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { hasContent } from './assembled-content.ts';
import { isHeld } from './assembled-objects.ts';
import { type Recipe, saysRow, textOf } from './assembled-parts.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 40;
/** Of the most that was seen. */
const FULL = 0.99;
const LEAST_FULL = 0.5;
const LEAST_SHARE = 0.9;
/** Of what the source speaks of: as much for what says nothing outweighs what is asked for. */
const MUCH = 0.5;
/** Values of a field that tells kinds of rows apart. */
export const MOST_LABELS = 4;

export const FIX =
  'Pay for a length, a mark or a form only as a factor of what is paid for the content (multiply, or gate), and compare the content with what its row asks for.';
export const TITLE = 'is put together from what is looked for, and filler';
export const ALSO = ['E06', 'A09', 'A08', 'E03', 'E04', 'A12', 'S09'] as const;

/** Where no answer is known: full marks on nearly all rows, or half of them, for a text that says nothing of them. */
export const judged = async (context: Context, recipe: Recipe): Promise<NewFinding[]> => {
  const { scorer, calibration, random, analysis } = context;
  const asked = random.sample(calibration.levels, MOST_ROWS);
  const texts = asked.map(({ row }) => textOf(recipe, row));
  const outcomes = await scorer.all(asked.map(({ row }, at) => ({ row, completion: texts[at] ?? '' })));
  const { high } = scorer.range;
  if (high < LEAST_FULL) return [];
  const isAll = isAllThereIs(context);
  // Where more is spoken of than was ever seen, nobody knows what the rest is paid for: it is a part of that.
  const most = isAll || !analysis.numbers.includes(1) ? high : Math.max(high, 1);
  const hitsOf = (share: number): RowLevels[] =>
    asked.filter(({ floor }, at) => {
      const reward = paid(outcomes[at]) ?? 0;
      return reward >= floor + share * (most - floor) && reward > floor;
    });
  const isOnMost = (hits: readonly RowLevels[]): boolean => hits.length >= LEAST_SHARE * asked.length;
  const full = isAll ? hitsOf(FULL) : [];
  const isFull = isOnMost(full);
  const hits = isFull ? full : hitsOf(MUCH);
  const [hit] = hits;
  if (hit === undefined || !isOnMost(hits)) return [];
  const exploit = await exploitOf(context, hit, textOf(recipe, hit.row));
  if (exploit === null) return [];
  const isOfContent = hasContent(context) || isHeld(context, recipe.body);
  const isProof = isFull && !saysRow(recipe) && (isOfContent || (await servesBoth(context, recipe, asked)));
  if (!isProof && !saysRow(recipe) && (isFull || !(isOfContent || rowsDiffer(context)))) return [];
  const what = saysRow(recipe)
    ? 'Words that the prompt lists, and others that say nothing,'
    : 'Marks and words that say nothing of the row';
  const much = isFull ? 'the most that was seen' : `where ${numberText(most)} is the most`;
  return [
    {
      rule: 'E06',
      classes: isFull ? [...ALSO] : [...ALSO, 'RH145'],
      source: 'probe',
      severity: isProof ? 'critical' : 'warning',
      title: TITLE,
      why: `${what} get ${numberText(exploit.reward ?? 0)}, ${much}, on ${hits.length} of ${asked.length} rows: ${isFull ? 'what a text says is not looked at' : 'what is looked for outweighs what is said'}.`,
      fix: FIX,
      exploit,
      share: shareOf(hits.length, asked.length),
    },
  ];
};

/** Rows on which a text is paid in full, where others pay it little. */
const LEAST_OF_KIND = 0.2;
const LITTLE = 0.5;

/**
 * Whether the source reads nothing of a row but a label, as `refuse` or `comply`, and the recipe joins texts of which each is
 * paid on the rows of one label and not on others: whoever says both serves both, and has answered neither.
 */
const servesBoth = async (
  { analysis, subject, scorer }: Context,
  { before, body, after }: Recipe,
  asked: readonly RowLevels[],
): Promise<boolean> => {
  const [field, ...others] = analysis.fields.filter((name) => name !== 'prompt');
  if (field === undefined || others.length > 0) return false;
  const values = new Set(subject.rows.map(({ texts }) => texts[field]));
  if (values.size < 2 || values.size > MOST_LABELS) return false;
  const served = new Set<string | undefined>();
  for (const part of [...before, ...after, ...(body === null ? [] : [body])]) {
    const outcomes = await scorer.all(asked.map(({ row }) => ({ row, completion: part.text(row) ?? '' })));
    const isPaid = (at: number): boolean => (paid(outcomes[at]) ?? 0) >= FULL * scorer.range.high;
    const isLittle = (at: number): boolean => (paid(outcomes[at]) ?? 0) <= LITTLE * scorer.range.high;
    const own = asked.filter((_, at) => isPaid(at)).map(({ row }) => row.texts[field]);
    const little = asked.filter((_, at) => isLittle(at)).map(({ row }) => row.texts[field]);
    if (own.length < LEAST_OF_KIND * asked.length || little.length < LEAST_OF_KIND * asked.length) continue;
    if (new Set(own).size === 1 && !little.includes(own[0])) served.add(own[0]);
  }
  return served.size > 1;
};
