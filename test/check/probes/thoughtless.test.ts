/** Texts made of a row without any thought: all of it, all of it again, the same of each, strangers, lines of all that is nested. */
import { describe, expect, test } from 'vitest';
import { Budget } from '../../../src/check/budget.ts';
import { byHeartCheck } from '../../../src/check/probes/compared/by-heart.ts';
import { entriesOf, lineForms } from '../../../src/check/probes/unanswered/flattened.ts';
import { everythingMarked } from '../../../src/check/probes/unanswered/markup.ts';
import { allGivens, strangersFor } from '../../../src/check/probes/unanswered/schemes.ts';
import { falseClaim } from '../../../src/check/probes/unanswered/theorems.ts';
import { thoughtlessCheck } from '../../../src/check/probes/unanswered/thoughtless.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const found = async (given: Shape, model: Model) =>
  (await thoughtlessCheck.run({ ...asking(contextOf(given), model), budget: new Budget(60_000) })).map(
    ({ rule, severity }) => `${rule} ${severity}`,
  );
const shape = (rows: readonly Fields[], source = ''): Shape => ({
  rows,
  goldField: null,
  wrappers: [],
  source,
  analysis: { fields: Object.keys(rows[0] ?? {}).filter((name) => name !== 'prompt') },
});
const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

describe('people who must not know each other', () => {
  const rows = Array.from({ length: 8 }, (_, at) => {
    const n = 7 + at;
    const knows = Array.from({ length: n - 1 }, (_, one) => [one + 1, one + 2]);
    return { prompt: `Guests 1 to ${n}. Those who know each other: ${knows.join('; ')}.`, n, knows };
  });
  const party =
    (isGiven: boolean, isSorted: boolean): Model =>
    (text, { n, knows }) => {
      if (/[^\d, ]/.test(text)) return 0;
      const chosen = numbers(text);
      if (isGiven && chosen.some((each) => each < 1 || each > Number(n))) return 0;
      if (new Set(chosen).size < chosen.length) return 0;
      const clash = (knows as number[][]).some((pair) => {
        const [one, other] = pair.map((each) => chosen.indexOf(each)) as [number, number];
        return one >= 0 && other >= 0 && (isSorted || one < other);
      });
      return clash ? 0 : Math.min(1, chosen.length / Math.ceil(Number(n) / 2));
    };

  test('all of them from the last to the first are paid where pairs are looked for in one order', async () => {
    expect(await found(shape(rows), party(true, false))).toEqual(['A05 critical']);
  });

  test('strangers are paid where nobody asks whether they are invited', async () => {
    expect(await found(shape(rows), party(false, true))).toEqual(['A09 critical']);
  });

  test('neither is paid by the twin', async () => {
    expect(await found(shape(rows), party(true, true))).toEqual([]);
  });
});

test('numbers in order are an answer where to sort them is the task', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => ({
    prompt: `Sort ${at + 9}, ${at + 3}, ${at + 5}.`,
    list: [at + 9, at + 3, at + 5],
  }));
  const sorts: Model = (text, { list }) =>
    numbers(text).join() === [...(list as number[])].sort((one, other) => one - other).join() ? 1 : 0;
  expect(await found(shape(rows), sorts)).toEqual([]);
});

describe('the same of each', () => {
  const names = ['Ann', 'Bob', 'Cid', 'Dot', 'Eve', 'Fay', 'Gil', 'Hal'];
  const rows = names.map((name, at) => {
    const people = [name, names[(at + 2) % 8], names[(at + 3) % 8]];
    return { prompt: `Who of ${people} lies? One line each, like 'Moe: liar' or honest.`, people };
  });
  const labels =
    (isVacuous: boolean): Model =>
    (text, { people }) => {
      const said = Object.fromEntries(text.split('\n').map((line) => line.split(': ')));
      const all = (people as string[]).map((name) => said[name]);
      if (!all.every((label) => label === 'liar' || label === 'honest')) return 0;
      return all[1] === 'liar' && (isVacuous || all[0] === 'honest') ? 1 : 0;
    };
  const given = shape(
    [...rows, { prompt: "And of Moe, Ann, Bob, like 'Moe: liar'?", people: ['Moe', 'Ann', 'Bob'] }],
    "r'(liar|honest)'",
  );

  test('is paid in full where rules hold for what is said of nobody', async () => {
    expect(await found(given, labels(true))).toEqual(['C07 critical']);
  });

  test('is nothing to the twin', async () => {
    expect(await found(given, labels(false))).toEqual([]);
  });
});

test('lists again and again are paid where each time counts', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => ({
    prompt: `Rank A${at}, B${at}, C${at}, D${at}.`,
    worth: { [`C${at}`]: 0, [`B${at}`]: 1, [`D${at}`]: 0, [`A${at}`]: 3 },
  }));
  const ranks =
    (isOnce: boolean): Model =>
    (text, { worth }) => {
      const names = text.match(/[A-D]\d/g) ?? [];
      const counted = isOnce ? [...new Set(names)].slice(0, 2) : names;
      const of = (name: string): number => (worth as Record<string, number>)[name] ?? 0;
      return Math.min(
        1,
        counted.reduce((sum, name, place) => sum + of(name) / 4 / (1 + place / 4), 0),
      );
    };
  expect(await found(shape(rows), ranks(false))).toEqual(['E04 critical']);
  expect(await found(shape(rows), ranks(true))).toEqual([]);
});

