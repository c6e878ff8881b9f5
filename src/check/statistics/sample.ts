/** Completions of known quality on many rows, and what they are paid: what most statistics are made of. */
import type { Outcome } from '../../index.ts';
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';
import { groupBy } from '../lists.ts';
import { familiesOf } from '../probes/text/material/mixture.ts';

export interface Sampled {
  levels: RowLevels;
  family: string;
  completion: string;
  outcome: Outcome;
  /** Null when the call failed. */
  reward: number | null;
}

export interface Sample {
  all: readonly Sampled[];
  /** By line of the prompt file, then by family. */
  byRow: ReadonlyMap<number, ReadonlyMap<string, readonly Sampled[]>>;
  of(family: string): readonly Sampled[];
}

const ROWS = 40;
/** Part of the budget that is left to what comes after. */
const RESERVED = 0.35;
const CHUNK = 8;
/** Calls of one row, and the part of the time that one chunk may take. */
const CALLS_OF_ROW = 30;
const SHARE_OF_CHUNK = 0.25;

/** Scores the families of completions on a sample of the rows, as far as the budget goes. */
export const takeSample = async (context: Context): Promise<Sample> => {
  const { calibration, scorer, random, budget } = context;
  const all: Sampled[] = [];
  const rows = random.sample(calibration.levels, ROWS);
  const fit = Math.floor((SHARE_OF_CHUNK * budget.left) / CALLS_OF_ROW);
  const chunk = Math.max(1, Math.min(CHUNK, fit));
  for (let at = 0; at < rows.length && budget.has(RESERVED); at += chunk) {
    const shots = rows
      .slice(at, at + chunk)
      .flatMap((levels) =>
        familiesOf(context, levels).flatMap(({ family, completions }) =>
          completions.map((completion) => ({ levels, family, completion, row: levels.row })),
        ),
      );
    const outcomes = await scorer.all(shots);
    shots.forEach(({ levels, family, completion }, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome.status === 'cancelled') return;
      const reward = outcome.status === 'ok' ? outcome.reward : null;
      all.push({ levels, family, completion, outcome, reward });
      context.notes.outcome(family, completion, outcome);
    });
  }
  const byLine = groupBy(all, ({ levels }) => levels.row.line);
  const byRow = new Map([...byLine].map(([line, some]) => [line, groupBy(some, ({ family }) => family)]));
  return { all, byRow, of: (family) => all.filter((one) => one.family === family) };
};

export const rewardsOf = (sampled: readonly Sampled[]): number[] =>
  sampled.flatMap(({ reward }) => (reward === null ? [] : [reward]));
