/** One part of an object, the same on all rows. */
import { expect, test } from 'vitest';
import { guessedPartCheck } from '../../../src/check/probes/compared/guessed-part.ts';
import { asking, contextOf, type Model } from './models.ts';

type Parts = Record<string, unknown>;
const rows = Array.from({ length: 16 }, (_, at) => ({
  prompt: `Ship ${at}`,
  want: { name: `ship ${at}`, tons: at + 70, flag: at % 3 === 0 ? 'NO' : 'SE' },
}));
const PLAIN = { name: 'plain', wrap: (text: string) => text };
const said = (text: string): Parts => {
  try {
    return JSON.parse(text) as Parts;
  } catch {
    return {};
  }
};
const told = async (model: Model) => {
  const context = contextOf({ rows, goldField: 'want', wrappers: [PLAIN] });
  const found = await guessedPartCheck.run(asking(context, model));
  return found.map(({ rule, severity, exploit }) => [rule, severity, exploit?.completion]);
};
const right = (text: string, want: unknown): number =>
  Object.entries(want as Parts).filter(([key, value]) => said(text)[key] === value).length;

test('is proof where what is left out costs nothing', async () => {
  const model: Model = (text, { want }) => {
    const of = Object.keys(said(text)).length;
    return of === 0 ? 0 : right(text, want) / of;
  };
  expect(await told(model)).toEqual([['B07', 'critical', '{"flag": "SE"}']]);
});

test('is not where all parts count, and where only that part does', async () => {
  expect(await told((text, { want }) => right(text, want) / 3)).toEqual([]);
  expect(await told((text, { want }) => Number(said(text).flag === (want as Parts).flag))).toEqual([]);
});
