import { describe, expect, test } from 'vitest';
import { denseDigits, superstring } from '../../../src/check/probes/text/material/digits.ts';
import { filler } from '../../../src/check/probes/text/material/filler.ts';
import { MALFORMED } from '../../../src/check/probes/text/material/malformed.ts';
import { goldOf, materialOf, wrongOf } from '../../../src/check/probes/text/material/material.ts';
import { familiesOf, goldVariants } from '../../../src/check/probes/text/material/mixture.ts';
import { choicesOf, optionsOf } from '../../../src/check/probes/text/material/options.ts';
import { nearMisses } from '../../../src/check/probes/text/material/variants.ts';
import { contextOf, type Fields, type Shape } from './models.ts';

const first = (shape: Shape) => {
  const context = contextOf(shape);
  const [levels] = context.calibration.levels;
  if (levels === undefined) throw new Error('no rows');
  return { context, levels };
};
const ask = (prompt: string, more: Fields = {}) => first({ rows: [{ prompt, gold: 'A', ...more }] });

describe('families', () => {
  test('go from right to empty, each with what belongs to it', () => {
    const { context, levels } = first({ rows: [1000, 42, -7, 18].map((gold) => ({ gold })) });
    const families = new Map(
      familiesOf(context, levels).map(({ family, completions }) => [family, completions]),
    );
    expect(families.get('gold')).toEqual(['<answer>1000</answer>']);
    expect(families.get('gold, number format')).toContain('<answer>1,000</answer>');
    expect(families.get('gold, number format')).toContain('<answer>1000.0</answer>');
    expect(families.get('gold, whitespace')).toContain('<answer>\n1000\n</answer>');
    expect(families.get('gold, unicode')).toContain('<answer>１０００</answer>');
    expect(families.get('near miss')).toContain('<answer>1001</answer>');
    expect(families.get("another row's answer")).toContain('<answer>42</answer>');
    expect(families.get('empty')).toEqual(['']);
    const right = [...families].filter(([family]) => family.startsWith('gold')).flatMap(([, texts]) => texts);
    const wrong = [...families]
      .filter(([family]) =>
        ['near miss', "another row's answer", 'content-free', 'malformed', 'empty'].includes(family),
      )
      .flatMap(([, texts]) => texts);
    expect(wrong.filter((text) => right.includes(text))).toEqual([]);
  });

  test('leave out what needs an answer where none is known', () => {
    const { context, levels } = first({ rows: [{ prompt: 'Be kind.' }], goldField: null, wrappers: [] });
    const names = familiesOf(context, levels).map(({ family }) => family);
    expect(names).toEqual(['content-free', 'malformed', 'empty']);
    expect(goldVariants(context, levels)).toEqual([]);
  });

  test('are a policy that was given, where completions were', () => {
    const { context, levels } = first({ rows: [{ gold: 3 }, { gold: 4 }, { gold: 5 }] });
    const given = { ...context, subject: { ...context.subject, completions: new Map([[0, ['I say 3']]]) } };
    expect(familiesOf(given, levels).find(({ family }) => family === 'policy')?.completions).toEqual([
      'I say 3',
    ]);
  });
});

test.each([
  ['42', ['43', '41', '52']],
  ['C', ['D', 'B']],
  ['true', ['False']],
  ['a, b', ['a', 'a, b, other']],
  ['Paris', ['Paqis', 'Pari', 'Parisq']],
  ['2.5', ['3.5', '1.5', '3.75']],
])('near misses of %s', (gold, wanted) => {
  expect(nearMisses(gold)).toEqual(wanted);
});

test('there are forty malformed inputs, no two the same, one of a megabyte', () => {
  expect(new Set(MALFORMED).size).toBe(40);
  expect(MALFORMED.length).toBe(40);
  expect(Math.max(...MALFORMED.map((text) => text.length))).toBe(1_000_000);
});

