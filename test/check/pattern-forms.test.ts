import { expect, it } from 'vitest';
import { commandsIn } from '../../src/check/policies/actions/command-forms.ts';
import { mineSource } from '../../src/check/policies/actions/source-words.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';

const shown = (form: string | null): string | null => form?.replaceAll('\u0000', '@') ?? null;

it('takes small words behind a loud verb for places where that is quoted', () => {
  expect(
    commandsIn('`ASK slot`, `WRITE slot = value`, `SEND item to place`, `row,column`').map(shown),
  ).toEqual(['ASK @', 'WRITE @ = @', 'SEND @ to @', '@,@']);
});

it('takes the first text of a list for a word, and one in the brackets of a name for a key', () => {
  const words = noWords();
  mineSource('DOORS = ["red", "blue"]\nx = call["verb"]\n', EMPTY_ANALYSIS, words);
  expect([...words.words]).toEqual(['red', 'blue']);
  expect([...words.keys]).toEqual(['verb']);
});
