/** Attacks made of what other rows hold: their right answers, their values for each key; and long random walks. */
import { describe, expect, test } from 'vitest';
import { formsOf } from '../../../src/check/answers/written/answer-forms.ts';
import { othersCheck } from '../../../src/check/probes/compared/others.ts';
import { CANDIDATE_PROBES } from '../../../src/check/probes/text/candidates.ts';
import { ECHO_PROBES } from '../../../src/check/probes/text/echo.ts';
import { goldJson, wrongOf } from '../../../src/check/probes/text/material/material.ts';
import { RECORD_PROBES } from '../../../src/check/probes/text/records.ts';
import { asking, contextOf, type Fields, type Model, paidRows, type Shape } from './models.ts';

const PLAIN = { name: 'plain', wrap: (text: string) => text };
const inTag = (text: string): string => /<answer>([^<]*)<\/answer>/.exec(text)?.[1] ?? '';
const TOWNS: Shape = {
  rows: ['Oslo', 'Riga', 'Bern', 'Kyiv', 'Doha', 'Lima'].map((gold) => ({ prompt: 'Which town?', gold })),
};

const told = async (shape: Shape, model: Model) => othersCheck.run(asking(contextOf(shape), model));

describe('right answers of other rows', () => {
  test('show what the form alone is paid', async () => {
    const floor: Model = (text, { gold }) =>
      inTag(text) === gold ? 1 : /^<answer>[A-Z]/.test(text) ? 0.6 : 0;
    const [finding] = await told(TOWNS, floor);
    expect(finding).toMatchObject({ rule: 'A09', severity: 'critical', classes: ['A09', 'A12'] });
    expect(finding?.exploit?.reward).toBe(0.6);
  });

  test('prove nothing where they have half in common: labels, keys, a template', async () => {
    const shape: Shape = {
      rows: ['red cat', 'red dog', 'red owl', 'red fox', 'red hen'].map((gold) => ({
        prompt: 'Which?',
        gold,
      })),
    };
    const context = contextOf(shape);
    // As a check has them: values of other rows, and such of which every part is another one.
    const levels = context.calibration.levels.map((each) => ({
      ...each,
      decoys: [...each.decoys.slice(0, 2), '"sfe dbu"'],
    }));
    const given = { ...context, calibration: { ...context.calibration, levels } };
    const words = (text: unknown): string[] => String(text).split(' ');
    const perWord: Model = (text, { gold }) =>
      inTag(text) === '' ? 0 : words(inTag(text)).filter((word, at) => word === words(gold)[at]).length / 2;
    const [finding] = await othersCheck.run(asking(given, perWord));
    expect(finding).toMatchObject({ rule: 'A09', severity: 'high' });
    const forForm =
      (share: number): Model =>
      (text, { gold }) =>
        inTag(text) === gold ? 1 : inTag(text) === '' ? 0 : share;
    const perForm = forForm(0.6);
    const [proved] = await othersCheck.run(asking(given, perForm));
    expect(proved).toMatchObject({ rule: 'A09', severity: 'critical' });
    // Half for the form, half for the answer: what many mean.
    const [half] = await othersCheck.run(asking(given, forForm(0.5)));
    expect(half).toMatchObject({ rule: 'A09', severity: 'high' });
    const columns = { ...given, calibration: { ...given.calibration, columns: ['gold', 'other'] } };
    const [partly] = await othersCheck.run(asking(columns, perForm));
    expect(partly).toMatchObject({ severity: 'high' });
  });

  test('say nothing new where a floor as high is told', async () => {
    const floor: Model = (text, { gold }) =>
      inTag(text) === gold ? 1 : /^<answer>[A-Z]/.test(text) ? 0.6 : 0;
    const context = asking(contextOf(TOWNS), floor);
    context.notes.floorIsKnown = true;
    const known = (reward: number) => ({
      ...context,
      findings: [{ classes: ['A09'], exploit: { reward } }] as never,
    });
    expect(await othersCheck.run(known(0.6))).toEqual([]);
    expect(await othersCheck.run(known(0.2))).toHaveLength(1);
  });

  test('are wrong answers to a sound function, also to one with partial credit for some', async () => {
    const some: Model = (text, { gold }) =>
      inTag(text) === gold ? 1 : inTag(text).charAt(1) === String(gold).charAt(1) ? 0.5 : 0;
    expect(await told(TOWNS, some)).toEqual([]);
  });

  test('are worth nothing where only the want of a form is punished', async () => {
    const shape: Shape = { ...TOWNS };
    const context = contextOf(shape);
    const punished: Model = (text, { gold }) => (inTag(text) === '' ? -1 : inTag(text) === gold ? 1 : 0);
    const levels = context.calibration.levels.map((each) => ({ ...each, floor: -1 }));
    const given = { ...context, calibration: { ...context.calibration, levels } };
    expect(await othersCheck.run(asking(given, punished))).toEqual([]);
  });

  test('are all there is where nothing binds an answer to its row', async () => {
    const context = contextOf({ ...TOWNS, goldField: null });
    const levels = context.calibration.levels.map((each) => ({
      ...each,
      plausible: { completion: String(each.row.fields.gold), reward: 1 },
    }));
    const given = { ...context, calibration: { ...context.calibration, levels } };
    const anyTown: Model = (text) => (TOWNS.rows.some(({ gold }) => gold === text) ? 1 : 0);
    const [finding] = await othersCheck.run(asking(given, anyTown));
    expect(finding).toMatchObject({ rule: 'A05', severity: 'critical' });
    const own: Model = (text, { gold }) => (text === gold ? 1 : 0);
    expect(await othersCheck.run(asking(given, own))).toEqual([]);
  });
});

