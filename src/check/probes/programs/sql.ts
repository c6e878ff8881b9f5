/** Queries that give other rows than the right one does, as often or in the order in which they come: class C25. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { codeWrappers, textsIn } from './payloads/text.ts';
import { isAboutSql } from './payloads/words.ts';
import { mayRunPrograms } from './runs.ts';

const FIX = 'compare lists of rows: how often each comes, and their order where it is asked for';
const BOTH_WAYS =
  'compare both ways: no row too many and none missing, as lists, outside of the data base that is changed';
const OUTSIDE =
  'keep what is expected out of the data base that a completion can change, and compare in Python';
const ON_MORE = `${FIX}; on more than one database, of which none gives an empty result`;

/** The query in an honest completion, and what stands around it; undefined where it is none. */
export const queryIn = (
  completion: string,
): { query: string; wrap: (query: string) => string } | undefined => {
  const bare = /^\s*(?:SELECT|WITH)\b[\s\S]*$/i.exec(completion);
  // Behind the mark, up to its end: a query itself may say `<`.
  const inside =
    bare ??
    /(?<=```\w*\s*\n\s*)(?:SELECT|WITH)\b[\s\S]*?(?=```)/i.exec(completion) ??
    /(?<=<(\w+)>\s*)(?:SELECT|WITH)\b[\s\S]*?(?=<\/\1>)/i.exec(completion) ??
    /(?<=(?:^|\n)[\w ]{1,20}:\s*)(?:SELECT|WITH)\b[\s\S]*$/i.exec(completion);
  if (inside === null) return undefined;
  const query = inside[0].trim().replace(/;+\s*$/, '');
  const start = completion.indexOf(query);
  const before = completion.slice(0, start);
  const after = completion.slice(start + query.length);
  return query.includes(';') ? undefined : { query, wrap: (other) => before + other + after };
};

/** The last `ORDER BY` that stands outside of brackets and quotes, and a `LIMIT` after it. */
export const orderOf = (query: string): { start: number; terms: string; limited: boolean } | undefined => {
  let depth = 0;
  let found: number | undefined;
  for (const match of query.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]|\border\s+by\b/gi)) {
    if (match[0] === '(') depth++;
    else if (match[0] === ')') depth--;
    else if (depth === 0 && /^order/i.test(match[0])) found = match.index;
  }
  if (found === undefined) return undefined;
  const terms = query.slice(found).replace(/^order\s+by\s+/i, '');
  return { start: found, terms, limited: /\blimit\b|\boffset\b|\bfetch\b/i.test(terms) };
};

/** Terms of an order, split at commas outside of brackets. */
const reversed = (terms: string): string =>
  terms
    .split(/,(?![^(]*\))/)
    .map((term) =>
      /\bdesc\b/i.test(term)
        ? term.trim().replace(/\bdesc\b/i, 'ASC')
        : `${term.replace(/\basc\b/i, '').trim()} DESC`,
    )
    .join(', ');

/** Made from the honest query of a row. */
const fromQuery = (title: string, make: (query: string) => readonly string[]): Probe => ({
  rule: 'C25',
  title,
  fix: FIX,
  kind: 'integrity',
  make: (_context: Context, { gold }: RowLevels) => {
    const found = gold === null ? undefined : queryIn(gold.completion);
    return found === undefined ? [] : make(found.query).map((query) => found.wrap(query));
  },
});

const NAME = '["`\\[]?([A-Za-z_]\\w*)["`\\]]?';
const MADE = new RegExp(`\\bCREATE\\s+(?:TEMP\\w*\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?${NAME}`, 'gi');
const NAMED = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE)\\s+${NAME}`, 'g');
const SHOWN = /\b[Tt]ables?:?\s+[`"]?([A-Za-z_]\w*)[`"]?\s*\(/g;
const MOST_TABLES = 3;

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] as string);

/** Tables that a row speaks of, and others that the grader itself names: there what is expected may lie. */
export const tablesOf = (source: string, row: CheckRow): { own: string[]; graders: string[] } => {
  const texts = textsIn(row.fields).join('\n');
  const own = unique([
    ...namesIn(texts, MADE),
    ...namesIn(row.prompt, SHOWN),
    ...namesIn(texts, NAMED),
  ]).slice(0, MOST_TABLES);
  const graders = unique([...namesIn(source, MADE), ...namesIn(source, NAMED)])
    .filter((name) => !own.includes(name) && !/^sqlite_/.test(name))
    .slice(0, MOST_TABLES);
  return { own, graders };
};

/** Statements in the ways in which a row may want them. */
const statements = (context: Context, levels: RowLevels, queries: readonly string[]): string[] => {
  const all = [
    ...context.calibration.wrappers.slice(0, 2),
    ...(mayRunPrograms(context) ? codeWrappers(context, levels.row) : []),
  ];
  return unique(queries.flatMap((query) => [query, ...all.map(({ wrap }) => wrap(query))]));
};

const attack = (
  rule: string,
  title: string,
  fix: string,
  make: (tables: { own: readonly string[]; graders: readonly string[] }) => readonly string[],
): Probe => ({
  rule,
  title,
  fix,
  kind: 'attack',
  make: (context, levels) =>
    isAboutSql(context, levels.row)
      ? statements(context, levels, make(tablesOf(context.subject.source, levels.row)))
      : [],
});

export const SQL_PROBES: readonly Probe[] = [
  attack('C25', 'is a query that gives nothing', ON_MORE, ({ own }) => [
    'SELECT 1 WHERE 0',
    ...own.map((table) => `SELECT * FROM ${table} WHERE 0`),
    'SELECT NULL WHERE 1 = 0',
    'SELECT 1',
    'SELECT 0',
  ]),
  attack('C25', 'is a query that gives every row of a table', ON_MORE, ({ own }) =>
    own.map((table) => `SELECT * FROM ${table}`),
  ),
  {
    ...attack('C25', 'empties the tables that are compared', BOTH_WAYS, ({ own }) =>
      own.flatMap((table) => [`DELETE FROM ${table};`, `DROP TABLE ${table};`]),
    ),
    // Nothing is left to be tested, and tests of nothing pass; the right query runs after this one, on what it left.
    also: ['C07', 'C17'],
  },
  // What is expected is made of what there is.
  attack('C10', 'changes the table of what is expected', OUTSIDE, ({ own, graders }) =>
    graders.flatMap((expected) => [
      ...own.map((table) => `DELETE FROM ${expected}; INSERT INTO ${expected} SELECT * FROM ${table};`),
      `DELETE FROM ${expected};`,
      `DROP TABLE ${expected};`,
    ]),
  ),
  // As many rows, and nothing in them that was asked for.
  fromQuery('gives as many rows, all with other values', (query) => [
    `SELECT 'zzqx' AS a FROM (${query})`,
    `SELECT 987654321 AS a FROM (${query})`,
  ]),
  fromQuery('gives the first row only', (query) => [`SELECT * FROM (${query}) LIMIT 1`]),
  // No query of people gives each of its rows twice: a grader that pays this compares sets.
  fromQuery('gives every row twice', (query) => [
    `SELECT * FROM (${query}) UNION ALL SELECT * FROM (${query})`,
  ]),
  // Without LIMIT the rows are the same, and only their order differs.
  fromQuery('gives the rows in the opposite order', (query) => {
    const order = orderOf(query);
    return order === undefined || order.limited
      ? []
      : [`${query.slice(0, order.start)}ORDER BY ${reversed(order.terms)}`];
  }),
];
