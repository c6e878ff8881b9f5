/** The right answer of one row that is paid on all rows. */
import { describe, expect, test } from 'vitest';
import { byHeartCheck } from '../../../src/check/probes/compared/by-heart.ts';
import { asking, contextOf, type Model } from './models.ts';

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

describe('the best answer of all rows', () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    prompt: `Row ${at}`,
    dealt: [at, at + 1, at + 2],
    gold: String(at + 2),
  }));
  const rulesOf = async (model: Model) =>
    (await byHeartCheck.run(asking(contextOf({ rows }), model))).map(({ rule }) => rule);
  const said = (text: string): number => numbers(text)[0] ?? -1;

  test('is paid on all where nobody asks what was dealt', async () => {
    expect(await rulesOf((text, { gold }) => (said(text) >= Number(gold) ? 1 : 0))).toEqual(['S10']);
  });

  test('is nothing where it must be of the row', async () => {
    expect(await rulesOf((text, { gold }) => (said(text) === Number(gold) ? 1 : 0))).toEqual([]);
  });
});
