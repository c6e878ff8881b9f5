/** A context as checks get it, around a reward function that is really loaded. */

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { Budget } from '../../src/check/budget.ts';
import type { Calibration, RowLevels } from '../../src/check/calibration.ts';
import type { Context } from '../../src/check/context.ts';
import { Notes } from '../../src/check/notes.ts';
import { Random } from '../../src/check/random.ts';
import { Scorer } from '../../src/check/scorer.ts';
import type { Analysis } from '../../src/check/static/analysis.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { createSandbox } from '../../src/host.ts';
import { copyOf, leavingNothing } from '../helpers/with-reward.ts';

// A slow machine is no fault of what is tested.
vi.setConfig({ testTimeout: 120_000 });

export const rowOf = (fields: Readonly<Record<string, unknown>>, line = 0): CheckRow => ({
  line,
  prompt: String(fields.prompt ?? ''),
  fields,
  texts: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
});

export interface Stage {
  rows: readonly CheckRow[];
  analysis?: Partial<Analysis>;
  calibration?: Partial<Calibration>;
  /** Deadline of a call. @default '3s' */
  timeout?: string;
  budgetMs?: number;
}

/** Calls `body` with the context of a fixture; proves that nothing of it is left. */
export const withContext = async (
  fixture: string,
  { rows, analysis, calibration, timeout = '3s', budgetMs = 100_000 }: Stage,
  body: (context: Context) => Promise<void>,
): Promise<void> => {
  const { folder, file } = copyOf(fixture);
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const rewardOptions = { timeout };
    const reward = await sandbox.loadReward(file, rewardOptions);
    const fresh = await sandbox.loadReward(file, { ...rewardOptions, reuse: 'never' });
    const budget = new Budget(budgetMs);
    const levels = rows.map(
      (row): RowLevels => ({ row, gold: null, floor: 0, top: 1, decoys: ['"Quito"', '"Lima"'] }),
    );
    await body({
      subject: {
        kind: 'reward',
        file,
        path: file,
        source: readFileSync(file, 'utf8'),
        rows,
        completions: new Map(),
        actions: new Map(),
      },
      scorer: new Scorer({ reward, fresh, budget, seed: 1 }),
      budget,
      random: new Random(1),
      analysis: { ...EMPTY_ANALYSIS, ...analysis },
      calibration: {
        basis: 'answer',
        why: '',
        goldField: 'answer',
        wrappers: [],
        levels,
        range: { low: 0, high: 1 },
        ...calibration,
      },
      findings: [],
      notes: new Notes(),
      loaded: {
        sandbox,
        sandboxOptions: {},
        rewardOptions,
        functionName: reward.functionName,
        shape: reward.shape,
        warnings: [],
        loadMs: 0,
      },
    });
  });
};
