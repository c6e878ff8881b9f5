/** Answers of rows in the ways to write them down, and which of these are paid. */
import type { Outcome } from '../../index.ts';
import type { Wrapper } from '../calibration.ts';
import { PROCESS_MS } from '../calls/budget.ts';
import { costOf, type Scorer } from '../calls/scorer.ts';
import { median, unique } from '../lists.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate, Unmeasured } from './candidate.ts';
import { twoKinds } from './kind-columns.ts';
import { type Program, programsOf } from './programs/programs.ts';
import {
  ANSWER_MARK,
  programWrappers,
  templateWrapper,
  toldWrappers,
  wrappersFor,
} from './wrapped/wrappers.ts';
import { type Form, formsOf } from './written/answer-forms.ts';
import type { ArrangedForm } from './written/arrange.ts';
import { arrangedOf } from './written/arranged.ts';
import { solutionsOf } from './written/expressions.ts';

/** Calls that are made between two looks at what is left. */
const CHUNK = 96;
/** Candidates that are tried where everything but a wrong answer is paid. */
const MOST_FREE = 40;
/** Rows that are given each other's answers. */
const SWAPPED = 3;
const GIVEN = 'given completion';
/** Of those that are paid, as many as a slow function is asked for. */
const ENOUGH_PAID = 3;
/** What no form by itself is paid. */
const MUCH = 0.5;
/** Programs and rows that are timed, and texts of each row. */
const TIMED = 2;
const TIMED_TEXTS = 4;
/** No process takes less; one that takes this much longer than is reckoned with is no matter of the machine. */
const LEAST_PROCESS_MS = 8;
const MUCH_LONGER = 4;

/** Calls that run a program: the likeliest completions of one row, where the source runs any. */
const callPrograms = async (input: Unmeasured, [row]: readonly CheckRow[]): Promise<Outcome[]> => {
  const { analysis, scorer } = input;
  if (row === undefined || !(analysis.runsProcess || analysis.executesCompletion)) return [];
  const completions = candidatesFor(input, [row])
    .filter(({ isProgram }) => isProgram)
    .slice(0, TIMED)
    .flatMap((each) => each.complete(row) ?? []);
  return scorer.all(completions.map((completion) => ({ row, completion })));
};

/**
 * What calls take, in milliseconds, those side by side taken together: the usual text, and programs where any are run. Of
 * processes only that there are some is asked: how long one takes to start says more of the machine than of the function.
 */
export const costOfCalls = async (input: Unmeasured): Promise<number> => {
  const { analysis, scorer, subject } = input;
  // Where no judge can be reached calls only wait for one.
  if (analysis.asksJudge) return 0;
  const rows = subject.rows.slice(0, TIMED);
  const shots = rows.flatMap((row) =>
    ['', ...unique(Object.values(row.texts)).slice(0, TIMED_TEXTS)].map((completion) => ({
      row,
      completion,
    })),
  );
  const outcomes = await scorer.all(shots);
  const programs = await callPrograms(input, rows);
  const usual = median(outcomes.map(costOf)) ?? 0;
  const ofPrograms = programs.reduce((sum, each) => sum + costOf(each), 0) / Math.max(1, programs.length);
  const cost = Math.max(usual, ofPrograms) / scorer.concurrency;
  const starts =
    analysis.runsProcess &&
    [...outcomes, ...programs].some(({ duration_ms: took }) => took >= LEAST_PROCESS_MS);
  return starts && cost < MUCH_LONGER * PROCESS_MS ? PROCESS_MS : cost;
};

/**
 * Tries all answers in all ways, first on a few rows, and those that are paid on all of `tried`.
 * @returns those that are paid more than an empty completion on some row, best first
 */
