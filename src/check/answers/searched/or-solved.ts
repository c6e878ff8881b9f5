/** Where no answer that people would write is paid, or only a poor one: answers that were searched for. */
import { median, unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import type { Candidate, Unmeasured } from '../candidate.ts';
import { lowest, measure } from '../candidates.ts';
import { type Decision, decide, isNoisy, LEFT_FOR_PROBES } from '../decide.ts';
import { isUnread } from '../marks.ts';
import { computedFrom } from './computed.ts';
import { type Solved, solve } from './solve.ts';
import { candidatesOfSolved } from './solved.ts';

export interface Decided {
  decision: Decision | undefined;
  candidates: readonly Candidate[];
  /** Whether the decision rests on answers that were searched for. */
  isSolved?: boolean;
  /** Where the function works them out: the right answers of rows. */
  answers?: ReadonlyMap<CheckRow, string>;
}

/** What right answers get below this part of the most that was ever paid is not what is asked for. */
const POOR = 0.75;
/** What an answer that was written down is paid, on this share of rows, if the reward says whether it is right. */
const FULL = 0.99;
const WRITTEN_SHARE = 0.9;
/** Of a text that is a task. */
const LEAST_SHOWN = 8;
/** Of a list: two numbers are a range. */
const LEAST_ITEMS = 3;
/** Rows that must be solved for their completions to be believed as they are. */
const LEAST_SOLVED = 3;

/** What a candidate is paid on rows, usually. */
const usualReward = async (
  { scorer }: Unmeasured,
  tried: readonly CheckRow[],
  { complete }: Candidate,
): Promise<number> => {
  const shots = tried.flatMap((row) => {
    const completion = complete(row);
    return completion === undefined ? [] : [{ row, completion }];
  });
  const outcomes = await scorer.all(shots);
  return median(outcomes.map(({ status, reward }) => (status === 'ok' ? (reward ?? 0) : 0))) ?? 0;
};

/** The decision as it is, a better one that was searched for, or none where what was found cannot be the answer. */
export const orSolved = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
  decision: Decision | undefined,
): Promise<Decided> => {
  const { scorer, budget } = input;
  const before = { decision, candidates };
  if (!budget.has(LEFT_FOR_PROBES / 2)) return before;
  const reward = decision === undefined ? 0 : await usualReward(input, tried, decision.candidate);
  const isPoor = decision === undefined || reward <= 0 || reward < POOR * scorer.range.high;
  if (!isPoor || decision?.candidate.isProgram === true || decision?.isOneSided === true) return before;
  if (decision !== undefined && (await isWrittenDown(input, tried, decision.candidate))) return before;
  const solved = await solve(input, tried);
  const found = solved.length === 0 ? undefined : await decideSolved(input, tried, solved);
  if (found?.decision !== undefined) {
    const { candidate } = found.decision;
    const rows = tried.filter((row) => candidate.complete(row) !== undefined);
    if (decision === undefined || (await usualReward(input, rows, candidate)) > reward + 1e-9)
      return { ...found, isSolved: true };
  }
  // Where more is paid, a right answer is not worth nothing.
  const isNone = decision !== undefined && reward <= 0 && scorer.range.high > 0;
  return isNone ? { decision: undefined, candidates } : before;
};

/**
 * Whether a candidate is an answer that somebody wrote down for each row and the source does not read: paid in full on its own row, and
 * less on others. What is paid more is no better answer then.
 */
const isWrittenDown = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  { field, complete }: Candidate,
): Promise<boolean> => {
  if (field === '' || !isUnread(input, field)) return false;
  const pairs = tried.map((row, at) => ({ row, other: tried[(at + 1) % tried.length] as CheckRow }));
  const own = await Promise.all(
    pairs.map(async ({ row, other }) => {
      const texts = [complete(row), complete(other)].filter((text) => text !== undefined);
      const outcomes = await input.scorer.all(texts.map((completion) => ({ row, completion })));
      const [right, wrong] = outcomes.map(({ status, reward }) => (status === 'ok' ? (reward ?? 0) : 0));
      return right !== undefined && wrong !== undefined && right >= FULL && wrong < FULL / 2;
    }),
  );
  return own.filter(Boolean).length >= WRITTEN_SHARE * tried.length;
};

const decideSolved = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  solved: readonly Solved[],
): Promise<Decided> => {
  const { scorer } = input;
  const made = candidatesOfSolved(solved);
  const asTheyAre = made.at(-1) as Candidate;
  const rows = unique(solved.map(({ row }) => row));
  await measure(scorer, made, tried);
  const full = median(solved.map(({ reward }) => reward)) ?? 0;
  const floor = median(await Promise.all(rows.map((row) => lowest(scorer, row)))) ?? 0;
  // Forms that hold for all rows; what is only paid where it was found is no form.
  const forms = made.filter((each) => each !== asTheyAre && each.mean >= 0.6 * Math.max(1e-9, full - floor));
  forms.sort((one, other) => other.mean - one.mean);
  const noisy = await isNoisy(scorer, rows, [asTheyAre]);
  const general = forms.length === 0 ? undefined : await decide(input, tried, forms, noisy);
  if (general !== undefined) return { decision: general, candidates: forms };
  if (rows.length < LEAST_SOLVED) return { decision: undefined, candidates: [] };
  const decision = await decide(input, rows, [asTheyAre], noisy);
  const isAnswer = decision !== undefined && isSaid(decision.field, rows, asTheyAre);
  if (decision !== undefined) {
    const computed = await computedFrom(input, solved);
    if (computed !== undefined) {
      await measure(scorer, [computed.candidate], computed.rows);
      const own = await decide(input, computed.rows, [computed.candidate], noisy);
      if (own !== undefined)
        return { decision: own, candidates: [computed.candidate], answers: computed.answers };
    }
  }
  return { decision: isAnswer ? decision : undefined, candidates: [asTheyAre] };
};

/**
 * Whether completions say what the field holds: one that decides and is never said is a limit or a seed, and no answer. What the
 * prompt shows is neither, but what the answer is made from: a text to decode.
 */
const isSaid = (field: string, rows: readonly CheckRow[], { complete }: Candidate): boolean =>
  rows.filter((row) => {
    if (isShownTask(row, row.fields[field])) return true;
    const said = new Set(words(complete(row) ?? ''));
    return words(row.texts[field] ?? '').some((word) => said.has(word));
  }).length >
  rows.length / 2;

const isShownTask = ({ prompt }: CheckRow, value: unknown): boolean =>
  typeof value === 'string'
    ? value.length >= LEAST_SHOWN && prompt.includes(value)
    : Array.isArray(value) &&
      value.length >= LEAST_ITEMS &&
      value.every((each) => prompt.includes(String(each)));

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
