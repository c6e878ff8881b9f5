import { expect, test } from 'vitest';
import type { Hit } from '../../src/check/proof/levels.ts';
import type { Probe } from '../../src/check/proof/probe.ts';
import { isPaidForRunning } from '../../src/check/proof/running.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const PROBE = { rule: 'C26', title: '', fix: '', kind: 'attack', make: () => [] } satisfies Probe;
const isProof = (model: Model, runsProcess = true): Promise<boolean> => {
  const rows = [1, 2, 3].map((number) => ({ number }));
  const context = asking(contextOf({ rows, goldField: null, analysis: { runsProcess } }), model);
  const hits = context.calibration.levels.map(
    (levels): Hit => ({
      levels: { ...levels, floor: 0 },
      completion: '```python\nexit()\n```',
      reward: 1,
      gap: 1,
      invariant: null,
      decoy: null,
    }),
  );
  return isPaidForRunning(context, PROBE, hits);
};

test('a program that is paid when it runs, and not as a comment', async () => {
  expect(await isProof((text) => Number(/^exit/m.test(text)))).toBe(true);
  expect(await isProof((text) => Number(text.includes('exit')))).toBe(false);
});

test('where nothing is run, programs are texts like others', async () => {
  expect(await isProof((text) => Number(/^exit/m.test(text)), false)).toBe(false);
});
