/** Which field of the rows decides what an answer is paid: found out by putting wrong values in its place. */

import type { Scorer } from '../calls/scorer.ts';
import { unique } from '../lists.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate, Unmeasured } from './candidate.ts';
import { lowest } from './candidates.ts';
import { testFields } from './programs/programs.ts';
import { wholeLists, withoutColumns } from './whole-lists.ts';
import { fieldDecoys } from './written/answer-forms.ts';

/** Share of rows on which a wrong answer in the field's place must lower the reward. */
const SENSITIVE_SHARE = 0.8;
/** Of the distance between floor and answer: smaller changes say nothing. */
const LEAST_DROP = 0.05;
/** Part of the budget that is left for what comes after. */
export const LEFT_FOR_PROBES = 0.75;
/** Candidates whose fields are tried, of those that are paid. */
const MOST_TRIED = 24;
/** Of these the best are tried again with a worker for each call, which takes longer. */
const MOST_APART = 4;
/** Where other rows pay for anything, a field must decide on so many, and on this share of all. */
const LEAST_DECIDED = 3;
const LEAST_DECIDED_SHARE = 0.25;

/** The field that decides, for a candidate that is paid. */
export interface Decision {
  candidate: Candidate;
  field: string;
  path: readonly string[];
  /** Share of rows on which it decides. */
  share: number;
  /** Median distance between right and wrong. */
  drop: number;
}

/** Of the paid candidates the best one whose reward falls when a field is given a wrong value. */
export const decide = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  all: readonly Candidate[],
  noisy: boolean,
): Promise<Decision | undefined> => {
  const { scorer, budget } = input;
  const single = withoutColumns(all);
  const candidates = budget.reach < 1 ? single : await wholeLists(scorer, tried, single);
  const shared = await decideAmong(input, tried, candidates, noisy);
  if (shared !== undefined || candidates.length === 0 || !budget.has(LEFT_FOR_PROBES)) return shared;
  // Where what one row got is kept for the next ones, no field seems to matter to calls that share a process.
  scorer.setApart(true);
  const ownFields = candidates.filter(({ field, isProgram }) => field !== '' && !isProgram);
  const apart = await decideAmong(input, tried, ownFields.slice(0, MOST_APART), noisy);
  if (apart !== undefined) return apart;
  scorer.setApart(false);
  return undefined;
};

const decideAmong = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
  noisy: boolean,
): Promise<Decision | undefined> => {
  let best: Decision | undefined;
  const seen = new Map<string, number>();
  const isSlow = input.budget.reach < 1;
  let done = 0;
  for (const candidate of candidates) {
    // One is tried however late it is: where nothing is known of right answers, probes prove little.
    if (done >= MOST_TRIED || (done > 0 && !input.budget.has(LEFT_FOR_PROBES))) break;
    if (isSlow && best?.candidate.isProgram === true) break;
    // Of one answer the best ways to write it suffice.
    const before = seen.get(candidate.key) ?? 0;
    if (before >= 3 || (best !== undefined && candidate.mean < best.candidate.mean - 1e-9)) continue;
    seen.set(candidate.key, before + 1);
    done++;
    const fields = candidate.isProgram ? programFields(tried, candidate) : answerFields(tried, candidate);
    for (const { field, path } of fields) {
      const decision = await sensitivity(input, tried, candidate, { field, path }, noisy);
      if (decision.share < SENSITIVE_SHARE || !(await isRecord(input, tried, candidate, noisy))) continue;
      const mostTelling = await byMostTelling(input, tried, decision, noisy);
      if (best === undefined || isBetter(mostTelling, best)) best = mostTelling;
      break;
    }
  }
  return best;
};

/** Of the columns of an answer the one that a wrong value costs most: where a part is paid for another one, it would hide what is paid. */
const byMostTelling = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  decision: Decision,
  noisy: boolean,
): Promise<Decision> => {
  const { candidate } = decision;
  if (candidate.arrange === undefined) return decision;
  let best = decision;
  for (const field of candidate.columns ?? []) {
    const other = await sensitivity(input, tried, candidate, { field, path: [] }, noisy);
    if (other.share >= decision.share && other.drop > 1.2 * best.drop) best = other;
  }
  candidate.field = best.field;
  return best;
};

/**
 * Whether an answer of several fields is one: each of them decides, and their values without the object around them are
 * paid less. A text that is to hold a word is paid for an object with it as well. True of every other answer.
 */
const isRecord = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  candidate: Candidate,
  noisy: boolean,
): Promise<boolean> => {
  const { columns = [], wrapper } = candidate;
  for (const field of columns) {
    const { share } = await sensitivity(input, tried, candidate, { field, path: [] }, noisy);
    if (share < SENSITIVE_SHARE) return false;
  }
  if (columns.length === 0) return true;
  const shots = tried.flatMap((row) => {
    const texts = columns.map((name) => String(row.fields[name]));
    // Where signs or labels are the form, other ones in another order are none.
    const values = candidate.arrange === undefined ? texts.join(', ') : texts.reverse().join(' ~ ');
    const completion = candidate.complete(row);
    return completion === undefined
      ? []
      : [
          { row, completion },
          { row, completion: wrapper.wrap(values) },
        ];
  });
  const outcomes = await input.scorer.all(shots);
  const rewards = outcomes.map(({ status, reward }) => (status === 'ok' ? (reward ?? 0) : 0));
  const needed = shots.filter((_, at) => at % 2 === 0 && (rewards[at] ?? 0) > (rewards[at + 1] ?? 0)).length;
  return needed >= SENSITIVE_SHARE * (shots.length / 2);
};

