/** Whether a list in a row, or columns beside each other, are an answer as a whole, where one part of it is paid as much by itself. */
import type { Scorer } from '../calls/scorer.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate } from './candidate.ts';
import { valueIn } from './written/arrange.ts';

const FIRST = ': first';
const ROWS = 6;
/** Rows whose list is long enough to say something. */
const LEAST_ROWS = 2;
/** What no list holds. */
const WRONG = 'zqaa';
/** Of what the whole list is paid: elements that are read cost that much. */
const LEAST_DROP = 0.05;
const MOST_FORMS = 12;

type Place = Pick<Candidate, 'field' | 'path'>;

const placeOf = ({ field, path }: Place): string => [field, ...path].join('.');

/** The value of the row's field at the end of a way. */
const valueAt = (row: CheckRow, { field, path }: Place): unknown => {
  let value: unknown = row.fields[field];
  for (const name of path) value = (valueIn(value) as Record<string, unknown> | null | undefined)?.[name];
  return valueIn(value);
};

/** Whether a form says the first element of a list only: the others are other right answers, and no parts of this one. */
export const saysFirstOnly = (rows: readonly CheckRow[], candidate: Candidate): boolean =>
  rows.some((row) => {
    const list = valueAt(row, candidate);
    if (candidate.arrange === undefined || !Array.isArray(list) || list.length < 2) return false;
    const whole = candidate.arrange(list, row);
    return whole !== undefined && candidate.arrange(list.slice(0, 1), row) === whole;
  });

/** Whether elements after the first are read, of a list that is written so: they are wrong, and it is paid less. */
const readsAll = async (
  scorer: Scorer,
  rows: readonly CheckRow[],
  { field, path, arrange, wrapper, mean, complete }: Candidate,
): Promise<boolean> => {
  const shots = rows.flatMap((row) => {
    const list = valueAt(row, { field, path });
    const right = complete(row);
    if (!Array.isArray(list) || list.length < 2 || right === undefined) return [];
    const wrong = arrange?.([list[0], ...list.slice(1).map(() => WRONG)], row);
    return wrong === undefined ? [] : [right, wrapper.wrap(wrong)].map((completion) => ({ row, completion }));
  });
  const rewards = (await scorer.all(shots)).map(({ status, reward }) =>
    status === 'ok' ? (reward ?? 0) : 0,
  );
  return shots.length >= 2 * LEAST_ROWS && isCheaper(rewards, mean);
};

/** What pairs of rewards, of the right answer and of one with a wrong part, say: wherever that part is wrong it costs something. */
const isCheaper = (rewards: readonly number[], mean: number): boolean =>
  rewards.every((reward, at) => at % 2 === 0 || (rewards[at - 1] ?? 0) - reward > LEAST_DROP * mean);

const isArranged = ({ columns, arrange }: Candidate): boolean =>
  columns !== undefined && arrange !== undefined;

const bestSingle = (all: readonly Candidate[]): number =>
  Math.max(...all.filter(({ columns }) => columns === undefined).map(({ mean }) => mean));

/** Columns beside each other hold the answer of one of them as well: where that is paid as much, it is the answer. */
export const withoutColumns = (all: readonly Candidate[]): readonly Candidate[] => {
  const single = bestSingle(all);
  return all.filter((each) => !isArranged(each) || each.mean > single + 1e-9);
};

/**
 * Leaves out first elements of lists where the list is paid as much and its other elements are read: one name of several is
 * an answer by itself, the first of several steps is none.
 */
export const wholeLists = async (
  scorer: Scorer,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> => {
  const [best] = candidates;
  if (best === undefined || !best.key.endsWith(FIRST)) return candidates;
  const same = candidates.filter((each) => placeOf(each) === placeOf(best) && each.mean >= best.mean - 1e-9);
  const forms = same.filter(
    ({ key, arrange }, at) => arrange !== undefined && same.findIndex((each) => each.key === key) === at,
  );
  const rows = tried.slice(0, ROWS);
  const read = await Promise.all(forms.slice(0, MOST_FORMS).map((each) => readsAll(scorer, rows, each)));
  if (!read.includes(true)) return candidates;
  const unread = new Set(forms.filter((_, at) => read[at] === false).map(({ key }) => key));
  return candidates.filter(({ key }) => !unread.has(key) && key !== best.key);
};
