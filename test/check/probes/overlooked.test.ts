import { expect, test } from 'vitest';
import { overlookedCheck } from '../../../src/check/probes/compared/overlooked.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const shapeOf = (golds: readonly string[]): Shape => ({ rows: golds.map((gold) => ({ prompt: '?', gold })) });
const addresses = shapeOf([
  '12 Mill Lane',
  '7 Park Road',
  '181 High Street',
  '40 King Street',
  '9 North Way',
]);
const lines = shapeOf(
  ['f(1)', 'has(2)', 'is_open(3)', 'is_odd(4)', 'ends(5)'].map((call) => `assertTrue(${call})`),
);
const found = async (shape: Shape, model: Model): Promise<string[]> =>
  (await overlookedCheck.run(asking(contextOf(shape), model))).map(
    ({ rule, severity, title }) => `${severity} ${rule} ${title}`,
  );
const equalBy =
  (normal: (text: string) => string): Model =>
  (text, { gold }) =>
    normal(inside(text)) === normal(String(gold)) && normal(inside(text)) !== '' ? 1 : 0;

test('digits, opposites and the order of letters that a normaliser loses', async () => {
  expect(
    await found(
      addresses,
      equalBy((text) => text.replace(/[^a-z]/gi, '').toLowerCase()),
    ),
  ).toEqual(['warning A15 a number makes no difference']);
  expect(
    await found(
      lines,
      equalBy((text) => text.replace(/assert(True|False)|\W/g, '')),
    ),
  ).toEqual(['warning A15 a word that says the opposite makes no difference']);
  expect(
    await found(
      addresses,
      equalBy((text) => [...text.toLowerCase()].sort().join('')),
    ),
  ).toEqual(['warning A15 the order of letters makes no difference']);
});

test('spaces and case may be lost, and where nothing is compared others say so', async () => {
  for (const shape of [addresses, lines])
    expect(
      await found(
        shape,
        equalBy((text) => text.replace(/\s/g, '').toLowerCase()),
      ),
    ).toEqual([]);
  expect(await found(addresses, (text) => (inside(text) === '' ? 0 : 1))).toEqual([]);
});
