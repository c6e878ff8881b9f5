/** Answers of several parts as people are asked to write them: lists, objects and columns in lines, tables, tags, with signs between. */
import type { CheckRow } from '../../subject/subject.ts';
import { holdsTests } from '../decoys.ts';
import { isObject } from '../meaning.ts';
import { likelyFields } from './answer-forms.ts';
import { answerPlaces } from './answer-places.ts';
import { type Arrange, type ArrangedForm, type Arrangement, valueIn } from './arrange.ts';
import { CALL_FORMS, taggedCalls } from './calls.ts';
import { columnSets, columnsOf } from './column-sets.ts';
import { type Hints, hintsOf } from './hints.ts';
import { bare, flat, latex, markdown, table } from './tables.ts';

type Entries = Record<string, unknown>;
const MOST_PARTS = 200;

const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== null;

const listOf =
  (write: (items: readonly unknown[]) => string): Arrange =>
  (value) => {
    const list = valueIn(value);
    return Array.isArray(list) && list.length <= MOST_PARTS ? write(list) : undefined;
  };

const scalars =
  (write: (items: readonly string[]) => string): Arrange =>
  (value) => {
    const list = loose(valueIn(value));
    return Array.isArray(list) && list.every(isScalar) ? write(list.map(bare)) : undefined;
  };

/** `[{"line": 4}, {"line": 7}]` is a list of what these objects hold. */
const loose = (list: unknown): unknown => {
  if (!Array.isArray(list) || !list.every((each) => isObject(each) && Object.keys(each).length === 1))
    return list;
  return (list as Entries[]).flatMap((each) => Object.values(each));
};

const entries =
  (write: (items: readonly (readonly [string, unknown])[]) => string | undefined): Arrange =>
  (value) => {
    const object = valueIn(value);
    return isObject(object) ? write(Object.entries(object)) : undefined;
  };

const records =
  (write: (items: readonly Entries[], keys: readonly string[]) => string): Arrange =>
  (value) => {
    const list = valueIn(value);
    if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return undefined;
    return write(list as Entries[], Object.keys(list[0] as Entries));
  };

const lists =
  (write: (items: readonly (readonly unknown[])[]) => string): Arrange =>
  (value) => {
    const list = valueIn(value);
    return Array.isArray(list) && list.length > 0 && list.every(Array.isArray)
      ? write(list as unknown[][])
      : undefined;
  };

const listArrangements = ({ tags, between }: Hints): Arrangement[] => [
  ...tags.map(
    (tag): Arrangement => [
      `each in <${tag}>`,
      listOf((items) => items.map((item) => `<${tag}>${flat(item)}</${tag}>`).join('\n')),
    ],
  ),
  ['with commas', scalars((items) => items.join(', '))],
  ['in lines', scalars((items) => items.join('\n'))],
  ...[...between, ';', '; ', ',', ' > ', ' -> ', ' | ', ' and ', ' ', '-'].map(
    (sign): Arrangement => [`with '${sign}' between`, scalars((items) => items.join(sign))],
  ),
  ['with dashes in lines', scalars((items) => items.map((item) => `- ${item}`).join('\n'))],
  ['with stars in lines', scalars((items) => items.map((item) => `* ${item}`).join('\n'))],
  ['numbered in lines', scalars((items) => items.map((item, at) => `${at + 1}. ${item}`).join('\n'))],
  ['in brackets each', scalars((items) => items.map((item) => `[${item}]`).join(''))],
  ['boxed each', scalars((items) => items.map((item) => `\\boxed{${item}}`).join(', '))],
];

const recordArrangements = ({ headers }: Hints): Arrangement[] => [
  ['JSON lines', listOf((items) => items.map((item) => JSON.stringify(item)).join('\n'))],
  ['CSV', records((items, keys) => table([keys, ...items.map((item) => keys.map((key) => item[key]))]))],
  [
    'Markdown table',
    records((items, keys) =>
      markdown(
        keys,
        items.map((item) => keys.map((key) => item[key])),
      ),
    ),
  ],
  ...headers.flatMap((header): Arrangement[] => {
    const own = records((items, keys) =>
      table([header, ...items.map((item) => inOrder(item, keys, header))]),
    );
    const drawn = records((items, keys) =>
      markdown(
        header,
        items.map((item) => inOrder(item, keys, header)),
      ),
    );
    const rows = lists((items) => table([header, ...items]));
    const name = header.join(',');
    return [
      [`CSV ${name}`, (value) => own(value) ?? rows(value)],
      [`Markdown table ${name}`, (value) => drawn(value) ?? lists((items) => markdown(header, items))(value)],
    ];
  }),
  ...['pmatrix', 'bmatrix', 'matrix', 'vmatrix'].map(
    (name): Arrangement => [`LaTeX ${name}`, lists((items) => latex(name, items))],
  ),
  ...[', ', ',', ' | ', ' - ', ': ', ' -> ', '\t', '-'].map((sign): Arrangement => {
    const own = records((items, keys) =>
      items.map((item) => keys.map((key) => flat(item[key])).join(sign)).join('\n'),
    );
    const rows = lists((items) => items.map((item) => item.map(bare).join(sign)).join('\n'));
    return [`lines with '${sign}' between`, (value) => own(value) ?? rows(value)];
  }),
];

