/** Functions that ask a judge, with one that answers badly. */
import { describe, expect, it } from 'vitest';
import { judgeCheck } from '../../src/check/judge/check.ts';
import { replayJudge } from '../../src/check/judge/replay.ts';
import { beyond } from '../../src/check/judge/scripts.ts';
import { scalesIn } from '../../src/check/judge/verdicts.ts';
import { type Setting, withContext } from './stage.ts';

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
        D03: 'critical',
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

  it('may be replaced by an honest comparison where it fails, and by nothing else', async () => {
    for (const forgiving of [false, true]) {
      const answers = ['Rayleigh scattering', 'refraction', 'interference'];
      const setting: Setting = {
        ...SETTING,
        rows: answers.map((reference) => ({ prompt: 'Why?', reference, forgiving })),
        basis: 'answer',
        goldField: 'reference',
        honest: answers.map((reference) => `Because of ${reference}`),
      };
      await withContext('judges/falls_back.py', setting, async (context) => {
        const [finding, ...others] = await judgeCheck.run(context);
        expect(others.map(({ rule }) => rule)).toEqual([]);
        expect(finding).toMatchObject({ rule: 'D07', severity: forgiving ? 'critical' : 'high' });
        expect(finding?.exploit?.completion).toBe(
          forgiving ? 'Because of refraction' : 'Because of Rayleigh scattering',
        );
      });
    }
  });

  it('is told what its own scale ends with, which need not be 1', async () => {
    await withContext('judges/passes_on.py', SETTING, async (context) => {
      const found = (await judgeCheck.run(context)).find(({ rule }) => rule === 'D05');
      expect(found?.why).toMatch(
        /^When the judge says 999, 999 is paid, -999 -999; for 5 it is 5, for 1 1\. /,
      );
      expect(found?.exploit).toMatchObject({ reward: 999, honest: 5, floor: 1 });
    });
  });

  it('is paid by a function that looks for a word', async () => {
    await withContext('judges/looks_for_yes.py', { ...SETTING, reward: {} }, async (context) => {
      const findings = await judgeCheck.run(context);
      expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
        ['D03', 'critical'],
        ['D04', 'critical'],
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

describe('the scale of a judge', () => {
  it('is read from its prompt, the sure ones first, whichever end is named first', () => {
    const text =
      'In 2-3 sentences, please, and nothing that is longer than that or repeats what was asked. Now rate it';
    expect(scalesIn(`${text} from 10 to 0.`)).toEqual([
      { top: '10', bottom: '0', isSure: true },
      { top: '3', bottom: '2', isSure: false },
    ]);
    expect(scalesIn('The score is 1–100.')).toEqual([{ top: '100', bottom: '1', isSure: true }]);
    expect(scalesIn('Compute 7 + 8.')).toEqual([]);
  });

  it('is left far behind by the numbers that try it', () => {
    const of = (top: string) => {
      const verdict = (value: string) => ({ value, answer: value, reward: Number(value) });
      const form = { name: 'plain', kind: 'number' as const, write: (value: string) => value };
      return beyond({ form, high: verdict(top), low: verdict('0') });
    };
    expect(of('1')).toEqual({ above: ['100', '999', '1000000'], below: ['-10', '-999'] });
    expect(of('5')).toEqual(of('10'));
    expect(of('1000').above).toEqual(['10000', '99999', '100000000']);
  });
});
