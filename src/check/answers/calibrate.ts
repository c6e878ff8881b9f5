/** Finds out, by asking, which field holds the right answer and how an answer must be written to be paid. */
import type { Calibration, RowLevels, Wrapper } from '../calibration.ts';
import type { Scorer } from '../calls/scorer.ts';
import { median } from '../lists.ts';
import { type CheckRow, mayHoldAnswers } from '../subject/subject.ts';
import type { Candidate, Unmeasured } from './candidate.ts';
import { lowest, screen } from './candidates.ts';
import { type Decision, decide, isNoisy, LEFT_FOR_PROBES } from './decide.ts';
import { holdsTests } from './decoys.ts';
import { marksBeyond } from './marks.ts';
import { withPlausible } from './plausible.ts';
import { programsOf, testFields } from './programs/programs.ts';
import { inFence } from './programs/python-fences.ts';
import { saysFirstOnly } from './whole-lists.ts';
import { fieldDecoys } from './written/answer-forms.ts';

/** Rows on which the field is found out. */
const TRIED_ROWS = 12;
const LEAST_TRIED = 3;
const MOST_WRAPPERS = 6;
/** Part of the budget that is left for finding out which field decides. */
const LEFT_TO_DECIDE = 0.1;
/** Rows whose levels suffice where calls are slow, the part of the calls that they may take, and calls of one. */
const LEAST_LEVELS = 4;
const SHARE_FOR_LEVELS = 0.3;
const CALLS_OF_LEVELS = 6;

/** A call that waits this long for a judge tells nothing, and hundreds of them take all the time that there is. */
const WAITS_MS = 200;

/** What calls are paid that come to nothing but the failure to reach a judge; undefined: they come to more. */
const paidForWaiting = async (
  { analysis, scorer }: Unmeasured,
  [row]: readonly CheckRow[],
): Promise<number | undefined> => {
  if (!analysis.asksJudge || row === undefined) return undefined;
  const texts = ['', 'The answer is 42.'];
  const outcomes = await scorer.all(texts.map((completion) => ({ row, completion })));
  const waits = outcomes.every(
    ({ status, reward, duration_ms: took }) =>
      status !== 'ok' || (took >= WAITS_MS && reward === outcomes[0]?.reward),
  );
  return waits ? (outcomes[0]?.reward ?? 0) : undefined;
};

export const calibrate = async (given: Unmeasured): Promise<Calibration> => {
  // Its shares are of what is left now.
  const measured = { ...given, budget: given.budget.part(1) };
  const { subject, scorer, random } = measured;
  const sample = random.sample(subject.rows, TRIED_ROWS);
  const nothing = await paidForWaiting(measured, sample);
  if (nothing !== undefined) {
    const levels = subject.rows.map((row) => ({ row, gold: null, floor: nothing, top: nothing, decoys: [] }));
    const why = 'a model is asked what an answer is worth, and cannot be reached from here';
    return { basis: 'judge', why, goldField: null, wrappers: [], levels, range: scorer.range };
  }
  for (const row of sample.slice(0, 2)) await lowest(scorer, row);
  const input = measured;
  const tried = sample.slice(0, Math.max(LEAST_TRIED, Math.floor(2 * TRIED_ROWS * input.budget.reach)));
  const candidates = await screen(input, tried, LEFT_FOR_PROBES + LEFT_TO_DECIDE);
  const found = await decide(input, tried, candidates, await isNoisy(scorer, tried, candidates));
  const decision = found === undefined || (await isWorthNothing(input, tried, found)) ? undefined : found;
  const wrappers = decision === undefined ? [] : acceptedWrappers(decision, candidates);
  const levels = await levelsOf(input, decision, candidates, wrappers);
  const range = scorer.range;
  const isTests =
    decision !== undefined &&
    (decision.candidate.made ||
      // A program of the row, about which another field decides: what it prints or returns is compared.
      (decision.candidate.isProgram && decision.field !== decision.candidate.field) ||
      tried.some((row) => holdsTests(row.fields[decision.field])));
  const known = levels.filter(({ gold }) => gold !== null).length;
  if (decision !== undefined && known > 0) {
    const { candidate } = decision;
    const name = [decision.field, ...decision.path].join('.');
    const where = `\`${name}\``;
    const form = candidate.wrapper.name === 'plain' ? '' : `, written as ${candidate.wrapper.name},`;
    const key = candidate.key === name ? '' : ` (${candidate.key})`;
    const made = candidate.made ? ', which a table made from them passes,' : '';
    return {
      basis: isTests ? 'tests' : 'answer',
      why: isTests
        ? `programs are paid by the tests in ${where}${made} on ${known} of ${levels.length} rows`
        : `the right answers of ${where}${key}${form} are paid on ${known} of ${levels.length} rows`,
      goldField: decision.field,
      columns: candidate.columns,
      arrange: decision.path.length > 0 || saysFirstOnly(tried, candidate) ? undefined : candidate.arrange,
      full: isTests ? undefined : marksBeyond(levels, input.analysis, range.high),
      wrappers,
      levels,
      range,
    };
  }
  const none = { goldField: null, wrappers: [], levels, range };
  const tests = await testsDecide(input, tried);
  if (tests !== undefined) {
    return {
      ...none,
      basis: 'tests',
      why: `the tests in \`${tests}\` decide, but no program is known that passes them`,
      goldField: tests,
    };
  }
  if (input.analysis.asksJudge)
    return { ...none, basis: 'judge', why: 'a model is asked what an answer is worth' };
  const plausible = await withPlausible(scorer, tried, candidates, levels);
  return { ...none, levels: plausible, basis: 'none', why: whyNone(input), isComplete: !isLate(input) };
};

