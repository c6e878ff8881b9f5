/** The figures beside a proof: what an empty answer and the honest one get, measured as the proof was, in fresh workers. */
import type { Context } from '../context.ts';
import type { Exploit, NewFinding } from '../finding.ts';
import { paid } from './levels.ts';

/**
 * An exploit that is compared with what fresh workers pay now. Calibration asks workers that served other calls before:
 * where a function keeps state, its figures are not those of the state in which the proof was seen. A figure that
 * cannot be measured any more is left out.
 */
export const withFreshControls = async (
  { scorer, calibration, budget }: Context,
  exploit: Exploit,
): Promise<Exploit> => {
  const levels = calibration.levels.find(({ row }) => row.line === exploit.row);
  // Beside a stand-in for a judge, the figures are those of its verdicts.
  if (levels === undefined || (exploit.judge ?? null) !== null) return exploit;
  const { row, gold } = levels;
  const measured = async (completion: string): Promise<number | null> =>
    budget.isOver ? null : paid(await scorer.scoreFresh({ row, completion }));
  // Some probes compare with figures of their own, which they measured themselves.
  const floor = exploit.floor === levels.floor ? await measured('') : exploit.floor;
  const isGold = gold !== null && exploit.honest === gold.reward;
  const honest = isGold ? await measured(gold.completion) : exploit.honest;
  return { ...exploit, floor, honest };
};

/** The same for a finding, if it has an exploit. */
export const withControls = async (context: Context, finding: NewFinding): Promise<NewFinding> => {
  const { exploit } = finding;
  if (exploit === null || exploit === undefined) return finding;
  return { ...finding, exploit: await withFreshControls(context, exploit) };
};
