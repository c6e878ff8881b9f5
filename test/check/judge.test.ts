/** Functions that ask a judge, with one that answers badly. */
import { describe, expect, it } from 'vitest';
import { judgeCheck } from '../../src/check/judge/check.ts';
import { replayJudge } from '../../src/check/judge/replay.ts';
import { type Setting, withContext } from './context-for.ts';

const SETTING: Setting = {
  rows: [{ prompt: 'Why is the sky blue?', reference: 'Rayleigh scattering' }],
  basis: 'judge',
  goldField: null,
};

describe('a judge that answers badly', () => {
  it('is paid by a function that trusts it, and each finding can be repeated', async () => {
    await withContext('judges/trusts.py', SETTING, async (context) => {
      const findings = await judgeCheck.run(context);
      expect(Object.fromEntries(findings.map(({ rule, severity }) => [rule, severity]))).toEqual({
        D03: 'high',
        D05: 'high',
        D06: 'warning',
        D07: 'high',
      });
      expect(context.notes.unchecked).toEqual([]);
      for (const { exploit } of findings) {
        if (!exploit) throw new Error('no exploit');
        expect((await replayJudge(context, exploit)).reward).toBe(exploit.reward);
      }
    });
  });

  it('is paid by a function that looks for a word', async () => {
    await withContext('judges/looks_for_yes.py', { ...SETTING, reward: {} }, async (context) => {
      const findings = await judgeCheck.run(context);
      expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
        ['D03', 'high'],
        ['D04', 'high'],
        ['D12', 'high'],
      ]);
    });
  });

  it('is paid nothing by a function that demands one shape, and raises', async () => {
    await withContext('judges/demands.py', SETTING, async (context) => {
      expect(await judgeCheck.run(context)).toEqual([]);
      expect(context.notes.unchecked).toEqual([]);
    });
  });

  it('is not asked of functions that ask nobody', async () => {
    await withContext(
      'programs/walks.py',
      { ...SETTING, rows: [{ prompt: '', total: 4 }] },
      async (context) => {
        expect(
          await judgeCheck.run({ ...context, analysis: { ...context.analysis, asksJudge: true } }),
        ).toEqual([]);
      },
    );
  });
});
