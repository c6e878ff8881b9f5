import { expect, test } from 'vitest';
import { PART_PROBES } from '../../../src/check/probes/text/parts.ts';
import type { Probe } from '../../../src/check/proof/probe.ts';
import { type Model, paidRows, type Shape } from './models.ts';

const probe = (rule: string): Probe => PART_PROBES.find((each) => each.rule === rule) as Probe;
const plain = { name: 'plain', wrap: (text: string) => text };
const shape = (golds: readonly unknown[]): Shape => ({
  rows: golds.map((gold) => ({ prompt: '?', gold })),
  wrappers: [plain],
});
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const listIn = (text: string): string[] => {
  const value = parsed(text);
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)) : [];
};
const wanted = (gold: unknown): string[] => (gold as unknown[]).map((each) => JSON.stringify(each));

test('A05: every element of the file, and every combination of what they hold', () => {
  const found: Model = (text, { gold }) =>
    wanted(gold).filter((each) => listIn(text).includes(each)).length / wanted(gold).length;
  const same: Model = (text, { gold }) => Number(listIn(text).sort().join() === wanted(gold).sort().join());
  const golds = [
    [{ go: 'up', by: 1 }],
    [
      { go: 'up', by: 2 },
      { go: 'left', by: 1 },
    ],
    [{ go: 'down', by: 3 }],
  ];
  expect(paidRows(probe('A05'), shape(golds), found)).toBe(3);
  expect(paidRows(probe('A05'), shape(golds), same)).toBe(0);
});

test('F16: the widest range, unless it is divided by what both cover', () => {
  const span =
    (divide: boolean): Model =>
    (text, { gold }) => {
      const [from, to] = (parsed(text) ?? []) as number[];
      const [start, end] = gold as [number, number];
      if (from === undefined || to === undefined) return 0;
      const shared = Math.max(0, Math.min(to, end) - Math.max(from, start));
      return shared / (divide ? Math.max(to, end) - Math.min(from, start) : end - start);
    };
  const golds = [
    [3, 9],
    [20, 26],
    [41, 55],
  ];
  expect(paidRows(probe('F16'), shape(golds), span(false))).toBe(3);
  expect(paidRows(probe('F16'), shape(golds), span(true))).toBe(0);
});

test('A21, A17, A16: values in the place of 0, longer ones, and ones with other signs for dots', () => {
  const by =
    (same: (got: unknown, want: unknown) => boolean): Model =>
    (text, { gold }) => {
      const got = (parsed(text) ?? {}) as Record<string, unknown>;
      return Number(Object.entries(gold as object).every(([key, want]) => same(got[key], want)));
    };
  const stock = shape([
    { a: 0, b: 4 },
    { a: 3, b: 0 },
  ]);
  const equal = by((got, want) => got === want);
  expect(
    paidRows(
      probe('A21'),
      stock,
      by((got, want) => !want || got === want),
    ),
  ).toBe(2);
  expect(paidRows(probe('A21'), stock, equal)).toBe(0);
  const hosts = shape([
    { host: 'a.example', port: '80' },
    { host: 'b.example', port: '443' },
  ]);
  const begins = by((got, want) => String(got).startsWith(String(want)));
  const pattern = by((got, want) => new RegExp(`^${want}$`).test(String(got)));
  expect(paidRows(probe('A17'), hosts, begins)).toBe(2);
  expect(paidRows(probe('A16'), hosts, pattern)).toBe(2);
  for (const rule of ['A16', 'A17']) expect(paidRows(probe(rule), hosts, equal)).toBe(0);
});