/** Values in the order of a header, where its words are the keys; else as they come. */
const inOrder = (item: Entries, keys: readonly string[], header: readonly string[]): unknown[] =>
  header.every((name) => name in item) ? header.map((name) => item[name]) : keys.map((key) => item[key]);

const objectArrangements = ({ headers, labels, slots }: Hints): Arrangement[] => [
  ...slots.map(({ name, fill }): Arrangement => [name, entries(fill)]),
  ...[': ', '=', ' = ', ' - ', ' -> ', ', ', ' ', '\t'].map(
    (sign): Arrangement => [
      `lines 'key${sign}value'`,
      entries((items) => items.map(([key, value]) => `${key}${sign}${flat(value)}`).join('\n')),
    ],
  ),
  ['labels of the prompt', entries((items) => labelled(items, labels))],
  [
    'keys as labels',
    entries((items) => items.map(([key, value]) => `${title(key)}: ${flat(value)}`).join('\n')),
  ],
  [
    'dashes, key: value',
    entries((items) => items.map(([key, value]) => `- ${key}: ${flat(value)}`).join('\n')),
  ],
  [
    'each key a tag',
    entries((items) => items.map(([key, value]) => `<${key}>${flat(value)}</${key}>`).join('\n')),
  ],
  ['key: value, …', entries((items) => items.map(([key, value]) => `${key}: ${flat(value)}`).join(', '))],
  ['key=value, …', entries((items) => items.map(([key, value]) => `${key}=${flat(value)}`).join(', '))],
  ['key=value …', entries((items) => items.map(([key, value]) => `${key}=${flat(value)}`).join(' '))],
  ['one row of CSV', entries((items) => table([items.map(([key]) => key), items.map(([, value]) => value)]))],
  ...headers
    .filter(({ length }) => length === 2)
    .flatMap((header): Arrangement[] => [
      [`CSV ${header.join(',')}`, entries((items) => table([header, ...items]))],
      [`Markdown table ${header.join(',')}`, entries((items) => markdown(header, items))],
    ]),
];

const valueArrangements = ({ between }: Hints): Arrangement[] =>
  [...between, ', ', ',', ' ', '-', ' - ', ' to ', ':', '/', 'x', ';', '\n', '|', ' | ', '..'].map(
    (sign): Arrangement => [
      `values with '${sign}' between`,
      entries((items) => items.map(([, value]) => flat(value)).join(sign)),
    ],
  );

const title = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const labelled = (
  items: readonly (readonly [string, unknown])[],
  labels: readonly string[],
): string | undefined => {
  const lines = labels.flatMap((label) => {
    const item = items.find(([key]) => plainName(key) === plainName(label));
    return item === undefined ? [] : [`${label}: ${flat(item[1])}`];
  });
  return lines.length === items.length ? lines.join('\n') : undefined;
};

/** All arranged forms of all fields of a row that hold several values, and of columns together. */
export const arrangedOf = (row: CheckRow): ArrangedForm[] => {
  const hints = hintsOf(row.prompt);
  const calls = [...CALL_FORMS, ...taggedCalls(row.prompt)];
  const ofLists = [...listArrangements(hints), ...recordArrangements(hints), ...calls];
  const ofObjects = [...calls, ...objectArrangements(hints), ...valueArrangements(hints)];
  const forms: ArrangedForm[] = [];
  for (const field of likelyFields(row)) {
    const value = valueIn(row.fields[field]);
    if (holdsTests(value) || value === null) continue;
    if (typeof value !== 'object') continue;
    for (const { path, name: place, value: each, pick } of answerPlaces(row, field, value)) {
      for (const [name, write] of Array.isArray(each) ? ofLists : ofObjects) {
        const arrange: Arrange = (other) => write(pick(other));
        const answer = arrange(each);
        const key = `${place}: ${name}`;
        if (answer !== undefined && answer !== '') forms.push({ key, field, path, answer, arrange });
      }
    }
  }
  for (const columns of columnSets(row)) {
    for (const [name, arrange] of ofObjects) {
      const answer = arrange(columnsOf(row, columns));
      const key = `${columns.join(', ')}: ${name}`;
      if (answer !== undefined)
        forms.push({ key, field: columns[0] as string, path: [], answer, columns, arrange });
    }
  }
  return forms;
};
