/** F02: a part of what wins, or whatever is paid a little, and then nothing more: a best that is paid again each step. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { type Attack, thenRepeat } from '../play/attack.ts';
import { MOST_STEPS, type Player } from '../play/player.ts';
import type { StepSeen, Trace } from '../play/trace.ts';
import type { Workshop } from './attacks.ts';

const EPSILON = 1e-9;
const MOST_ROWS = 6;
const MOST_PARTS = 20;
/** Steps in which nothing came and that were paid all the same. */
export const LEAST_STALLED = 2;

const STALLS = {
  empty: '',
  question: 'Could you clarify what you mean?',
  rubbish: 'zqxvkj',
} as const;

/** A text cut off after so many of its words, lines or items. */
export const cutShort = (text: string): string[] => {
  const ends = [...text.matchAll(/[\s,;]+/g)].map(({ index }) => index).filter((at) => at > 0);
  const few =
    ends.length <= MOST_PARTS ? ends : ends.filter((_, at) => at % Math.ceil(ends.length / MOST_PARTS) === 0);
  return unique(few.map((end) => text.slice(0, end)));
};

/** Honest play broken off, its last action cut short, one value for all, and first moves that were paid something. */
const partsOf = ({ calibrated, space, rows }: Workshop, row: CheckRow): string[][] => {
  const actions = calibrated.honest.get(row)?.actions ?? [];
  const last = actions.at(-1) ?? '';
  const before = actions.slice(0, -1);
  const paid = space.live.filter(({ reward, done }) => reward > 0 && !done).map(({ action }) => [action]);
  return [
    ...before.map((_, at) => actions.slice(0, at + 1)).slice(-6),
    ...cutShort(last).map((text) => [...before, text]),
    ...(calibrated.play?.constants?.(row, rows) ?? []),
    ...paid.slice(0, 6),
  ];
};

/** Steps at the end that only stall, each of them paid the same: the last of all may be another one. */
export const stalledSteps = (steps: readonly StepSeen[], stall: string): number => {
  const from = steps.findLastIndex(({ action }) => action !== stall) + 1;
  const [first] = steps.slice(from);
  const due = first?.reward ?? 0;
  if (due <= EPSILON) return 0;
  const other = steps.slice(from).findIndex(({ reward }) => Math.abs((reward ?? 0) - due) > EPSILON);
  return other < 0 ? steps.length - from : other;
};

/** The part of honest play on one row after which stalling is paid most; null: after none. */
const bestPart = async (
  workshop: Workshop,
  player: Player,
  row: CheckRow,
): Promise<readonly string[] | null> => {
  const honest = workshop.calibrated.honest.get(row)?.return ?? 0;
  const stall = STALLS.rubbish;
  let best: { actions: readonly string[]; paid: number } | null = null;
  for (const actions of partsOf(workshop, row)) {
    const trace = await player.play(row, [...actions, stall, stall, stall]);
    const paid = trace.steps.at(actions.length)?.reward ?? 0;
    if (trace.status !== 'ok' || paid >= honest - EPSILON) continue;
    if (stalledSteps(trace.steps, stall) < LEAST_STALLED) continue;
    if (best === null || paid > best.paid + EPSILON) best = { actions, paid };
  }
  return best?.actions ?? null;
};

/** Whether stalling by itself is what is paid, then no move was needed for it. */
const isPaidAlone = (trace: Trace): boolean => stalledSteps(trace.steps, STALLS.rubbish) >= LEAST_STALLED;

export const stallings = async (workshop: Workshop, player: Player): Promise<Attack[]> => {
  const known = workshop.rows.filter((row) => workshop.calibrated.honest.has(row)).slice(0, MOST_ROWS);
  const parts = new Map<CheckRow, readonly string[]>();
  for (const [at, row] of known.entries()) {
    if (!player.budget.has(0.15) || (at === 2 && parts.size === 0)) break;
    const alone = await player.play(row, [STALLS.rubbish, STALLS.rubbish, STALLS.rubbish]);
    if (isPaidAlone(alone)) return [];
    const part = await bestPart(workshop, player, row);
    if (part !== null) parts.set(row, part);
  }
  if (parts.size === 0) return [];
  const play = (stall: string) => (row: CheckRow) => {
    const part = parts.get(row);
    return part === undefined ? null : thenRepeat(part, stall);
  };
  return [STALLS.rubbish, STALLS.empty].map((stall) => ({
    rule: 'F02' as const,
    does: 'makes a part of what wins, and then nothing that could be a move,',
    most: MOST_STEPS,
    isBound: true,
    stall,
    also: [
      { rule: 'F12' as const, policy: play(STALLS.question) },
      // Paid again for what cannot even be read.
      ...(stall === STALLS.rubbish ? [{ rule: 'F06' as const, policy: play(stall) }] : []),
    ],
    policy: play(stall),
  }));
};
