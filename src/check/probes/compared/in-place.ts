/** A number of the right answer where it stands in the honest completion, whatever stands around it: lines, objects, tags. */
import { insideOf } from '../../answers/inside.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { paid } from '../../proof/levels.ts';

/** The number of one row, and the honest completion with another text in its place. */
export interface Place {
  levels: RowLevels;
  honest: number;
  value: number;
  text: string;
  write(text: string): string;
}

const NUMBER = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const WITH_UNIT = /^[^\w.,-]?(-?\d+(?:\.\d+)?)(?:\s?[^\d\s.,][^\d]{0,11})?$/;
/** `1/8`, `3 7/16`, `3-7/16 in`. */
const FRACTION = /^(-?)((?:(\d{1,9})[ -])?(\d{1,9})\/(\d{1,9}))(?:\s?[^\d\s.,/][^\d]{0,11})?$/;
const MOST_ROWS = 8;
const LEAST_ROWS = 4;
const MOST_NAMES = 6;
const MOST_FOUND = 3;
const LEAST_SHARE = 0.8;
/** Of the distance between floor and answer: what a wrong number must at least cost. */
const MUCH = 0.5;

/** Without the noise of binary fractions. */
export const numeral = (value: number): string => String(Number(value.toPrecision(12)));

const fractionIn = (text: string): { text: string; value: number } | undefined => {
  const match = FRACTION.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', written = '', whole = '0', top = '', bottom = ''] = match;
  const size = Number(whole) + Number(top) / Number(bottom);
  if (!Number.isFinite(size)) return undefined;
  return { text: sign + written, value: sign === '' ? size : -size };
};

/** What a number says, also one that is written as a fraction; NaN: no number. */
export const sizeOf = (text: string): number =>
  fractionIn(text)?.value ?? (NUMBER.test(text) ? Number(text) : Number.NaN);

/** Written as a fraction or a mixed number. */
export const isFraction = (text: string): boolean => text.includes('/');

/** Of a list of numbers the last one, which is looked for from behind; anything else as it is. */
const oneOf = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'number') ? value.at(-1) : value;

/** `42.0` may be written as `42`. */
const writings = (given: unknown): string[] => {
  const value = oneOf(given);
  const whole = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const fraction = fractionIn(whole);
  if (fraction !== undefined) return [fraction.text];
  // `37.5%`, `$12`, `3 km`.
  const text = WITH_UNIT.exec(whole)?.[1] ?? '';
  if (!NUMBER.test(text)) return [];
  return [...new Set([text, numeral(Number(text)), `${numeral(Number(text))}.0`])];
};

/** Where a number stands for itself, or before a short unit (`3h`), the last time. */
const placeIn = (completion: string, value: unknown): { at: number; text: string } | undefined => {
  for (const text of writings(value)) {
    const pattern = new RegExp(
      `(?<![\\w.,/-])${text.replace('.', '\\.')}(?![\\d_/]|[.,]\\d|[A-Za-z]{4})`,
      'g',
    );
    const at = [...completion.matchAll(pattern)].at(-1)?.index;
    if (at !== undefined) return { at, text };
  }
  return undefined;
};

const placesOf = (rows: readonly RowLevels[], name: string): Place[] =>
  rows.flatMap((levels) => {
    const { gold, row } = levels;
    const value = insideOf(row).find((each) => each.name === name)?.value;
    const place = gold === null ? undefined : placeIn(gold.completion, value);
    if (gold === null || place === undefined) return [];
    const { at, text } = place;
    const write = (other: string): string =>
      gold.completion.slice(0, at) + other + gold.completion.slice(at + text.length);
    return [{ levels, honest: gold.reward, value: sizeOf(text), text, write }];
  });

/** What each of these completions is paid; null where the call failed. */
export const rewardsAt = async (
  { scorer }: Context,
  { levels }: Place,
  completions: readonly string[],
): Promise<(number | null)[]> =>
  (await scorer.all(completions.map((completion) => ({ row: levels.row, completion })))).map(paid);

export const isFullAt = ({ honest }: Place, reward: number | null | undefined): boolean =>
  typeof reward === 'number' && reward >= honest - 1e-9;

/** Rows of all sizes of the number. */
const spread = (places: readonly Place[]): Place[] => {
  const sorted = [...places].sort((one, other) => one.value - other.value);
  const step = Math.max(1, (sorted.length - 1) / (MOST_ROWS - 1));
  const few = Array.from({ length: Math.min(MOST_ROWS, sorted.length) }, (_, at) => Math.round(at * step));
  return few.flatMap((at) => sorted[at] ?? []);
};

/**
 * The numbers that are looked at in right answers: those that cost much when they are far off. Of each some rows, of all
 * sizes; the field that holds the answer first.
 */
export const numbersInPlace = async (context: Context): Promise<{ name: string; places: Place[] }[]> => {
  const { levels: all, goldField, basis } = context.calibration;
  const [first] = all;
  if (basis !== 'answer' || first === undefined) return [];
  const names = insideOf(first.row)
    .filter(({ value }) => writings(value).length > 0)
    .map(({ name, field }) => ({ name, rank: field === goldField ? 0 : 1 }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_NAMES);
  const found: { name: string; places: Place[] }[] = [];
  for (const { name } of names) {
    const places = spread(placesOf(all, name));
    if (places.length < LEAST_ROWS || found.length >= MOST_FOUND || !context.budget.has(0.05)) continue;
    const read = await Promise.all(
      places.map(async (place) => {
        const far = [numeral(place.value * 3 + 17), numeral(place.value * 7 + 331)].map(place.write);
        const { floor } = place.levels;
        const rewards = await rewardsAt(context, place, far);
        return rewards.every((reward) => (reward ?? floor) <= place.honest - MUCH * (place.honest - floor));
      }),
    );
    if (read.filter(Boolean).length >= LEAST_SHARE * places.length) found.push({ name, places });
  }
  return found;
};
