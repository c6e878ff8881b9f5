import { describe, expect, test } from 'vitest';
import type { NewFinding } from '../../../src/check/finding.ts';
import { gradedCheck } from '../../../src/check/probes/compared/graded.ts';
import { answerText } from '../../../src/check/probes/text/material/material.ts';
import { asking, contextOf, type Fields, type Model } from './models.ts';

const PLAIN = { name: 'plain', wrap: (text: string) => text };

/** Rules and classes of what is told of right answers that are paid by a model. */
const told = async (golds: readonly unknown[], model: Model, write: (gold: unknown) => string = dumps) => {
  const rows: Fields[] = golds.map((gold) => ({ prompt: 'Give it.', gold }));
  const context = contextOf({ rows, wrappers: [PLAIN] });
  const levels = context.calibration.levels.map((each) => ({
    ...each,
    gold: {
      completion: write(each.row.fields.gold),
      reward: model(write(each.row.fields.gold), each.row.fields),
    },
  }));
  const findings = await gradedCheck.run(
    asking({ ...context, calibration: { ...context.calibration, levels } }, model),
  );
  for (const { rule, severity, exploit } of findings) {
    // Whoever knows one element of several knows little of the answer; all else is made of the whole answer.
    if (severity === 'critical')
      expect([rule, new Set(listIn(exploit?.completion as string)).size]).toEqual(['S02', 1]);
    expect(exploit?.reward).toBeGreaterThanOrEqual((exploit?.honest ?? 0) - 1e-6);
  }
  last = findings;
  return findings.map(({ rule }) => rule);
};

/** Of the findings that were told last. */
let last: readonly NewFinding[] = [];
const severitiesOf = (wanted: string): string[] =>
  last.filter(({ rule }) => rule === wanted).map(({ severity }) => severity);

const dumps = (gold: unknown): string => (typeof gold === 'string' ? gold : JSON.stringify(gold));
const plainly = (gold: unknown): string => answerText(JSON.stringify(gold));

const listIn = (text: string): unknown[] => {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return [];
  }
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const correlation = (one: readonly number[], other: readonly number[]): number => {
  if (one.length !== other.length) return 0;
  const [left, right] = [mean(one), mean(other)];
  const sum = (of: (at: number) => number): number => one.reduce((all, _, at) => all + of(at), 0);
  const both = sum((at) => ((one[at] ?? 0) - left) * ((other[at] ?? 0) - right));
  const size = sum((at) => ((one[at] ?? 0) - left) ** 2) * sum((at) => ((other[at] ?? 0) - right) ** 2);
  return size === 0 ? 0 : both / Math.sqrt(size);
};

describe('numbers that are to be in proportion', () => {
  const GRADES = [
    [3, 17, 5, 41],
    [12, 2, 30, 9],
    [8, 25, 1, 13],
    [50, 7, 19, 22],
    [4, 6, 31, 28],
  ];
  const graded =
    (of: (r: number) => number): Model =>
    (text, { gold }) =>
      of(correlation(listIn(text).map(Number), gold as number[]));

  test('are the opposite of right where a correlation has lost its sign', async () => {
    expect(
      await told(
        GRADES,
        graded((r) => r * r),
      ),
    ).toEqual(['E07']);
    expect(await told(GRADES, graded(Math.abs))).toEqual(['E07']);
  });

  test('are not where it has its sign, or where distances are measured', async () => {
    expect(
      await told(
        GRADES,
        graded((r) => Math.max(0, r)),
      ),
    ).toEqual([]);
    const near: Model = (text, { gold }) => {
      const list = listIn(text).map(Number);
      const right = gold as number[];
      return list.length === right.length
        ? 1 / (1 + mean(right.map((each, at) => Math.abs(each - (list[at] ?? 0)))))
        : 0;
    };
    expect(await told(GRADES, near)).toEqual([]);
  });

  test('are told by their names, too', async () => {
    const named = GRADES.map((list) => Object.fromEntries(list.map((each, at) => [`team ${at}`, each])));
    const model: Model = (text, { gold }) => {
      const got = (listIn(text)[0] ?? {}) as Record<string, number>;
      const right = Object.entries(gold as Record<string, number>);
      if (right.some(([name]) => got[name] === undefined)) return 0;
      return (
        correlation(
          right.map(([name]) => got[name] ?? 0),
          right.map(([, each]) => each),
        ) ** 2
      );
    };
    expect(await told(named, model)).toEqual(['E07']);
  });

  test('may stand in any order where they are a set', async () => {
    const sorted = (list: readonly unknown[]): string => list.map(String).sort().join();
    const set: Model = (text, { gold }) => (sorted(listIn(text)) === sorted(gold as number[]) ? 1 : 0);
    expect(await told(GRADES, set)).toEqual([]);
  });
});

