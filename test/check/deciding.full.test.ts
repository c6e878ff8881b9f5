/** Which field decides, where calls hand on what they got, and where rows pay for anything. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/check/answers/calibrate.ts';
import type { Context } from '../../src/check/context.ts';
import { formOf, pairsCheck } from '../../src/check/probes/compared/odd-rows.ts';
import { type Setting, withContext } from './stage.ts';

const settingOf = (rows: readonly Record<string, unknown>[]): Setting => ({
  rows,
  basis: 'none',
  goldField: null,
});
const TREES = ['ash', 'elm', 'oak', 'fir', 'yew', 'box'].map((word) => ({ prompt: 'Which tree?', word }));
const SIZES = ['7', '1/2', '19', '230', '3/4', '41', '5', '66'].map((size) => ({
  prompt: 'Which size?',
  size,
}));

const calibrated = async (context: Context): Promise<Context> => ({
  ...context,
  calibration: await calibrate(context),
});

describe('the field that decides', () => {
  it.each([
    [false, ['trade', 'wage']],
    [true, undefined],
  ])(
    'is several as one object, where that is asked for (a text that holds them: %s)',
    async (style, columns) => {
      const trades = ['cook', 'pilot', 'tailor', 'nurse', 'welder', 'baker'];
      const rows = trades.map((trade, at) => ({
        prompt: `A ${trade} for ${170 + 31 * at}. Give trade and wage as JSON.`,
        trade,
        wage: 170 + 31 * at,
        ...(style ? { style } : {}),
      }));
      await withContext('record.py', settingOf(rows), async (context) => {
        expect((await calibrate(context)).columns).toEqual(columns);
      });
    },
  );

  it.each([
    ['state/remembers.py', true],
    ['state/remembers_both.py', false],
  ])('is found of %s, in workers of their own: %s', async (fixture, isApart) => {
    await withContext(fixture, settingOf(TREES), async (context) => {
      expect(await calibrate(context)).toMatchObject({ basis: 'answer', goldField: 'word' });
      expect(context.scorer.isApart).toBe(isApart);
    });
  });

  it('is found of texts that are parsed, and to be empty is no floor where other texts get nothing', async () => {
    const rows = [2, 3, 5, 7, 8, 9].map((n) => ({
      prompt: 'Mend it.',
      fixed: `def f(n):\n    return n * ${n}\n`,
    }));
    await withContext('reads_code.py', settingOf(rows), async (context) => {
      const { basis, levels } = await calibrate(context);
      expect(basis).toBe('answer');
      expect(levels.map(({ floor }) => floor)).toEqual(rows.map(() => 0));
    });
  });

  it('is found where some rows pay for anything, and these are told', async () => {
    await withContext('reads_whole_numbers.py', settingOf(SIZES), async (given) => {
      const context = await calibrated(given);
      expect(context.calibration).toMatchObject({ basis: 'answer', goldField: 'size' });
      const findings = await pairsCheck.run(context);
      expect(findings).toMatchObject([{ rule: 'A20', share: { hits: 2, of: 8 } }]);
    });
  });
});

describe('words of its own', () => {
  it('a form is what a text is written with', () => {
    expect(formOf('12,345')).toBe(formOf('3,000'));
    expect(formOf('3/8')).not.toBe(formOf('38'));
  });
});
