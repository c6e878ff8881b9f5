/** Right answers of forms that nobody would guess: they are searched for, by what completions are compared with. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/check/answers/calibrate.ts';
import { candidatesOfSolved } from '../../src/check/answers/searched/solved.ts';
import { PART_PROBES } from '../../src/check/probes/text/parts.ts';
import { runProbes } from '../../src/check/proof/oracle.ts';
import { halfRight } from '../../src/check/statistics/half-right.ts';
import { rowOf, type Setting, withContext } from './stage.ts';

const settingOf = (rows: readonly Record<string, unknown>[]): Setting => ({
  rows,
  basis: 'none',
  goldField: null,
});
const PLACES = ['Turin', 'Oslo', 'Cork', 'Lyon', 'Gent', 'Graz'].map((place) => ({
  prompt: 'Where?',
  place,
}));
const SUMS = [3, 14, 25, 31, 47, 58].map((one) => ({
  prompt: 'Write the sums.',
  sums: [one, one + 90, 200 - one, 7 * one],
  lot: true,
}));
const SEATS = ['k', 'm', 'p', 'q', 'r', 's'].map((row, at) => ({
  prompt: 'Write the request.',
  base: `https://seats.test/${at % 2 ? 'free' : 'held'}`,
  query: { row, class: at % 3 ? 'first' : 'second' },
}));
const HEAPS = [9, 10, 11, 12, 13, 14].map((a, at) => ({
  prompt: 'Move.',
  heaps: { a, b: 3 + at, c: 20 - at },
}));

const PRICES = [1.5, 4.2, 6.9, 9.6, 12.3, 14.5].map((answer) => ({
  prompt: 'Give the price with two decimals in \\boxed{}, like \\boxed{3.50}.',
  answer,
}));

describe('answers in another form than the row writes them', () => {
  it('have as many decimals as the prompt asks for', async () => {
    await withContext('solved/two_places.py', settingOf(PRICES), async (context) => {
      const { basis, goldField, levels } = await calibrate(context);
      expect([basis, goldField]).toEqual(['answer', 'answer']);
      expect(levels.map(({ gold }) => gold?.reward)).toEqual(PRICES.map(() => 1));
      expect(levels.at(-1)?.gold?.completion).toContain('\\boxed{14.50}');
    });
  });
});

describe('answers that are searched for', () => {
  it('stand on lines whose names the source puts together', async () => {
    await withContext('solved/two_lines.py', settingOf(PLACES), async (context) => {
      const { basis, goldField, levels, wrappers } = await calibrate(context);
      expect([basis, goldField]).toEqual(['answer', 'place']);
      expect(levels.map(({ gold }) => gold?.reward)).toEqual(PLACES.map(() => 1));
      expect(wrappers[0]?.wrap('Rome')).toMatch(/^place: ?Rome\npoints: ?\d+$/);
    });
  });

  it('are none where a limit decides that no completion says', async () => {
    const rows = [40, 60, 80, 40, 60, 80].map((least, at) => ({
      prompt: `Write note ${at} of ${least} to ${2 * least} words.`,
      least,
      most: 2 * least,
    }));
    await withContext('solved/lengths.py', settingOf(rows), async (context) => {
      expect(await calibrate(context)).toMatchObject({ basis: 'none', goldField: null });
    });
  });

  it('are lists with numbers before their items, and a wrong part shows that chance decides', async () => {
    await withContext('solved/numbered.py', settingOf(SUMS), async (context) => {
      const calibration = await calibrate(context);
      expect(calibration).toMatchObject({ basis: 'answer', goldField: 'sums' });
      expect(calibration.arrange?.([5, 6])).toBe('1) 5\n2) 6');
      const [shot] = halfRight({ ...context, calibration });
      expect(shot?.completion).toMatch(/^1\) 3\n2\) (?!93\n)\d+\n3\) 197\n4\) (?!21$)\d+$/);
    });
  });

  it('are made of several fields, and each name is given all values', async () => {
    await withContext('solved/address.py', settingOf(SEATS), async (given) => {
      const context = { ...given, calibration: await calibrate(given) };
      expect(context.calibration).toMatchObject({ basis: 'answer', goldField: 'query' });
      const [finding] = await runProbes(
        context,
        PART_PROBES.filter(({ rule }) => rule === 'A05'),
      );
      expect(finding).toMatchObject({ rule: 'A05', severity: 'critical' });
      expect(finding?.exploit?.completion).toMatch(/(row=[kmpqrs]&){5,}.*class=second/);
    });
  });

  it('are those of single rows, where no field says them; what is worth nothing is none', async () => {
    await withContext('solved/heaps.py', settingOf(HEAPS), async (context) => {
      const { basis, goldField, levels } = await calibrate(context);
      expect([basis, goldField]).toEqual(['answer', 'heaps']);
      expect(new Set(levels.flatMap(({ gold }) => gold?.reward ?? []))).toEqual(new Set([1]));
    });
  });
});

describe('a form that is learned', () => {
  const formsOf = (fields: Record<string, unknown>, completion: string) =>
    candidatesOfSolved([{ row: rowOf(fields), completion, reward: 1 }]);

  it.each([
    [{ way: ['a1', 'b2', 'c3'] }, 'Way: a1 -> b2 -> c3.', { way: ['x', 'y'] }, 'Way: x -> y.'],
    [{ way: [4, 5] }, '0. 4\n1. 5', { way: [7, 8, 9] }, '0. 7\n1. 8\n2. 9'],
    [{ cost: { tea: 3, jam: 4 } }, 'tea=3; jam=4', { cost: { rye: 7 } }, 'rye=7'],
    [{ sum: 12500 }, 'It is 12,500.', { sum: 1750 }, 'It is 1,750.'],
  ])('of %j in %j', (fields, completion, other, expected) => {
    expect(formsOf(fields, completion)[0]?.complete(rowOf(other))).toBe(expected);
  });

  it('is none where the field does not stand there: the rows keep their completions', () => {
    const row = rowOf({ size: 3 });
    const [only, ...others] = candidatesOfSolved([{ row, completion: 'take 7', reward: 1 }]);
    expect(others).toEqual([]);
    expect([only?.complete(row), only?.complete(rowOf({ size: 3 }, 1))]).toEqual(['take 7', undefined]);
  });
});
