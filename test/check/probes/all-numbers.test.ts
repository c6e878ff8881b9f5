/** All numbers of an answer at once are put out of their place. */
import { expect, test } from 'vitest';
import { ALL_NUMBERS_PROBES } from '../../../src/check/probes/text/all-numbers.ts';
import { contextOf, type Model, paidRows, type Shape } from './models.ts';

const [notFinite, nothings] = ALL_NUMBERS_PROBES as [
  (typeof ALL_NUMBERS_PROBES)[number],
  (typeof ALL_NUMBERS_PROBES)[number],
];
const ROWS: Shape = { rows: ['3 + 14 = 17', '20 + 5 = 25', '11 + 8 = 19'].map((gold) => ({ gold })) };

const sums =
  (isRow: boolean): Model =>
  (text, { gold }) => {
    const numbers = /<answer>(\S+) \+ (\S+) = (\S+)<\/answer>/.exec(text)?.slice(1).map(Number) ?? [];
    const [one = 1, other = 1, sum = 1] = numbers;
    const isRight = !(Math.abs(one + other - sum) > 0.5);
    return isRight && (!isRow || text.includes(String(gold))) ? 1 : 0;
  };

test.each([
  ['what is no number', notFinite],
  ['zeros', nothings],
])('%s in the place of each is paid where only a rule is asked for, and not by the twin', (_, probe) => {
  expect(paidRows(probe, ROWS, sums(false))).toBe(3);
  expect(paidRows(probe, ROWS, sums(true))).toBe(0);
});

test('lengths are kept, words and names are left alone, and one number by itself is left to others', () => {
  const made = (gold: string): readonly string[] => {
    const context = contextOf({ rows: [{ gold }] });
    return context.calibration.levels.flatMap((levels) => nothings.make(context, levels));
  };
  expect(made('[[9567 + 1085 = 10652]]')[0]).toBe('<answer>[[0000 + 0000 = 00000]]</answer>');
  expect(made('B2 is 1,204 and c3po is -2.5')[0]).toBe('<answer>B2 is 0,000 and c3po is -0.0</answer>');
  expect(made('42')).toEqual([]);
});

test('one number beside its unit: a tolerance relative to the larger value is no bound for what is infinite', () => {
  const shape: Shape = { rows: ['73.8 m/s', '39.6 kWh', '12kg'].map((gold) => ({ gold })) };
  const within =
    (isStrict: boolean): Model =>
    (text, { gold }) => {
      const [, said = '', unit] = /<answer>(1e999|-?inf|nan|[\d.]+)( ?\D+)<\/answer>/.exec(text) ?? [];
      const [, right, wanted] = /^([\d.]+)(.*)$/.exec(String(gold)) ?? [];
      const value = said === 'inf' ? Infinity : Number(said);
      if (unit !== wanted || (isStrict && !Number.isFinite(value))) return 0;
      return Math.abs(value - Number(right)) <= 0.01 * Math.max(Math.abs(value), Number(right)) ? 1 : 0;
    };
  expect(paidRows(notFinite, shape, within(false))).toBe(3);
  expect(paidRows(notFinite, shape, within(true))).toBe(0);
});
