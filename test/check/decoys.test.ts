import { describe, expect, it } from 'vitest';
import { decoysOf, finalAnswer, holdsTests, otherValue } from '../../src/check/answers/decoys.ts';
import { sameMeaning } from '../../src/check/answers/meaning.ts';
import { assertionsIn, otherLiteral } from '../../src/check/answers/programs/python-tests.ts';
import { Random } from '../../src/check/random.ts';

const decoys = (value: string, others: string[] = []): string[] => decoysOf(value, others, new Random(1));

describe('decoys', () => {
  it.each([
    ['18', ['7', '9', '18']],
    ['18.0', ['3.5']],
    ['"42"', ['"7"']],
    ['"$1,000"', []],
    ['"Paris"', ['"Rome"', '"paris"', '"Oslo"']],
    ['"B"', ['"A"', '"C"']],
    ['["a", "b"]', ['["c", "d"]']],
    ['{"x": 1}', []],
    ['"A long way. #### 72"', []],
    ['["assert f(1) == 2", "assert f(2) == 4"]', []],
    ['[{"input": "1", "output": "2"}]', []],
    ['""', []],
  ])('of %s are at least two, and none means the same', (value, others) => {
    const made = decoys(value, others);
    expect(made.length).toBeGreaterThanOrEqual(2);
    for (const [at, decoy] of made.entries()) {
      expect(sameMeaning(decoy, value)).toBe(false);
      expect(made.slice(at + 1).some((other) => sameMeaning(other, decoy))).toBe(false);
    }
  });

  it('keep the type: floats stay floats, texts stay texts, letters letters', () => {
    expect(decoys('18.0').every((decoy) => /^\d+\.\d$/.test(decoy))).toBe(true);
    expect(decoys('"1,000"')).toContain('"1,001"');
    expect(decoys('"B"').every((decoy) => /^"[A-D]"$/.test(decoy))).toBe(true);
    expect(decoys('true')).toEqual(['false']);
    expect(decoys('"Yes"')[0]).toBe('"No"');
  });

  it('come from other rows and from the value itself', () => {
    const made = decoys('18', ['500', '600']);
    expect(made).toContain('19');
    expect(made.some((decoy) => decoy === '500' || decoy === '600')).toBe(true);
  });

  it('change what tests expect, and not what they call', () => {
    expect(otherValue('["assert f(1) == 2"]', 1)).toBe('["assert f(1) == 3"]');
    expect(otherValue('{"input": [1, 2], "output": 3}', 1)).toBe('{"input": [1, 2], "output": 4}');
    expect(otherValue('{"inputs": ["3\\n"], "outputs": ["9\\n"]}', 1)).toBe(
      '{"inputs": ["3\\n"], "outputs": ["10\\n"]}',
    );
    expect(otherValue('[[[1, 2], 3]]', 1)).toBe('[[[1, 2], 4]]');
    const check = JSON.stringify('def check(candidate):\n    assert candidate([1, 2]) == [3]\n');
    expect(JSON.parse(otherValue(check, 1))).toBe(
      'def check(candidate):\n    assert candidate([1, 2]) == [3, 91]\n',
    );
  });
});

describe('the same meaning', () => {
  it.each([
    ['1', '1.0'],
    ['1', '"1"'],
    ['"Yes."', '"yes"'],
    ['" a  b "', '"A b"'],
    ['[1, 2]', '[1.0, "2"]'],
    ['"1,000"', '1000'],
  ])('have %s and %s', (one, other) => expect(sameMeaning(one, other)).toBe(true));

  it.each([
    ['1', '2'],
    ['"a"', '"b"'],
    ['"+"', '"-"'],
    ['[1, 2]', '[2, 1]'],
    ['true', 'false'],
  ])('have %s and %s not', (one, other) => expect(sameMeaning(one, other)).toBe(false));
});

describe('assertions', () => {
  it('are found with what they call and expect', () => {
    const text = `assert f(1, "a)b") == [1, (2, 3)], 'no, it is'\nassert g(x) == 'a == b' # yes\nself.assertEqual(h(1), {"a": 1})`;
    expect(assertionsIn(text).map(({ name, arguments: given, expected }) => [name, given, expected])).toEqual(
      [
        ['f', '1, "a)b"', '[1, (2, 3)]'],
        ['g', 'x', "'a == b'"],
        ['h', '1', '{"a": 1}'],
      ],
    );
  });

  it.each([
    ['3', '4'],
    ['-1', '0'],
    ['True', 'False'],
    ['None', '1'],
    ["'a'", "'aq'"],
    ['[]', '[1]'],
    ['{1}', '({1}, 1)'],
  ])('expect something else: %s → %s', (literal, other) => expect(otherLiteral(literal, 1)).toBe(other));
});

it('the final answer of a solution is found', () => {
  expect(finalAnswer('First 3, then 4.\n#### 12')?.answer).toBe('12');
  expect(finalAnswer('so \\boxed{7}')?.answer).toBe('7');
  expect(finalAnswer('$\\boxed{1}$, no: $\\boxed{\\frac{4}{\\sqrt{3}}}$.')?.answer).toBe(
    '\\frac{4}{\\sqrt{3}}',
  );
  expect(finalAnswer('<answer> blue </answer>')?.answer).toBe('blue');
  expect(finalAnswer('blue')).toBeUndefined();
});

it('tests are told from answers', () => {
  expect(holdsTests(['assert f(1) == 2'])).toBe(true);
  expect(holdsTests('[{"input": 1, "expected": 2}]')).toBe(true);
  expect(holdsTests({ inputs: [], outputs: [] })).toBe(true);
  expect(holdsTests('42')).toBe(false);
  expect(holdsTests({ style: 'rule', ground_truth: '3' })).toBe(false);
});
