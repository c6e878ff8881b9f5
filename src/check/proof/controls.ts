/** What is compared with a proof: the same completion under wrong answers; an empty answer and the honest one. */

import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';
import type { Exploit } from '../finding.ts';
import { gapOf, paid } from './levels.ts';

/** Wrong answers under which a completion must be paid: one may be right by chance. */
const LEAST_DECOYS = 2;

/**
 * What a completion is paid where the answer of its row is replaced by wrong ones: the least of those that count, and
 * whether that is as much as is wanted. Null: there are none.
 */
export const underDecoys = async (
  { scorer, calibration }: Context,
  levels: RowLevels,
  completion: string,
  wanted: number,
  isFresh = false,
): Promise<{ decoy: number | null; holds: boolean } | null> => {
  const { row, decoys } = levels;
  const { goldField } = calibration;
  if (goldField === null || decoys.length === 0) return null;
  const shots = decoys.map((text) => ({ row, completion, changed: { [goldField]: text } }));
  const outcomes = await Promise.all(
    shots.map((shot) => (isFresh ? scorer.scoreFresh(shot) : scorer.score(shot))),
  );
  const rewards = outcomes.map(paid).filter((reward) => reward !== null);
  rewards.sort((one, other) => other - one);
  const decoy = rewards[Math.min(LEAST_DECOYS, decoys.length) - 1] ?? null;
  return { decoy, holds: (gapOf(decoy, levels, calibration) ?? 0) >= wanted };
};

/**
 * An exploit that is compared with what fresh workers pay now. Calibration asks workers that served other calls before:
 * where a function keeps state, its figures are not those of the state in which the proof was seen. A figure that
 * cannot be measured any more is left out.
 */
export const withFreshControls = async (
  { scorer, calibration }: Context,
  exploit: Exploit,
): Promise<Exploit> => {
  const levels = calibration.levels.find(({ row }) => row.line === exploit.row);
  // Beside a stand-in for a judge, the figures are those of its verdicts.
  if (levels === undefined || (exploit.judge ?? null) !== null) return exploit;
  const { row, gold } = levels;
  const measured = async (completion: string): Promise<number | null> =>
    paid(await scorer.scoreFresh({ row, completion }));
  // Some probes compare with figures of their own, which they measured themselves.
  const floor = exploit.floor === levels.floor ? await measured('') : exploit.floor;
  const isGold = gold !== null && exploit.honest === gold.reward;
  const honest = isGold ? await measured(gold.completion) : exploit.honest;
  return { ...exploit, floor, honest };
};
