/** Texts found by what the file compares, without the answer. */
import { describe, expect, it } from 'vitest';
import { explore, exploredProbe } from '../../../src/check/probes/listening/coverage.ts';
import { runProbes } from '../../../src/check/proof/oracle.ts';
import { withContext } from '../stage.ts';

const setting = {
  rows: Array.from({ length: 12 }, (_, line) => ({
    prompt: `Which is capital number ${line}?`,
    answer: `City${line}`,
  })),
  analysis: { constants: ['Plan:', 'verify'], numbers: [2] },
  decoys: Array.from({ length: 12 }, () => ['Quito', 'Lima']),
  top: 1,
};

describe('a search for texts that are paid', () => {
  it('goes through conditions that lie behind each other, and has what it finds judged', async () => {
    await withContext('layers.py', setting, async (context) => {
      const explored = await explore(context);
      const [best] = explored;
      expect(best).toMatch(/^Plan:/);
      // The same seed, file and rows: the same texts.
      expect(await explore(context)).toEqual(explored);

      const [finding] = await runProbes(context, [exploredProbe(explored)]);
      expect(finding).toMatchObject({ rule: 'A08', source: 'probe', severity: 'critical' });
      expect(finding?.exploit?.reward).toBeGreaterThan(0.9);
      expect(finding?.exploit?.decoy).toBe(finding?.exploit?.reward);
    });
  });

  it('finds nothing where only the answer is paid', async () => {
    await withContext('equal.py', setting, async (context) => {
      const explored = await explore(context);
      expect(explored).toEqual([]);
    });
  });
});
