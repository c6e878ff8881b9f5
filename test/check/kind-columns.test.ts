import { expect, test } from 'vitest';
import { twoKinds } from '../../src/check/answers/kind-columns.ts';
import { contextOf, type Fields } from './probes/models.ts';

const rows: Fields[] = ['fraud', 'malware', 'Japan', 'spring', 'privacy', 'iron', 'seven', 'weapons'].map(
  (word, at) => ({ prompt: '?', kind: [0, 1, 4, 7].includes(at) ? 'harm' : 'ask', word }),
);

test('two rows of several kinds are of two', () => {
  const checked = contextOf({ rows, goldField: null }).subject.rows;
  expect(twoKinds(checked).map(({ line }) => line)).toEqual([0, 2]);
  expect(twoKinds(checked.slice(0, 2)).map(({ line }) => line)).toEqual([0, 1]);
});