describe('lists', () => {
  const PETS = [
    ['cat', 'dog'],
    ['owl', 'hen', 'cat'],
    ['emu', 'dog'],
    ['ant', 'bee', 'fly'],
    ['cow', 'pig'],
  ];
  const f1 =
    (hitsOf: (got: unknown[], gold: unknown[]) => number): Model =>
    (text, { gold }) => {
      const got = listIn(text);
      const right = gold as unknown[];
      const hits = hitsOf(got, right);
      return hits === 0 ? 0 : (2 * hits) / (got.length + right.length);
    };

  test('of one right element are paid more than 1 where every mention counts', async () => {
    const mentions: Model = (text, { gold }) => {
      const right = gold as unknown[];
      const hits = listIn(text).filter((each) => right.includes(each)).length;
      return hits / right.length;
    };
    expect(await told(PETS, mentions)).toEqual(['A05', 'S02']);
    expect(severitiesOf('S02')).toEqual(['critical']);
    expect(
      await told(
        PETS,
        f1((got, gold) => got.filter((each) => gold.includes(each)).length * 2 - got.length / 2),
      ),
    ).toContain('S02');
  });

  test('are ways that may not be the better the longer they are', async () => {
    const ROUTES = ['A > B > C', 'C > D > F > E', 'B > D > A', 'F > A > E', 'E > C > B > D'];
    const stops = (text: string): number => text.split(' > ').length;
    const ends = (text: string): string => (text.includes('\n') ? '' : text.charAt(0) + text.at(-1));
    const longer: Model = (text, { gold }) =>
      ends(text) === ends(String(gold)) ? Math.max(0, 1 + (stops(text) - stops(String(gold))) / 4) : 0;
    const shorter: Model = (text, { gold }) =>
      ends(text) === ends(String(gold)) ? Math.max(0, 1 - (stops(text) - stops(String(gold))) / 4) : 0;
    expect(await told(ROUTES, longer)).toContain('S02');
    expect(last.find(({ rule }) => rule === 'S02')?.classes).toContain('E07');
    expect(await told(ROUTES, shorter)).not.toContain('S02');
  });

  test('are not where each counts once', async () => {
    expect(
      await told(
        PETS,
        f1((got, gold) => gold.filter((each) => got.includes(each)).length),
      ),
    ).toEqual([]);
    const jaccard: Model = (text, { gold }) => {
      const right = gold as unknown[];
      const union = new Set([...listIn(text), ...right]).size;
      return right.filter((each) => listIn(text).includes(each)).length / union;
    };
    expect(await told(PETS, jaccard)).toEqual([]);
  });

  test('with too much, too little or something wrong are told by what is not looked at', async () => {
    const recall: Model = (text, { gold }) =>
      (gold as unknown[]).every((each) => listIn(text).includes(each)) ? 1 : 0;
    expect(await told(PETS, recall)).toEqual(['A05']);
    const precision: Model = (text, { gold }) => {
      const got = listIn(text);
      return got.length > 0 && got.every((each) => (gold as unknown[]).includes(each)) ? 1 : 0;
    };
    expect(await told(PETS, precision)).toEqual(['A22']);
    const first: Model = (text, { gold }) => (listIn(text)[0] === (gold as unknown[])[0] ? 1 : 0);
    expect(await told(PETS, first)).toEqual(['A22', 'A22', 'A05']);
    const lines: Model = (text, { gold }) =>
      text.split('\n').every((line, at) => line === (gold as unknown[])[at]) ? 1 : 0;
    expect(await told(PETS, lines, (gold) => (gold as string[]).join('\n'))).toEqual(['A22']);
  });
});

