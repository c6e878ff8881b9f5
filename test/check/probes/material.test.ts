import { expect, test } from 'vitest';
import { LENGTH_PROBES } from '../../../src/check/probes/text/lengths.ts';
import { wordsOfPattern } from '../../../src/check/probes/text/material/material.ts';
import { contextOf, type Model, paidRows, type Shape } from './models.ts';

test.each([
  [String.raw`\b(?:wait|let me check|double-check)\b`, ['wait', 'let me check', 'double-check']],
  [String.raw`(?i)\b(so\s+therefore|finally)`, ['so therefore', 'finally']],
  ['(?P<word>hence|thus)', ['hence', 'thus']],
  [String.raw`<answer>(.*?)</answer>|\d+`, []],
])('words that %s speaks of', (pattern, words) => {
  expect(wordsOfPattern({ pattern })).toEqual(words);
});

test('what a pattern counts is repeated', () => {
  const shape: Shape = {
    rows: [7, 12, 40].map((gold) => ({ gold })),
    analysis: {
      patterns: [
        {
          pattern: String.raw`\b(?:let me check|hold on)\b`,
          flags: '',
          method: 'findall',
          place: { line: 1, column: 0 },
          templates: [],
        },
      ] as never,
    },
  };
  const counts: Model = (text) =>
    Math.min(1, (text.match(/\b(?:let me check|hold on)\b/g) ?? []).length / 10);
  expect(contextOf(shape).calibration.levels).toHaveLength(3);
  const paid = LENGTH_PROBES.filter(({ rule }) => rule === 'E04').map((probe) =>
    paidRows(probe, shape, counts),
  );
  expect(Math.max(...paid)).toBe(3);
});
