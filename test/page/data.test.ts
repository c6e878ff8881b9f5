/** What the page makes of numbers and of streams, without a browser. */
import { describe, expect, it } from 'vitest';
import { eventsIn } from '../../page/src/data/events.ts';
import { mergeSeries } from '../../page/src/data/merge-series.ts';
import { nearestIndex } from '../../page/src/data/nearest.ts';
import type { Series } from '../../page/src/data/types.ts';
import { alignSeries, valuesAt } from '../../page/src/plot/align.ts';
import { describeLine, smooth, stack } from '../../page/src/plot/smooth.ts';
import { groupKeys, makeFilter, nameOf } from '../../page/src/screens/graphs/keys.ts';
import { seriesOf } from './fixture-run.ts';

const made = { module: 'reward', steps: 10, numbers: ['a', 'b'], strings: [] };
const rows = (from: number, to: number, keys: string[] = ['@reward', 'a']): Series =>
  seriesOf(made, keys, { from, to, points: 1_000 });

describe('a series that goes on', () => {
  it('has its new rows behind those before', () => {
    const merged = mergeSeries(rows(0, 4), { ...rows(4, 9), start: 4, version: 2 });
    const { version, start, ...whole } = rows(0, 9);
    expect(merged).toMatchObject({ ...whole, total: 6 });
    expect(merged.version).toBe(2);
  });

  it('has none before a status or a number that came up late, and none after one that is gone', () => {
    const first: Series = { ...rows(0, 2), statuses: { ok: [3, 3, 3] } };
    const later: Series = { ...rows(3, 4, ['@reward', 'b']), start: 3, statuses: { timeout: [1, 2] } };
    const merged = mergeSeries(first, later);
    expect(merged.statuses).toEqual({ ok: [3, 3, 3, 0, 0], timeout: [0, 0, 0, 1, 2] });
    expect(merged.columns.b?.mean.slice(0, 3)).toEqual([null, null, null]);
    expect(merged.columns.b?.n).toEqual([0, 0, 0, 64, 64]);
    expect(merged.columns.a?.mean.slice(3)).toEqual([null, null]);
  });

  it('is taken as it is when all of it came', () => {
    const whole = rows(0, 9);
    expect(mergeSeries(rows(0, 4), whole)).toBe(whole);
  });
});

describe('two runs', () => {
  it('share an axis; a line goes on over places that only the other has', () => {
    const axis = alignSeries(rows(0, 2), rows(1, 3), 'step');
    expect(axis.x).toEqual([0, 1, 2, 3]);
    expect(axis.rows).toEqual([
      [0, 1, 2, -1],
      [-1, 0, 1, 2],
    ]);
    expect(valuesAt(axis.rows[1], [5, null, 7])).toEqual([undefined, 5, null, 7]);
  });
});

describe('a line', () => {
  it('is smoothed without a bias to its start, and keeps its gaps', () => {
    expect(smooth([4, 4, null, 4], 0.9)).toEqual(
      [4, 4, null, 4].map((value) => (value === null ? null : expect.closeTo(4))),
    );
    expect(smooth([0, 1], 0.5)).toEqual([0, expect.closeTo(2 / 3)]);
  });

  it('is told in a sentence', () => {
    expect(describeLine('mean', [0.25, null, 2, 1])).toBe(
      'mean: 3 values, first 0.25, last 1, from 0.25 to 2',
    );
    expect(describeLine('mean', [null])).toBe('mean: no numbers');
  });

  it('stands on those below it', () => {
    expect(
      stack([
        [1, 2],
        [3, null],
      ]),
    ).toEqual([
      [1, 2],
      [4, 2],
    ]);
  });
});

describe('keys', () => {
  it('are grouped by what stands before the first slash', () => {
    expect(groupKeys(['z', 'b/c', 'a/b/c', 'b/a', '/x'])).toEqual([
      { prefix: '', keys: ['z', '/x'] },
      { prefix: 'a', keys: ['a/b/c'] },
      { prefix: 'b', keys: ['b/c', 'b/a'] },
    ]);
  });

  it('are found by a regular expression, or by a text that is none', () => {
    expect(makeFilter('^a|B$').test('xb')).toBe(true);
    expect(makeFilter('(')).toMatchObject({ isWrong: true });
    expect(makeFilter('(').test('f(x)')).toBe(true);
  });

  it('are called as in `info`', () => {
    expect(['@reward', '@@reward', 'reward'].map(nameOf)).toEqual(['reward', '@reward', 'reward']);
  });
});

it('finds the nearest step', () => {
  expect([0, 4, 6, 7, 99].map((step) => nearestIndex([2, 5, 8], step))).toEqual([0, 1, 1, 2, 2]);
});

it('reads events, however they are cut', async () => {
  const text = ': hello\n\nevent: change\ndata: {"a":1}\n\nevent: end\r\ndata: {}\r\n\r\ndata: half';
  for (const size of [1, 7, 1_000]) {
    const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const events = [];
    for await (const event of eventsIn(stream)) events.push(event);
    expect(events).toEqual([
      { event: 'change', data: '{"a":1}' },
      { event: 'end', data: '{}' },
    ]);
  }
});
