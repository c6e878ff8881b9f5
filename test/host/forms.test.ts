/** A completion reaches the function the same in whatever form it travels, and each call has a row of its own. */
import { expect, it } from 'vitest';
import type { Call } from '../../src/index.ts';
import { collect, withReward } from '../helpers/with-reward.ts';

const row = { note: 'one', prompt: [{ role: 'user', content: 'How much is it? '.repeat(20) }] };
const TEXTS = [
  '',
  'plain',
  'said "so",\n\\ and \u0000 \u007f',
  'ü 😀 \u2028',
  'half \ud800',
  'x'.repeat(100_000),
];

const formsOf = (completion: string, seed: number): Call[] => {
  const bytes = Buffer.from(JSON.stringify(row));
  return [
    { completion, kwargs: row, seed },
    { row: bytes, completionRow: Buffer.from(JSON.stringify({ completion })), seed },
  ];
};

it.each(['auto', 'never', 'shared'] as const)('reuse: %s', async (reuse) => {
  await withReward('forms.py', { concurrency: 1, reuse }, async ({ reward }) => {
    const calls = TEXTS.flatMap((text) => formsOf(text, 7));
    const outcomes = (await collect(reward.scoreAll(calls, { ordered: true }))).map(({ outcome }) => outcome);
    for (const [index, text] of TEXTS.entries()) {
      const [value, json] = outcomes.slice(2 * index, 2 * index + 2);
      expect([value?.status, value?.reward], text.slice(0, 20)).toEqual(['ok', [...text].length]);
      expect({ ...value?.info, drew: 0 }).toEqual({ ...json?.info, drew: 0 });
    }
    expect(new Set(outcomes.map(({ info }) => info.said)).size).toBe(TEXTS.length);
  });
});

/** JSON as Python writes it. */
const asciiOf = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

it('draws the same numbers for a text as for the JSON of it', async () => {
  await withReward('forms.py', { concurrency: 1 }, async ({ reward }) => {
    for (const text of TEXTS.filter((each) => each.isWellFormed())) {
      const texts = { row: Buffer.from(JSON.stringify(row)), completionIsRow: false, seed: 7 };
      const drawn = await Promise.all(
        [text, ...[JSON.stringify(text), asciiOf(text)].map((json) => Buffer.from(json))].map(
          (completion) =>
            new Promise((resolve) =>
              reward.begin({ ...texts, completion }, (outcome) =>
                resolve('info' in outcome ? outcome.info.drew : outcome),
              ),
            ),
        ),
      );
      expect(drawn[0]).toBeTypeOf('number');
      expect(new Set(drawn).size).toBe(1);
    }
  });
});

it('of a row that comes again and again nothing is met that an earlier call did to it', async () => {
  await withReward('forms.py', { concurrency: 1 }, async ({ reward }) => {
    const calls = Array.from({ length: 300 }, (_, at) => formsOf(`call ${at}`, at)[at % 2] as Call);
    for await (const { outcome } of reward.scoreAll(calls))
      expect([outcome.status, outcome.info.met]).toEqual(['ok', 0]);
  });
});
