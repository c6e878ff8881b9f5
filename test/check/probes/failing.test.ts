/** Programs that fail, for functions that leave out or pay what fails. */
import { describe, expect, test } from 'vitest';
import { programsOf } from '../../../src/check/answers/programs.ts';
import { failingCheck, withOneTest } from '../../../src/check/probes/compared/failing.ts';
import { rowOf } from '../stage.ts';
import { asking, contextOf, type Fields, type Model } from './models.ts';

const ROWS: Fields[] = [2, 3, 5, 7, 9, 11].map((gold) => ({
  prompt: 'Write `f(n)`.',
  gold: `def f(n): return ${gold}`,
}));
const plain = { name: 'plain', wrap: (text: string) => text };
const found = async (model: Model, source = ''): Promise<string[]> => {
  const context = contextOf({ rows: ROWS, wrappers: [plain], source, analysis: { runsProcess: true } });
  return (await failingCheck.run(asking(context, model))).map(({ rule, title }) => `${rule} ${title}`);
};
const isRight: Model = (text, { gold }) => Number(text === gold);
const fails = (text: string): boolean => /assert False|raise|def \($/.test(text);
const HANDLES = 'try:\n    run()\nexcept TimeoutExpired:\n    return ';

describe('programs that fail', () => {
  test('are found where what failed is left out', async () => {
    expect(await found((text, row) => (fails(text) ? 1 : isRight(text, row)))).toEqual([
      'B09 a program that fails is paid in full',
    ]);
  });

  test('are nothing where everything is paid, which other checks say, or nothing wrong is', async () => {
    expect(await found(() => 1)).toEqual([]);
    expect(await found(isRight)).toEqual([]);
  });

  test('hang only where a timeout is handled, and comes to something', async () => {
    const patient: Model = (text, row) => (text.includes('while True') ? 1 : isRight(text, row));
    expect(await found(patient, `${HANDLES}True`)).toEqual(['B09 a program that never ends is paid in full']);
    expect(await found(patient, `${HANDLES}0.0\n`)).toEqual([]);
  });
});

test('of a row whose tests hang one is left, with what belongs to it', () => {
  const row = rowOf({ prompt: 'f', inputs: [[1], [2]], outputs: [4, 7], tags: ['a', 'b', 'c'] });
  const one = withOneTest({ row, gold: null, floor: 0, top: 1, decoys: [] }, 'outputs').row;
  expect(one.texts).toMatchObject({ inputs: '[[1]]', outputs: '[4]', tags: '["a","b","c"]' });
  expect(one.fields.outputs).toEqual([4]);
  // Also where they are the text of a list.
  const text = rowOf({ prompt: 'f', io: '[{"in": "1"}, {"in": "2"}]' });
  const cut = withOneTest({ row: text, gold: null, floor: 0, top: 1, decoys: [] }, 'io').row;
  expect(cut.fields.io).toBe('[{"in":"1"}]');
});

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