export const screen = async (
  input: Unmeasured,
  tried: readonly CheckRow[],
  reserved: number,
): Promise<Candidate[]> => {
  const { scorer, budget } = input;
  const isSlow = budget.reach < 1;
  const whole = candidatesFor(input, tried);
  const runs = whole.filter(({ isProgram }) => isProgram);
  // Where there is no time for all of them, those that the function is made for.
  const isTight = !isSlow && 2 * whole.length > budget.left - reserved * budget.quota;
  const told = isSlow || isTight ? toldFirst(whole, input, tried) : whole;
  // What was given as right answers comes first where there is no time for all.
  const given = whole.filter(({ key }) => key === GIVEN);
  const all = isSlow ? unique([...given, ...(runs.length > 0 ? runs : told)]) : told;
  // Rows that pay for nothing as for their answer do not show which answer is paid.
  const asked = isSlow ? tried.slice(0, 2) : tried;
  const floors = await Promise.all(asked.map((row) => lowest(scorer, row)));
  const telling = asked
    .map((row, at) => ({ row, floor: floors[at] ?? 0 }))
    .sort((one, other) => one.floor - other.floor);
  const low = telling.filter(({ floor }) => floor === telling[1]?.floor || floor === telling[0]?.floor);
  const few = twoKinds(low.map(({ row }) => row));
  const paid: Candidate[] = [];
  const chunkOf = (calls: number): number =>
    Math.max(1, Math.floor((calls * budget.reach) / Math.max(1, few.length)));
  for (let at = 0, size = 1; at < all.length && budget.has(reserved); at += size) {
    size = all === whole ? chunkOf(CHUNK) : Math.max(chunkOf(CHUNK), formsOfRuns(runs));
    const chunk = all.slice(at, at + size);
    await measure(scorer, chunk, few);
    paid.push(...chunk.filter(({ mean }) => mean > 0));
    // A program made from the row and paid well is enough: there is no time for other ways to hand it in.
    const isMade = isSlow && chunk.some(({ made, mean }) => made && mean >= MUCH);
    if (all !== whole && (isMade || paid.length >= ENOUGH_PAID)) break;
  }
  // Where nothing is paid as well, right answers do not stand out here: wrong ones will be paid less.
  const isFree =
    paid.length === 0 && (await Promise.all(few.map((row) => lowest(scorer, row)))).every((low) => low > 0);
  if (isFree) {
    const same = all.filter(({ mean }) => mean === 0);
    const apart = isSlow || !budget.has(reserved) ? [] : await toldApart(scorer, same, tried);
    paid.push(...unique([...apart, ...same]).slice(0, MOST_FREE));
  }
  paid.sort(byMean);
  // The rest of the rows tells chance from rule; the best first, as long as there is time.
  const best = paid.slice(0, isSlow ? ENOUGH_PAID : 60);
  const step = Math.max(1, Math.floor(8 * budget.reach));
  for (let at = 0; at < best.length && !(isSlow && isFree) && budget.has(reserved); at += step) {
    await measure(scorer, best.slice(at, at + step), tried);
  }
  return best.filter(({ mean }) => mean > 0 || (isFree && mean === 0)).sort(byMean);
};

/**
 * Those that are paid less with the answer of another row, where everything that cannot be read is paid in full: the forms
 * that are read at all.
 */
const toldApart = async (
  scorer: Scorer,
  candidates: readonly Candidate[],
  tried: readonly CheckRow[],
): Promise<Candidate[]> => {
  const rows = tried.slice(0, SWAPPED);
  const told = await Promise.all(
    candidates.map(async ({ complete }) => {
      const shots = rows.flatMap((row, at) => {
        const other = rows[(at + 1) % rows.length];
        const texts = [complete(row), other === undefined ? undefined : complete(other)];
        return texts.every((text) => text !== undefined) && texts[0] !== texts[1]
          ? texts.map((completion) => ({ row, completion: completion as string }))
          : [];
      });
      const rewards = (await scorer.all(shots)).map(({ status, reward }) => (status === 'ok' ? reward : 0));
      return rewards.some((reward, at) => at % 2 === 0 && (reward ?? 0) > (rewards[at + 1] ?? 0));
    }),
  );
  return candidates.filter((_, at) => told[at]);
};

/** Those first that are written as the prompts or the source say, every answer in one way before any in another. */
const toldFirst = (
  all: readonly Candidate[],
  { subject, analysis }: Unmeasured,
  [row]: readonly CheckRow[],
): Candidate[] => {
  const told = [row?.prompt, subject.source, ...analysis.constants].join('\n');
  const wrappers = [...new Set(all.map(({ wrapper }) => wrapper))];
  const isTold = ({ wrap }: Wrapper): boolean => {
    const parts = wrap(ANSWER_MARK).split(ANSWER_MARK);
    return parts.every((part) => told.includes(part.trim()));
  };
  const ordered = [...wrappers.filter(isTold), ...wrappers.filter((wrapper) => !isTold(wrapper))];
  const ranks = new Map(ordered.map((wrapper, rank) => [wrapper, rank]));
  const rankOf = ({ wrapper }: Candidate): number => ranks.get(wrapper) ?? ordered.length;
  return [...all].sort((one, other) => rankOf(one) - rankOf(other));
};

/** Programs that are handed in in one way. */
const formsOfRuns = (runs: readonly Candidate[]): number => new Set(runs.map(({ key }) => key)).size;

