/**
 * Right answers that no field holds, because the function works them out of the row: what was found by trying has one form on all
 * rows, with another number or word in it on each, and what is a little different there is paid less.
 */
import type { CheckRow } from '../../subject/subject.ts';
import type { Candidate, Unmeasured } from '../candidate.ts';
import { ANSWER_MARK, templateWrapper } from '../wrapped/wrappers.ts';
import { type Solved, solve } from './solve.ts';

/** What was worked out: how it is written, and the answer of each row that was solved. */
export interface Computed {
  candidate: Candidate;
  rows: readonly CheckRow[];
  answers: ReadonlyMap<CheckRow, string>;
}

/** Rows that must have one form, and how many of them must lose by a near miss. */
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.75;
/** Rows that are solved once the form is known, and the seconds for each. */
const MORE_ROWS = 26;
const SECONDS = 0.3;
const FILLERS = ['7301', 'zqaa'];
/** One number, word, date or time: lists and sentences may be right in many ways. */
const TOKEN = /^[-+]?[\p{L}\p{N}][\p{L}\p{N}.,:/%+-]{0,30}$/u;

const edgeOf = (texts: readonly string[]): string => {
  const [first = ''] = texts;
  let size = 0;
  while (size < first.length && texts.every((text) => text[size] === first[size])) size++;
  return first.slice(0, size);
};

const turned = (text: string): string => [...text].reverse().join('');

/** The end of a text that is a part of the number, word or time that goes on behind it. */
const BEGUN = /(?:[-+\p{L}\p{N}.,/%]|(?<=\d):)+$/u;

/** What stands before and behind the text that differs; undefined: there is no such form. */
export const formOf = (texts: readonly string[]): { before: string; after: string } | undefined => {
  const before = edgeOf(texts).replace(BEGUN, '');
  const after = turned(edgeOf(texts.map((text) => turned(text.slice(before.length)))).replace(BEGUN, ''));
  const inner = texts.map((text) => text.slice(before.length, text.length - after.length));
  return inner.every((text) => TOKEN.test(text)) ? { before, after } : undefined;
};

/** The plainest of the best paid texts of each row. */
const bestOf = (solved: readonly Solved[]): Map<CheckRow, Solved> => {
  const best = new Map<CheckRow, Solved>();
  for (const each of solved) {
    const known = best.get(each.row);
    const isBetter =
      known === undefined ||
      each.reward > known.reward + 1e-9 ||
      (each.reward > known.reward - 1e-9 && each.completion.length < known.completion.length);
    if (isBetter) best.set(each.row, each);
  }
  return best;
};

const nearMiss = (answer: string): string =>
  /^-?\d+$/.test(answer)
    ? String(Number(answer) + 1)
    : answer.replace(/\d(?=\D*$)|\p{L}(?=\P{L}*$)/u, missed);
const missed = (sign: string): string => (/\d/.test(sign) ? String((Number(sign) + 1) % 10) : 'q');

/** @returns undefined where what was found has no common form, or what is nearly the same is paid as well */
export const computedFrom = async (
  input: Unmeasured,
  solved: readonly Solved[],
): Promise<Computed | undefined> => {
  const { scorer, subject } = input;
  const first = bestOf(solved);
  if (first.size < LEAST_ROWS) return undefined;
  const form = formOf([...first.values()].map(({ completion }) => completion));
  if (form === undefined) return undefined;
  const { before, after } = form;
  const write = (answer: string): string => before + answer + after;
  const answerIn = ({ completion }: Solved): string | undefined => {
    const inner = completion.slice(before.length, completion.length - after.length);
    return write(inner) === completion && TOKEN.test(inner) ? inner : undefined;
  };
  const known = [...first.values()];
  const answers = new Map(known.map((each) => [each.row, answerIn(each) ?? '']));
  if (new Set(answers.values()).size < LEAST_SHARE * known.length) return undefined;
  const outcomes = await scorer.all(
    known.map(({ row }) => ({ row, completion: write(nearMiss(answers.get(row) ?? '')) })),
  );
  const lost = known.filter(({ reward }, at) => (outcomes[at]?.reward ?? 0) < 0.5 * reward);
  if (lost.length < LEAST_SHARE * known.length) return undefined;
  const others = subject.rows.filter((row) => !answers.has(row)).slice(0, MORE_ROWS);
  const seeds = [...FILLERS, known[0] === undefined ? '' : (answers.get(known[0].row) ?? '')].map(write);
  const more = await solve(input, others, { seeds, rows: MORE_ROWS, seconds: SECONDS });
  const least = Math.min(...known.map(({ reward }) => reward));
  for (const each of bestOf(
    more.filter((one) => one.reward >= least - 1e-9 && answerIn(one) !== undefined),
  ).values())
    answers.set(each.row, answerIn(each) ?? '');
  const template = write(ANSWER_MARK);
  const candidate: Candidate = {
    key: 'what the function works out of the row',
    field: '',
    path: [],
    wrapper: templateWrapper(template),
    isProgram: false,
    made: false,
    complete: (row) => {
      const answer = answers.get(row);
      return answer === undefined ? undefined : write(answer);
    },
    mean: 0,
  };
  return { candidate, rows: [...first.keys()], answers };
};
