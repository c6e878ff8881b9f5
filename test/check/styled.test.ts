import { expect, test } from 'vitest';
import { isStyled, styledForms } from '../../src/check/answers/written/styled.ts';

const texts = (value: unknown, prompt: string): string[] =>
  styledForms(value, prompt).map(([, text]) => text);

test('dates as the prompt asks for them', () => {
  expect(texts('2024-03-07', 'Write: Due: DD/MM/YYYY')).toEqual(['07/03/2024']);
  expect(texts('2024-03-07', 'Lent on March 1, 2024. When?')).toEqual(['March 7, 2024']);
  expect(texts('7 March 2024', 'Use the form YYYY-MM-DD.')).toEqual(['2024-03-07']);
  expect(texts('2024-03-07', 'Use the form YYYY-MM-DD.')).toEqual([]);
});

test('times of day and amounts', () => {
  expect(texts('14:05', 'It began at 9:30 am.')).toEqual(['2:05 PM', '2:05 pm']);
  expect(texts(12.5, 'Give it to two decimals.')).toEqual(['12.50']);
  expect(texts('7', 'A coffee is $2.40. What do three cost?')).toEqual(['7.00']);
  expect(texts('Lima', 'Give it to two decimals, as DD/MM/YYYY.')).toEqual([]);
});

test('which forms these are', () => {
  expect(['due: day first', 'price: fixed', 'due', 'due: last line'].map(isStyled)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
