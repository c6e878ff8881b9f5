/** F13 by moves: what is not offered where the agent stands is taken all the same, and wins sooner. */

import type { NewFinding } from '../../finding.ts';
import { isShown } from '../../proof/levels.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { HACK_CLASSES } from '../play/catalogue.ts';
import type { Seeker } from '../ways/seek.ts';
import { exploitOf } from './exploit.ts';
import type { LeakOptions } from './leaks.ts';
import { round } from './penalties.ts';

const EPSILON = 1e-9;
/** Rows on which a jump is looked for. */
const JUMP_ROWS = 8;

/** Two ways to the same place: the first has a move that is not offered. */
interface Jump {
  jump: string[];
  way: string[];
  from: string;
  to: string;
}

/** Moves to what is not offered, for each row that has one. */
const jumpsOn = async (seeker: Seeker, rows: readonly CheckRow[]): Promise<ReadonlyMap<CheckRow, Jump>> => {
  const asked = rows.slice(0, JUMP_ROWS);
  const found = await seeker.ask<{ best: Jump | null }>(
    'jumps',
    asked.map((row) => ({ row, said: row.prompt })),
    { forms: seeker.marked() },
  );
  return new Map(
    asked.flatMap((row, at) => {
      const best = found[at]?.best ?? null;
      return best === null ? [] : [[row, best] as const];
    }),
  );
};

/** Each row by itself: where a jump goes hangs on what the row says is next to what. */
export const findJumps = async (
  { player, calibrated, rows }: LeakOptions,
  seeker: Seeker,
): Promise<NewFinding[]> => {
  if (!player.budget.has(0.3)) return [];
  const found = await jumpsOn(seeker, rows);
  const wins = [];
  for (const [row, { jump, way, from, to }] of found) {
    const [fast, fair] = await Promise.all([player.play(row, jump), player.play(row, way)]);
    const isPaid = fast.return > EPSILON && fair.return > EPSILON && fast.return >= fair.return - EPSILON;
    if (isPaid && fast.steps.length < fair.steps.length) wins.push({ row, jump, from, to, fast, fair });
  }
  const share = shareOf(wins.length, Math.min(rows.length, JUMP_ROWS));
  const [best] = wins;
  if (best === undefined || !isShown(share)) return [];
  const { row, jump, from, to, fast, fair } = best;
  const proof = await player.playFresh(row, jump);
  if (proof.return < fast.return - EPSILON) return [];
  return [
    {
      rule: 'F13',
      classes: ['F13', 'F04'],
      source: 'probe',
      severity: 'critical',
      title: HACK_CLASSES.F13.title,
      why: `From \`${from}\` the action ${JSON.stringify(jump[0])} is taken, and \`${to}\` is not next to it in the row: ${round(proof.return)} in ${proof.steps.length} step${proof.steps.length === 1 ? '' : 's'}. The shortest way over what is offered has ${fair.steps.length} steps and gets ${round(fair.return)}. It holds on ${share.hits} of ${share.of} rows.`,
      fix: 'Take only what the observation offers: compare the action with what can be done in the state that the agent is in, and pay nothing for anything else.',
      share,
      exploit: { ...exploitOf(proof, calibrated, jump), honest: fair.return },
    },
  ];
};
