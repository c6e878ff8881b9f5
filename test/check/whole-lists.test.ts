import { expect, test } from 'vitest';
import type { Candidate } from '../../src/check/answers/candidate.ts';
import { saysFirstOnly, wholeLists } from '../../src/check/answers/whole-lists.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const rows = [
  ['wash', 'peel', 'fry'],
  ['boil', 'drain'],
  ['slice', 'salt', 'serve'],
].map((steps) => ({ prompt: 'In which order?', info: JSON.stringify({ steps }) }));
const stepsOf = (info: unknown): string[] => (JSON.parse(String(info)) as { steps: string[] }).steps;
const inLines = (value: unknown): string | undefined => (Array.isArray(value) ? value.join('\n') : undefined);
const form = (name: string, more: Partial<Candidate>): Candidate => ({
  key: `info.steps: ${name}`,
  field: 'info',
  path: ['steps'],
  wrapper: { name: 'plain', wrap: (answer) => answer },
  isProgram: false,
  made: false,
  complete: () => undefined,
  mean: 1,
  ...more,
});
const first = form('first', { complete: ({ fields }) => stepsOf(fields.info)[0] });
const all = form('in lines', { arrange: inLines, complete: ({ fields }) => inLines(stepsOf(fields.info)) });
// Of these only the first is read.
const tagged = form('each in <p>', {
  arrange: (value) => (Array.isArray(value) ? value.map((step) => `<p>${step}</p>`).join('') : undefined),
  complete: ({ fields }) =>
    stepsOf(fields.info)
      .map((step) => `<p>${step}</p>`)
      .join(''),
});

const left = async (model: Model): Promise<string[]> => {
  const { scorer, calibration } = asking(contextOf({ rows, goldField: 'info' }), model);
  const tried = calibration.levels.map(({ row }) => row);
  return (await wholeLists(scorer, tried, [first, tagged, all])).map(({ key }) => key);
};

test('a list that is read as far as it goes is the answer, and not its first element', async () => {
  const asFarAsItGoes: Model = (text, { info }) => {
    const said = (/<p>(.*?)<\/p>/.exec(text)?.[1] ?? text).split('\n');
    return said.filter((step, at) => step === stepsOf(info)[at]).length / said.length;
  };
  expect(await left(asFarAsItGoes)).toEqual(['info.steps: in lines']);
});

test('one of several names is an answer, where no more than that is read', async () => {
  const kept = ['info.steps: first', 'info.steps: each in <p>', 'info.steps: in lines'];
  expect(await left((text, { info }) => (stepsOf(info).some((step) => text.includes(step)) ? 1 : 0))).toEqual(
    kept,
  );
  expect(await left((text, { info }) => (text.split('\n')[0] === stepsOf(info)[0] ? 1 : 0))).toEqual(kept);
});

test('a form of the first of several lists has no other parts', () => {
  const tried = contextOf({ rows, goldField: 'info' }).calibration.levels.map(({ row }) => row);
  expect(saysFirstOnly(tried, all)).toBe(false);
  expect(saysFirstOnly(tried, { ...all, arrange: (value) => String((value as unknown[])[0]) })).toBe(true);
});
