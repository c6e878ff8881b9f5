import { expect, test } from 'vitest';
import { isFaulty } from '../../../src/check/probes/faults/values.ts';

test.each([
  [['', ''], true],
  [
    [
      { input: '3', output: '' },
      { input: '4', output: ' ' },
    ],
    true,
  ],
  [['', '7'], false],
  [['a', 'b'], false],
])('tests that expect nothing: %j', (value, empty) => {
  expect(isFaulty(JSON.stringify(value))).toBe(empty);
});