describe('objects', () => {
  const CARDS = ['Ada', 'Ben', 'Cho', 'Dov', 'Eva'].map((name, at) => ({
    name,
    room: `R${at}`,
    age: 20 + at,
  }));
  const compared =
    (isSame: (got: Fields, gold: Fields) => boolean): Model =>
    (text, { gold }) =>
      isSame((listIn(text)[0] ?? {}) as Fields, gold as Fields) ? 1 : 0;

  test('without a key are told where only keys that are there are compared', async () => {
    const given = compared((got, gold) => {
      const names = Object.keys(got);
      return names.length > 0 && names.every((name) => got[name] === gold[name]);
    });
    expect(await told(CARDS, given)).toEqual(['A22']);
    const shape = compared((got, gold) => Object.keys(gold).every((name) => name in got));
    expect(await told(CARDS, shape)).toEqual(['A22']);
    const all = compared((got, gold) => Object.keys(gold).every((name) => got[name] === gold[name]));
    expect(await told(CARDS, all)).toEqual([]);
  });
});

describe('numbers', () => {
  const SUMS = ['-12.75', '-3.5', '-140.06', '-88.25', '-1.5'];
  test('lose sign and point to a normaliser that removes punctuation', async () => {
    const bare = (text: string): string => text.replace(/[^\w\s]/g, '');
    const joined: Model = (text, { gold }) => (bare(text) === bare(String(gold)) ? 1 : 0);
    expect(await told(SUMS, joined)).toEqual(['A15']);
    expect(await told(['12', '345', '1234', '77', '905'], joined)).toEqual(['A15']);
    const size: Model = (text, { gold }) => (Math.abs(Number(text)) === Math.abs(Number(gold)) ? 1 : 0);
    expect(await told(SUMS, size)).toEqual(['A15']);
  });

  test('are told apart by a function that reads them', async () => {
    const read: Model = (text, { gold }) => (Math.abs(Number(text) - Number(gold)) < 1e-6 ? 1 : 0);
    expect(await told(SUMS, read)).toEqual([]);
    expect(await told([12, 345, 1234, 77, 905], read, plainly)).toEqual([]);
  });
});

describe('texts', () => {
  const LINES = [
    'The old baker sells bread near the station.',
    'A young teacher reads the letter in the kitchen.',
    'Our neighbour paints the small boat every evening.',
    'The doctor looks for her keys behind the door.',
    'My sister carries the heavy box to the market.',
  ];
  const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = (got: readonly string[], right: readonly string[]): number =>
    got.filter((word) => right.includes(word)).length / Math.max(1, got.length);
  const sorted = (text: string): string => words(text).sort().join(' ');

  test('cut down, turned around and repeated are told where nothing counts against it', async () => {
    const precise: Model = (text, { gold }) => known(words(text), words(String(gold)));
    expect(await told(LINES, precise)).toEqual(['E05', 'E05']);
    const recall: Model = (text, { gold }) => known(words(String(gold)), words(text));
    expect(await told(LINES, recall)).toEqual(['E05']);
    const bag: Model = (text, { gold }) => (sorted(text) === sorted(String(gold)) ? 1 : 0);
    expect(await told(LINES, bag)).toEqual(['E05']);
  });

  test('are not where order and length count', async () => {
    const exact: Model = (text, { gold }) => (text === gold ? 1 : 0);
    expect(await told(LINES, exact)).toEqual([]);
    const ordered: Model = (text, { gold }) => {
      const [got, right] = [words(text), words(String(gold))];
      return right.filter((word, at) => got[at] === word).length / Math.max(got.length, right.length);
    };
    expect(await told(LINES, ordered)).toEqual([]);
  });
});
