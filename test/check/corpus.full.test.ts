/** One in four of the labelled items is what its label says. All of them on all rows: corpus/README.md. */
import { describe, expect, it } from 'vitest';
import { itemsIn, unseenSets } from '../../bench/check/items.ts';
import { problemsOf } from './prove-items.ts';

const ONE_IN = 4;
/** Proved by one process, in a few seconds. */
const BATCH = 10;

const proved = itemsIn(unseenSets()).filter((_, at) => at % ONE_IN === 0);
const batches = Array.from({ length: Math.ceil(proved.length / BATCH) }, (_, at) => {
  const items = proved.slice(at * BATCH, (at + 1) * BATCH);
  return { first: items[0]?.name, last: items.at(-1)?.name, items };
});

describe('the corpus', () => {
  it.each(batches)('is what the labels say, from $first to $last', async ({ items }) => {
    expect(await problemsOf(items)).toEqual([]);
  });
});
