import { expect, test } from 'vitest';
import type { Check } from '../../../src/check/context.ts';
import { asidesCheck } from '../../../src/check/probes/compared/asides.ts';
import { brokenSumsCheck } from '../../../src/check/probes/compared/broken-sums.ts';
import { wrongWayCheck } from '../../../src/check/probes/compared/wrong-way.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const cities: Shape = { rows: ['Paris', 'Oslo', 'Rome', 'Lima', 'Cairo', 'Turku'].map((gold) => ({ gold })) };
const rulesOf = async (check: Check, shape: Shape, model: Model): Promise<string[]> =>
  (await check.run(asking(contextOf(shape), model))).map(({ rule, severity }) => `${severity} ${rule}`);

test('B12: paid by the share of the text that the answer is', async () => {
  const model: Model = (text, { gold }) => {
    const said = inside(text);
    return said.includes(String(gold)) ? String(gold).length / said.length : 0;
  };
  expect(await rulesOf(asidesCheck, cities, model)).toEqual(['warning B12']);
  expect(await rulesOf(asidesCheck, cities, (text, { gold }) => Number(inside(text) === gold))).toEqual([]);
});

test('B10: a window at the end, and none where the whole text is looked at', async () => {
  const holds: Model = (text, { gold }) => Number(text.includes(`<answer>${gold}</answer>`));
  expect(await rulesOf(asidesCheck, cities, (text, fields) => holds(text.slice(-200), fields))).toEqual([
    'warning B10',
  ]);
  expect(await rulesOf(asidesCheck, cities, holds)).toEqual([]);
});

const cards = [
  [3, 8, 2, 6],
  [4, 7, 8, 8],
  [2, 3, 4, 6],
  [1, 3, 4, 6],
  [2, 7, 8, 9],
  [5, 5, 5, 1],
];
const sums: Shape = {
  rows: cards.map((hand): Fields => ({ prompt: `Use ${hand.join(', ')} once each to make 24.`, hand })),
  goldField: null,
  analysis: {
    patterns: [{ pattern: '<answer>(.*)</answer>', templates: ['<answer>\u0000</answer>'] }] as never,
  },
};
const sum =
  (allowed: RegExp): Model =>
  (text, { hand }) => {
    const said = inside(text);
    const used = (said.match(/\d+/g) ?? []).map(Number).sort((one, other) => one - other);
    if (!allowed.test(said) || used.join() !== [...(hand as number[])].sort((a, b) => a - b).join()) return 0;
    const floored = said.replace(/(\([^()]*\)|[\d.]+)\/\/(\([^()]*\)|[\d.]+)/g, 'Math.floor($1/$2)');
    try {
      return Math.abs(Number(new Function(`return ${floored}`)()) - 24) < 1e-6 ? 1 : 0;
    } catch {
      return 0;
    }
  };

test('B05: beside an honest expression, one that breaks the rules', async () => {
  expect(await rulesOf(brokenSumsCheck, sums, sum(/^[\d+\-*/(). ]+$/))).toEqual(['critical B05']);
  expect(await rulesOf(brokenSumsCheck, sums, sum(/^(?!.*(?:\*\*|\/\/))[\d+\-*/() ]+$/))).toEqual([]);
});

test('E07: where right answers get the least; not where the larger is better', async () => {
  const shape: Shape = {
    rows: [12, 40, 95, 310, 77].map((product) => ({ prompt: '?', product })),
    goldField: null,
  };
  const error: Model = (text, { product }) =>
    /^-?[\d.]+$/.test(text) ? Math.min(1, Math.abs(Number(text) - Number(product)) / Number(product)) : 0;
  expect(await rulesOf(wrongWayCheck, shape, error)).toEqual(['critical E07']);
  expect(await rulesOf(wrongWayCheck, shape, (text) => Math.min(1, Number(text) / 1e6) || 0)).toEqual([]);
});
