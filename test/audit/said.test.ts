/** Other values that a completion says, and texts that stand under several prompts. */
import { expect, it } from 'vitest';
import { Repeats } from '../../src/audit/repeats.ts';
import { otherValues, textOf } from '../../src/audit/said.ts';

const values = (value: unknown, said: unknown): string[] =>
  otherValues(JSON.stringify(value), Buffer.from(JSON.stringify(said)));

it('finds numbers that are said beside the own one, in the type of the field', () => {
  expect(values(8, '8 or 89, not -3.5')).toEqual(['89', '-3.5']);
  expect(values('8', '\\boxed{8 \\text{ or } 89}')).toEqual(['"89"']);
  expect(values(8, 'it is 8, that is 8.0')).toEqual([]);
});

it('finds texts that look like the own one', () => {
  expect(values('10.0.0.1', 'It is not 10.0.0.1. It is 10.0.7.9.')).toEqual(['"10.0.7.9"']);
  expect(values('sixteen days', '<answer>sixteen days</answer>')).toEqual([]);
  expect(values('sixteen days', 'after sixteen days')).toEqual(['"after sixteen"']);
  expect(values('red', 'Blue, or RED')).toEqual(['"Blue"', '"or"']);
  expect(values('x'.repeat(100), 'x y z')).toEqual([]);
});

it('changes one part of a small value, and nothing of a large one', () => {
  expect(values({ value: '76.5', unit: 'J' }, '51 J')).toEqual(['{"value":"51","unit":"J"}']);
  expect(values([1, 2], '1 or 3')).toEqual(['[3,2]', '[1,1]', '[1,3]']);
  expect(values([1, 2, 3, 4, 5], '9')).toEqual([]);
  for (const value of [null, true, '', {}, []]) expect(values(value, 'word 1')).toEqual([]);
});

it('reads what messages and actions say', () => {
  expect(textOf(Buffer.from('[{"role":"assistant","content":"a"},{"content":null}]'))).toBe('a\n');
  expect(textOf(Buffer.from('["up","down"]'))).toBe('up\ndown');
  expect(textOf(Buffer.from('no JSON'))).toBe('no JSON');
});

it('knows of repeats when it has seen eight steps, and forgets older ones', () => {
  const repeats = new Repeats();
  const see = (...texts: [string, string][]): void =>
    repeats.see(texts.map(([textHash, rowHash]) => ({ textHash, rowHash })));
  see(['same', 'row 1']);
  see(['same', 'row 2']);
  expect(repeats.knows('same', 'row 1')).toBeUndefined();
  for (let step = 2; step < 8; step++) see(['own', 'row 1'], ['own', 'row 1']);
  expect(repeats.knows('same', 'row 1')).toBe(true);
  expect(repeats.knows('own', 'row 1')).toBe(false);
  for (let step = 0; step < 8; step++) see();
  expect(repeats.knows('same', 'row 1')).toBe(false);
});
