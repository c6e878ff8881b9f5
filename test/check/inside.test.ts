/** What stands inside of columns: objects, JSON texts, tests packed with other things. */
import { expect, test } from 'vitest';
import { holdsTests, otherValue } from '../../src/check/answers/decoys.ts';
import { changedAt, insideOf } from '../../src/check/answers/inside.ts';
import { programsOf } from '../../src/check/answers/programs/programs.ts';
import { pairsIn } from '../../src/check/answers/programs/test-pairs.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

const rowOf = (fields: Record<string, unknown>): CheckRow => ({
  line: 0,
  prompt: 'Do it.',
  fields: { prompt: 'Do it.', ...fields },
  texts: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
});

test('columns come first, then what is in objects and in JSON texts; objects of things stay whole', () => {
  const row = rowOf({ meta: { truth: { target: 9 } }, packed: '{"pool": [1, 2]}', km: { 'New York': 3 } });
  expect(insideOf(row).map(({ name }) => name)).toEqual([
    'meta',
    'packed',
    'km',
    'meta.truth',
    'packed.pool',
    'meta.truth.target',
  ]);
});

test('a value inside is changed where it stands, and a text stays a text', () => {
  const row = rowOf({ meta: { truth: { target: 9, other: 1 } }, packed: '{"goal": "7"}' });
  const at = (name: string) => insideOf(row).find((each) => each.name === name) as never;
  expect(JSON.parse(changedAt(row, at('meta.truth.target'), 5))).toEqual({ truth: { target: 5, other: 1 } });
  expect(JSON.parse(JSON.parse(changedAt(row, at('packed.goal'), 5)))).toEqual({ goal: '5' });
});

const PACKED = JSON.stringify({
  fn_name: 'twice',
  test_cases: [
    { input: [1], output: 2 },
    { input: [2], output: 4 },
    { input: [3], output: 6 },
  ],
});

test('tests packed with other things are tests: a table passes them, and wrong ones keep the name', () => {
  expect(holdsTests(PACKED)).toBe(true);
  expect(holdsTests({ question: 'Who?', answer: 'Ada' })).toBe(false);
  expect(pairsIn(PACKED)).toHaveLength(3);
  const [table] = programsOf(rowOf({ info: PACKED }));
  expect(table?.answer).toMatch(/^def twice\(/);
  const wrong = JSON.parse(JSON.parse(otherValue(JSON.stringify(PACKED), 1)));
  expect(wrong.fn_name).toBe('twice');
  expect(wrong.test_cases.map(({ output }: { output: number }) => output)).toEqual([3, 5, 7]);
});