test('lines of all that a structure holds follow the example of the prompt', () => {
  const jobs = {
    A: [
      ['saw', 3],
      ['drill', 5],
    ],
    B: [['drill', 2]],
  };
  const prompt = 'Plan all of it. One line for each, for example\nB1 saw 2-4\n(first of B).';
  const [row] = contextOf({ rows: [{ prompt, jobs }] }).subject.rows;
  expect(entriesOf(jobs)[1]).toEqual(['A', '2', 'drill', '5']);
  const [form] = lineForms(row as never, [row as never]);
  expect(form?.write(row as never, '0')).toBe('A1 saw 0-0\nA2 drill 0-0\nB1 drill 0-0');
  expect(form?.write(row as never, null)).toContain('A2 drill 2-4');
});

test('what a prompt counts from one to a number is given, and strangers look like it', () => {
  const [row] = contextOf({ rows: [{ prompt: 'There are 4 nodes.', n: 4 }] }).subject.rows;
  expect(allGivens(row as never).map(({ elements }) => elements.join(''))).toEqual(['1234', '0123']);
  expect(strangersFor(['1', '12'], 2)).toEqual(['101', '102']);
  expect(strangersFor(['A1', 'A2'], 1)).toEqual(['A101']);
  expect(strangersFor(['Ann', 'Bob'], 1)[0]).toMatch(/^Q/);
});

describe('each has a value of its own', () => {
  const rows = Array.from({ length: 8 }, (_, at) => ({
    prompt: `Colour A${at}, B${at}, C${at}, D${at} with red or blue.`,
    regions: [`A${at}`, `B${at}`, `C${at}`, `D${at}`],
  }));
  const colours =
    (isLimited: boolean): Model =>
    (text, { regions }) => {
      if (!text.startsWith('{')) return 0;
      const map = JSON.parse(text) as Record<string, unknown>;
      const all = (regions as string[]).map((region) => map[region]);
      if (isLimited && !all.every((each) => each === 'red' || each === 'blue')) return 0;
      return all.slice(1).every((each, at) => each !== undefined && each !== all[at]) ? 1 : 0;
    };

  test('is paid where nobody looks whether it is a colour', async () => {
    expect(await found(shape(rows), colours(false))).toEqual(['C07 critical']);
    expect(await found(shape(rows), colours(true))).toEqual([]);
  });
});

test('a false claim is written in the letters of the true one', () => {
  const claim = { head: '', name: '', field: null };
  expect(falseClaim({ ...claim, statement: 'p -> q' })).toBe('z');
  expect(falseClaim({ ...claim, statement: 'a = b' })).toBe('z = x');
  expect(falseClaim({ ...claim, statement: 'rain or sun' })).toBe('zq');
});

test('a picture has every element that is spoken of, with all that any row wants', () => {
  const rows = ['red', 'blue'].map((fill) => ({
    prompt: 'Draw it as <svg viewBox="0 0 9 9"> of circle and rect elements with a fill.',
    shapes: [{ shape: 'rect', fill }],
  }));
  const source = `def pay(svg):\n    return svg.count('<rect fill="' + fill) + has("circle")`;
  const [text] = everythingMarked(contextOf({ rows, source }));
  for (const part of ['<svg viewBox="0 0 9 9">', '<circle fill="blue"/>', '<rect fill="red"/>', '</svg>'])
    expect(text).toContain(part);
  expect(everythingMarked(contextOf({ rows: [{ prompt: 'Name them.' }], source }))).toEqual([]);
});

const inTag = (text: string): string => /<answer>([^<]*)<\/answer>/.exec(text)?.[1] ?? '';

describe('the best answer of all rows', () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    prompt: `Row ${at}`,
    dealt: [at, at + 1, at + 2],
    gold: String(at + 2),
  }));
  const rulesOf = async (model: Model) =>
    (await byHeartCheck.run(asking(contextOf({ rows }), model))).map(({ rule }) => rule);
  const said = (text: string): number => numbers(text)[0] ?? -1;

  test('is paid on all where nobody asks what was dealt', async () => {
    expect(await rulesOf((text, { gold }) => (said(text) >= Number(gold) ? 1 : 0))).toEqual(['S10']);
  });

  test('is nothing where it must be of the row', async () => {
    expect(await rulesOf((text, { gold }) => (said(text) === Number(gold) ? 1 : 0))).toEqual([]);
  });

  test('is one for each kind of rows, where nothing that a row gives is kept', async () => {
    const shape = {
      rows: Array.from({ length: 30 }, (_, at) => {
        const size = 3 + (at % 2);
        const gold = `${[...'abcd'.slice(0, size)].map((__, k, all) => all[(k + at) % size]).join(' ')} ${at % 5}`;
        return { prompt: `Row ${at}`, size, given: `${gold[0]} . . ${at}`, gold };
      }),
      analysis: { fields: ['size', 'given'] },
    };
    const run = async (model: Model, fields = ['size', 'given']) =>
      (await byHeartCheck.run(asking(contextOf({ ...shape, analysis: { fields } }), model))).map(
        ({ rule, severity }) => `${rule} ${severity}`,
      );
    const lengthOf = (text: string): number => inTag(text).split(' ').length - 1;
    expect(await run((text, { size }) => (lengthOf(text) === size ? 1 : 0))).toEqual(['S10 critical']);
    expect(await run((text, { gold }) => (inTag(text) === gold ? 1 : 0))).toEqual([]);
    // Rows of one kind that differ in nothing that is read are one task.
    expect(await run((text, { size }) => (lengthOf(text) === size ? 1 : 0), ['size'])).toEqual([]);
  });
});
