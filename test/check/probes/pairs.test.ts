import { expect, test } from 'vitest';
import { pairsCheck } from '../../../src/check/probes/compared/odd-rows.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const numbers: Shape = { rows: [3, 14, 25, 96, 118, 560, 7, 42].map((gold) => ({ prompt: '?', gold })) };
const rulesOf = async (shape: Shape, model: Model): Promise<string[]> =>
  (await pairsCheck.run(asking(contextOf(shape), model))).map(({ rule, title }) => `${rule} ${title}`);
test.each<[string, unknown, Model, Model]>([
  [
    'A19',
    '',
    (text, { gold }: Fields) => (inside(text).includes(String(gold)) ? 1 : 0),
    (text, { gold }: Fields) => (gold !== '' && inside(text).includes(String(gold)) ? 1 : 0),
  ],
  [
    'A20',
    'n/a',
    (text, { gold }: Fields) => (Number.isNaN(Number(gold)) || inside(text) === String(gold) ? 1 : 0),
    (text, { gold }: Fields) => (inside(text) === String(gold) ? 1 : 0),
  ],
])('%s: rows without a usable answer that pay for anything', async (rule, odd, vulnerable, robust) => {
  const shape: Shape = {
    rows: [...numbers.rows, ...numbers.rows, { prompt: '?', gold: odd }, { prompt: '?', gold: odd }],
  };
  const found = await rulesOf(shape, vulnerable);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(rule);
  expect(await rulesOf(shape, robust)).toEqual([]);
  expect(await rulesOf(numbers, vulnerable)).toEqual([]);
});
