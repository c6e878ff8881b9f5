/** A04: passages of a row, copied with their numbers: where citations are checked, and not what was asked, any of them is paid. */
import { mayHoldAnswer } from '../../answers/answer-forms.ts';
import { fewAreKnown, isAllThereIs } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { Exploit, NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { wraps } from '../text/shells.ts';
import { copiesOf, type Passage, passagesOf, pointedAt } from './passages.ts';

const LEAST_ROWS = 8;
const MOST_ROWS = 30;
const TRIED = 3;
/** Rows that hold several passages. */
const LEAST_SHARE = 0.9;
const FULL = 0.99;
const LEAST_FULL = 0.5;
/** Part of the time that it may take. */
const PART = 0.06;
const MOST_SHELLS = 3;

interface Sheet {
  levels: RowLevels;
  passages: readonly Passage[];
}

/** Of the passages one that nobody has chosen for what it says. */
type Choice = (passages: readonly Passage[]) => readonly Passage[];
const CHOICES: readonly Choice[] = [
  (passages) => passages.slice(0, 1),
  (passages) => passages.slice(-1),
  (passages) => passages,
];

export const rowCopiesCheck: Check = {
  name: 'passages of rows, copied with their numbers',
  async run(context) {
    const { calibration, budget, random, analysis } = context;
    const unread = unreadFields(context);
    // Where right answers are known, only what a field that nothing reads says against them.
    if ((!fewAreKnown(context) && unread.length === 0) || !budget.has(0.05)) return [];
    if (analysis.executesCompletion || analysis.runsProcess || analysis.asksJudge) return [];
    const levels = random.sample(calibration.levels, MOST_ROWS);
    const sheets = levels.flatMap((each): Sheet[] => {
      const passages = passagesOf(each.row);
      return passages === undefined ? [] : [{ levels: each, passages }];
    });
    if (sheets.length < LEAST_ROWS || sheets.length < LEAST_SHARE * levels.length) return [];
    const isTold = sheets.some(
      ({ levels: { row }, passages }) => pointedAt(row, passages, unread).length > 0,
    );
    if (!fewAreKnown(context) && !isTold) return [];
    const way = await bestWay(context, sheets);
    return way === undefined ? [] : tell(context, sheets, way);
  },
};

type Way = (sheet: Sheet, choice: Choice) => string | undefined;

const isFull = ({ scorer }: Context, { floor }: RowLevels, reward: number | null): boolean =>
  reward !== null && reward > floor && reward >= FULL * scorer.range.high && reward >= LEAST_FULL;

/** Paid in full for the first and for the last passage of all rows that are tried, whatever is asked there. */
const bestWay = async (context: Context, sheets: readonly Sheet[]): Promise<Way | undefined> => {
  const { scorer, budget } = context;
  const [first] = sheets;
  if (first === undefined) return undefined;
  const forms = copiesOf(first.levels.row);
  const shells = wraps(context, MOST_SHELLS);
  const ways = forms.flatMap((_, at) =>
    shells.map(
      (shell): Way =>
        ({ levels, passages }, choice) => {
          const text = copiesOf(levels.row)[at]?.(choice(passages));
          return text === undefined ? undefined : shell(text);
        },
    ),
  );
  const tried = sheets.slice(0, TRIED);
  const affordable = Math.floor((PART * budget.left) / (tried.length * CHOICES.length));
  const asked = ways.slice(0, affordable);
  const sums = await Promise.all(asked.map((way) => meanOf(context, tried, way)));
  const top = Math.max(0, ...sums);
  // The most that was seen may be this.
  return asked.find((_, at) => sums[at] === top && top > 0 && top >= FULL * Math.min(1, scorer.range.high));
};

const rewardsOf = async (
  { scorer }: Context,
  sheets: readonly Sheet[],
  way: Way,
  choice: Choice,
): Promise<(number | null)[]> => {
  const outcomes = await scorer.all(
    sheets.map((sheet) => ({ row: sheet.levels.row, completion: way(sheet, choice) ?? '' })),
  );
  return outcomes.map(paid);
};

/** The lesser of what first and last passages are paid. */
const meanOf = async (context: Context, sheets: readonly Sheet[], way: Way): Promise<number> => {
  const means = await Promise.all(
    CHOICES.slice(0, 2).map(async (choice) => {
      const rewards = await rewardsOf(context, sheets, way, choice);
      return rewards.reduce<number>((sum, reward) => sum + (reward ?? 0), 0) / sheets.length;
    }),
  );
  return Math.min(...means);
};

interface Hit {
  sheet: Sheet;
  completion: string;
  /** Whether a field that nothing reads says that another passage is the right one. */
  isWrong: boolean;
}

const tell = async (context: Context, sheets: readonly Sheet[], way: Way): Promise<NewFinding[]> => {
  if (!isAllThereIs(context)) return [];
  const unread = unreadFields(context);
  const byChoice = await Promise.all(
    CHOICES.slice(0, 2).map(async (choice) => {
      const rewards = await rewardsOf(context, sheets, way, choice);
      return sheets.flatMap((sheet, at): Hit[] => {
        if (!isFull(context, sheet.levels, rewards[at] ?? null)) return [];
        const chosen = choice(sheet.passages);
        const named = pointedAt(sheet.levels.row, sheet.passages, unread);
        const isWrong = named.length > 0 && !chosen.some((passage) => named.includes(passage));
        return [{ sheet, completion: way(sheet, choice) ?? '', isWrong }];
      });
    }),
  );
  if (byChoice.some((hits) => hits.length < LEAST_SHARE * sheets.length)) return [];
  const hits = byChoice.flat();
  const wrong = hits.filter(({ isWrong }) => isWrong);
  // First and last: of three or more passages at least a third of these are not the one.
  const isProof = wrong.length >= hits.length / 3 || (fewAreKnown(context) && isUnanswered(context));
  if (!isProof && !fewAreKnown(context)) return [];
  const [hit] = isProof && wrong.length > 0 ? wrong : hits;
  if (hit === undefined) return [];
  const exploit = await exploitOf(context, hit.sheet.levels, hit.completion);
  return exploit === null
    ? []
    : [finding(isProof, byChoice[0]?.length ?? 0, sheets.length, wrong.length > 0, exploit)];
};

/** Fields that the source does not name. */
const unreadFields = ({ analysis, subject }: Context): string[] =>
  Object.keys(subject.rows[0]?.fields ?? {}).filter(
    (name) =>
      name !== 'prompt' &&
      !analysis.fields.includes(name) &&
      !new RegExp(`["'.]${name.replace(/\W/g, '\\$&')}\\b`).test(subject.source),
  );

/** Whether rows have short answers of their own that nothing reads: what was asked cannot count. */
const isUnanswered = (context: Context): boolean => {
  const { rows } = context.subject;
  return unreadFields(context).some(
    (name) =>
      mayHoldAnswer(name) &&
      rows.every(({ fields }) => typeof fields[name] === 'string' || typeof fields[name] === 'number') &&
      unique(rows.map(({ texts }) => texts[name])).length > rows.length / 2,
  );
};

const finding = (
  isProof: boolean,
  hits: number,
  of: number,
  isNamed: boolean,
  exploit: Exploit,
): NewFinding => ({
  rule: 'A04',
  classes: ['A04', 'B06', 'S20', 'S09', 'S19', 'E05'],
  source: 'probe',
  severity: isProof ? 'critical' : 'warning',
  title: 'a copy of any passage of the row is paid, whatever was asked',
  why: `The first passage of a row, copied, gets ${numberText(exploit.reward ?? 0)}, the most that was seen, on ${hits} of ${of} rows, and so does the last one${
    isProof
      ? isNamed
        ? ', also where a field that nothing reads says that another one holds what was asked.'
        : '; the answers that rows have are not read.'
      : '. Unless any of them is an answer, it is not looked at what was asked.'
  }`,
  fix: 'Compare what is said with the answer of the row as well, and look whether the passage that is cited is one that holds it: a copy is always supported by what it copies.',
  exploit,
  share: shareOf(hits, of),
});
