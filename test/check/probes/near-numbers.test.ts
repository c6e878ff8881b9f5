import { expect, test } from 'vitest';
import { nearNumbersCheck } from '../../../src/check/probes/compared/near-numbers.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const numbers: Shape = { rows: [3, 14, 25, 96, 118, 560, 7, 42].map((gold) => ({ prompt: '?', gold })) };
const shares: Shape = {
  rows: [0.21, 0.38, 0.5, 0.64, 0.77, 0.92, 3.25, 14.5, 0.13, 0.83].map((gold) => ({ prompt: '?', gold })),
};
const found = async (shape: Shape, model: Model): Promise<string[]> =>
  (await nearNumbersCheck.run(asking(contextOf(shape), model))).map(
    ({ rule, severity, title }) => `${severity} ${rule} ${title}`,
  );
const near =
  (isRight: (value: number, gold: number) => boolean): Model =>
  (text, { gold }) =>
    isRight(Number(inside(text) || Number.NaN), Number(gold)) ? 1 : 0;

test.each<[string, (value: number) => number]>([
  ['cut', Math.trunc],
  ['rounded', Math.round],
])('whole numbers that are %s first', async (name, whole) => {
  const model = near((value, gold) => whole(value) === gold);
  expect(await found(numbers, model)).toEqual([
    `warning B13 numbers are ${name} to whole ones before they are compared`,
  ]);
});

test('numbers of a list that are rounded first, and such as are compared as they are', async () => {
  const lists: Shape = {
    rows: [3, 14, 25, 96, 118, 560, 7, 42].map((last) => ({ prompt: '?', gold: [-2, 1, last] })),
  };
  const compared =
    (rounded: (value: number) => number): Model =>
    (text, { gold }) => {
      const said = inside(text).match(/-?[\d.]+/g) ?? [];
      const same = said.map((each) => rounded(Number(each))).join() === (gold as number[]).join();
      return same ? 1 : 0;
    };
  expect(await found(lists, compared(Math.round))).toEqual([
    'warning B13 numbers are rounded to whole ones before they are compared',
  ]);
  expect(
    await found(
      lists,
      compared((value) => value),
    ),
  ).toEqual([]);
});

test('both sides cut: one number for all shares is proof', async () => {
  expect(
    await found(
      shares,
      near((value, gold) => Math.trunc(value) === Math.trunc(gold)),
    ),
  ).toEqual(['critical B13 one number is paid on many rows, and right on none of them']);
});

test('numbers that begin again after a round', async () => {
  expect(
    await found(
      numbers,
      near((value, gold) => value >= 0 && value % 60 === gold % 60),
    ),
  ).toEqual(['warning A15 numbers begin again after 60']);
});

test('a tolerance, a distance and equality are none of that', async () => {
  for (const shape of [numbers, shares]) {
    for (const tolerance of [0.001, 0.01, 0.05, 0.2])
      expect(
        await found(
          shape,
          near((value, gold) => Math.abs(value - gold) <= tolerance * gold),
        ),
      ).toEqual([]);
    for (const away of [0, 1])
      expect(
        await found(
          shape,
          near((value, gold) => Math.abs(value - gold) <= away),
        ),
      ).toEqual([]);
  }
  const distance: Model = (text, { gold }) =>
    Math.max(0, 1 - Math.abs(Number(inside(text)) - Number(gold)) / 100);
  expect(await found(numbers, distance)).toEqual([]);
});

test('a hundredth and a hundred times, in an answer of several lines', async () => {
  const rows = [14.4, 27.5, 8.25, 61, 33.2].map(
    (value): Fields => ({ gold: `X\nValue: ${value}\nEnd`, value }),
  );
  const shape: Shape = { rows, wrappers: [{ name: 'plain', wrap: (text) => text }] };
  const scaled =
    (factors: readonly number[]): Model =>
    (text, { value }) => {
      const said = Number(/^X\nValue: (-?[\d.]+)\nEnd$/.exec(text)?.[1] ?? Number.NaN);
      return factors.some((factor) => Math.abs(said * factor - Number(value)) < 1e-6 * Number(value)) ? 1 : 0;
    };
  expect(await found(shape, scaled([1, 100, 0.01]))).toEqual([
    'warning B01 is a hundred times too large or too small',
  ]);
  expect(await found(shape, scaled([1]))).toEqual([]);
});

test('mixed numbers and fractions are numbers, and are cut as decimals or as fractions', async () => {
  const rows = ['3 7/16', '4 1/2', '9/16', '1/3', '2', '2/5', '1/8', '3/4', '5/8', '1/6'].map((gold) => ({
    prompt: '?',
    gold,
  }));
  const wrap = (text: string): string => `#### ${text}`;
  const shape: Shape = { rows, wrappers: [{ name: 'plain', wrap }] };
  const cut =
    (written: RegExp, same: (value: number) => number): Model =>
    (text, { gold }) => {
      const value = (amount: string): number => {
        const [, whole = '0', top, bottom, plain] =
          /^(?:(?:(\d+) )?(\d+)\/(\d+)|([\d.]+))$/.exec(amount) ?? [];
        return plain === undefined ? Number(whole) + Number(top) / Number(bottom) : Number(plain);
      };
      const said = /^#### (.*)$/.exec(text)?.[1] ?? '';
      return written.test(said) && same(value(said)) === same(value(String(gold))) ? 1 : 0;
    };
  const proof = ['critical B13 one number is paid on many rows, and right on none of them'];
  expect(await found(shape, cut(/./, Math.trunc))).toEqual(proof);
  expect(await found(shape, cut(/^[^.]*$/, Math.trunc))).toEqual(proof);
  expect(
    await found(
      shape,
      cut(/./, (value) => value),
    ),
  ).toEqual([]);
  expect(
    await found(
      shape,
      cut(/./, (value) => Math.round(value * 20)),
    ),
  ).toEqual([]);
});
