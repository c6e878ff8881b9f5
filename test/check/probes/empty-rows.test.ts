import { expect, test } from 'vitest';
import { emptyRowsCheck } from '../../../src/check/probes/compared/odd-rows.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const inside = (text: string): string | undefined => /<answer>(.+?)<\/answer>/s.exec(text)?.[1];
const rulesOf = async (golds: readonly unknown[], model: Model): Promise<string[]> => {
  const shape: Shape = { rows: golds.map((gold) => ({ prompt: '?', gold })) };
  return (await emptyRowsCheck.run(asking(contextOf(shape), model))).map(
    ({ rule, severity }) => `${rule} ${severity}`,
  );
};

const numbers = [3, 14, 25, 96, 118, 560, 7, 42, 0, 0, 0, 0, 0, 0];
const words = ['red', 'blue', 'green', 'grey', 'pink', 'gold', 'teal', 'navy', '', ''];

test('answers that count as missing', async () => {
  const falsy: Model = (text, { gold }) => {
    const said = inside(text);
    if (said === undefined || (Number(gold) !== 0 && said !== String(gold))) return 0;
    return /^\d+$/.test(said) ? 1 : 0;
  };
  expect(await rulesOf(numbers, falsy)).toEqual(['A21 critical']);
  const begins: Model = (text, { gold }) =>
    /^(?:red|blue|green|grey|pink|gold|teal|navy)$/.test(inside(text) ?? '') &&
    inside(text)?.startsWith(String(gold))
      ? 1
      : 0;
  expect(await rulesOf(words, begins)).toEqual(['A21 high']);
});

test('answers that are compared, near ones, and functions that pay anything in every row', async () => {
  const same: Model = (text, { gold }) => (inside(text) === String(gold) ? 1 : 0);
  const near: Model = (text, { gold }) => (Math.abs(Number(inside(text)) - Number(gold)) <= 5 ? 1 : 0);
  const form: Model = (text) => (inside(text) === undefined ? 0 : 1);
  for (const model of [same, near, form]) expect(await rulesOf(numbers, model)).toEqual([]);
  expect(await rulesOf(words, same)).toEqual([]);
});
