import { expect, it } from 'vitest';
import { commandsIn } from '../../src/check/policies/actions/command-forms.ts';
import { commandsOfPatterns, formOfPattern } from '../../src/check/policies/actions/pattern-forms.ts';
import { mineSource } from '../../src/check/policies/actions/source-words.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';

const shown = (form: string | null): string | null => form?.replaceAll('\u0000', '@') ?? null;

it.each([
  [String.raw`^WRITE (\w+) = (.+)$`, 'WRITE @ = @'],
  [String.raw`^\s*([A-C][1-3])\s*=\s*(-?\d+)\s*$`, '@=@'],
  [String.raw`(?i)move\s+(?:disk )?(?P<from>[a-c])\s+to\s+(\w+)\.?`, 'move @ to @'],
  [String.raw`put (\w+ \d+) (?:in|on|in/on) (\w+ \d+)`, 'put @ in @'],
  [String.raw`swap\((\d+),\s*(\d+)\)`, 'swap(@,@)'],
  [String.raw`swap\(([^)]+),\s*(\d+)\)`, 'swap(@,@)'],
  [String.raw`(?<!x)go (\w+)`, null],
  ['[a-z]+', '@'],
  [String.raw`go \w+|look`, null],
])('reads a command out of %s', (pattern, form) => {
  expect(shown(formOfPattern(pattern))).toBe(form);
});

it('wants a word beside the places', () => {
  expect(commandsOfPatterns(['(.+)', '^go (.+)$']).map(shown)).toEqual(['go @']);
});

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
