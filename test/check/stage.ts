/** A context as checks get it, around a fixture that is really loaded, with a calibration that the test knows. */
import { readFileSync } from 'node:fs';
import type { Calibration, Wrapper } from '../../src/check/calibration.ts';
import { Budget } from '../../src/check/calls/budget.ts';
import { Scorer } from '../../src/check/calls/scorer.ts';
import type { Context } from '../../src/check/context.ts';
import { Notes } from '../../src/check/notes.ts';
import { Random } from '../../src/check/random.ts';
import type { Analysis } from '../../src/check/static/analysis.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { createSandbox, type RewardOptions } from '../../src/index.ts';
import { copyOf, leavingNothing } from '../helpers/with-reward.ts';

// A slow machine is no fault of what is tested.

export const rowOf = (fields: Readonly<Record<string, unknown>>, line = 0): CheckRow => ({
  line,
  prompt: String(fields.prompt ?? ''),
  fields,
  texts: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
});

export interface Setting {
  rows: readonly Record<string, unknown>[];
  /** @default 'answer' */
  basis?: Calibration['basis'];
  /** @default 'answer' */
  goldField?: string | null;
  wrappers?: readonly Wrapper[];
  /** What is paid most for each row, and two wrong values of the gold field for each. */
  honest?: readonly string[];
  /** What is paid most where no honest answer is known. @default what an empty completion is paid */
  top?: number;
  decoys?: readonly unknown[][];
  analysis?: Partial<Analysis>;
  reward?: RewardOptions;
}

/** Loads a fixture of test/check/fixtures and runs a body with its context; proves that nothing of it is left. */
export const withContext = async (
  fixture: string,
  setting: Setting,
  body: (context: Context) => Promise<void>,
): Promise<void> => {
  const { folder, file } = copyOf(`../check/fixtures/${fixture}`);
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const rewardOptions: RewardOptions = { onTamper: 'keep', timeout: '5s', ...setting.reward };
    const reward = await sandbox.loadReward(file, rewardOptions);
    const fresh = await sandbox.loadReward(file, { ...rewardOptions, reuse: 'never' });
    const budget = new Budget(100_000);
    const scorer = new Scorer({ reward, fresh, budget, seed: 7 });
    const rows = setting.rows.map((fields, line) => rowOf(fields, line));
    const levels = [];
    for (const [index, row] of rows.entries()) {
      const completion = setting.honest?.[index];
      const paid = completion === undefined ? null : (await scorer.score({ row, completion })).reward;
      const floor = (await scorer.score({ row, completion: '' })).reward ?? 0;
      levels.push({
        row,
        gold: completion === undefined || paid === null ? null : { completion, reward: paid },
        floor,
        top: paid ?? setting.top ?? floor,
        decoys: (setting.decoys?.[index] ?? []).map((value) => JSON.stringify(value)),
      });
    }
    const tops = levels.map(({ top }) => top);
    const { basis = 'answer', goldField = 'answer', wrappers = [] } = setting;
    await body({
      subject: {
        kind: 'reward',
        file: fixture,
        path: file,
        source: readFileSync(file, 'utf8'),
        rows,
        completions: new Map(),
        actions: new Map(),
      },
      scorer,
      budget,
      random: new Random(7),
      analysis: { ...EMPTY_ANALYSIS, ...setting.analysis },
      calibration: {
        basis,
        why: '',
        goldField,
        wrappers,
        levels,
        range: { low: Math.min(...levels.map(({ floor }) => floor)), high: Math.max(...tops) },
      },
      findings: [],
      notes: new Notes(),
      loaded: {
        sandbox,
        sandboxOptions: {},
        rewardOptions,
        functionName: reward.functionName,
        shape: reward.shape,
        warnings: reward.warnings,
        loadMs: reward.loadMs,
      },
    });
  });
};
