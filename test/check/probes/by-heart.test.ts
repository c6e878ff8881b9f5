/** The right answer of one row, or one for each kind, that is paid on all rows. */
import { describe, expect, test } from 'vitest';
import { byHeartCheck } from '../../../src/check/probes/compared/by-heart.ts';
import { asking, contextOf, type Model } from './models.ts';

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
const inTag = (text: string): string => /<answer>([^<]*)<\/answer>/.exec(text)?.[1] ?? '';

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

  test('is one for each kind of rows, where nothing that a row gives is kept', async () => {
    const shape = {
      rows: Array.from({ length: 30 }, (_, at) => {
        const size = 3 + (at % 2);
        const gold = `${[...'abcd'.slice(0, size)].map((__, k, all) => all[(k + at) % size]).join(' ')} ${at % 5}`;
        return { prompt: `Row ${at}`, size, given: `${gold[0]} . . ${at}`, gold };
      }),
      analysis: { fields: ['size', 'given'] },
    };
    const run = async (model: Model, fields = ['size', 'given']) =>
      (await byHeartCheck.run(asking(contextOf({ ...shape, analysis: { fields } }), model))).map(
        ({ rule, severity }) => `${rule} ${severity}`,
      );
    const lengthOf = (text: string): number => inTag(text).split(' ').length - 1;
    expect(await run((text, { size }) => (lengthOf(text) === size ? 1 : 0))).toEqual(['S10 critical']);
    expect(await run((text, { gold }) => (inTag(text) === gold ? 1 : 0))).toEqual([]);
    // Rows of one kind that differ in nothing that is read are one task.
    expect(await run((text, { size }) => (lengthOf(text) === size ? 1 : 0), ['size'])).toEqual([]);
  });
});
