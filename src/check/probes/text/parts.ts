/** Probes of answers that have several parts, written as the calibration found that they are written. */

import { isObject } from '../../answers/meaning.ts';
import { valueIn } from '../../answers/written/arrange.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { escapedPattern, groupBy, leavesOf, unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { wraps } from './material/shells.ts';

type Value = unknown;

const LONGEST = 40_000;
/** Combinations of what the elements of other rows hold. */
const MOST_COMBINED = 400;
/** Changes to one of more leaves than these would be paid by any partial credit. */
const MOST_LEAVES_FOR_ONE = 6;
/** So small a part of all leaves is not missed where each is paid for itself. */
const LEAST_FALSY = 0.15;
const LONGEST_LEAF = 200;

/** The right answer of a row as its parts. */
const partsOf = ({ calibration }: Context, { row }: RowLevels): Value => {
  const { columns, goldField } = calibration;
  if (columns !== undefined) return Object.fromEntries(columns.map((name) => [name, row.fields[name]]));
  return goldField === null ? undefined : valueIn(row.fields[goldField]);
};

/** Writes parts as answers are written here; undefined where these have none. */
const written = (context: Context, levels: RowLevels, value: Value): string[] => {
  const { arrange } = context.calibration;
  if (typeof value !== 'object' || value === null) return [];
  const text = arrange === undefined ? JSON.stringify(value) : arrange(value, levels.row);
  if (text === undefined || text.length > LONGEST) return [];
  // Where only the order of parts is written, others in the same order are the right answer.
  if (arrange !== undefined && text === arrange(partsOf(context, levels), levels.row)) return [];
  return wraps(context, arrange === undefined ? 1 : 2).map((shell) => shell(text));
};

/** The value with every leaf replaced; keys and order stay. */
const mapped = (value: Value, change: (leaf: Value) => Value): Value => {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)]));
};

const shapeOf = (value: Value): string =>
  isObject(value)
    ? `{${Object.entries(value)
        .map(([key, inner]) => `${key}:${shapeOf(inner)}`)
        .join()}}`
    : '';

/** Of objects of one shape all that can be made of their values: whoever may answer with all of them needs to know nothing. */
const combined = (elements: readonly Value[]): Value[] => {
  return [...groupBy<Value, string>(elements.filter(isObject), shapeOf).values()].flatMap((group) => {
    const columns = group.map(leavesOf);
    const choices = (columns[0] ?? []).map((_, at) => unique(columns.map((column) => column[at])));
    const size = choices.reduce((product, { length }) => product * length, 1);
    if (size > MOST_COMBINED) return group;
    let rows: Value[][] = [[]];
    for (const values of choices) rows = rows.flatMap((row) => values.map((value) => [...row, value]));
    return rows.map((row) => {
      let at = 0;
      return mapped(group[0], () => row[at++]);
    });
  });
};

const distinct = (values: readonly Value[]): Value[] =>
  unique(values.map((value) => JSON.stringify(value))).map((text) => JSON.parse(text) as Value);

interface Elements {
  all: Value[];
  everything: Value[];
}

const known = new WeakMap<object, Elements>();

/** What the lists of all rows hold, each once; and all combinations of it. */
const elementsOf = (context: Context): Elements => {
  const before = known.get(context.calibration);
  if (before !== undefined) return before;
  const lists = context.calibration.levels.map((levels) => partsOf(context, levels));
  const all = distinct(lists.flatMap((list) => (Array.isArray(list) ? list : [])));
  const isSorted = all.every((each) => typeof each === 'string' && each.length === 1);
  if (isSorted) all.sort();
  const elements = { all, everything: distinct([...all, ...combined(all)]) };
  known.set(context.calibration, elements);
  return elements;
};

/** Whether a prompt speaks of an element. */
const isNamed = (prompt: string, element: Value): boolean =>
  leavesOf(element).every((leaf) =>
    new RegExp(`(?<!\\w)${escapedPattern(String(leaf))}(?!\\w)`).test(prompt),
  );

/**
 * For an answer of names with values that are written one after the other: each name with every value that it has in the
 * file, or that a list of the row allows for it.
 */
const pairsFor = (context: Context, levels: RowLevels): [string, Value][] => {
  const own = partsOf(context, levels);
  if (context.calibration.arrange === undefined || !isObject(own)) return [];
  const objects = [
    ...context.calibration.levels.map((each) => partsOf(context, each)),
    ...Object.values(levels.row.fields),
  ].filter(isObject);
  const pairs = Object.keys(own).flatMap((name) =>
    distinct(objects.flatMap((each) => (name in each ? [each[name]].flat() : [])))
      .filter((value) => typeof value !== 'object')
      .map((value): [string, Value] => [name, value]),
  );
  return pairs.length > Object.keys(own).length ? pairs : [];
};

