/** Calls with two open values, in all ways. */
import { expect, it } from 'vitest';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { filledCalls } from '../../src/check/policies/ways/open-calls.ts';

it('all words like those of an example are tried with all small numbers; the name of the call stays', () => {
  const words = noWords();
  for (const word of ['Mon', 'Thu', 'busy', 'book']) words.words.add(word);
  const space: Space = { words, live: [], forms: [], values: () => [] };
  const calls = filledCalls({ tool: 'book', day: 'Tue', hour: 14 }, space);
  expect(calls).toHaveLength(3 * 31);
  expect(calls).toContain('{"tool":"book","day":"Thu","hour":12}');
  expect(filledCalls({ tool: 'look', at: 'Tue' }, space)).toEqual([]);
});
