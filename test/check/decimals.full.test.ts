/** Right answers in another form than their row has them. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/check/answers/calibrate.ts';
import { type Setting, withContext } from './stage.ts';

const settingOf = (rows: readonly Record<string, unknown>[]): Setting => ({
  rows,
  basis: 'none',
  goldField: null,
});
const PRICES = [1.5, 4.2, 6.9, 9.6, 12.3, 14.5].map((answer) => ({
  prompt: 'Give the price with two decimals in \\boxed{}, like \\boxed{3.50}.',
  answer,
}));

describe('answers in another form than the row writes them', () => {
  it('have as many decimals as the prompt asks for', async () => {
    await withContext('two_places.py', settingOf(PRICES), async (context) => {
      const { basis, goldField, levels } = await calibrate(context);
      expect([basis, goldField]).toEqual(['answer', 'answer']);
      expect(levels.map(({ gold }) => gold?.reward)).toEqual(PRICES.map(() => 1));
      expect(levels.at(-1)?.gold?.completion).toContain('\\boxed{14.50}');
    });
  });
});
