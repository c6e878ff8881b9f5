/** What a row gives, in the order that its prompt asks for: no field holds that answer, the function sorts as well. */
import type { CheckRow } from '../../subject/subject.ts';
import { isObject } from '../meaning.ts';
import { type Arrange, type ArrangedForm, valueIn } from './arrange.ts';
import { bare } from './tables.ts';

type Item = readonly [name: string, number: number];
/** Items of a value with one of its numbers each; undefined where it is of another kind. */
type Items = (value: unknown) => Item[] | undefined;

const LEAST_ITEMS = 2;
const MOST_ITEMS = 40;
/** Of each field. */
const MOST_KEYS = 4;
/** A prompt without any of these asks for no order. */
const ASKED =
  /\b(?:sort|order|rank|arrang|ascend|descend|increas|decreas|(?:high|low|larg|great|small|long|short|old|young|new|earl|late|fast|slow|cheap|heav|light|big|tall|near|far)\w*(?:est|iest)\b|most\b|least\b)/i;
/** Signs between, which are tried where prompts show them. */
const SIGNS = [' > ', ' < ', ' -> ', '->', ' → ', ' | ', '|', '; ', ';', ' - ', '/', ',', ', ', ' ', '\n'];
const ALWAYS = new Set([', ', '\n']);

const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  // Times and dates that are written with the largest unit first sort as they are.
  return /^\d{2,4}(?:[-/:.T ]\d{2}){1,5}$/.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
};

const every = (pairs: readonly (readonly [unknown, unknown])[]): Item[] | undefined => {
  const items = pairs.flatMap(([name, value]): Item[] => {
    const number = numberIn(value);
    return (typeof name === 'string' || typeof name === 'number') && number !== undefined
      ? [[bare(name), number]]
      : [];
  });
  const isWhole = items.length === pairs.length && items.length >= LEAST_ITEMS && items.length <= MOST_ITEMS;
  return isWhole && new Set(items.map(([name]) => name)).size === items.length ? items : undefined;
};

/** Ways to take names and numbers from what a field holds: of its kind, by the first thing in it. */
const itemsOf = (value: unknown): [name: string, Items][] => {
  if (isObject(value))
    return [['keys', (each) => (isObject(each) ? every(Object.entries(each)) : undefined)]];
  if (!Array.isArray(value)) return [];
  const [first] = value as unknown[];
  if (typeof first !== 'object' || first === null)
    return [
      ['numbers', (each) => (Array.isArray(each) ? every(each.map((item) => [item, item])) : undefined)],
    ];
  const keys = Object.keys(first);
  const at = (item: unknown, key: string): unknown => (item as Record<string, unknown> | null)?.[key];
  const names = keys.filter((key) => typeof at(first, key) === 'string').slice(0, 2);
  const numbers = keys.filter((key) => numberIn(at(first, key)) !== undefined).slice(0, MOST_KEYS);
  return names.flatMap((name) =>
    numbers
      .filter((number) => number !== name)
      .map((number): [string, Items] => [
        `${name} by ${number}`,
        (each) =>
          Array.isArray(each) ? every(each.map((item) => [at(item, name), at(item, number)])) : undefined,
      ]),
  );
};

const DIRECTIONS = [
  ['falling', (one: Item, other: Item) => other[1] - one[1]],
  ['rising', (one: Item, other: Item) => one[1] - other[1]],
] as const;

/** The names of what a row gives, by their numbers, in both directions and with each sign that the prompt shows. */
export const orderedOf = (row: CheckRow): ArrangedForm[] => {
  if (!ASKED.test(row.prompt)) return [];
  const signs = SIGNS.filter((sign) => ALWAYS.has(sign) || (sign !== ' ' && row.prompt.includes(sign)));
  const ways: [string, (names: readonly string[]) => string][] = [
    ...signs.map((sign): [string, (names: readonly string[]) => string] => [
      `with '${sign === '\n' ? '\\n' : sign}' between`,
      (names) => names.join(sign),
    ]),
    ['JSON', (names) => JSON.stringify(names)],
    ['numbered in lines', (names) => names.map((name, at) => `${at + 1}. ${name}`).join('\n')],
  ];
  return Object.entries(row.fields)
    .filter(([field]) => field !== 'prompt' && field !== 'messages')
    .flatMap(([field, given]) =>
      itemsOf(valueIn(given)).flatMap(([name, items]) =>
        DIRECTIONS.flatMap(([direction, compare]) =>
          ways.flatMap(([form, write]): ArrangedForm[] => {
            const arrange: Arrange = (value) => {
              const own = items(valueIn(value));
              return own === undefined ? undefined : write(own.sort(compare).map(([each]) => each));
            };
            const answer = arrange(given);
            const key = `${field}: ${name}, ${direction}, ${form}`;
            return answer === undefined ? [] : [{ key, field, path: [], answer, arrange }];
          }),
        ),
      ),
    );
};
