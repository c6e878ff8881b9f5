import { expect, test } from 'vitest';
import { numberExamplesOf, numberListForms } from '../../src/check/answers/written/number-examples.ts';
import { rowOf } from './stage.ts';

test('columns in the places of the numbers of an example', () => {
  const row = rowOf({ prompt: "From 9:00 to 14:05. Answer like 'Duration: 3h 20m'.", hours: 5, minutes: 7 });
  const texts = numberExamplesOf(row).map(({ write }) => write(row.fields));
  expect(texts).toEqual(['Duration: 5h 7m', 'Duration: 7h 5m']);
  const clock = rowOf({ prompt: 'Write `ends at 08:30`.', h: 9, m: 5 });
  expect(numberExamplesOf(clock)[0]?.write(clock.fields)).toBe('ends at 09:05');
  expect(numberExamplesOf(rowOf({ prompt: "Answer like 'N = 4'.", hours: 5, minutes: 7 }))).toEqual([]);
});

test('a list of numbers in the places of those of an example, and the first of several lists', () => {
  const [form] = numberListForms('Name one point, on the last line as: x = 4, y = 7');
  expect(
    form?.write([
      [-2, 6],
      [3, 1],
    ]),
  ).toBe('x = -2, y = 6');
  expect(form?.write([3, 0.5])).toBe('x = 3, y = 0.5');
  expect(form?.write([1, 2, 3])).toBeUndefined();
  expect(form?.write(['a', 'b'])).toBeUndefined();
  expect(numberListForms('Which is it, as fast as you can?')).toEqual([]);
});
