/** Puzzles whose verifiers leave out a rule: numbers used again, sums of what is not given, rounds, words that are none, repeats. */
import { expect, test } from 'vitest';
import { TOGETHER_PROBE } from '../../../src/check/probes/text/together.ts';
import { type Model, paidRows, type Shape } from './models.ts';

test('plans of all rows, one after the other, are paid where the goal only has to be met on the way', () => {
  const rows = ['up\nleft', 'down\nup', 'left\ndown'].map((gold) => ({ gold }));
  const shape: Shape = { rows, wrappers: [{ name: 'plain', wrap: (text) => text }] };
  const isMet: Model = (text, { gold }) => (text.includes(String(gold)) ? 1 : 0);
  const isEnd: Model = (text, { gold }) => (text === gold ? 1 : 0);
  expect(paidRows(TOGETHER_PROBE, shape, isMet)).toBe(3);
  expect(paidRows(TOGETHER_PROBE, shape, isEnd)).toBe(0);
});
