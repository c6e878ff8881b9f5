/** Attacks on answers that are objects: every key of them is filled with what other rows hold there, or with the prompt. */
import { isObject } from '../../answers/meaning.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { wraps } from './material/shells.ts';

type Value = unknown;
type Entries = Record<string, Value>;

const LONGEST = 20_000;
const EQUAL =
  'Compare each value for equality, after the same normalisation of both sides; never look for it inside of a longer value.';

/** The right answers of all rows that are objects; none where the answer is of another kind. */
const objectsOf = ({ calibration }: Context): Entries[] => {
  const { goldField, levels, columns } = calibration;
  if (columns !== undefined)
    return levels.map(({ row }) => Object.fromEntries(columns.map((name) => [name, row.fields[name]])));
  return goldField === null ? [] : levels.map(({ row }) => row.fields[goldField]).filter(isObject);
};

/**
 * One object with all keys of all of them, in which `fill` says what stands for the values that they have at a place.
 * Objects inside of objects stay objects.
 */
const merged = (objects: readonly Entries[], fill: (values: readonly Value[]) => Value): Entries => {
  const keys = unique(objects.flatMap((object) => Object.keys(object)));
  return Object.fromEntries(
    keys.map((key) => {
      const values = objects.flatMap((object) => (key in object ? [object[key]] : []));
      const inner = values.filter(isObject);
      return [key, inner.length === values.length ? merged(inner, fill) : fill(values)];
    }),
  );
};

/** Every value once; of lists their items. */
const distinct = (values: readonly Value[]): Value[] =>
  unique(
    values.flatMap((value) => (Array.isArray(value) ? value : [value])).map((value) => JSON.stringify(value)),
  ).map((text) => JSON.parse(text) as Value);

const bare = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** As a text for a text, as a list for a list. */
const joined = (values: readonly Value[]): Value =>
  values.every(Array.isArray) ? distinct(values) : distinct(values).map(bare).join(', ');

const written = (context: Context, objects: readonly Entries[]): string[] =>
  unique(wraps(context, 2).flatMap((shell) => objects.map((object) => shell(JSON.stringify(object))))).filter(
    (text) => text.length <= LONGEST,
  );

const emptyValues: Probe = {
  rule: 'A03',
  title: 'gives every key of the answer an empty value, or one character',
  fix: "Do not test whether a value is a part of the right one (`'' in gold` holds for every text): compare for equality.",
  kind: 'attack',
  make(context) {
    // Keys of the first row: those of its own would be knowledge of the answer, were they not the same in all.
    const [first] = objectsOf(context);
    if (first === undefined || Object.keys(first).length === 0) return [];
    return written(
      context,
      ['', ' ', 'a', 'e'].map((value) => Object.fromEntries(Object.keys(first).map((key) => [key, value]))),
    );
  },
};

const everyValue: Probe = {
  rule: 'A05',
  also: ['A01'],
  title: 'gives every key of the answer all values that the file has for it',
  fix: EQUAL,
  kind: 'attack',
  make(context) {
    const objects = objectsOf(context);
    if (objects.length < 2) return [];
    return written(context, [merged(objects, joined), merged(objects, distinct)]);
  },
};

const promptAsValue: Probe = {
  rule: 'A04',
  also: ['A01'],
  title: 'gives every key of the answer the whole prompt',
  fix: EQUAL,
  kind: 'attack',
  proof: 'reward',
  make(context, { row }) {
    const objects = objectsOf(context);
    const prompt = row.prompt.trim();
    if (objects.length < 2 || prompt === '') return [];
    return written(context, [merged(objects, () => prompt), merged(objects, () => [prompt])]);
  },
};

export const RECORD_PROBES: readonly Probe[] = [emptyValues, everyValue, promptAsValue];
