/**
 * A05 where nothing decides, because a loose comparison (a ratio above a limit, say) takes wrong answers for right ones: what another
 * row holds as its answer is paid in full on all rows, and a text that means nothing, in the same form, is not.
 */
import { mayHoldAnswer } from '../../answers/answer-forms.ts';
import { insideOf } from '../../answers/inside.ts';
import { isAllThereIs, rowsDiffer } from '../../answers/marks.ts';
import { wrappersFor } from '../../answers/wrappers.ts';
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const FIRST_ROWS = 5;
const MOST_ROWS = 40;
const LEAST_ROWS = 8;
const MOST_NAMES = 4;
const LEAST_SHARE = 0.9;
/** Of the most that was seen. */
const FULL = 0.99;
const LITTLE = 0.6;
/** Different answers, as a share of the rows. */
const LEAST_DISTINCT = 0.5;
const LONGEST = 400;

/** Letters and digits that mean nothing, in the place of each. */
const meaningless = (text: string): string =>
  text.replace(/\p{L}/gu, (_, at: number) => 'qzxvjk'.charAt(at % 6)).replace(/\d/g, '7');

export const anyRowsAnswerCheck: Check = {
  name: 'what other rows hold as their answers, where nothing decides',
  async run(context) {
    const { calibration, subject, analysis, findings, random } = context;
    const { levels, basis } = calibration;
    if (basis !== 'none' || levels.length < LEAST_ROWS || !rowsDiffer(context)) return [];
    if (analysis.asksJudge || analysis.executesCompletion || analysis.runsProcess) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const rows = random.sample(levels, MOST_ROWS);
    const names = namesOf(context, rows);
    const wrappers = wrappersFor(subject.rows, analysis);
    for (const name of names)
      for (const wrapper of wrappers) {
        if (!context.budget.has(0.05)) return [];
        const found = await look(context, rows, name, wrapper);
        if (found !== null) return [found];
      }
    return [];
  },
};

const textOf = ({ row }: RowLevels, name: string): string => {
  const value = insideOf(row).find((each) => each.name === name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** Texts that the source reads and that differ from row to row, those that are called as answers are first. */
const namesOf = ({ analysis }: Context, rows: readonly RowLevels[]): string[] =>
  (rows[0] === undefined ? [] : insideOf(rows[0].row))
    .filter(({ field }) => analysis.fields.includes(field))
    .map(({ name }) => name)
    .filter((name) => {
      const texts = rows.map((levels) => textOf(levels, name));
      return (
        texts.every((text) => /\p{L}/u.test(text) && text.length <= LONGEST) &&
        unique(texts).length >= LEAST_DISTINCT * texts.length &&
        // What its own prompt gives is material.
        rows.filter(({ row }, at) => row.prompt.includes(texts[at] ?? '')).length < texts.length / 2
      );
    })
    .sort((one, other) => Number(mayHoldAnswer(other)) - Number(mayHoldAnswer(one)))
    .slice(0, MOST_NAMES);

const look = async (
  context: Context,
  rows: readonly RowLevels[],
  name: string,
  { wrap }: Wrapper,
): Promise<NewFinding | null> => {
  const { scorer } = context;
  const few = rows.slice(0, FIRST_ROWS);
  const [first] = few;
  if (first === undefined) return null;
  const donor = rows.at(-1) ?? first;
  const completion = wrap(textOf(donor, name));
  const payOf = async (asked: readonly RowLevels[], text: string): Promise<(number | null)[]> =>
    (await scorer.all(asked.map(({ row }) => ({ row, completion: text })))).map(paid);
  const isFull = (reward: number | null | undefined): boolean =>
    typeof reward === 'number' && reward > 0 && reward >= FULL * scorer.range.high;
  if (!(await payOf(few, completion)).every(isFull)) return null;
  const others = rows.filter((levels) => textOf(levels, name) !== textOf(donor, name));
  const rewards = await payOf(others, completion);
  const hits = others.filter((_, at) => isFull(rewards[at]));
  const none = await payOf(hits, wrap(meaningless(textOf(donor, name))));
  const told = none.filter((reward) => (reward ?? 0) <= LITTLE * scorer.range.high);
  const [hit] = hits;
  if (hit === undefined || others.length < LEAST_ROWS || hits.length < LEAST_SHARE * others.length)
    return null;
  if (told.length < LEAST_SHARE * hits.length || !isAllThereIs(context)) return null;
  const exploit = await exploitOf(context, hit, completion);
  if (exploit === null) return null;
  const share = shareOf(hits.length, others.length);
  return {
    rule: 'A05',
    classes: ['A05', 'E05', 'A09', 'S20'],
    source: 'probe',
    severity: 'critical',
    title: 'what one row holds as its answer is paid in every row',
    why: `\`${name}\` of another row is paid ${numberText(exploit.reward ?? 0)}, the most that was seen, on ${share.hits} of ${share.of} rows whose own is another; letters that mean nothing, in its place, are not: one such text, learnt by heart, is all that a policy needs.`,
    fix: 'Compare what tells two answers apart, and for equality: a share of the same letters or words is the same for all that have one form.',
    exploit,
    share,
  };
};
