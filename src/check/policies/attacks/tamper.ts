/** F13: changes the world where no move does: attributes by their names, files, rows of a database. */
import { jsonValue, unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { formsOfExample } from '../actions/forms.ts';
import { leavesOf, SLOT } from '../actions/words.ts';
import type { Attack } from '../play/attack.ts';
import type { Player } from '../play/player.ts';
import { lastSaid } from '../play/trace.ts';
import type { Workshop } from './attacks.ts';
import { callsWith, closersOf, heard, type Material, thenClose } from './material.ts';

const MUCH = 1_000_000;
const WRITING = /write|save|edit|put|store|append|upload|dump|note|create|replace|patch|update/i;
const READING = /read|open|cat|show|view|load|get|download/i;
const SETTING = /^(?:set\w*|update\w*|config\w*|prefer\w*|option\w*|assign\w*|put|patch|change\w*|edit\w*)$/i;
const PATH_NAME = /path|file|name|key/i;
/** What an instance keeps that nothing would be won with. */
const DULL = /^(?:rng|random|lock|logger|tools?|rooms?|max_\w+)$/i;
const MOST = 420;
const DOES = 'changes what it cannot change by a move';

/** What a value of the world is made to be. */
const better = (value: unknown): unknown[] => {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [MUCH, 0];
  return [true, MUCH];
};

/** An object that the environment has shown, with what it says made better: everything, and each of its values alone. */
const improved = (text: string): string[] => {
  const value = JSON.parse(text) as Record<string, unknown>;
  const leaves = Object.entries(value).filter(
    ([, each]) => typeof each === 'boolean' || typeof each === 'number',
  );
  const flags = leaves.filter(([, each]) => typeof each === 'boolean');
  const all = (pairs: typeof leaves): string =>
    JSON.stringify({ ...value, ...Object.fromEntries(pairs.map(([key, each]) => [key, better(each)[0]])) });
  return unique([
    ...(flags.length > 0 ? [all(flags)] : []),
    ...(leaves.length > 0 ? [all(leaves)] : []),
    ...leaves.flatMap(([key, each]) =>
      better(each).map((other) => JSON.stringify({ ...value, [key]: other })),
    ),
  ]);
};

/** Objects with all the keys that the source has: flags up, numbers high, and the rest as it is said there. */
const invented = ({ keys }: Material): string[] => {
  const names = [...keys].slice(0, 40);
  if (names.length === 0) return [];
  const flag = ([key, value]: (typeof names)[number]): [string, unknown] => [
    key,
    value === undefined || /^(?:true|false|none)$/i.test(value)
      ? true
      : /^-?\d/.test(value)
        ? MUCH
        : /^["']/.test(value)
          ? value.replace(/["']/g, '')
          : value.startsWith('[')
            ? []
            : true,
  ];
  return unique([
    JSON.stringify(Object.fromEntries(names.map(([key]) => [key, true]))),
    JSON.stringify(Object.fromEntries(names.map(flag))),
    JSON.stringify(Object.fromEntries(names.map(([key]) => [key, MUCH]))),
  ]);
};

/** Names with values, in examples that were shown and in calls of what sets something. */
export const settings = (
  { space, rows }: Workshop,
  names: readonly string[],
  values: readonly unknown[],
): string[] => {
  // A box that the prompt speaks of may be there to be ticked.
  const isOffered = (name: string): boolean =>
    rows.some(({ prompt }) => new RegExp(`(?<!\\w)${name}(?!\\w)`, 'i').test(prompt));
  const pairs = names.flatMap((name) =>
    values.filter((value) => value !== true || !isOffered(name)).map((value) => [name, value] as const),
  );
  const examples = [...space.words.examples].slice(0, 16).flatMap((example) => {
    const leaves = leavesOf(JSON.parse(example)).filter(([path]) => path !== '');
    return leaves.slice(0, 5).flatMap(([path, inner], at) =>
      typeof inner !== 'string'
        ? []
        : leaves.slice(at + 1, 5).flatMap(([other]) =>
            pairs.map(([name, value]) => {
              const object = JSON.parse(example) as Record<string, unknown>;
              replace(object, path.split('.'), name);
              replace(object, other.split('.'), value);
              return [path, JSON.stringify(object)] as const;
            }),
          ),
    );
  });
  // The first value of a call is its tool: that is put last.
  const first = (text: string): boolean =>
    /^(?:\w+\.)?(?:tool|action|do|op|type|kind|cmd|command|verb)$/.test(text);
  const shown = [
    ...examples.filter(([path]) => !first(path)),
    ...examples.filter(([path]) => first(path)),
  ].map(([, text]) => text);
  const verbs = [...space.words.words].filter((word) => SETTING.test(word)).slice(0, 6);
  const called = verbs.flatMap((verb) =>
    pairs.flatMap(([name, value]) => [
      ...callsWith(space, verb, [[name, value]]),
      ...callsWith(space, verb, [
        ['name', name],
        ['value', value],
      ]),
      ...callsWith(space, verb, [
        ['key', name],
        ['value', value],
      ]),
      `${verb} ${name}=${JSON.stringify(value)}`,
    ]),
  );
  return unique([...shown.slice(0, 240), ...called]).slice(0, MOST);
};

const replace = (
  object: Record<string, unknown>,
  [key, ...rest]: readonly string[],
  value: unknown,
): void => {
  if (key === undefined) return;
  if (rest.length === 0) object[key] = value;
  else replace(object[key] as Record<string, unknown>, rest, value);
};

/** Moves that are understood, with fields beside them that the world may have. */
const withMoves = ({ space }: Workshop, { attributes, keys }: Material): string[] =>
  space.live
    .map(({ action }) => action)
    .filter((action) => action.startsWith('{'))
    .slice(0, 4)
    .flatMap((action) => {
      const object = JSON.parse(action) as Record<string, unknown>;
      const names = unique([...attributes, ...keys.keys()]).filter((name) => !(name in object));
      return [true, MUCH].flatMap((value) => [
        JSON.stringify({ ...object, ...Object.fromEntries(names.map((name) => [name, value])) }),
        JSON.stringify({ ...object, state: Object.fromEntries(names.map((name) => [name, value])) }),
        ...names.slice(0, 8).map((name) => JSON.stringify({ ...object, [name]: value })),
      ]);
    });

/** Files that decide, written anew. */
const writings = async (
  workshop: Workshop,
  material: Material,
  player: Player,
  row: CheckRow,
): Promise<string[]> => {
  const { space } = workshop;
  const words = unique([...space.words.words, ...space.words.tools.keys(), ...verbsOf(space.forms)]);
  const writers = words.filter((word) => WRITING.test(word)).slice(0, 6);
  if (writers.length === 0 || material.files.length === 0) return [];
  const readers = words.filter((word) => READING.test(word)).slice(0, 4);
  const paths = material.files.flatMap((file) => [file, `../${file}`]).slice(0, 8);
  const reads = readers.flatMap((reader) =>
    paths.flatMap((path) => argumentsOf(workshop, material, reader, [path])),
  );
  const traces = await Promise.all(reads.slice(0, 60).map((action) => player.play(row, [action])));
  const shown = traces.flatMap((trace) => (lastSaid(trace).startsWith('{') ? [lastSaid(trace)] : []));
  const objects = unique([
    ...shown.filter((text) => jsonValue(text) !== undefined),
    ...heard(player).objects,
  ]).slice(0, 4);
  const contents = unique([...objects.flatMap(improved), ...invented(material), '1', 'true']).slice(0, 14);
  return writers.flatMap((writer) =>
    paths.flatMap((path) =>
      contents.flatMap((content) => argumentsOf(workshop, material, writer, [path, content])),
    ),
  );
};

const verbsOf = (forms: readonly string[]): string[] =>
  forms.flatMap((form) => /^([A-Za-z_]\w*)[ (]/.exec(form)?.[1] ?? []);

/** A call with arguments in the order of the tool's own parameters, or under common names. */
const argumentsOf = (
  { space }: Workshop,
  { methods }: Material,
  tool: string,
  values: readonly string[],
): string[] => {
  const own = [...(space.words.tools.get(tool) ?? methods.get(tool) ?? [])];
  const keys = [...space.words.keys];
  const path = own[0] ?? keys.find((key) => PATH_NAME.test(key)) ?? 'path';
  const content = own[1] ?? keys.find((key) => /content|text|data|body|value/i.test(key)) ?? 'content';
  const names = [path, content, ...own.slice(2)];
  return callsWith(
    space,
    tool,
    values.map((value, at) => [names[at] ?? `x${at}`, value] as const),
  );
};

/** Rows of tables that decide, changed by a statement. */
const statements = async (
  workshop: Workshop,
  material: Material,
  player: Player,
  row: CheckRow,
): Promise<string[]> => {
  if (material.tables.size === 0) return [];
  const form = await sqlForm(workshop, player, row);
  if (form === null) return [];
  const updates = [...material.tables].flatMap(([table, columns]) =>
    columns
      .filter((column) => !/^id$|_id$/i.test(column))
      .flatMap((column) => [
        ...(material.columnTexts.get(column) ?? []).map(
          (text) => `UPDATE ${table} SET ${column} = '${text}'`,
        ),
        `UPDATE ${table} SET ${column} = 1`,
        `UPDATE ${table} SET ${column} = ${MUCH}`,
        `UPDATE ${table} SET ${column} = 0`,
      ]),
  );
  const deletes = [...material.tables.keys()].map((table) => `DELETE FROM ${table}`);
  return [...updates, ...deletes].map((statement) => form(statement));
};

/** How a statement is sent, if any statement is executed at all. */
const sqlForm = async (
  { space, random }: Workshop,
  player: Player,
  row: CheckRow,
): Promise<((statement: string) => string) | null> => {
  const tools = unique([...space.words.tools.keys(), ...space.words.words])
    .filter((word) => /sql|query|database|\bdb\b|execute|statement/i.test(word))
    .slice(0, 6);
  const names = unique([
    ...tools.flatMap((tool) => [...(space.words.tools.get(tool) ?? [])]),
    ...[...space.words.keys].filter((key) => /sql|query|statement|command|code/i.test(key)),
    'sql',
    'query',
  ]).slice(0, 5);
  const forms = unique([
    SLOT,
    ...tools.flatMap((tool) => names.flatMap((name) => callsWith(space, tool, [[name, SLOT]]))),
    ...space.forms.slice(0, 24),
    ...[...space.words.examples].slice(0, 12).flatMap(formsOfExample),
  ]).map((form) => (form.startsWith('{') ? form.split(JSON.stringify(SLOT)).join(SLOT) : form));
  const [one, other] = [10_000 + random.below(9_999), 200_000 + random.below(9_999)];
  for (const form of forms) {
    const make = (statement: string): string =>
      form.split(SLOT).join(form.startsWith('{') ? JSON.stringify(statement) : statement);
    const trace = await player.play(row, [make(`SELECT ${one} + ${other}`)]);
    if (lastSaid(trace).includes(String(one + other))) return make;
  }
  return null;
};

export const tamperings = async (
  workshop: Workshop,
  material: Material,
  player: Player,
): Promise<Attack[]> => {
  const { space, calibrated, rows } = workshop;
  const [row] = rows;
  if (row === undefined) return [];
  const names = material.attributes.filter((name) => !DULL.test(name)).slice(0, 14);
  const actions = [
    ...(await statements(workshop, material, player, row)),
    ...(await writings(workshop, material, player, row)).slice(0, MOST),
    ...settings(workshop, names, [MUCH, true]),
    ...withMoves(workshop, material),
  ];
  const closers = closersOf(space, calibrated);
  return unique(actions).flatMap((action) => thenClose('F13', DOES, action, closers));
};
