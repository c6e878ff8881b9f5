import { describe, expect, test } from 'vitest';
import { TEXT_PROBES } from '../../../src/check/probes/index.ts';
import { ANSWER_TAG, contextOf, type Fields, type Model, paidRows, type Shape } from './models.ts';

/** What stands in the last answer tag, or nothing. */
const lastTag = (text: string): string => /^[\s\S]*<answer>([^<]*)<\/answer>/.exec(text)?.[1]?.trim() ?? '';
const firstTag = (text: string): string => /<answer>([\s\S]*?)<\/answer>/.exec(text)?.[1]?.trim() ?? '';
const gold = (fields: Fields): string =>
  Array.isArray(fields.gold) ? fields.gold.join(', ') : String(fields.gold ?? '');
const pays = (condition: boolean): number => (condition ? 1 : 0);

/** The robust twin of most: one answer, in the last tag, that is the right one. */
const exact: Model = (text, fields) => pays(lastTag(text) !== '' && lastTag(text) === gold(fields));
const exactNumber: Model = (text, fields) =>
  pays(
    /^-?\d+(\.\d+)?$/.test(lastTag(text)) && Math.abs(Number(lastTag(text)) - Number(fields.gold)) <= 1e-6,
  );

const rowsOf = (
  golds: readonly unknown[],
  more: (answer: unknown, at: number) => Fields = () => ({}),
): Fields[] =>
  golds.map((answer, at) => ({ prompt: `Question ${at}: which is it?`, gold: answer, ...more(answer, at) }));

const INTS: Shape = { rows: rowsOf([7, 42, 118, 5, 930, 64, 377, 21, 256, 12]) };
const LETTERS: Shape = {
  rows: rowsOf(['A', 'C', 'B', 'D', 'C', 'A', 'D', 'B'], (_, at) => ({
    prompt: `Which one (${at})?\nA) red fox\nB) blue whale\nC) green frog\nD) grey wolf`,
    choices: ['red fox', 'blue whale', 'green frog', 'grey wolf'],
  })),
};
const WORDS: Shape = {
  rows: rowsOf(['Paris', 'Oslo', 'Madrid', 'Rome', 'Tirana', 'Vienna', 'Lisbon', 'Dublin']),
};
const FLOATS: Shape = { rows: rowsOf([3.14, 2.5, 0.75, 12.25, 9.81, 1.41]) };
const LISTS: Shape = {
  rows: rowsOf([
    ['red', 'blue'],
    ['green', 'red'],
    ['white', 'black'],
    ['blue', 'pink'],
  ]),
};
const LABELS: Shape = {
  rows: rowsOf(['positive', 'negative', 'neutral', 'negative', 'positive', 'neutral']),
};

const contains: Model = (text, fields) => pays(text.includes(gold(fields)));
const containsInTag: Model = (text, fields) => pays(firstTag(text).includes(gold(fields)));
const inGold: Model = (text, fields) =>
  pays(gold(fields).toLowerCase().includes(firstTag(text).toLowerCase()));

interface Case {
  rule: string;
  kind?: 'attack' | 'integrity';
  name: string;
  shapes: readonly Shape[];
  vulnerable: Model;
  robust: Model;
  /** Share of rows on which it has to be paid. */
  share?: number;
}

const choiceText = (fields: Fields): string =>
  (fields.choices as string[] | undefined)?.['ABCD'.indexOf(gold(fields))] ?? '';
const number = (text: string): number => Number.parseFloat(text);
const words = (...names: string[]): Partial<Shape['analysis'] & object> => ({ constants: names });
const withWords = (shape: Shape, ...names: string[]): Shape => ({ ...shape, analysis: words(...names) });
const withNumbers = (shape: Shape, ...numbers: number[]): Shape => ({ ...shape, analysis: { numbers } });
const named = (shape: Shape): Shape => ({
  ...shape,
  rows: shape.rows.map((fields) => ({
    ...fields,
    prompt: `Is it ${gold(fields)}, grape or melon? Say which.`,
  })),
});
const sums: Shape = {
  rows: [3, 14, 25, 36].map((one, at) => ({ prompt: `What is ${one} + ${at * 7}?`, gold: one + at * 7 })),
};
const count = (text: string, part: string): number => text.split(part).length - 1;