const everyElement: Probe = {
  rule: 'A05',
  also: ['A01', 'F16'],
  title: 'gives every element that the answers of the whole file have',
  fix: 'Compare the whole sets (or lists) for equality, or take wrong elements off as right ones are counted.',
  kind: 'attack',
  inFull: true,
  make(context, levels) {
    const { all, everything } = elementsOf(context);
    const pairs = pairsFor(context, levels);
    if (pairs.length > 0) return written(context, levels, pairs);
    if (all.length < 2) return [];
    const found = all.filter((element) => isNamed(levels.row.prompt, element));
    const own = partsOf(context, levels);
    const isRight =
      Array.isArray(own) &&
      distinct(own).length === found.length &&
      distinct([...own, ...found]).length === found.length;
    // To find what a text names is the task, where that is the right answer.
    const named = isRight ? [] : found;
    return [all, everything, named.length < 2 ? all : named].flatMap((list) =>
      written(context, levels, list),
    );
  },
};

/** Every value that counts as false in Python, by another one of its type. */
const otherFalsy = (leaf: Value): Value => {
  if (leaf === 0) return 7;
  if (leaf === '' || leaf === null) return 'zzqx';
  return leaf === false ? true : leaf;
};

const isFalsy = (leaf: Value): boolean => otherFalsy(leaf) !== leaf;

const falsyValues: Probe = {
  rule: 'A21',
  title: 'has other values where the right ones are 0, False or empty',
  fix: "Ask whether there is a value with `is None`: `if want and got != want` lets anything pass where 0, False or '' is right.",
  kind: 'integrity',
  make(context, levels) {
    const parts = partsOf(context, levels);
    const leaves = leavesOf(parts);
    if (levels.gold === null || leaves.filter(isFalsy).length < LEAST_FALSY * leaves.length) return [];
    return written(context, levels, mapped(parts, otherFalsy));
  },
};

type Change = (text: string) => string;

/** Variants in which all leaves are changed, only the first and only the last that can be. */
const changedParts = (context: Context, levels: RowLevels, change: Change): string[] => {
  const parts = partsOf(context, levels);
  if (levels.gold === null || typeof parts !== 'object') return [];
  const leaves = leavesOf(parts);
  const changed = (leaf: Value): Value =>
    (typeof leaf === 'string' || typeof leaf === 'number') && String(leaf).length <= LONGEST_LEAF
      ? change(String(leaf))
      : leaf;
  const able = leaves.flatMap((leaf, at) =>
    leaf !== '' && changed(leaf) !== String(leaf) && changed(leaf) !== leaf ? [at] : [],
  );
  if (able.length === 0) return [];
  const sets = [able, ...(leaves.length <= MOST_LEAVES_FOR_ONE ? [[able[0]], [able.at(-1)]] : [])];
  return sets.map((set) => {
    let at = 0;
    const value = mapped(parts, (leaf) => (set.includes(at++) ? changed(leaf) : leaf));
    return written(context, levels, value)[0] ?? '';
  });
};

const EQUAL = 'Compare each value for equality, after the same normalisation of both sides.';

/** Whether a text is a number. */
const isNumber = (leaf: Value): boolean => String(leaf).trim() !== '' && Number.isFinite(Number(leaf));

/** More digits after a point are nearly the same number. */
const CHANGES: readonly Change[] = [
  (text) => (isNumber(text) && text.includes('.') ? text : `${text}17`),
  (text) => (text.startsWith('-') ? text : `17${text}`),
  // Behind a number there may be a unit, or the rest of a sentence.
  (text) => (isNumber(text) ? text : `${text}zzqx`),
];

const extendedValues: Probe = {
  rule: 'A17',
  title: 'has values that only begin or end with the right ones',
  fix: `${EQUAL} \`re.match(want, got)\` and \`startswith\` accept 8080 for 80.`,
  kind: 'integrity',
  make: (context, levels) => CHANGES.flatMap((change) => changedParts(context, levels, change)),
};

const patternValues: Probe = {
  rule: 'A16',
  title: 'has values that the right ones match as patterns',
  fix: `${EQUAL} What is no pattern has to be escaped: \`re.fullmatch(re.escape(want), got)\`.`,
  kind: 'integrity',
  make: (context, levels) =>
    changedParts(context, levels, (text) => text.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, 'x')),
};

const widest: Probe = {
  rule: 'F16',
  also: ['A05', 'A01'],
  title: 'gives the widest range that there is',
  fix: 'Divide what is shared by what both cover together (intersection over union), so that a wider answer gets less.',
  kind: 'attack',
  inFull: true,
  make(context, levels) {
    const own = partsOf(context, levels);
    const shape = leavesOf(own);
    if (typeof own !== 'object' || shape.length < 2 || shape.length > 4 || shape.length % 2 !== 0) return [];
    if (!shape.every(isNumber)) return [];
    // Of all rows, so that the same text stands on each.
    const all = context.calibration.levels
      .flatMap((each) => leavesOf(partsOf(context, each)).filter(isNumber))
      .map(Number);
    const [low, high] = [Math.min(...all), Math.ceil(Math.max(...all))];
    const ends = [low, 0, 0, 0].map((from, at) => [from, [high, high, high * 10, 99_999][at]] as const);
    return ends.flatMap(([from, to]) => {
      let at = 0;
      return written(
        context,
        levels,
        mapped(own, () => (at++ < shape.length / 2 ? from : to)),
      );
    });
  },
};

export const PART_PROBES: readonly Probe[] = [
  everyElement,
  widest,
  falsyValues,
  extendedValues,
  patternValues,
];