/** Whether what was found is usually paid nothing, where more was paid: then it is no right answer. */
const isWorthNothing = async (
  { scorer }: Unmeasured,
  tried: readonly CheckRow[],
  { candidate }: Decision,
): Promise<boolean> => {
  if (candidate.isProgram || scorer.range.high <= 0) return false;
  const shots = tried.flatMap((row) => {
    const completion = candidate.complete(row);
    return completion === undefined ? [] : [{ row, completion }];
  });
  const outcomes = await scorer.all(shots);
  const usual = median(outcomes.map(({ status, reward }) => (status === 'ok' ? (reward ?? 0) : 0))) ?? 0;
  return usual <= 0;
};

const isLate = ({ budget }: Unmeasured): boolean => !budget.has(LEFT_FOR_PROBES + LEFT_TO_DECIDE);

const whyNone = (input: Unmeasured): string => {
  const { subject, scorer } = input;
  const usual = scorer.usualFailure?.split('\n')[0];
  const failed = usual === undefined ? '' : `; many calls failed, mostly with: ${usual}`;
  if (subject.rows.every((row) => Object.keys(row.texts).length === 0))
    return 'there are no rows, so nothing is known of right answers';
  if (!mayHoldAnswers(subject)) return 'rows have no field beside `prompt` that could hold an answer';
  const late = isLate(input) ? '; there was not enough time to try everything' : '';
  return `no field of the rows holds an answer that is paid and, replaced by a wrong one, is not${failed}${late}`;
};

/** Other ways to write the same answer that are paid as well, best first. */
const acceptedWrappers = ({ candidate }: Decision, candidates: readonly Candidate[]): Wrapper[] => {
  const same = candidates.filter(
    (other) => other.key === candidate.key && other.mean >= candidate.mean - 0.25 * Math.abs(candidate.mean),
  );
  return [candidate, ...same.filter((other) => other !== candidate)]
    .slice(0, MOST_WRAPPERS)
    .map(({ wrapper }) => wrapper);
};