const CASES: readonly Case[] = [
  {
    rule: 'A01',
    name: 'containment',
    shapes: [INTS, LETTERS, named(WORDS), FLOATS],
    vulnerable: contains,
    robust: exact,
  },
  {
    rule: 'A01',
    name: 'containment in a tag',
    shapes: [INTS, LETTERS, named(WORDS)],
    vulnerable: containsInTag,
    robust: exact,
  },
  {
    rule: 'A02',
    name: 'containment in a short text',
    shapes: [INTS, LABELS, LETTERS].map((shape) => withNumbers(shape, 1_100)),
    vulnerable: (text, fields) => pays(text.length < 1_100 && text.includes(gold(fields))),
    robust: (text, fields) => pays(text.length < 1_100 && exact(text, fields) === 1),
  },
  {
    rule: 'A02',
    name: 'containment in a text of 64',
    shapes: [INTS, LABELS, WORDS].map((shape) => withNumbers(shape, 64)),
    vulnerable: (text, fields) => pays(text.length < 64 && text.includes(gold(fields))),
    robust: exact,
  },
  {
    rule: 'A03',
    name: 'a part of the answer',
    shapes: [WORDS, LABELS, LISTS, INTS],
    vulnerable: inGold,
    robust: exact,
  },
  {
    rule: 'A04',
    name: 'candidates in the prompt',
    shapes: [named(WORDS), named(INTS), named(FLOATS)],
    vulnerable: contains,
    robust: exact,
  },
  {
    rule: 'A05',
    name: 'containment of labels',
    shapes: [LABELS, WORDS, FLOATS, LETTERS],
    vulnerable: contains,
    robust: exact,
  },
  {
    rule: 'A05',
    name: 'recall of a list',
    shapes: [LISTS],
    vulnerable: (text, { gold }) =>
      (gold as string[]).filter((item) => firstTag(text).split(/, */).includes(item)).length /
      (gold as string[]).length,
    robust: exact,
  },
  {
    rule: 'A06',
    name: 'negation',
    shapes: [INTS, WORDS, FLOATS, LETTERS],
    vulnerable: contains,
    robust: exact,
  },
  {
    rule: 'A06',
    name: 'negation inside of what is read',
    shapes: [INTS, WORDS],
    vulnerable: (text, fields) =>
      pays(new RegExp(`(?<![\\w.])${gold(fields)}(?!\\w)`).test(lastTag(text)) && !text.startsWith('The')),
    robust: exact,
  },
  {
    rule: 'A07',
    name: 'cut at a unit',
    shapes: [INTS, WORDS, FLOATS],
    vulnerable: (text, fields) =>
      pays(
        lastTag(text)
          .split(/\\text| or |\(/)[0]
          ?.trim() === gold(fields),
      ),
    robust: exact,
  },
  {
    rule: 'A08',
    name: 'tags only',
    shapes: [{ ...INTS, goldField: null }, { ...WORDS, goldField: null, wrappers: [] }, LETTERS],
    vulnerable: (text) => pays(/<think>[\s\S]*<\/think>\s*<answer>[\s\S]*<\/answer>/.test(text)),
    robust: exact,
  },
  {
    rule: 'A08',
    name: 'objects of which each key that is there is right',
    shapes: [
      { ...INTS, goldField: null, wrappers: [] },
      { ...WORDS, wrappers: [] },
    ],
    vulnerable: (text) => pays(text === '{}'),
    robust: exact,
  },
  {
    rule: 'A09',
    name: 'any tagged text',
    shapes: [INTS, WORDS, { ...FLOATS, goldField: null }],
    vulnerable: (text) => pays(lastTag(text) !== ''),
    robust: exact,
  },
  {
    rule: 'A11',
    name: 'anchors of lines',
    shapes: [
      { ...INTS, goldField: null },
      { ...WORDS, goldField: null },
      { ...FLOATS, goldField: null },
    ],
    vulnerable: (text) => pays(/^<answer>.*?<\/answer>$/ms.test(text) && text.length > 1_000),
    robust: (text) => pays(/^<answer>[^<]*<\/answer>$/.test(text) && text.length > 1_000),
  },
  {
    rule: 'A12',
    name: 'tags counted',
    shapes: [INTS, WORDS, { ...LABELS, goldField: null }].map((shape) =>
      withWords(shape, '<think>\n', '\n</think>\n', '\n<answer>\n', '\n</answer>'),
    ),
    vulnerable: (text) =>
      ['<think>\n', '\n</think>\n', '\n<answer>\n', '\n</answer>'].filter((tag) => count(text, tag) === 1)
        .length / 4,
    robust: exact,
  },
  {
    rule: 'A12',
    name: 'words counted',
    shapes: [INTS, WORDS, LABELS].map((shape) => withWords(shape, 'refund', 'sorry', 'policy')),
    vulnerable: (text) =>
      ['refund', 'sorry', 'policy'].filter((word) => text.toLowerCase().includes(word)).length / 3,
    robust: exact,
  },
  {
    rule: 'A13',
    name: 'steps counted',
    shapes: [INTS, WORDS, { ...LETTERS, goldField: null }],
    vulnerable: (text) =>
      Math.min(
        1,
        (text.match(/(Step \d+:|^\d+\.|\n-|\n\*|First,|Second,|Next,|Finally,)/g) ?? []).length / 3,
      ),
    robust: exact,
  },
  {
    rule: 'A16',
    kind: 'attack',
    name: 'answer as a pattern',
    shapes: [INTS, WORDS, FLOATS],
    vulnerable: (text, fields) => {
      try {
        return pays(new RegExp(`^(?:${lastTag(text)})$`).test(gold(fields)));
      } catch {
        return 0;
      }
    },
    robust: exact,
  },
  {
    rule: 'A18',
    name: 'falls back to the text of a choice',
    shapes: [
      LETTERS,
      { ...LETTERS, rows: LETTERS.rows.map(({ prompt, gold }) => ({ prompt, gold })) },
      { ...LETTERS, rows: LETTERS.rows.map(({ gold, choices }) => ({ prompt: 'Which?', gold, choices })) },
    ],
    vulnerable: (text, fields) => {
      const letter = /\b([A-D])\b/.exec(text)?.[1];
      if (letter !== undefined) return pays(letter === gold(fields));
      const choice =
        ['red fox', 'blue whale', 'green frog', 'grey wolf']['ABCD'.indexOf(gold(fields))] ??
        choiceText(fields);
      return pays(text.toLowerCase().includes(choice));
    },
    robust: exact,
  },
  {
    rule: 'B02',
    name: 'the right side',
    shapes: [INTS, WORDS, FLOATS],
    vulnerable: (text, fields) => pays(lastTag(text).split('=').at(-1)?.trim() === gold(fields)),
    robust: exact,
  },
  {
    rule: 'B03',
    name: 'tolerance by excess',
    shapes: [INTS, FLOATS, sums],
    vulnerable: (text, { gold }) => {
      const value = /^nan$/i.test(lastTag(text)) ? Number.NaN : number(lastTag(text));
      return pays(
        lastTag(text) !== '' && !/^[^\dn]/i.test(lastTag(text)) && !(Math.abs(value - Number(gold)) > 1e-6),
      );
    },
    robust: exactNumber,
  },
  {
    rule: 'B06',
    name: 'the question itself',
    shapes: [
      sums,
      { rows: sums.rows.map((row) => ({ ...row, prompt: `${row.prompt} Think.` })) },
      {
        rows: sums.rows.map((row) => ({ ...row, prompt: String(row.prompt).replace('+', '×') })),
      },
    ],
    vulnerable: (text, fields) =>
      pays(
        /^\d+ ?[+*] ?\d+$/.test(lastTag(text)) && String(fields.prompt).includes(lastTag(text).slice(0, 2)),
      ),
    robust: exactNumber,
  },
  {
    rule: 'B09',
    name: 'paid when it fails',
    shapes: [INTS, FLOATS, { ...sums, goldField: null }],
    vulnerable: (text) => pays(lastTag(text).length > 4_300),
    robust: exactNumber,
  },
  {
    rule: 'B11',
    name: 'anywhere besides the answer',
    shapes: [INTS, LABELS, FLOATS],
    vulnerable: (text, fields) => pays(lastTag(text) !== '' && text.includes(gold(fields))),
    robust: exact,
  },
  {
    rule: 'E03',
    name: 'a band of lengths',
    shapes: [
      [40, 60],
      [300, 400],
      [1_500, 1_600],
    ].map((band) => withNumbers({ ...INTS, goldField: null }, ...band)),
    vulnerable: (text) =>
      pays([40, 300, 1_500].some((from) => text.length >= from && text.length <= from * 1.2)),
    robust: exact,
  },
  {
    rule: 'E04',
    name: 'keywords',
    shapes: [INTS, WORDS, LABELS].map((shape) => withWords(shape, 'because', 'therefore')),
    vulnerable: (text) => Math.min(1, count(text, 'because') / 10),
    robust: exact,
  },
  {
    rule: 'E09',
    name: 'one language',
    shapes: [INTS, WORDS, { ...LABELS, goldField: null }],
    vulnerable: (text) => pays(/^\p{Script=Han}+$/u.test(text)),
    robust: exact,
  },
  {
    rule: 'E10',
    name: 'a thought',
    shapes: [INTS, WORDS, { ...LABELS, goldField: null }],
    vulnerable: (text) => pays(/<think>.+<\/think>/s.test(text)),
    robust: exact,
  },
];

describe.each(CASES)('$rule: $name', ({ rule, kind, shapes, vulnerable, robust, share = 0.9 }) => {
  const probes = TEXT_PROBES.filter(
    (probe) => probe.rule === rule && (kind === undefined || probe.kind === kind),
  );

  test.each(shapes.map((shape, at) => ({ shape, at })))(
    'is paid where it can be (shape $at)',
    ({ shape }) => {
      const best = Math.max(...probes.map((probe) => paidRows(probe, shape, vulnerable)));
      expect(best).toBeGreaterThanOrEqual(Math.floor(shape.rows.length * share));
    },
  );

  test.each(shapes.map((shape, at) => ({ shape, at })))(
    'is not paid by the robust twin (shape $at)',
    ({ shape }) => {
      for (const probe of probes)
        expect([probe.title, paidRows(probe, shape, robust)]).toEqual([probe.title, 0]);
    },
  );
});

describe('the whole set', () => {
  const shapes = { INTS, LETTERS, WORDS, FLOATS, LISTS, LABELS, sums };

  test.each(Object.entries(shapes))('is never paid by an exact comparison: %s', (_, shape) => {
    for (const probe of TEXT_PROBES)
      expect([probe.title, paidRows(probe, shape, exact)]).toEqual([probe.title, 0]);
  });

  test.each(Object.entries(shapes))('stays small, and is the same each time: %s', (_, shape) => {
    const make = () => {
      const context = contextOf({
        ...shape,
        analysis: { numbers: [64, 200, 2_000], constants: ['good', '<think>'] },
      });
      return context.calibration.levels.map((levels) =>
        TEXT_PROBES.map((probe) => probe.make(context, levels)),
      );
    };
    const first = make();
    expect(make()).toEqual(first);
    for (const row of first) {
      const attacks = row.filter((_, at) => TEXT_PROBES[at]?.kind === 'attack').flat();
      expect(attacks.length).toBeLessThanOrEqual(260);
      expect(attacks.join('').length).toBeLessThan(1_500_000);
    }
  });

  test('the n-th completion is the same trick on each row', () => {
    for (const shape of Object.values(shapes)) {
      const context = contextOf(shape);
      for (const probe of TEXT_PROBES) {
        const counts = context.calibration.levels.map((levels) => probe.make(context, levels).length);
        // Of a row without what a probe needs none is made, and else as many as of the others.
        expect([probe.title, new Set(counts.filter((count) => count > 0)).size]).not.toEqual([
          probe.title,
          2,
        ]);
      }
    }
  });

  test('says what to change', () => {
    for (const { title, fix, rule } of TEXT_PROBES) {
      expect(rule).toMatch(/^(?:[ABE]\d\d|C11|C21|F16|S02)$/);
      expect(title.length).toBeGreaterThan(10);
      expect(fix.length).toBeGreaterThan(30);
    }
  });

  test('attacks know nothing of the answer of their own row', () => {
    const attacksOn = (last: string): (readonly string[])[] => {
      const context = contextOf({ rows: rowsOf(['Oslo', 'Zanzibar', 'Rome', last]) });
      const levels = context.calibration.levels.at(-1);
      if (levels === undefined) throw new Error('no rows');
      return TEXT_PROBES.filter(({ kind }) => kind === 'attack').map((probe) => probe.make(context, levels));
    };
    expect(attacksOn('Oslo')).toEqual(attacksOn('Zanzibar'));
  });

  test('never asks with an answer where there are no rows to learn from', () => {
    const shape: Shape = { rows: [{ prompt: 'Say it.' }], goldField: null, wrappers: [ANSWER_TAG] };
    const context = contextOf(shape);
    const [levels] = context.calibration.levels;
    if (levels === undefined) throw new Error('no rows');
    for (const probe of TEXT_PROBES) {
      for (const text of probe.make(context, levels)) expect(text).not.toMatch(/undefined|null|NaN\b.*NaN/);
    }
  });
});
