/** Values that the answer of a row should not have, and texts that deserve nothing: what faults are injected with. */
import { pairsIn } from '../../answers/programs/test-pairs.ts';
import type { Wrapper } from '../../calibration.ts';
import { jsonValue } from '../../lists.ts';

/** A value in the place of the answer, as JSON text; undefined: the field is left out. */
export interface Fault {
  /** `empty`, for people: where the answer is it. */
  name: string;
  rule: 'A19' | 'A20' | 'C07';
  text: string | undefined;
  /** An empty answer would be right by plain comparison. */
  isEmpty: boolean;
}

const fault = (name: string, rule: Fault['rule'], text: string | undefined, isEmpty = false): Fault => ({
  name,
  rule,
  text,
  isEmpty,
});

/** The value with every list in it emptied, however deep; undefined where it has none. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, emptied(each)]));
};

/** Faults for a value of this kind, as JSON text. `isTests`: it holds tests, not an answer. */
export const faultsOf = (text: string, isTests: boolean): Fault[] => {
  const value = jsonValue(text);
  const empty = isTests ? 'C07' : 'A19';
  const common = [fault('null', empty, 'null'), fault('missing', empty, undefined, true)];
  if (typeof value === 'string') {
    const inner = jsonValue(value);
    const nested =
      typeof inner === 'object' && inner !== null
        ? [fault('empty', empty, JSON.stringify(JSON.stringify(emptied(inner))), true)]
        : [];
    return [
      fault('an empty text', empty, '""', true),
      ...nested,
      ...common,
      fault('white space', empty, '"   "', true),
      ...(isTests ? [] : [fault('unreadable', 'A20', JSON.stringify('\\frac{?}{'))]),
      fault('an empty list', isTests ? 'C07' : 'A20', '[]', true),
    ];
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return [
      ...common,
      fault('an empty text', empty, '""', true),
      fault('a text that is no number', 'A20', '"not known"'),
      fault('NaN', 'A20', 'NaN'),
    ];
  }
  const object = emptied(value);
  return [
    fault('an empty list', empty, '[]', true),
    ...(Array.isArray(value)
      ? []
      : [
          fault('empty inside', empty, JSON.stringify(object), true),
          fault('an empty object', empty, '{}', true),
        ]),
    ...common,
    fault('an empty text', empty, '""', true),
  ];
};

/** Whether a row has such a value by itself: `undefined` is a field that is missing. */
export const isFaulty = (text: string | undefined): boolean => {
  if (text === undefined || text === 'null' || text === 'NaN') return true;
  const value = jsonValue(text);
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? jsonValue(value) : undefined;
    return value.trim() === '' || (typeof inner === 'object' && inner !== null && hasNothing(inner));
  }
  return typeof value === 'object' && value !== null && (hasNothing(value) || expectsNothing(text));
};

/** Whether there are tests, none of which says what it expects. */
export const expectsNothing = (text: string | undefined): boolean => {
  const value = text === undefined ? undefined : jsonValue(text);
  if (!Array.isArray(value) || value.length === 0) return false;
  const pairs = pairsIn(value);
  const expected = pairs.length === value.length ? pairs.map((pair) => pair.expected) : (value as unknown[]);
  return expected.every((each) => each === null || (typeof each === 'string' && each.trim() === ''));
};

const hasNothing = (value: object): boolean =>
  Object.values(value).every((each) => Array.isArray(each) && each.length === 0);

/** Whether a value is one that `if answer` takes for none: 0, 0.0, False. */
export const isFalsy = (text: string | undefined): boolean =>
  text !== undefined && /^(?:-?0(?:\.0+)?|false)$/.test(text);

/** A text that answers nothing. */
export interface Junk {
  completion: string;
  /** Says nothing at all: right by plain comparison where the answer is empty. */
  isEmpty: boolean;
}

const WORD = 'zzqx';
const NUMBER = '918273';

/** Junk in every form that could be read as an answer. */
export const junkOf = (wrappers: readonly Wrapper[], program: string | null): Junk[] => {
  const wrapped = wrappers.flatMap(({ wrap }) =>
    program === null
      ? [
          { completion: wrap(WORD), isEmpty: false },
          { completion: wrap(NUMBER), isEmpty: false },
          { completion: wrap(''), isEmpty: true },
        ]
      : [{ completion: wrap(program), isEmpty: false }],
  );
  return [...wrapped, { completion: 'I do not know.', isEmpty: false }, { completion: '', isEmpty: true }];
};

/** Answers on which readers of numbers, formulas and programs fail or hang. */
export const BREAKERS: readonly string[] = [
  '('.repeat(3_000),
  `${'\\frac{'.repeat(800)}1${'}'.repeat(800)}`,
  '1e999999999999',
  `${'9'.repeat(5_000)}`,
  '1/0',
];
/** On which evaluating never ends: only where the source ends it by itself, which may then pay. */
export const HANGS = '9**9**9**9';
export const ENDS_HANGS = /timeout|alarm|signal|Process\(|Thread/i;
