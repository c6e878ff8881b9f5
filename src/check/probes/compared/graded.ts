/**
 * What a grade is made of: right answers that are changed until they are wrong, and right parts that are given too often.
 * Made with the answer, so that none of it is an attack: it says which property a comparison lacks.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import * as edits from './edits.ts';
import { type WrittenAnswer, writtenAnswer } from './written.ts';

const MOST_ROWS = 24;
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.8;
/** Of the distance between floor and answer. */
const SAME = 1e-6;
const MORE = 0.02;
const TIMES = [2, 5, 20, 80] as const;
/** What too much of the right must be paid, of what the answer is, to be more than a bonus. */
const MUCH = 1.5;

interface Case {
  levels: RowLevels;
  answer: WrittenAnswer;
  honest: number;
}

interface Kind extends Pick<NewFinding, 'rule' | 'title' | 'fix'> {
  classes: readonly string[];
  /** `A right answer …`. */
  what: string;
  edits: readonly edits.MakeEdit[];
}

const KINDS: readonly Kind[] = [
  {
    rule: 'E07',
    classes: ['E07', 'S11'],
    title: 'the opposite of the right answer is paid as much',
    what: 'with its order turned around, so that the largest is the smallest,',
    fix: 'Keep the sign of a correlation (`max(0.0, r)`): squared, or without its sign, the opposite is as good as the right answer.',
    edits: [edits.flipped, edits.backwards],
  },
  {
    rule: 'A15',
    classes: ['A15', 'S15'],
    title: 'the sign or the decimal point of a number makes no difference',
    what: 'with its decimal point or its sign changed',
    fix: 'Compare numbers as numbers: a normaliser that removes punctuation joins what a decimal point parts, and drops the minus.',
    edits: [edits.pointMoved, edits.signChanged],
  },
  {
    rule: 'E05',
    classes: ['E05', 'A03'],
    title: 'some words of the right text are paid as all of it',
    what: 'cut down to some of its words',
    fix: 'Count what is missing too: recall beside precision, or a penalty for what is too short.',
    edits: [edits.fewWords, edits.halfOfWords],
  },
  {
    rule: 'E05',
    classes: ['E05'],
    title: 'the words of the right text are paid in any order, or again and again',
    what: 'with its words in the opposite order, or three times over,',
    fix: 'Compare sequences and not sets of words (longer n-grams, edit distance), and count each word once.',
    edits: [edits.wordsBackwards, edits.wordsTwice],
  },
  {
    rule: 'A22',
    classes: ['A22', 'B07', 'C07'],
    title: 'a part that is missing from the answer makes no difference',
    what: 'without one of its parts',
    fix: 'Compare the number of parts too: `zip(..., strict=True)` or `len(a) == len(b)`; divide by the parts of the right answer.',
    edits: [edits.withoutLast, edits.withoutFirst, edits.withoutKey],
  },
  {
    rule: 'A22',
    classes: ['A22', 'B07'],
    title: 'a wrong part of the answer makes no difference',
    what: 'with a wrong value for one of its parts',
    fix: 'Compare every part: sets for equality, lists element by element, objects key by key.',
    edits: [edits.firstChanged, edits.lastChanged, edits.keyChanged],
  },
  {
    rule: 'A05',
    classes: ['A05', 'A01', 'F16'],
    title: 'wrong elements beside the right ones make no difference',
    what: 'with an element that is wrong beside the right ones',
    fix: 'Subtract for wrong elements: F1 or equal sets, not recall.',
    edits: [edits.withOneMore],
  },
];

export const gradedCheck: Check = {
  name: 'right answers with one change',
  async run(context) {
    const { basis, levels: all } = context.calibration;
    if (basis !== 'answer') return [];
    const cases = context.random.sample(all, MOST_ROWS).flatMap((levels): Case[] => {
      const answer = writtenAnswer(context, levels);
      const honest = levels.gold?.reward ?? levels.floor;
      return answer === null || honest <= levels.floor ? [] : [{ levels, answer, honest }];
    });
    if (cases.length < LEAST_ROWS) return [];
    const findings: NewFinding[] = [];
    for (const kind of KINDS) {
      if (!context.budget.has(0.05)) break;
      if (isKnown(context, kind)) continue;
      const finding = await tryKind(context, kind, cases);
      if (finding !== null) findings.push(finding);
    }
    return [...findings, ...(await tooMuch(context, cases))];
  },
};

/** Another probe has said it of a completion that is paid in full. */
const isKnown = ({ findings }: Context, { rule }: Kind): boolean =>
  findings.some(
    ({ rule: other, exploit, share }) =>
      other === rule &&
      exploit?.honest !== undefined &&
      exploit.honest !== null &&
      (exploit.reward ?? 0) >= exploit.honest &&
      share !== null &&
      share !== undefined &&
      share.hits >= LEAST_SHARE * share.of,
  );

