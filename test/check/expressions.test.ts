import { describe, expect, it } from 'vitest';
import { expressionFor, solutionsOf } from '../../src/check/answers/written/expressions.ts';
import { rowOf } from '../../src/check/subject/rows.ts';

/** Of an expression of numbers, brackets and four signs alone. */
const numberOf = (text: string): number => {
  expect(text).toMatch(/^[\d\s()+*/-]+$/);
  return new Function(`return ${text}`)() as number;
};

describe('an expression', () => {
  it.each([
    [[3, 7, 2], 19],
    [[25, 5, 4, 1], 1],
    [[100, 3], 97],
    [[8, 2], 4],
  ])('of %j that makes %i uses each number once', (numbers, target) => {
    const text = expressionFor(numbers, target) ?? '';
    expect(numberOf(text)).toBe(target);
    expect([...text.matchAll(/\d+/g)].map(Number).sort()).toEqual([...numbers].sort());
  });

  it('is not there for what cannot be made', () => expect(expressionFor([1, 1], 50)).toBeUndefined());
});

it('a row with numbers and a target has one for each target', () => {
  const [form] = solutionsOf(rowOf('{"prompt": "", "nums": [3, 7, 2], "target": "19", "id": 900}', 0));
  expect(form).toMatchObject({ key: 'expression of nums for target', field: 'target' });
  expect(numberOf(form?.answer ?? '')).toBe(19);
});
