import { expect, test } from 'vitest';
import type { Unmeasured } from '../../src/check/answers/candidate.ts';
import { computedFrom, formOf } from '../../src/check/answers/searched/computed.ts';
import type { Shot } from '../../src/check/calls/scorer.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from './stage.ts';

test('the form that texts of all rows have', () => {
  expect(formOf(['Total boxes:3450', 'Total boxes:3120', 'Total boxes:812'])).toEqual({
    before: 'Total boxes:',
    after: '',
  });
  expect(formOf(['<a>120</a>', '<a>134</a>', '<a>1790</a>'])).toEqual({ before: '<a>', after: '</a>' });
  expect(formOf(['fig', 'kiwi', 'figs'])).toEqual({ before: '', after: '' });
  expect(formOf(['due 2024-01-02.', 'due 2024-01-17.'])).toEqual({ before: 'due ', after: '' });
  expect(formOf(['ends 10:35', 'ends 10:50', 'ends 11:05'])).toEqual({ before: 'ends ', after: '' });
  expect(formOf(['one of many words', 'another text'])).toBeUndefined();
});

const rows = [12, 45, 30, 77, 64].map((shelves, line) =>
  rowOf({ prompt: `${shelves} shelves`, shelves }, line),
);
const rightOf = (shelves: unknown): number => Number(shelves) * 23;
const solved = rows.map((row) => ({ row, completion: `Total: ${rightOf(row.fields.shelves)}`, reward: 1 }));
const foundWith = async (isRight: (said: number, right: number) => boolean) => {
  const all = async (shots: readonly Shot[]) =>
    shots.map(({ row, completion }) => ({
      status: 'ok',
      reward: Number(isRight(Number(/\d+$/.exec(completion)?.[0]), rightOf(row.fields.shelves))),
    }));
  // Nothing is loaded: no more rows are searched.
  const input = { scorer: { all }, subject: { rows }, analysis: EMPTY_ANALYSIS } as unknown as Unmeasured;
  return computedFrom(input, solved);
};

test('an answer that the function works out of the row has one form, and another number is none', async () => {
  const found = await foundWith((said, right) => said === right);
  expect([...(found?.answers.values() ?? [])]).toEqual(['276', '1035', '690', '1771', '1472']);
  expect(found?.candidate.wrapper.wrap('5')).toBe('Total: 5');
});

test('a limit that more than one number keeps is no answer', async () => {
  expect(await foundWith((said, right) => said >= right)).toBeUndefined();
});
