import { expect, test } from 'vitest';
import { anyPartCheck } from '../../../src/check/probes/compared/any-part.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const golds = [
  'x = 3, y = 8',
  'x = -4, y = 5',
  'x = 11, y = 2',
  'x = 6, y = 7',
  'x = 9, y = -1',
  'x = 0, y = 4',
];
const shape: Shape = { rows: golds.map((gold) => ({ prompt: '?', gold })) };
const numbers = (text: string): string[] => text.match(/-?\d+/g) ?? [];
const found = async (model: Model): Promise<string[]> =>
  (await anyPartCheck.run(asking(contextOf(shape), model))).map(
    ({ rule, severity }) => `${severity} ${rule}`,
  );

test('either of two numbers is enough', async () => {
  const either: Model = (text, { gold }) => {
    const said = numbers(inside(text));
    return numbers(String(gold)).some((number, at) => said[at] === number) ? 1 : 0;
  };
  expect(await found(either)).toEqual(['warning B07']);
});

test('all of them, one that is not read, or none: nothing is said', async () => {
  expect(await found((text, { gold }) => (inside(text) === gold ? 1 : 0))).toEqual([]);
  expect(
    await found((text, { gold }) => (numbers(inside(text))[1] === numbers(String(gold))[1] ? 1 : 0)),
  ).toEqual([]);
  expect(await found((text) => (numbers(inside(text)).length === 2 ? 1 : 0))).toEqual([]);
});
