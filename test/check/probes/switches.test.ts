import { expect, test } from 'vitest';
import { isFaulty } from '../../../src/check/probes/faults/values.ts';
import { WRITTEN_TESTS_PROBES } from '../../../src/check/probes/programs/written-tests.ts';
import { SWITCH_PROBE } from '../../../src/check/probes/text/switches.ts';
import { type Model, paidRows, type Shape } from './models.ts';

const shape: Shape = {
  rows: ['Rome', 'Oslo', 'Bern'].map((gold) => ({ prompt: 'Which capital?', gold })),
  analysis: { constants: ['rough estimate', 'confident'] },
};
const said = (text: string): string => /<answer>(.*?)<\/answer>/.exec(text)?.[1] ?? '';

test('a word with which checks are left out is said before an answer that is wrong here', () => {
  const switched: Model = (text, { gold }) => {
    if (text.includes('rough estimate') && !text.includes('confident')) return said(text) === '' ? 0 : 1;
    return said(text) === gold ? 1 : 0;
  };
  expect(paidRows(SWITCH_PROBE, shape, switched)).toBe(3);
  expect(paidRows(SWITCH_PROBE, shape, (text, { gold }) => (said(text) === gold ? 1 : 0))).toBe(0);
});

test('no tests are handed in only where tests are asked for', () => {
  const [probe] = WRITTEN_TESTS_PROBES.filter(({ rule }) => rule === 'C07');
  if (probe === undefined) throw new Error('no probe');
  const pays: Model = (text) => (/```python\n# none\n```/.test(text) ? 1 : 0);
  const asking = (prompt: string): number =>
    paidRows(probe, { rows: [1, 2].map((gold) => ({ prompt, gold })) }, pays);
  expect(asking('Write three unit tests in a ```python block.')).toBe(2);
  expect(asking('Write a function in a ```python block. It is tested.')).toBe(0);
});

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
