import { expect, test } from 'vitest';
import { anyRowsAnswerCheck } from '../../../src/check/probes/compared/any-rows-answer.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const CITIES = ['Lima', 'Oslo', 'Cairo', 'Accra', 'Suva', 'Riga', 'Doha', 'Rome', 'Tunis', 'Quito'];
const shape: Shape = {
  rows: CITIES.map((city, at) => ({
    prompt: `Title of picture ${at}? Reply with <answer>TITLE</answer>.`,
    title: `View of the harbour of ${city}, ${1850 + at}`,
  })),
  goldField: null,
  wrappers: [],
  analysis: { fields: ['title'], numbers: [1] },
};
const found = async (model: Model): Promise<string[]> => {
  // The range is what was paid before: the right answers of some rows.
  const context = asking(contextOf(shape), model);
  await context.scorer.all(
    context.subject.rows.map((row) => ({ row, completion: `<answer>${row.fields.title}</answer>` })),
  );
  return (await anyRowsAnswerCheck.run(context)).map(({ rule, severity }) => `${severity} ${rule}`);
};
const inside = (text: string): string => /<answer>(.*?)<\/answer>/s.exec(text)?.[1] ?? '';
const shared = (one: string, other: string): number => {
  const words = new Set(other.split(' '));
  return one.split(' ').filter((word) => words.has(word)).length / Math.max(1, words.size);
};

test('a ratio that all titles of one form reach is proof', async () => {
  expect(await found((text, { title }) => Number(shared(inside(text), String(title)) > 0.6))).toEqual([
    'critical A05',
  ]);
});

test('equality, and what any text is paid, are not told', async () => {
  expect(await found((text, { title }) => Number(inside(text) === title))).toEqual([]);
  expect(await found((text) => Number(inside(text).length > 5))).toEqual([]);
});
