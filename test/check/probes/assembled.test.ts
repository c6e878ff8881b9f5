/** Parts that say nothing, put together until they get all there is. */
import { expect, test } from 'vitest';
import { Budget } from '../../../src/check/budget.ts';
import { assembledCheck } from '../../../src/check/probes/compared/assembled.ts';
import { keysOf } from '../../../src/check/probes/compared/assembled-objects.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const NAMES = ['Uma', 'Vic', 'Wes', 'Xia', 'Yan', 'Zoe'];
const TEXTS = NAMES.map((name, at) => `My name is ${name} and the parcel of day ${at + 3} never came to us.`);
const REDACTED: Shape = {
  rows: TEXTS.map((message, at) => ({
    prompt: `Put [NAME] for the name: ${message}`,
    message,
    name: NAMES[at],
  })),
  goldField: null,
  wrappers: [],
  analysis: { fields: ['message', 'name'], numbers: [1] },
};
const rulesOf = async (shape: Shape, model: Model): Promise<string[]> => {
  const found = await assembledCheck.run(asking(contextOf(shape), model));
  return found.map(({ rule, severity }) => `${rule} ${severity}`);
};
const isAsLong = (text: string, { message }: Fields): boolean =>
  Math.abs(text.length / String(message).length - 1) < 0.3;

test('a mark and filler of the right length are proof, where a text stands in the row', async () => {
  const parts: Model = (text, fields) =>
    (text.includes('[NAME]') ? 0.4 : 0) + (isAsLong(text, fields) ? 0.6 : 0);
  expect(await rulesOf(REDACTED, parts)).toEqual(['E06 critical']);
});

test('where each is worth nothing without the other, two are tried together', async () => {
  const both: Model = (text, fields) => Number(text.includes('[NAME]') && isAsLong(text, fields));
  expect(await rulesOf(REDACTED, both)).toEqual(['E06 critical']);
});

test('half of what is spoken of is a warning, where no text was found that gets all', async () => {
  const most: Model = (text, fields) =>
    (text.includes('[NAME]') ? 0.2 : 0) +
    (isAsLong(text, fields) ? 0.5 : 0) +
    (text === 'never said' ? 0.3 : 0);
  expect(await rulesOf(REDACTED, most)).toEqual(['E06 warning']);
  const few: Model = (text, fields) => most(text, fields) / 2;
  expect(await rulesOf(REDACTED, few)).toEqual([]);
});

test('what compares the text itself pays none of it', async () => {
  const same: Model = (text, { message, name }) =>
    (text.includes('[NAME]') ? 0.4 : 0) +
    (text === String(message).replace(String(name), '[NAME]') ? 0.6 : 0);
  expect(await rulesOf(REDACTED, same)).toEqual([]);
});

test('an object of keys and types is proof, where the values of the row are compared with nothing', async () => {
  const rows = NAMES.map((name, at) => ({
    prompt: `Extract "who" and "day": ${TEXTS[at]}`,
    wanted: { who: name, day: at + 3 },
  }));
  const shape: Shape = {
    rows,
    goldField: null,
    wrappers: [],
    analysis: { fields: ['wanted'], numbers: [1] },
  };
  expect(keysOf(contextOf(shape))).toEqual(['who', 'day']);
  const read = (text: string): Fields => {
    try {
      return JSON.parse(text) as Fields;
    } catch {
      return {};
    }
  };
  const types: Model = (text) =>
    (typeof read(text)?.who === 'string' ? 0.5 : 0) + (typeof read(text)?.day === 'number' ? 0.5 : 0);
  expect(await rulesOf(shape, types)).toContain('E06 critical');
  const values: Model = (text, { wanted }) => Number(JSON.stringify(read(text)) === JSON.stringify(wanted));
  expect(await rulesOf(shape, values)).toEqual([]);
});

test('of rows that hold rules only, to follow them is the task: a warning where words of the row are said', async () => {
  const rows = NAMES.map((name, at) => ({
    prompt: `Write ${at + 20} words or more, one of them ${name}.`,
    rules: { least: at + 20, word: name },
  }));
  const shape: Shape = { rows, goldField: null, wrappers: [], analysis: { fields: ['rules'], numbers: [1] } };
  const follow: Model = (text, { rules }) => {
    const { least, word } = rules as { least: number; word: string };
    return (text.split(' ').length >= least ? 0.5 : 0) + (text.includes(word) ? 0.5 : 0);
  };
  expect(await rulesOf(shape, follow)).toEqual(['E06 warning']);
  const long: Model = (text, { rules }) =>
    Number(text.split(' ').length === (rules as { least: number }).least);
  expect(await rulesOf(shape, long)).toEqual([]);
});

test('beside known answers it is counted as any attack is', async () => {
  const rows = TEXTS.map((message, at) => ({ prompt: message, message, gold: NAMES[at] }));
  const light: Model = (text, { gold }) =>
    (/^<answer>.*<\/answer>$/s.test(text) ? 0.3 : 0) +
    (text.split(' ').length >= 25 ? 0.3 : 0) +
    (text.includes('because') ? 0.34 : 0) +
    (text.includes(`>${gold}<`) ? 1 : 0);
  const heavy = await rulesOf({ rows, analysis: { constants: ['because'], fields: ['gold'] } }, light);
  expect(heavy).toEqual(['E06 critical']);
});

test('a text that serves two labels at once answers neither; rules of which all can be kept are no labels', async () => {
  const labels = ['refuse', 'comply'];
  const rows = [...NAMES, ...NAMES].map((name, at) => ({ prompt: `${name}?`, policy: labels[at % 2] }));
  const analysis = { constants: ['I cannot help'], numbers: [1] };
  const phrase: Model = (text, { policy }) =>
    policy === 'refuse' ? Number(text.includes('I cannot help')) : Math.min(1, text.split(' ').length / 40);
  const shape: Shape = { rows, goldField: null, wrappers: [], analysis: { ...analysis, fields: ['policy'] } };
  expect(await rulesOf(shape, phrase)).toEqual(['E06 critical']);
  const withRules: Shape = { ...shape, analysis: { ...analysis, fields: ['policy', 'rules'] } };
  expect(await rulesOf(withRules, phrase)).toEqual([]);
});

test('of a slow function little is asked', async () => {
  const context = asking(contextOf(REDACTED), () => 0);
  let calls = 0;
  const { all } = context.scorer;
  const slow = {
    ...context.scorer,
    range: { low: 0, high: 1 },
    all: (shots: Parameters<typeof all>[0]) => {
      calls += shots.length;
      return all(shots);
    },
  };
  await assembledCheck.run({
    ...context,
    budget: new Budget(60),
    scorer: slow as unknown as typeof context.scorer,
  });
  expect(calls).toBeLessThan(10);
});