/** Whether the same call is paid something else with other random numbers. */
export const isNoisy = async (
  scorer: Scorer,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
): Promise<boolean> => {
  const shots = tried
    .slice(0, tried.length > 4 ? 4 : 2)
    .map((row) => ({ row, completion: candidates[0]?.complete(row) ?? '' }));
  const pairs = await Promise.all(
    shots.map((shot) => Promise.all([scorer.score(shot), scorer.scoreAgain(shot, scorer.seed + 1)])),
  );
  return pairs.some(
    ([one, other]) => one.status === 'ok' && other.status === 'ok' && one.reward !== other.reward,
  );
};

/** An answer that comes from the field that decides about it explains more than one that only contains it. */
const isBetter = (one: Decision, other: Decision): boolean => {
  const own = ({ candidate, field }: Decision): boolean => candidate.field === field;
  return own(one) === own(other) ? one.drop > other.drop * 1.0001 : own(one);
};

interface PlaceOfAnswer {
  field: string;
  path: readonly string[];
}

/** Fields that may decide about an answer: its own first. */
const answerFields = (tried: readonly CheckRow[], { field, path }: Candidate): PlaceOfAnswer[] => {
  const all = Object.keys(tried[0]?.texts ?? {}).filter((name) => name !== field && name !== 'prompt');
  // What a task is about decides about every answer to it: what is expected comes before.
  const others = [
    ...all.filter((name) => !isGiven(tried, name)),
    ...all.filter((name) => isGiven(tried, name)),
  ];
  const own = field === '' ? [] : [{ field, path }];
  return [...own, ...others.slice(0, 12).map((other) => ({ field: other, path: [] }))];
};

/** Whether a field is what a task starts from: a script that makes a data base, or so called. */
const isGiven = ([row]: readonly CheckRow[], name: string): boolean =>
  /^(?:set_?up|schema|ddl|db|database|context|before|given|inputs?)(?:_|$)/i.test(name) ||
  /\bCREATE\s+(?:TEMP\w*\s+)?TABLE\b/i.test(row?.texts[name] ?? '');

const programFields = (tried: readonly CheckRow[], candidate: Candidate): PlaceOfAnswer[] => {
  const [row] = tried;
  if (row === undefined) return [];
  // What a table was made of expects something, in a column of its own perhaps.
  const named = candidate.made ? unique([candidate.field, ...testFields(row)]) : testFields(row);
  const tests = named.map((field) => ({ field, path: [] }));
  const rest = answerFields(tried, { ...candidate, field: '' });
  return [...tests, ...rest.filter(({ field }) => !tests.some((test) => test.field === field))];
};

/** On how many rows a wrong value of a field lowers what a candidate is paid, and by how much. */
const sensitivity = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  candidate: Candidate,
  { field, path }: PlaceOfAnswer,
  noisy: boolean,
): Promise<Decision> => {
  const { scorer, subject, random } = input;
  const most = input.budget.reach < 1 ? 2 : undefined;
  const drops = await Promise.all(
    tried.map(async (row) => {
      const completion = candidate.complete(row);
      if (completion === undefined) return undefined;
      const decoys = fieldDecoys(row, field, path, subject.rows, random).slice(0, most);
      if (decoys.length === 0) return undefined;
      const [honest, floor, ...wrong] = await scorer.all([
        { row, completion },
        { row, completion: '' },
        ...decoys.map((decoy) => ({ row, completion, changed: { [field]: decoy } })),
      ]);
      const reward = honest?.status === 'ok' ? honest.reward : null;
      if (reward === null || reward === undefined) return undefined;
      const nothing = await lowest(scorer, row);
      // A call that fails is no wrong answer, unless that is what this function does to wrong answers.
      const raises = floor?.status !== 'ok';
      const rewards = wrong.flatMap((outcome) => {
        if (outcome.status === 'ok') return [outcome.reward ?? 0];
        return raises || outcome.error?.type === 'AssertionError' ? [Math.min(0, nothing)] : [];
      });
      // What is paid for nothing; or less, where nothing is paid in full and only a wrong answer is not.
      const low = Math.min(nothing, ...(noisy ? [] : rewards));
      // A row that pays for nothing as for its answer says nothing of the field: perhaps its answer cannot be read.
      if (reward <= low) return reward > 0 && nothing >= reward ? undefined : 0;
      // Where chance has a say, of several decoys one is always paid less.
      const wrongest = noisy ? Math.max(...rewards) : Math.min(...rewards);
      const drop = rewards.length === 0 ? 0 : reward - wrongest;
      return drop > LEAST_DROP * Math.max(reward - low, 1e-9) ? drop : 0;
    }),
  );
  const known = drops.filter((drop) => drop !== undefined).sort((one, other) => one - other);
  const decided = known.filter((drop) => drop > 0).length;
  const isEnough =
    known.length === tried.length || decided >= Math.max(LEAST_DECIDED, LEAST_DECIDED_SHARE * tried.length);
  const share = known.length === 0 || !isEnough ? 0 : decided / known.length;
  return { candidate, field, path, share, drop: known[Math.floor(known.length / 2)] ?? 0 };
};
