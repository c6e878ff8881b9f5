/** All statistics of a reward function (docs/check.md), and what the report draws from the same calls. */
import type { Check, Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { STATISTIC_IDS, skipped } from './make.ts';
import { repetition } from './repetition.ts';
import { robustness } from './robustness.ts';
import { rewardsOf, takeSample } from './sample.ts';
import { signal } from './signal.ts';

/** Measures a reward function. */
const measure = async (context: Context): Promise<NewFinding[]> => {
  const { notes } = context;
  const sample = await takeSample(context);
  const parts = [
    signal(context, sample),
    await robustness(context, sample),
    await repetition(context, sample),
  ];
  const made = new Map(parts.flatMap(({ statistics }) => statistics).map((one) => [one.id, one]));
  notes.statistics.push(...STATISTIC_IDS.map((id) => made.get(id) ?? skipped(id, 'it is of environments')));
  for (const [line, families] of sample.byRow) {
    const rewards = rewardsOf([...families.values()].flat());
    if (rewards.length > 2 && new Set(rewards).size === 1) notes.constantRows.push(line);
  }
  // What calls leave behind has been looked for with more care already (probes/state.ts).
  const told = new Set(context.findings.map(({ rule }) => rule));
  // Without its judge a function pays the same for everything.
  if (context.analysis.asksJudge) for (const rule of ['S01', 'S02', 'S03', 'S11', 'S20']) told.add(rule);
  return parts.flatMap(({ findings }) => findings).filter(({ rule }) => !told.has(rule));
};

export const statisticsCheck: Check = { name: 'statistics', run: measure };
