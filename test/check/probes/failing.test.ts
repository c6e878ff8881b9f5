/** Programs that fail, for functions that leave out or pay what fails. */
import { describe, expect, test } from 'vitest';
import { programsOf } from '../../../src/check/answers/programs/programs.ts';
import { rowOf } from '../stage.ts';
import type { Fields } from './models.ts';

describe('tests in two columns, or as lists of two', () => {
  const made = (fields: Fields): string[] =>
    programsOf(rowOf({ prompt: 'Write `twist(n)`.', ...fields })).map(({ key, field }) => `${key}: ${field}`);

  test('are answered by a table', () => {
    expect(made({ inputs: [[1], [2]], outputs: [4, 7] })).toEqual(['table of inputs and outputs: outputs']);
    expect(
      made({
        cases: [
          [1, 4],
          [2, 7],
        ],
      }),
    ).toEqual(['table of cases: cases']);
  });

  test('are none where the lists differ in length, or no function is asked for', () => {
    expect(made({ inputs: [[1], [2], [3]], outputs: [4, 7] })).toEqual([]);
    expect(
      made({
        prompt: 'Where do they meet?',
        cases: [
          [1, 4],
          [2, 7],
        ],
      }),
    ).toEqual([]);
  });
});