/** Sorting is stable: of those that are paid the same, the more natural one comes first. */
const byMean = (one: Candidate, other: Candidate): number => {
  const difference = other.mean - one.mean;
  return Math.abs(difference) < 1e-9 ? 0 : difference;
};

/** A text that answers nothing. */
const NONSENSE = 'I do not know.';

/** What a row pays for nothing: some functions pay an empty completion in full, where every comparison is left out. */
export const lowest = async (scorer: Scorer, row: CheckRow): Promise<number> => {
  const outcomes = await scorer.all(['', NONSENSE].map((completion) => ({ row, completion })));
  const rewards = outcomes.flatMap(({ status, reward }) =>
    status === 'ok' && reward !== null ? [reward] : [],
  );
  return rewards.length === 0 ? 0 : Math.min(...rewards);
};

export const measure = async (
  scorer: Scorer,
  candidates: readonly Candidate[],
  rows: readonly CheckRow[],
): Promise<void> => {
  const floors = await Promise.all(rows.map((row) => lowest(scorer, row)));
  await Promise.all(
    candidates.map(async (candidate) => {
      let sum = 0;
      let of = 0;
      await Promise.all(
        rows.map(async (row, at) => {
          const completion = candidate.complete(row);
          if (completion === undefined) return;
          const outcome = await scorer.score({ row, completion });
          of++;
          if (outcome.status === 'ok') sum += (outcome.reward ?? 0) - (floors[at] ?? 0);
        }),
      );
      candidate.mean = of === 0 ? 0 : sum / of;
    }),
  );
};

const candidatesFor = ({ subject, analysis }: Unmeasured, tried: readonly CheckRow[]): Candidate[] => {
  const answers = namesOf(tried, formsOf);
  const programs = namesOf(tried, programsOf);
  const solutions = namesOf(tried, solutionsOf);
  const wrappers = wrappersFor(tried, analysis);
  const forPrograms = programs.length === 0 ? [] : programWrappers(tried, analysis, subject.source);
  const arranged = namesOf(tried, arrangedOf);
  const few = toldWrappers(tried, analysis, subject.source);
  const texts = [
    ...answers.flatMap((form) => wrappers.map((wrapper) => candidate(form, wrapper, formsOf))),
    ...solutions.flatMap((form) => wrappers.map((wrapper) => candidate(form, wrapper, solutionsOf))),
    ...arranged.flatMap((form) => few.map((wrapper) => candidate(form, wrapper, arrangedOf))),
  ];
  // Every program in one way to hand it in before any in another: most functions take one way only.
  const runs = forPrograms.flatMap((wrapper) => programs.map((form) => candidate(form, wrapper, programsOf)));
  // A function that runs programs is slow: those that are likely to be paid come first.
  const candidates =
    analysis.runsProcess || analysis.executesCompletion ? [...runs, ...texts] : [...texts, ...runs];
  const most = Math.max(0, ...[...subject.completions.values()].map(({ length }) => length));
  for (let at = 0; at < Math.min(most, 8); at++) {
    candidates.push({
      key: GIVEN,
      field: '',
      path: [],
      wrapper: templateWrapper('\0', GIVEN),
      isProgram: false,
      made: false,
      complete: (row) => subject.completions.get(row.line)?.[at],
      mean: 0,
    });
  }
  return candidates;
};

/** Forms by name, those of the first rows that have them. */
const namesOf = (rows: readonly CheckRow[], of: (row: CheckRow) => Form[]): Form[] => {
  const forms = new Map<string, Form>();
  for (const row of rows) for (const form of of(row)) if (!forms.has(form.key)) forms.set(form.key, form);
  return [...forms.values()];
};

const candidate = (form: Form, wrapper: Wrapper, of: (row: CheckRow) => Form[]): Candidate => ({
  key: form.key,
  field: form.field,
  path: form.path,
  columns: form.columns,
  arrange: (form as Partial<ArrangedForm>).arrange,
  wrapper,
  isProgram: 'made' in form,
  made: (form as Partial<Program>).made === true,
  complete: (row) => {
    const own = formsIn(row, of).get(form.key);
    return own === undefined ? undefined : wrapper.wrap(own.answer);
  },
  mean: 0,
});

const remembered = new WeakMap<CheckRow, Map<(row: CheckRow) => Form[], Map<string, Form>>>();

/** Forms of a row by name, made once. */
const formsIn = (row: CheckRow, of: (row: CheckRow) => Form[]): Map<string, Form> => {
  const kinds = remembered.get(row) ?? new Map();
  remembered.set(row, kinds);
  const known = kinds.get(of) ?? new Map(of(row).map((form) => [form.key, form]));
  kinds.set(of, known);
  return known;
};
