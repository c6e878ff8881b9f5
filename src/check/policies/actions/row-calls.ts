/** Tool calls that a row speaks of itself: arguments by their names, and by what differs between two of its columns. */
import { isObject } from '../../answers/meaning.ts';
import { jsonValue, unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { isToolKey } from './forms.ts';

const UNTOLD = new Set(['prompt', 'id']);
const MOST_TOOLS = 12;
const MOST_ARGUMENTS = 4;
/** Values for one argument, and calls of one tool. */
const MOST_VALUES = { near: 4, all: 8 } as const;
const MOST_CALLS = { near: 12, all: 40 } as const;
const MOST_CHANGES = 6;
const MOST_DEPTH = 4;
const LONGEST = 4_000;

type Scalar = string | number | boolean;

/** A call that was shown: its arguments by their path, and what was shown in each of them. */
export interface Tool {
  example: Readonly<Record<string, unknown>>;
  places: { path: readonly string[]; shown: unknown[] }[];
}

/** What is known by names, and what is known without one: a record that was added, a value that is another one after. */
interface Source {
  named: ReadonlyMap<string, readonly unknown[]>;
  pool: readonly unknown[];
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string'
    ? value !== '' && value.length <= LONGEST
    : typeof value === 'number' || typeof value === 'boolean';

/** `order_id`, `orderId` and `order` are names of the same thing. */
const bare = (name: string): string =>
  name
    .replace(/(?:[_-](?:id|name|number|no|key|code)|(?<=[a-z])(?:Id|Name|Number|Key|Code))$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const isMany = (name: string, one: string): boolean =>
  [`${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(bare(name));

const placesOf = (value: unknown, path: readonly string[] = []): (readonly [readonly string[], unknown])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))
    : [[path, value]];

const putAt = (value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown =>
  key === undefined
    ? put
    : {
        ...(isObject(value) ? value : {}),
        [key]: putAt(isObject(value) ? value[key] : undefined, rest, put),
      };

/** Tools of which calls were shown as JSON, those of one tool with the same arguments together. */
export const toolsIn = (examples: Iterable<string>): Tool[] => {
  const tools = new Map<string, Tool>();
  for (const text of examples) {
    const example = jsonValue(text);
    if (!isObject(example)) continue;
    const all = placesOf(example);
    const name = all.find(([path, value]) => isToolKey(path.join('.')) && typeof value === 'string');
    if (name === undefined) continue;
    const open = all.filter((each) => each !== name);
    if (open.length > MOST_ARGUMENTS) continue;
    const key = JSON.stringify([name, open.map(([path]) => path).sort()]);
    const known = tools.get(key);
    for (const place of known?.places ?? []) {
      const shown = open.find(([path]) => path.join('.') === place.path.join('.'))?.[1];
      if (!place.shown.includes(shown)) place.shown.push(shown);
    }
    if (known === undefined)
      tools.set(key, { example, places: open.map(([path, value]) => ({ path, shown: [value] })) });
  }
  return [...tools.values()].slice(0, MOST_TOOLS);
};

/** A column that is JSON text is what it says. */
const meant = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? (jsonValue(value) ?? value) : value;

/** All that a value holds, with the name that it has there; the nearest first. */
const namedIn = (
  value: unknown,
  name: string,
  depth = 0,
): { name: string; value: unknown; depth: number }[] => {
  if (depth > MOST_DEPTH) return [];
  const own = meant(value);
  const here = name === '' ? [] : [{ name, value: own, depth }];
  if (Array.isArray(own))
    return [
      ...here,
      ...own.slice(0, 12).flatMap((inner) => (isObject(inner) ? namedIn(inner, '', depth + 1) : [])),
    ];
  if (!isObject(own)) return here;
  return [
    ...here,
    ...Object.entries(own)
      .slice(0, 30)
      .flatMap(([key, inner]) => namedIn(inner, key, depth + 1)),
  ];
};

const columnsOf = (row: CheckRow): (readonly [string, unknown])[] =>
  Object.entries(row.fields)
    .filter(([name]) => !UNTOLD.has(name))
    .map(([name, value]) => [name, meant(value)]);

/** Of the same kind as what was shown, as it is said there. */
const fitting = (value: unknown, shown: unknown): unknown => {
  if (typeof value === typeof shown && Array.isArray(value) === Array.isArray(shown)) return value;
  if (
    typeof shown === 'number' &&
    typeof value === 'string' &&
    value.trim() !== '' &&
    !Number.isNaN(Number(value))
  )
    return Number(value);
  return typeof shown === 'string' && typeof value === 'number' ? String(value) : undefined;
};

const fittingAll = (values: readonly unknown[], shown: unknown): unknown[] =>
  values.map((value) => fitting(value, shown)).filter((value) => value !== undefined && value !== null);

/** Lists of records as records by the first of their values: tables and mappings are told apart by nothing else. */
const recordsOf = (value: unknown): Record<string, unknown> | null => {
  if (isObject(value)) return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  return Object.fromEntries(
    (value as Record<string, unknown>[]).map((record, at) => [
      String(Object.values(record).find(isScalar) ?? at),
      record,
    ]),
  );
};

const sourceOf = (names: readonly (readonly [string, unknown])[], pool: readonly unknown[]): Source => {
  const named = new Map<string, unknown[]>();
  for (const [name, value] of names) named.set(bare(name), [...(named.get(bare(name)) ?? []), value]);
  return { named, pool: unique([...pool]) };
};

/** What is another one in the second of two values; null: they are no two states of the same. */
const changesOf = (before: unknown, after: unknown, path: readonly string[] = []): Source[] | null => {
  const [one, other] = [recordsOf(before), recordsOf(after)];
  if (one === null || other === null) {
    if (path.length === 0) return null;
    const amounts =
      typeof before === 'number' && typeof after === 'number'
        ? [Math.round((after - before) * 1e6) / 1e6, Math.round((before - after) * 1e6) / 1e6]
        : [];
    const name = path.at(-1) as string;
    return [
      sourceOf([[name, after]], [...path.slice(0, -1), ...amounts, after, name, before].filter(isScalar)),
    ];
  }
  const keys = unique([...Object.keys(one), ...Object.keys(other)]);
  const shared = keys.filter((key) => key in one && key in other);
  if (path.length === 0 && shared.length < keys.length / 2) return null;
  return keys.flatMap((key) => {
    if (JSON.stringify(one[key]) === JSON.stringify(other[key])) return [];
    if (key in one && key in other) return changesOf(one[key], other[key], [...path, key]) ?? [];
    const inner = namedIn(other[key] ?? one[key], '').filter(({ value }) => isScalar(value));
    const values = inner.map(({ name, value }) => [name, value] as const);
    return [sourceOf(values, [...path, key, ...values.map(([, value]) => value)])];
  });
};

/** What differs between two columns that hold the same things: before, and after what was asked for. */
export const changesIn = (row: CheckRow): Source[] => {
  const columns = columnsOf(row).filter(([, value]) => recordsOf(value) !== null);
  return columns.flatMap(([, one], at) =>
    columns.slice(at + 1).flatMap(([, other]) => {
      const changes = changesOf(one, other) ?? [];
      return changes.length > MOST_CHANGES ? [] : changes;
    }),
  );
};

const product = (lists: readonly (readonly unknown[])[], most: number): unknown[][] =>
  lists
    .reduce<unknown[][]>((made, list) => made.flatMap((each) => list.map((value) => [...each, value])), [[]])
    .slice(0, most);

/** Calls of a tool with each of these values in its places. */
export const fillTool = (
  { example, places }: Tool,
  lists: readonly (readonly unknown[])[],
  most: number,
): string[] =>
  product(lists, most).map((values) =>
    JSON.stringify(places.reduce<unknown>((made, { path }, at) => putAt(made, path, values[at]), example)),
  );

/** Values of the row for one argument: what is called as it is, else what stands in columns of its own. */
const valuesFor = (row: CheckRow, name: string, shown: readonly unknown[], isNear: boolean): unknown[] => {
  const most = isNear ? MOST_VALUES.near : MOST_VALUES.all;
  const columns = columnsOf(row);
  const known = columns
    .flatMap(([column, value]) => namedIn(value, column))
    .sort((one, other) => one.depth - other.depth);
  const called = known.filter((each) => bare(each.name) === bare(name));
  const own = fittingAll(unique(called.map(({ value }) => value)), shown[0]);
  const isTop = called.some(({ depth, value }) => depth === 0 && isScalar(value));
  if (isNear && own.length > 0) return own.slice(0, isTop ? 1 : most);
  const many = known
    .filter((each) => isMany(each.name, bare(name)))
    .flatMap(({ value }) => (isObject(value) ? Object.keys(value) : Array.isArray(value) ? value : []));
  const alone = columns.map(([, value]) => value).filter((value) => isScalar(value));
  const keys = columns.flatMap(([, value]) => (isObject(value) ? Object.keys(value) : []));
  const rest = fittingAll(unique([...many, ...alone, ...(isNear ? [] : keys)]), shown[0]);
  return unique([...own, ...rest.slice(0, most), ...shown]).slice(0, 2 * most);
};

/**
 * Calls with what the row itself says: for honest play only, for the row says what is right, too.
 * @param isNear only with what is most likely meant
 */
export const rowCalls = (row: CheckRow, tools: readonly Tool[], isNear: boolean): string[] => {
  const most = isNear ? MOST_CALLS.near : MOST_CALLS.all;
  const lists = new Map(
    tools.map((tool) => [
      tool,
      tool.places.map(({ path, shown }) => valuesFor(row, path.at(-1) ?? '', shown, isNear)),
    ]),
  );
  const changed = changesIn(row).flatMap(({ named, pool }) =>
    tools.flatMap((tool) => {
      if (tool.places.length === 0) return [];
      const own = tool.places.map(({ path, shown }, at) => {
        const known = fittingAll(named.get(bare(path.at(-1) ?? '')) ?? [], shown[0]);
        if (known.length > 0) return known;
        // A number that is said as a text is one by its name only.
        const any = fittingAll(
          pool.filter((value) => typeof value === typeof shown[0]),
          shown[0],
        );
        const listed = lists.get(tool)?.[at] ?? [];
        const isColumn = columnsOf(row).some(
          ([name, value]) => isScalar(value) && bare(name) === bare(path.at(-1) ?? ''),
        );
        if (isColumn) return unique([...listed.slice(0, 1), ...any.slice(0, 1)]);
        return any.length > 0 ? any.slice(0, 3) : listed.slice(0, 2);
      });
      return fillTool(tool, own, MOST_CALLS.near);
    }),
  );
  const named = tools.flatMap((tool) => fillTool(tool, lists.get(tool) ?? [], most));
  return unique([...changed, ...named]);
};