describe('answers', () => {
  test.each([
    ['of a worked solution', [{ gold: 'It is 6*7.\n#### 42' }, { gold: 'So 3.\n#### 3' }], '42', '3'],
    ['in a box', [{ gold: 'Thus $\\boxed{42}$.' }, { gold: 'Thus $\\boxed{3}$.' }], '42', '3'],
    [
      'in an object',
      [{ gold: { style: 'rule', truth: '42' } }, { gold: { style: 'rule', truth: '3' } }],
      '42',
      '3',
    ],
    ['that are true', [{ gold: true }, { gold: false }], 'True', 'False'],
    ['in a list', [{ gold: [1, 2] }, { gold: [3, 4] }], '1, 2', '3, 4'],
  ])('%s', (_, rows, gold, wrong) => {
    const context = contextOf({ rows });
    const levels = context.calibration.levels.map((each) => ({
      ...each,
      gold: { completion: `<answer>${each.row.line === 0 ? gold : wrong}</answer>`, reward: 1 },
    }));
    const calibrated = { ...context, calibration: { ...context.calibration, levels } };
    const [one] = levels;
    if (one === undefined) throw new Error('no rows');
    expect(goldOf(calibrated, one)).toBe(gold);
    expect(wrongOf(calibrated, one)).toEqual([wrong]);
    expect(materialOf(calibrated).distinct).toEqual([gold, wrong]);
  });

  test('are of a kind', () => {
    const kindOf = (golds: unknown[]) =>
      materialOf(contextOf({ rows: golds.map((gold) => ({ gold })) })).kind;
    expect(kindOf([1, 2, '3'])).toBe('integer');
    expect(kindOf([1.5, 2, '3.25'])).toBe('decimal');
    expect(kindOf(['A', '(B)', 'c'])).toBe('letter');
    expect(kindOf([true, false, 'yes'])).toBe('boolean');
    expect(kindOf([['a'], ['b', 'c']])).toBe('list');
    expect(kindOf(['red', 'blue'])).toBe('text');
    expect(materialOf(contextOf({ rows: [{ prompt: 'x' }], goldField: null })).kind).toBe('none');
  });
});

describe('options of a row', () => {
  test.each<[string, string, Fields, string[]]>([
    ['on lines', 'Which?\nA) red fox\nB) blue whale', {}, ['red fox', 'blue whale']],
    ['on one line', 'Which? (A) red fox (B) blue whale', {}, ['red fox', 'blue whale']],
    ['with full stops', 'Which?\nA. red fox\nB. blue whale\n', {}, ['red fox', 'blue whale']],
    ['in a list', 'Which?', { options: ['A) red fox', 'B) blue whale'] }, ['red fox', 'blue whale']],
    ['in an object', 'Which?', { options: { A: 'red fox', B: 'blue whale' } }, ['red fox', 'blue whale']],
  ])('choices %s', (_, prompt, more, choices) => {
    const { context, levels } = ask(prompt, more);
    expect(choicesOf(context, levels)).toEqual(choices);
  });

  test('words in quotes, and words with `or`', () => {
    const { context, levels } = ask('Is it "warm tea", positive, negative or neutral?');
    expect(optionsOf(context, levels)).toEqual(
      expect.arrayContaining(['warm tea', 'positive', 'negative', 'neutral']),
    );
  });

  test('the answer field is none of them', () => {
    const { context, levels } = first({ rows: [{ prompt: 'Which?', gold: ['x', 'y'] }] });
    expect(choicesOf(context, levels)).toEqual([]);
  });

  test('nor is a list that the right answer says as a whole', () => {
    const { context, levels } = first({ rows: [{ prompt: '', gold: 'lend, land', way: ['lend', 'land'] }] });
    expect(choicesOf(context, levels)).toEqual([]);
    expect(choicesOf(context, ask('', { way: ['lend', 'land'] }).levels)).toEqual(['lend', 'land']);
  });
});

test('dense digits hold every number, and no digit more than is needed', () => {
  const three = denseDigits(3);
  expect(three).toHaveLength(1_002);
  for (let number = 0; number < 1_000; number++) expect(three).toContain(String(number));
  expect(denseDigits(4)).toHaveLength(10_003);
});

test('a superstring holds all texts, and overlaps them', () => {
  const texts = ['abc', 'cde', 'ea', 'bc', 'xyz'];
  const all = superstring(texts);
  for (const text of texts) expect(all).toContain(text);
  expect(all.length).toBeLessThan(texts.join('').length);
  expect(superstring([])).toBe('');
});

test('filler is as long as asked, of words, and hardly repeats itself', () => {
  for (const length of [1, 10, 99, 1_000, 5_000]) expect(filler(length)).toHaveLength(length);
  const words = filler(3_000).split(' ');
  const threes = words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
  expect(new Set(threes).size / threes.length).toBeGreaterThan(0.9);
});