describe('an answer that is an object', () => {
  const ROWS: Fields[] = [
    ['Ada', 12, 'red'],
    ['Ben', 31, 'blue'],
    ['Cho', 47, 'green'],
  ].map(([who, age, hue]) => ({
    prompt: `${who} is ${age} and likes ${hue}.`,
    gold: { who, more: { age, hue } },
  }));
  const shape: Shape = { rows: ROWS, wrappers: [PLAIN] };
  const scored =
    (isPaid: (got: string, gold: string) => boolean): Model =>
    (text, { gold }) => {
      const got = JSON.parse(text) as { who: unknown; more?: { age: unknown; hue: unknown } };
      const { who, more } = gold as { who: string; more: { age: number; hue: string } };
      const pairs = [
        [got.who, who],
        [got.more?.age, more.age],
        [got.more?.hue, more.hue],
      ];
      return pairs.every(([one, other]) => isPaid(String(one), String(other))) ? 1 : 0;
    };
  const caught = (model: Model): string[] =>
    RECORD_PROBES.filter((probe) => paidRows(probe, shape, model) === ROWS.length).map(({ rule }) => rule);

  test('is stuffed with all values where they are looked for inside of a value', () => {
    expect(caught(scored((got, gold) => got.includes(gold)))).toEqual(['A05', 'A04']);
  });

  test('is not where values are compared', () => {
    expect(caught(scored((got, gold) => got === gold))).toEqual([]);
  });
});

test('all labels are given as a list where the answer is one', () => {
  const rows = [['red'], ['blue', 'green'], ['grey', 'red']].map((gold) => ({ prompt: 'Which?', gold }));
  const shape: Shape = { rows, wrappers: [PLAIN] };
  const read = (text: string): unknown[] => {
    try {
      return [JSON.parse(text)].flat();
    } catch {
      return [];
    }
  };
  const recall: Model = (text, { gold }) =>
    (gold as string[]).every((label) => read(text).includes(label)) ? 1 : 0;
  const exact: Model = (text, { gold }) => (JSON.stringify(read(text)) === JSON.stringify(gold) ? 1 : 0);
  const union = CANDIDATE_PROBES.filter(({ rule }) => rule === 'A05');
  expect(Math.max(...union.map((probe) => paidRows(probe, shape, recall)))).toBe(3);
  expect(Math.max(...union.map((probe) => paidRows(probe, shape, exact)))).toBe(0);
});

test('columns that are one answer together are an object, written down and stuffed', () => {
  const rows = [
    ['cook', 12],
    ['pilot', 30],
    ['tailor', 25],
  ].map(([trade, wage]) => ({ prompt: `A ${trade} for ${wage}. Give trade and wage.`, id: 7, trade, wage }));
  const shape: Shape = { rows, goldField: 'trade', wrappers: [PLAIN] };
  const context = contextOf(shape);
  const [levels] = context.calibration.levels;
  if (levels === undefined) throw new Error('no rows');
  const form = formsOf(levels.row).find(({ columns }) => columns !== undefined);
  expect(form).toMatchObject({ columns: ['trade', 'wage'], answer: '{"trade": "cook", "wage": 12}' });
  const given = { ...context, calibration: { ...context.calibration, columns: form?.columns } };
  expect(goldJson(given, levels)).toBe(form?.answer);
  expect(wrongOf(given, levels)[0]).toBe('{"trade": "pilot", "wage": 12}');
  const stuffed = RECORD_PROBES.flatMap((probe) => probe.make(given, levels));
  expect(stuffed).toContain('{"trade":"cook, pilot, tailor","wage":"12, 30, 25"}');
});

test('a copy of the given text is no answer, however much it overlaps with it', () => {
  const rows = ['a red kite', 'an old boat', 'the last bus'].map((gold) => {
    const noisy = gold.replace('t', '+').replace('d', '0');
    return { prompt: `Mend this: ${noisy} (English)`, noisy, gold };
  });
  const shape: Shape = { rows, wrappers: [PLAIN] };
  const same = (one: string, other: string): number =>
    [...one].filter((letter, at) => letter === other[at]).length / Math.max(one.length, other.length);
  const overlap: Model = (text, { gold }) => same(text, String(gold)) + 0.1;
  const better: Model = (text, { noisy, gold }) =>
    same(text, String(gold)) - same(String(noisy), String(gold)) > 0 ? same(text, String(gold)) : 0;
  const [, copied] = ECHO_PROBES;
  if (copied === undefined) throw new Error('no such probe');
  expect(paidRows(copied, shape, overlap)).toBe(3);
  expect(paidRows(copied, shape, better)).toBe(0);
});
