/** Answers composed of what a row gives, and those of two ends only. */
import { describe, expect, test } from 'vitest';
import {
  compositionsOf,
  constantTexts,
  examplesIn,
  givensOf,
  separatorsIn,
} from '../../../src/check/probes/unanswered/compose.ts';
import { ENDS_PROBE } from '../../../src/check/probes/unanswered/ends.ts';
import { contextOf, type Model, paidRows } from './models.ts';

describe('two ends', () => {
  test('are an attack where a field decides as well', () => {
    const routes = [{ prompt: 'From Ulm to Bonn?', from: 'Ulm', to: 'Bonn', gold: 'Ulm > Mainz > Bonn' }];
    const direct: Model = (text) => Number(/^<answer>Ulm > (?:.* > )?Bonn<.answer>$/.test(text));
    expect(paidRows(ENDS_PROBE, { rows: routes }, direct)).toBe(1);
    const near = [{ ...routes[0], gold: 'Ulm > Bonn' }];
    expect(paidRows(ENDS_PROBE, { rows: near }, direct)).toBe(0);
  });
});

test('answers are composed of lists and keys, with the separators and examples that are spoken of', () => {
  const prompt = 'Give each job a start. Reply with one line for each job, such as Q2 0.';
  const row = contextOf({ rows: [{ prompt, jobs: { Q1: 2, Q2: 3, Q3: 1 } }], goldField: null }).calibration
    .levels[0]?.row;
  if (row === undefined) throw new Error('no row');
  const [given] = givensOf(row);
  expect(given?.elements).toEqual(['Q1', 'Q2', 'Q3']);
  expect(examplesIn(prompt)).toContain('Q2 0');
  expect(separatorsIn('a.split("->") + "\\n"')).toEqual([', ', '\n', ' ', ' -> ']);
  const texts = compositionsOf(row, '', ['red']).map((form) => form.write(['Q1', 'Q3'], given));
  expect(texts).toContain('Q1 0\nQ3 0');
  expect(texts).toContain('- Q1\n- Q3');
  expect(texts).toContain('{"Q1":"red","Q3":"red"}');
  expect(texts).toContain('{"Q1":2,"Q3":1}');
  expect(constantTexts(row, 'W = "ant bee cat dog"; "->"')).toContain('bee -> cat');
});
