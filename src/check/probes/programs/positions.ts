/** The same call at several positions of one worker: state of the function's own (S06), and pay for the place in a batch (E08). */
import type { Outcome } from '../../../index.ts';
import type { Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { PROOF_GAP } from '../../proof/levels.ts';
import { DIFFERENCE, inOneWorker, numberOf, type Step, score, stateFinding } from './in-one-worker.ts';

const POSITIONS = [1, 2, 10, 50];
const FRESH_CALLS = 2;
/** Says nothing about any row. */
const NONSENSE = 'The answer is 42.';

interface Seen {
  at: number;
  outcome: Outcome;
}

const FIX =
  'keep no state between calls: no counters, histories or module-level lists that what is paid depends on';

/** What a step is paid by fresh workers; null: that differs, which is chance and no state. */
const paidAlone = async ({ scorer }: Context, step: Step): Promise<number | null> => {
  const alone = [];
  for (let at = 0; at < FRESH_CALLS; at++) alone.push(numberOf(await scorer.scoreFresh(step)));
  const [first = null] = alone;
  return alone.every((each) => each === first) ? first : null;
};

const seenAt = async (context: Context, step: Step): Promise<Seen[]> =>
  inOneWorker(context, async (reward) => {
    const last = POSITIONS.at(-1) ?? 1;
    const seen: Seen[] = [];
    for (let at = 1; at <= last && context.budget.has(0.02); at++) {
      const outcome = await score(context, reward, step);
      if (POSITIONS.includes(at)) seen.push({ at, outcome });
      if (outcome.duration_ms > 500 && at >= 10) break;
    }
    return seen;
  });

const toldOf = (seen: readonly Seen[]): string =>
  seen.map(({ at, outcome }) => `${numberOf(outcome) ?? outcome.status} as call ${at}`).join(', ');

const stepsOf = (step: Step, { at }: Seen): Step[] => Array.from({ length: at }, () => step);

/** A completion at several positions, and what it is paid alone; null: nothing differs, or chance has a say. */
const seenLater = async (
  context: Context,
  step: Step,
  isOther: (paid: number | null, alone: number, seen: Seen) => boolean,
): Promise<{ alone: number; seen: readonly Seen[]; other: Seen } | null> => {
  const alone = await paidAlone(context, step);
  if (alone === null) return null;
  const seen = await seenAt(context, step);
  const other = seen.find((each) => isOther(numberOf(each.outcome), alone, each));
  return other === undefined ? null : { alone, seen, other };
};

/** E08: a text that says nothing, paid nothing alone and in full after others like it; else S06: any other reward later. */
export const positions = async (context: Context): Promise<NewFinding[]> => {
  const [levels] = context.calibration.levels;
  if (levels === undefined) return [];
  const { row, gold, floor } = levels;
  const full = gold?.reward ?? context.calibration.range.high;
  const nonsense = { row, completion: NONSENSE };
  const worth = await seenLater(
    context,
    nonsense,
    (paid, alone) =>
      alone <= floor + DIFFERENCE &&
      full > alone + DIFFERENCE &&
      (paid ?? alone) >= alone + PROOF_GAP * (full - alone) - DIFFERENCE,
  );
  if (worth !== null)
    return [
      stateFinding(context, levels, stepsOf(nonsense, worth.other), worth.other.outcome, worth.alone, {
        rule: 'E08',
        classes: ['E08', 'S06', 'S08', 'RH138'],
        severity: 'critical',
        title: 'a text that says nothing is paid in full after others like it',
        why: `Alone it is paid ${worth.alone}, but ${toldOf(worth.seen)} of one worker: what is paid is the place among the calls before, so that a policy that answers nothing at all is paid like one that is right.`,
        fix: `${FIX}; compare completions of one group after they were scored, in the trainer`,
      }),
    ];
  const step = { row, completion: gold?.completion ?? NONSENSE };
  const moved = await seenLater(context, step, (paid, alone, { outcome: { status } }) =>
    paid === null ? status !== 'lost' && status !== 'cancelled' : Math.abs(paid - alone) > DIFFERENCE,
  );
  if (moved === null) return [];
  const { alone, seen, other } = moved;
  const how = numberOf(other.outcome) === null ? 'it fails' : 'the reward moves';
  return [
    stateFinding(context, levels, stepsOf(step, other), other.outcome, alone, {
      rule: 'S06',
      classes: ['S06', 'RH138'],
      severity: 'high',
      title: 'the same call is paid differently later',
      why: `The same completion to the same row is paid ${alone} by a fresh worker, but ${toldOf(seen)} of one worker (${how} with what came before): training sees noise, and a model can be paid for its place in the batch.`,
      fix: FIX,
    }),
  ];
};
