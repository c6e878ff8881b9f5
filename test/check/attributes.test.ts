import { expect, test } from 'vitest';
import { toldWrappers } from '../../src/check/answers/wrapped/wrappers.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from './stage.ts';

test('sections before the answer, where prompt and source name them', () => {
  const rows = [rowOf({ prompt: "First write a section 'Plan:', then 'area: N'." })];
  const names = (constants: readonly string[]): string[] =>
    toldWrappers(rows, { ...EMPTY_ANALYSIS, constants }, '').map(({ wrap }) => wrap('area: 7'));
  expect(names(['Plan:']).some((text) => /^Plan:\n.{60,}\narea: 7$/.test(text))).toBe(true);
  expect(names([]).some((text) => text.startsWith('Plan:\n'))).toBe(false);
});
