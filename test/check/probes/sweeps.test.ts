import { describe, expect, test } from 'vitest';
import {
  dosesRise,
  isBlindToRepetition,
  secondRise,
  sweepCheck,
} from '../../../src/check/probes/compared/doses.ts';
import { asking, contextOf, type Fields, type Model, type Shape } from './models.ts';

const CHAT: Shape = {
  rows: Array.from({ length: 8 }, (_, at) => ({ prompt: `Say something of ${at}.` })),
  goldField: null,
};
const SUMS: Shape = { rows: [3, 14, 25, 36].map((one) => ({ prompt: `${one} + 1?`, gold: one + 1 })) };

const rulesOf = async (shape: Shape, model: Model): Promise<string[]> => {
  const findings = await sweepCheck.run(asking(contextOf(shape), model));
  return findings.map(({ rule }) => rule);
};
const count = (text: string, part: string): number => text.split(part).length - 1;
const threesOf = (text: string): number => {
  const words = text.split(/\s+/);
  const threes = words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
  return threes.length === 0 ? 1 : new Set(threes).size / threes.length;
};
const isRight = (text: string, { gold }: Fields): boolean => text.endsWith(`<answer>${gold}</answer>`);
const cosine = (length: number): number => 0.5 + 0.5 * Math.cos((length / 1_000) * Math.PI);
const clamped = (length: number): number => cosine(Math.min(1_000, length));

describe('lengths', () => {
  test('a cosine that is not clamped pays again', async () => {
    expect(await rulesOf(CHAT, (text) => cosine(text.length))).toContain('E01');
    expect(await rulesOf(CHAT, (text) => clamped(text.length))).toEqual([]);
  });

  test('also where it only counts for right answers', async () => {
    expect(await rulesOf(SUMS, (text, fields) => (isRight(text, fields) ? cosine(text.length) : 0))).toEqual([
      'E01',
    ]);
    expect(await rulesOf(SUMS, (text, fields) => (isRight(text, fields) ? clamped(text.length) : 0))).toEqual(
      [],
    );
  });

  test('a band of lengths is no second rise', async () => {
    expect(await rulesOf(CHAT, (text) => (text.length > 400 && text.length < 1_200 ? 1 : 0))).toEqual([]);
  });
});

test('repetition without spaces', async () => {
  expect(await rulesOf(CHAT, threesOf)).toEqual(['E02']);
  const characters: Model = (text) =>
    Math.min(threesOf(text), threesOf([...text.replaceAll(' ', '')].join(' ')) > 0.05 ? 1 : 0);
  expect(await rulesOf(CHAT, characters)).toEqual([]);
});

describe('words', () => {
  const shape: Shape = { ...CHAT, analysis: { constants: ['because', 'sorry'] } };

  test('each one is paid', async () => {
    expect(await rulesOf(shape, (text) => Math.min(1, count(text, 'because') / 10))).toEqual(['E04']);
  });

  test('one is enough, or too many are punished', async () => {
    expect(await rulesOf(shape, (text) => Math.min(1, count(text, 'because')))).toEqual([]);
    expect(await rulesOf(shape, (text) => 1 - Math.min(1, count(text, 'sorry') / 10))).toEqual([]);
  });
});

describe('series', () => {
  test.each<[(number | null)[], [number, number, number] | null]>([
    [
      [1, 0.5, 0, 0.5, 1],
      [0, 2, 4],
    ],
    [[0, 1, 0, 0, 0], null],
    [[0, 1, 0.1, 0.4, 0.3], null],
    [
      [1, null, 0, null, 0.9],
      [0, 2, 4],
    ],
    [[1, 1, 1], null],
    [[], null],
  ])('%j rises again: %j', (rewards, wanted) => {
    expect(secondRise(rewards, 0.3)).toEqual(wanted);
  });

  test('nothing is seen in what never varies, or fails', () => {
    expect(secondRise([1, 0, 1], 0)).toBeNull();
    expect(isBlindToRepetition([1, 0, 1], 0)).toBe(false);
    expect(isBlindToRepetition([1, null, 1], 0.3)).toBe(false);
    expect(dosesRise([0, 0.1, 0.2, null, 1], 0.1)).toBe(false);
    expect(dosesRise([0, 0.1, 0.3, 1, 1], 0.1)).toBe(true);
    expect(dosesRise([0, 1, 1, 1, 1], 0.1)).toBe(false);
  });
});