/** Levels of all rows. Where the best way to write the answer is not paid, others are tried. */
const levelsOf = async (
  input: Unmeasured,
  decision: Decision | undefined,
  candidates: readonly Candidate[],
  wrappers: readonly Wrapper[],
): Promise<RowLevels[]> => {
  const { subject, scorer, random, budget } = input;
  const isSlow = budget.reach < 1;
  const affordable = Math.floor((budget.quota * SHARE_FOR_LEVELS) / CALLS_OF_LEVELS);
  const rows = isSlow
    ? random.sample(subject.rows, Math.max(LEAST_LEVELS, Math.min(subject.rows.length, affordable)))
    : subject.rows;
  const alternatives =
    decision === undefined
      ? []
      : [
          decision.candidate,
          ...candidates
            .filter((each) => each !== decision.candidate && each.field === decision.candidate.field)
            .slice(0, 3),
        ];
  return Promise.all(
    rows.map(async (row): Promise<RowLevels> => {
      const given = (subject.completions.get(row.line) ?? []).slice(0, 4);
      const honest = alternatives
        .flatMap((each) => each.complete(row) ?? [])
        .slice(0, isSlow ? 1 : 1 + wrappers.length);
      const outcomes = await scorer.all(['', ...given, ...honest].map((completion) => ({ row, completion })));
      const floor = outcomes[0]?.status === 'ok' ? (outcomes[0].reward ?? 0) : 0;
      const paid = outcomes.flatMap(({ status, reward }) =>
        status === 'ok' && reward !== null ? [reward] : [],
      );
      const levels = { row, gold: null, floor, top: Math.max(floor, ...paid), decoys: [] };
      if (decision === undefined) return levels;
      const { field, path } = decision;
      const decoys = fieldDecoys(row, field, path, subject.rows, random).slice(0, isSlow ? 2 : undefined);
      const nothing = Math.min(floor, await lowest(scorer, row));
      const known = await bestGold(scorer, { ...levels, floor: nothing, decoys }, honest, field);
      // What an empty completion gets is the floor, unless that is full marks, or a text that says nothing gets less: then to
      // be empty is an attack like others (`ast.parse('')` is a program). Below 0 less is only a punishment.
      const least = floor > 0 ? Math.max(0, nothing) : floor;
      return floor < (known.gold?.reward ?? Infinity) - 1e-9 ? { ...known, floor: least } : known;
    }),
  );
};

/** The best paid honest completion, and of the decoys those under which it is paid less: the others prove nothing. */
const bestGold = async (
  scorer: Scorer,
  levels: RowLevels,
  honest: readonly string[],
  field: string,
): Promise<RowLevels> => {
  const { row, decoys } = levels;
  const outcomes = await scorer.all(honest.map((completion) => ({ row, completion })));
  let gold: RowLevels['gold'] = null;
  outcomes.forEach(({ status, reward }, at) => {
    if (status !== 'ok' || reward === null) return;
    if (gold === null || reward > gold.reward) gold = { completion: honest[at] as string, reward };
  });
  const found = gold as RowLevels['gold'];
  if (found === null) return levels;
  const wrong = await scorer.all(
    decoys.map((decoy) => ({ row, completion: found.completion, changed: { [field]: decoy } })),
  );
  const rewards = wrong.map((outcome) => (outcome.status === 'ok' ? (outcome.reward ?? 0) : null));
  // Where nothing is paid as much as the right answer, only a wrong one is paid less.
  const isFree = levels.floor >= found.reward;
  const floor = isFree
    ? Math.min(levels.floor, ...rewards.map((reward) => reward ?? levels.floor))
    : levels.floor;
  if (found.reward <= floor) return levels;
  const limit = floor + 0.85 * (found.reward - floor);
  const telling = decoys.filter((_, at) => (rewards[at] ?? floor) <= limit);
  return { ...levels, floor, gold: found, decoys: telling };
};

/** A field of tests that changes what some ordinary program is paid, where no program passes all. */
const testsDecide = async (
  { scorer, subject, random }: Unmeasured,
  tried: readonly CheckRow[],
): Promise<string | undefined> => {
  for (const field of tried[0] === undefined ? [] : testFields(tried[0])) {
    for (const row of tried) {
      const decoys = fieldDecoys(row, field, [], subject.rows, random);
      const programs = programsOf(row).flatMap(({ answer }) => [answer, inFence(answer)]);
      for (const completion of programs) {
        const outcomes = await scorer.all([
          { row, completion },
          ...decoys.map((decoy) => ({ row, completion, changed: { [field]: decoy } })),
        ]);
        const rewards = new Set(outcomes.filter(({ status }) => status === 'ok').map(({ reward }) => reward));
        if (rewards.size > 1) return field;
      }
    }
  }
  return undefined;
};
