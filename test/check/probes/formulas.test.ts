import { expect, test } from 'vitest';
import { asProgram, formulasIn, sameFormula } from '../../../src/check/probes/text/formulas.ts';

test('formulas of prompts', () => {
  expect(formulasIn('Expand (3*x + 4)*(2*x - 5) to the form p*x**2 + q*x + r.')[0]).toBe(
    '(3*x + 4)*(2*x - 5)',
  );
  expect(formulasIn('Simplify (x + 2)(x - 7) and give a polynomial.')).toEqual(['(x + 2)(x - 7)']);
  expect(formulasIn('Differentiate 4x^3 - sin(2x) with respect to x (use * for products).')).toEqual([
    '4x^3 - sin(2x)',
  ]);
  expect(formulasIn('A well-known man is in room 4. I saw a cat.')).toEqual([]);
});

test('as programs, and whether two are the same', () => {
  expect(asProgram('(x + 2)(x - 7)')).toBe('(x + 2)*(x - 7)');
  expect(asProgram('4x^3')).toBe('4*x**3');
  expect(sameFormula('4x^3 - 2', '4*x**3-2')).toBe(true);
  expect(sameFormula('4x^3', '12x^2')).toBe(false);
});
