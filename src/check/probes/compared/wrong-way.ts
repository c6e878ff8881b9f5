/**
 * E07 where no right answer is known to be paid: a number that rows hold gets the least of all numbers, and the further away
 * from it another one is, the more it is paid.
 */
import { mayHoldAnswer } from '../../answers/answer-forms.ts';
import { insideOf } from '../../answers/inside.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { type Shell, wraps } from '../text/shells.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 8;
const LEAST_ROWS = 4;
const MOST_NAMES = 3;
const MOST_FORMS = 8;
const LEAST_SHARE = 0.9;
/** Away from the right number, of its size. */
const STEPS = [0, 0.1, 0.3, 0.9] as const;
const FAR = '987654321';

const isNumber = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d{1,9}(?:\.\d{1,6})?$/.test(String(value));

/** The texts of a row, from right to far away, and one on the other side. */
const textsFor = ({ row }: RowLevels, name: string): string[] => {
  const value = insideOf(row).find((each) => each.name === name)?.value;
  if (!isNumber(value) || Math.abs(Number(value)) < 2) return [];
  const whole = Number.isInteger(Number(value));
  const far = STEPS.map((step) => Number(value) * (1 + step));
  const written = [...far, Number(value) / 2].map((each) =>
    String(whole ? Math.round(each) : Number(each.toFixed(4))),
  );
  // The last one is nearer to nothing: where that is paid less, the larger is better, and not the further.
  return [...written.slice(0, -1), FAR, ...written.slice(-1)];
};

/** Whether the first is paid least, each next one no less, the last but one much more, and the last is no exception. */
const risesAway = (rewards: readonly (number | null)[], span: number): boolean => {
  if (rewards.some((reward) => reward === null)) return false;
  const known = (rewards as readonly number[]).slice(0, -1);
  const [right = 0, near = 0] = known;
  if ((rewards.at(-1) ?? 0) <= right) return false;
  const steps = known.slice(1).every((reward, at) => reward >= (known[at] ?? 0) - 1e-9);
  return steps && near > right && (known.at(-1) ?? 0) - right >= 0.5 * span;
};

export const wrongWayCheck: Check = {
  name: 'errors that are paid, where no right answer is',
  async run(context) {
    const { calibration, findings: before } = context;
    const rows = calibration.levels.slice(0, MOST_ROWS);
    const [first] = rows;
    if (calibration.basis !== 'none' || first === undefined || rows.length < LEAST_ROWS) return [];
    if (before.some(({ rule }) => rule === 'E07')) return [];
    const names = insideOf(first.row)
      .filter(({ value }) => isNumber(value))
      .map(({ name }) => name)
      // What a prompt gives is no answer to it.
      .filter((name) => mayHoldAnswer(name) || rows.every((levels) => !isGiven(levels, name)))
      .slice(0, MOST_NAMES);
    for (const name of names)
      for (const shell of wraps(context, MOST_FORMS)) {
        if (!context.budget.has(0.05)) return [];
        const finding = await look(context, rows, name, shell);
        if (finding !== undefined) return [finding];
      }
    return [];
  },
};

const isGiven = ({ row }: RowLevels, name: string): boolean => {
  const value = insideOf(row).find((each) => each.name === name)?.value;
  return new RegExp(`(?<![\\d.])${String(value).replace('.', '\\.')}(?![\\d])`).test(row.prompt);
};

const look = async (context: Context, rows: readonly RowLevels[], name: string, shell: Shell) => {
  const { scorer } = context;
  const span = scorer.range.high - scorer.range.low;
  const hits: RowLevels[] = [];
  let of = 0;
  for (const levels of rows) {
    const texts = textsFor(levels, name);
    if (texts.length === 0) continue;
    of++;
    const outcomes = await scorer.all(texts.map((text) => ({ row: levels.row, completion: shell(text) })));
    if (risesAway(outcomes.map(paid), span)) hits.push(levels);
    if (of - hits.length > (1 - LEAST_SHARE) * rows.length) return undefined;
  }
  const [hit] = hits;
  if (hit === undefined || of < LEAST_ROWS || hits.length < LEAST_SHARE * of) return undefined;
  const completion = shell(FAR);
  const exploit = await exploitOf(context, hit, completion);
  const right = paid(await scorer.score({ row: hit.row, completion: shell(textsFor(hit, name)[0] ?? '') }));
  if (exploit === null || right === null || (exploit.reward ?? 0) <= right) return undefined;
  const share = shareOf(hits.length, of);
  return {
    rule: 'E07',
    classes: ['E07', 'S11'],
    source: 'probe',
    severity: 'critical',
    title: 'the further from the number of the row, the more is paid',
    why: `\`${name}\` itself is paid ${numberText(right)}, and a number far from all of them ${numberText(exploit.reward ?? 0)}; each step away is paid more, on ${share.hits} of ${share.of} rows that were tried.`,
    fix: 'Turn the error into a reward: `1 - min(1, abs(answer - right) / scale)`; and test that the right answer gets the most.',
    exploit: { ...exploit, honest: right },
    share,
  } as const;
};
