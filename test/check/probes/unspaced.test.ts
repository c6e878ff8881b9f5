import { expect, test } from 'vitest';
import { unspacedCheck } from '../../../src/check/probes/compared/unspaced.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const ROWS = [
  [2, 3],
  [4, 1],
  [1, 4],
  [3, 3],
  [5, 2],
  [2, 5],
  [4, 4],
  [3, 1],
  [1, 2],
  [5, 5],
].map(([x = 0, y = 0]) => ({
  prompt: '?',
  x,
  y,
  gold: [...Array(x).fill('east'), ...Array(y).fill('north')].join(' '),
}));
const SHAPE: Shape = { rows: ROWS, wrappers: [{ name: 'way', wrap: (text) => `Way: ${text}` }] };
const STEPS: Readonly<Record<string, readonly [number, number]>> = { east: [1, 0], north: [0, 1] };

/** A walk around the edge of a field of 6 by 6, which begins again on the other side. */
const walker =
  (count: (way: string) => number): Model =>
  (text, { x, y, gold }) => {
    const way = /^Way: ([a-z ,-]*)$/.exec(text)?.[1];
    if (way === undefined || count(way) > String(gold).split(' ').length + 2) return 0;
    let [atX, atY] = [0, 0];
    for (const [step] of way.matchAll(/east|north/g)) {
      const [right, up] = STEPS[step] ?? [0, 0];
      atX = (atX + right) % 6;
      atY = (atY + up) % 6;
      if (atX === x && atY === y) return 1;
    }
    return 0;
  };

const found = async (model: Model): Promise<string[]> =>
  (await unspacedCheck.run(asking(contextOf(SHAPE), model))).map(
    ({ rule, severity }) => `${severity} ${rule}`,
  );

test('words that are counted between spaces and read without', async () => {
  expect(await found(walker((way) => way.split(/\s+/).length))).toEqual(['critical E02']);
  expect(await found(walker((way) => way.split(/[\s,]+/).length))).toEqual(['critical E02']);
});

test('steps that are counted as they are read, and not at all', async () => {
  expect(await found(walker((way) => way.match(/east|north/g)?.length ?? 0))).toEqual([]);
  // Told as a long random walk.
  expect(await found(walker(() => 0))).toEqual([]);
});