const rewardsOf = async (
  { scorer }: Context,
  shots: readonly { levels: RowLevels; completion: string }[],
): Promise<(number | null)[]> =>
  (await scorer.all(shots.map(({ levels: { row }, completion }) => ({ row, completion })))).map(paid);

const tryKind = async (context: Context, kind: Kind, cases: readonly Case[]): Promise<NewFinding | null> => {
  const values = cases.map(({ answer }) => answer.value);
  for (const make of kind.edits) {
    const made = cases.flatMap((each, at) => {
      const edit = make(each.answer.value, values.toSpliced(at, 1));
      if (edit === null) return [];
      const completion = each.answer.write(edit.value);
      const control = edit.control === undefined ? null : each.answer.write(edit.control);
      return completion === each.levels.gold?.completion ? [] : [{ ...each, completion, control }];
    });
    if (made.length < LEAST_ROWS) continue;
    const isFull = ({ honest, levels }: Case, reward: number | null): boolean =>
      reward !== null && reward >= honest - SAME * (honest - levels.floor);
    const rewards = await rewardsOf(context, made);
    const full = made.filter((each, at) => isFull(each, rewards[at] ?? null));
    if (full.length < LEAST_SHARE * made.length) continue;
    const controlled = full.flatMap((each) =>
      each.control === null ? [] : [{ ...each, completion: each.control }],
    );
    const controls = await rewardsOf(context, controlled);
    const alike = controlled.filter((each, at) => isFull(each, controls[at] ?? null)).length;
    if (alike > 0.5 * controlled.length) continue;
    const { rule, classes, title, what, fix } = kind;
    const [finding] = await tell(context, full, made.length, (reward, share) => ({
      rule,
      classes,
      severity: 'warning',
      title,
      why: `The right answer ${what} is paid ${numberText(reward)}, as much as the right answer, on ${share.hits} of ${share.of} rows.`,
      fix,
    }));
    if (finding !== undefined) return finding;
  }
  return null;
};

/** S02: the more of what is right, the more is paid. */
const tooMuch = async (context: Context, cases: readonly Case[]): Promise<NewFinding[]> => {
  const ways: ((each: Case, times: number) => string | null)[] = [
    ({ answer }, times) =>
      Array.isArray(answer.value) && answer.value.length > 1
        ? answer.write(Array(times).fill(answer.value[0]))
        : null,
    ({ answer }, times) =>
      Array.isArray(answer.value) ? answer.write(Array(times).fill(answer.value).flat(1)) : null,
    ({ levels: { gold } }, times) => Array(times).fill(gold?.completion).join('\n'),
    ({ answer }, times) => {
      const longer = edits.thereAndBack(answer.value, times);
      return longer === null ? null : answer.write(longer);
    },
  ];
  const [one] = ways;
  for (const way of ways) {
    if (!context.budget.has(0.05)) break;
    const series = await Promise.all(
      cases.map(async (each) => {
        const completions = TIMES.map((times) => way(each, times));
        if (completions.some((text) => text === null)) return null;
        const shots = completions.map((text) => ({ levels: each.levels, completion: text ?? '' }));
        const rewards = (await rewardsOf(context, shots)).map((reward) => reward ?? each.levels.floor);
        return { ...each, completion: completions.at(-1) ?? '', rewards };
      }),
    );
    const known = series.filter((each) => each !== null);
    const more = known.filter(
      ({ rewards, honest, levels }) => (rewards.at(-1) ?? 0) > honest + MORE * (honest - levels.floor),
    );
    const [sight] = more;
    if (sight === undefined || known.length < LEAST_ROWS || more.length < LEAST_SHARE * known.length)
      continue;
    const grows = more.every(({ rewards, honest }) => {
      const [, few = 0, many = 0, most = 0] = rewards;
      return few < many && many < most && most >= MUCH * honest;
    });
    const steps = TIMES.map((times, at) => `${numberText(sight.rewards[at] ?? 0)} for ${times} times`);
    const told = await tell(context, more, known.length, (reward, share) =>
      reward <= sight.honest
        ? null
        : {
            rule: 'S02',
            // A way that is the better the longer it is: what should cost is paid.
            classes: ['S02', 'E04', ...(way === ways.at(-1) ? ['E07', 'S11'] : []), 'RH119'],
            // Where one of several is enough for more than all of them get, the others need not be known.
            severity: grows ? (way === one ? 'critical' : 'high') : 'warning',
            title: 'the same right element, given again and again, is paid more than the right answer',
            why: `The right answer is paid ${numberText(sight.honest)}, the same again and again ${steps.join(', ')}; more than the right answer on ${share.hits} of ${share.of} rows.`,
            fix: 'Count each element once: compare sets, or take every match away from what is left to find; and bound the sum.',
          },
    );
    if (told.length > 0) return told;
  }
  return [];
};
