/** Errors that are paid with the wrong sign: of two numbers always the larger one, or the smaller one, is paid more. */
import type { Scorer, Shot } from '../calls/scorer.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate } from './candidate.ts';
import { numberIn } from './meaning.ts';

/** Where the answer stands and how it is written. */
export interface NumberPlace {
  field: string;
  wrap(text: string): string;
}

/** Of the answer: so far from it are the wrong ones. */
const STEP = 0.4;

/** The number in a field of a row; undefined where it is none. */
const numberOfField = (row: CheckRow, field: string): number | undefined => {
  const value = row.fields[field];
  const number = typeof value === 'string' ? numberIn(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number !== 0 ? number : undefined;
};

/**
 * 1: larger numbers are paid more, through the right one and beyond it, and the same number less where the right one is
 * larger; -1: the reverse; 0: neither, as where the right answer is the best one.
 */
export const direction = async (
  scorer: Scorer,
  row: CheckRow,
  { field, wrap }: NumberPlace,
): Promise<-1 | 0 | 1> => {
  const gold = numberOfField(row, field);
  if (gold === undefined) return 0;
  const size = Math.abs(gold) * STEP;
  const step = Number.isInteger(gold) ? Math.max(1, Math.round(size)) : size;
  const plain = (number: number): string => String(Number(number.toPrecision(12)));
  const answers = [-2, -1, 0, 1, 2].map(
    (times): Shot => ({
      row,
      completion: wrap(plain(gold + times * step)),
    }),
  );
  const isText = typeof row.fields[field] === 'string';
  const golds = [-1, 0, 1].map((times): Shot => {
    const text = plain(gold + times * step);
    return {
      row,
      completion: wrap(plain(gold)),
      changed: { [field]: isText ? JSON.stringify(text) : text },
    };
  });
  const byAnswer = trend(await rewardsOf(scorer, answers));
  if (byAnswer === 0) return 0;
  return trend(await rewardsOf(scorer, golds)) === -byAnswer ? byAnswer : 0;
};

const rewardsOf = async (scorer: Scorer, shots: readonly Shot[]): Promise<(number | null)[]> =>
  (await scorer.all(shots)).map(({ status, reward }) => (status === 'ok' ? reward : null));

/** Whether all steps of a series go up (1), or all down (-1). */
export const trend = (rewards: readonly (number | null)[]): -1 | 0 | 1 => {
  const steps = rewards.slice(1).map((reward, at) => {
    const before = rewards[at];
    return reward === null || before === null || before === undefined
      ? 0
      : Math.sign(Math.abs(reward - before) < 1e-9 ? 0 : reward - before);
  });
  if (steps.length === 0) return 0;
  if (steps.every((step) => step > 0)) return 1;
  return steps.every((step) => step < 0) ? -1 : 0;
};

/** The share of rows on which a candidate is paid in one direction only. */
export const oneSided = async (
  scorer: Scorer,
  rows: readonly CheckRow[],
  { field, path, wrapper, isProgram }: Candidate,
): Promise<number> => {
  if (field === '' || path.length > 0 || isProgram || rows.length === 0) return 0;
  const place = { field, wrap: wrapper.wrap };
  const signs = await Promise.all(rows.map((row) => direction(scorer, row, place)));
  return Math.abs(signs.reduce<number>((sum, sign) => sum + sign, 0)) / rows.length;
};
