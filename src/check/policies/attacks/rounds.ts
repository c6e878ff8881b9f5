/** Rounds that are paid again and again, found over the states of the class itself. */
import type { CheckRow } from '../../subject/subject.ts';
import type { Attack } from '../play/attack.ts';
import { BEYOND_ALL } from '../play/paid-again.ts';
import { MOST_STEPS, type Policy } from '../play/player.ts';
import type { Calibrated } from '../ways/honest.ts';
import type { Seeker } from '../ways/seek.ts';

/** Growth on these is no luck. */
const MOST_ROWS = 4;

/** What programs may take for all rows: what is paid may be some steps away. */
const SECONDS = 2;
interface Paid {
  before: string[];
  round: string[];
  /** What each of its steps is paid. */
  rate: number;
  /** After each round all is as it was. */
  still: boolean;
}

/** To where it is paid, and then round after round. */
const circling =
  ({ before, round }: Paid): Policy =>
  ({ step }) =>
    before[step] ?? (round[(step - before.length) % round.length] as string);

/**
 * Whether rounds are no way to an end, where nobody knows one: they leave all as it was, and each is paid a part of 1.
 * As many as one can make may be what is asked for where each is paid by itself.
 */
const isForNothing = ({ round, rate, still }: Paid): boolean => still && rate * round.length < 1 - 1e-6;

/**
 * F02 and F11.
 * @param honest how rows are won: what is paid on the way may be paid again
 */
export const paidRounds = async (
  seeker: Seeker,
  rows: readonly CheckRow[],
  honest: Calibrated['honest'],
): Promise<Attack[]> => {
  const asked = rows.slice(0, MOST_ROWS);
  const isKnown = asked.some((row) => honest.has(row));
  const found = await seeker.ask<{ best: Paid | null }>(
    'rounds',
    asked.map((row) => ({ row, way: honest.get(row)?.actions })),
    { seconds: SECONDS },
    MOST_ROWS,
  );
  const best = new Map(
    asked.map((row, at) => {
      const paid = found[at]?.best ?? null;
      return [row, paid !== null && (isKnown || isForNothing(paid)) ? paid : null];
    }),
  );
  const all = [...best.values()].filter((each) => each !== null);
  if (all.length === 0) return [];
  const isOne = all.every(({ round }) => round.length === 1);
  return [
    {
      rule: isOne ? 'F02' : 'F11',
      does: isOne
        ? 'goes where an action is paid, and repeats it,'
        : 'goes where something is paid, takes it back and does it again, round after round,',
      most: MOST_STEPS,
      isFarming: true,
      isBound: true,
      ...(isKnown ? {} : { least: BEYOND_ALL }),
      policy: (row: CheckRow): Policy | null => {
        const paid = best.get(row) ?? null;
        return paid === null ? null : circling(paid);
      },
    },
  ];
};
