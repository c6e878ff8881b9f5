/** Moves that differ in one value only: what a player tries one after the other, without knowing which is right. */
import type { Random } from '../../random.ts';
import { MOST_TEXTS, textsOf } from './finite.ts';
import type { Space } from './space.ts';

/** Moves of one family at most. */
const MOST_MOVES = 100;
const MOST_FAMILIES = 8;
/** What stands before the last word of an action, the word, and what closes it. */
const FRAME = /^(.*?[>\s("':,=]|)([\w-]+)(\s*(?:<\/[\w-]+>|\)|["\]}]+|))$/s;
const GRID = /^(.*?)(\d+)([ ,;:x-]+)(\d+)(\D*)$/s;

const LETTERS = [...'ABCDEFGHIJ'];
const DIGITS = Array.from({ length: 10 }, (_, index) => index);

/** Values of the same shape as one that was seen. */
const shapedLike = (token: string): string[] => {
  if (/^[A-Z]\d$/.test(token)) return LETTERS.flatMap((letter) => DIGITS.map((digit) => letter + digit));
  if (/^[a-z]\d$/.test(token))
    return LETTERS.flatMap((letter) => DIGITS.map((digit) => letter.toLowerCase() + digit));
  if (/^\d{1,3}$/.test(token)) return Array.from({ length: 40 }, (_, index) => String(index));
  if (/^[a-z]$/.test(token)) return [...'abcdefghijklmnopqrstuvwxyz'];
  if (/^[A-Z]$/.test(token)) return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return [];
};

/** Families of moves, each without one twice. */
export const familiesOf = (
  space: Space,
  patterns: readonly string[],
  others: readonly unknown[],
  random: Random,
): string[][] => {
  const live = space.live.map(({ action }) => action).filter((action) => action.length <= 300);
  const known = [...live, ...space.words.words];
  const values = others
    .filter(
      (value) => typeof value === 'number' || (typeof value === 'string' && /^[\w-]{1,20}$/.test(value)),
    )
    .map(String)
    .slice(0, 40);
  const families: string[][] = [live.slice(0, 28)];
  for (const pattern of patterns) {
    const texts = textsOf(pattern);
    if (texts !== null && texts.length > 1) families.push(random.sample(texts, MOST_TEXTS));
  }
  const frames = new Set<string>();
  for (const action of live) {
    const grid = GRID.exec(action);
    if (grid !== null && !frames.has(`grid ${grid[1]}`)) {
      frames.add(`grid ${grid[1]}`);
      const all = DIGITS.flatMap((one) => DIGITS.map((two) => `${grid[1]}${one}${grid[3]}${two}${grid[5]}`));
      families.push(random.sample(all, all.length));
    }
    const frame = FRAME.exec(action);
    if (frame === null) continue;
    const [, head, token, tail] = frame as unknown as [string, string, string, string];
    if (frames.has(JSON.stringify([head, tail]))) continue;
    frames.add(JSON.stringify([head, tail]));
    const siblings = known.filter((each) => {
      const other = FRAME.exec(each);
      return other !== null && other[1] === head && other[3] === tail;
    });
    const made = shapedLike(token).map((value) => head + value + tail);
    families.push([
      ...siblings.slice(0, 30),
      ...(head === '' ? [] : values.map((value) => head + value + tail)),
      ...random.sample(made, made.length),
    ]);
  }
  const seen = new Set<string>();
  return families
    .map((family) => [...new Set(family)].slice(0, MOST_MOVES))
    .filter((family) => {
      const key = JSON.stringify([...family].sort());
      return family.length > 0 && !seen.has(key) && seen.add(key) !== undefined;
    })
    .slice(0, MOST_FAMILIES);
};
