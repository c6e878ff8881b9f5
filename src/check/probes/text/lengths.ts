/** Attacks by length, repetition and style: what a reward pays that looks at the outside of a text. */
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { filler } from './material/filler.ts';
import { materialOf } from './material/material.ts';
import { wrap } from './material/shells.ts';

const LENGTHS = [10, 50, 100, 200, 500, 1_000, 2_000, 4_000];

/** Whole numbers of the source that could be a length in characters or words, shortest first. */
export const lengthsIn = ({ analysis }: Context, from: number, to: number): number[] =>
  unique(
    analysis.numbers.filter((number) => Number.isInteger(number) && number >= from && number <= to),
  ).sort((one, other) => one - other);

const minedLengths = (context: Context): number[] => lengthsIn(context, 20, 8_192).slice(0, 6);

const contentFree: Probe = {
  rule: 'E03',
  title: 'has a length, and no content',
  fix: 'Do not pay for a length by itself: multiply it with what is paid for the answer, and cap it.',
  kind: 'attack',
  make(context) {
    const shell = wrap(context);
    const mined = minedLengths(context).flatMap((size) => [size - 1, size, size + 1]);
    const middles = minedLengths(context).flatMap((size, at, sizes) =>
      at === 0 ? [] : [Math.round((size + (sizes[at - 1] ?? 0)) / 2)],
    );
    const words = minedLengths(context)
      .filter((size) => size <= 2_000)
      .map((size) => 'word '.repeat(size).trim());
    return unique([
      ...unique([...middles, ...mined, ...LENGTHS])
        .slice(0, 20)
        .map(filler),
      ...words.slice(0, 3),
      `${filler(500)}\n${shell('x')}`,
      '1 '.repeat(256).trim(),
    ]);
  },
};

const keywords: Probe = {
  rule: 'E04',
  title: 'repeats the words that the source counts',
  fix: 'Cap what one word can add, and pay for words only where the answer is right; a count of words is the first thing that a policy learns to raise.',
  kind: 'attack',
  make(context) {
    const words = materialOf(context).tokens.filter((token) => /\p{L}/u.test(token) && !/[<>\\]/.test(token));
    if (words.length === 0) return [];
    const shell = wrap(context);
    const all = words.join(' ');
    return unique([
      Array(5).fill(all).join(' '),
      `${all}.\n${filler(200)}`,
      `${all}.\n${shell('x')}`,
      ...words.slice(0, 8).map((word) => Array(20).fill(word).join(' ')),
      Array(50).fill(all).join('. '),
    ]).slice(0, 12);
  },
};

export const LENGTH_PROBES: readonly Probe[] = [contentFree, keywords];
