/** What is found over the states of the class itself: rounds that are paid again and again, and lists that win on every row. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { says } from '../actions/fields.ts';
import { type Attack, listAttack } from '../play/attack.ts';
import { MOST_STEPS, type Policy } from '../play/player.ts';
import { answerTo, kindOf } from '../play/trace.ts';
import type { Calibrated } from '../ways/honest.ts';
import type { Honest } from '../ways/play.ts';
import type { Seeker } from '../ways/seek.ts';

/** Growth on these is no luck. */
const MOST_ROWS = 4;

/** Different moves of honest play of which one may be counted as all of them. */
const LEAST_MOVES = 3;
/** Moves that are tried for all, and the steps that one may take beyond those of honest play. */
const TRIED_MOVES = 3;
const MORE_STEPS = 4;

/** What programs may take for all rows: what is paid may be some steps away. */
const SECONDS = 2;
/** All that can be had where parts of 1 are paid, and half of that again. */
const BEYOND_ALL = 1.5;

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

/** F09: lists that win whatever a row asks for. */
export const winningEverywhere = async (seeker: Seeker, rows: readonly CheckRow[]): Promise<Attack[]> => {
  const asked = rows.slice(0, 2 * MOST_ROWS).map((row) => ({ row }));
  const forms = seeker.marked(1);
  const found = await seeker.ask<{ actions: string[]; kept: boolean }>('everywhere', asked, { forms });
  return found.map(({ actions, kept }) => ({
    ...listAttack('F09', 'plays one short list of actions, whatever the row asks for,', actions),
    // What was made without the row is no way to do what the row asks for, even where nobody knows one.
    isTampering: kept,
  }));
};

/** The same move as long as the same is said of it: what goes on somewhere is no repetition. */
const insisting =
  (move: string, { how }: Honest): Policy =>
  ({ steps }) => {
    const said = how === 'search' ? answerTo : kindOf;
    return unique(steps.map(({ observation }) => said(observation, move))).length > 1 ? null : move;
  };

/**
 * F02: one right move again and again, where honest play makes several different ones. What is counted then are moves,
 * and not what they are about.
 */
export const countedTwice = (rows: readonly CheckRow[], honest: Calibrated['honest']): Attack[] => {
  const moves = new Map<CheckRow, string[]>();
  for (const row of rows) {
    const different = unique(honest.get(row)?.actions ?? []);
    if (different.length < LEAST_MOVES) continue;
    // What is told may be the first right one for everybody; any of them is met sooner or later.
    const told = different.filter((move) => isTold(row, move));
    moves.set(row, unique([...told, ...different]).slice(0, TRIED_MOVES));
  }
  if (moves.size === 0) return [];
  const most = Math.max(...[...moves.keys()].map((row) => honest.get(row)?.actions.length ?? 0)) + MORE_STEPS;
  return Array.from({ length: TRIED_MOVES }, (_, at) => ({
    rule: 'F02' as const,
    does: 'repeats one right move in the place of all others',
    most,
    isBound: true,
    leastSteps: LEAST_MOVES,
    policy: (row: CheckRow): Policy | null => {
      const move = moves.get(row)?.[at];
      return move === undefined ? null : insisting(move, honest.get(row) as Honest);
    },
  }));
};

/** Whether the prompt has all words of a move. */
const isTold = ({ prompt }: CheckRow, move: string): boolean =>
  (move.match(/\w+/g) ?? []).every((word) => says(prompt, word));
