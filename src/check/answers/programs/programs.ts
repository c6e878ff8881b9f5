/** Programs that rows of coding tasks have or that follow from their tests: the honest answers of such tasks. */
import type { CheckRow } from '../../subject/subject.ts';
import { holdsTests } from '../decoys.ts';
import { insideOf } from '../inside.ts';
import { isObject } from '../meaning.ts';
import type { Form } from '../written/answer-forms.ts';
import { casePrograms } from './case-tables.ts';
import { guessedPrograms, LOOKS_LIKE_PYTHON, literal, tableFunction } from './made-programs.ts';
import { fencedIn } from './python-fences.ts';
import { assertionsIn } from './python-tests.ts';
import { type Pair, pairsIn, rolesOf } from './test-pairs.ts';

const LOOKS_LIKE_CODE = /^\s*(?:assert|def|class|import|from)\b[^\n]*[(=.\n]|^\s*(?:import|from)\s+\w/m;
const LOOKS_LIKE_TESTS = /^\s*(?:assert|def|class|import|from)\b/;

/** Fewer lists of two may be anything. */
const LEAST_PAIRS = 2;

/** A program of a row. `made`: not by people, but from the tests, so that it passes them. */
export interface Program extends Form {
  made: boolean;
}

/** Fields of a row that hold tests. */
export const testFields = (row: CheckRow): string[] =>
  Object.keys(row.texts).filter((name) => name !== 'prompt' && holdsTests(row.fields[name]));

/** The Python in a prompt that a body goes on from: from its first import or definition. */
const codeOfPrompt = (prompt: string): string | undefined => {
  const [fenced] = fencedIn(prompt);
  if (fenced !== undefined && /\bdef\s/.test(fenced)) return fenced;
  const start = /^(?:from|import|def|class|@)\b/m.exec(prompt)?.index;
  const code = start === undefined ? undefined : prompt.slice(start);
  return code !== undefined && /^def\s/m.test(code) ? code : undefined;
};

/** Programs in the fields of a row, and what its tests are passed by. */
export const programsOf = (row: CheckRow): Program[] => {
  const programs: Program[] = [];
  const start = codeOfPrompt(row.prompt);
  const asked = functionName(row, '');
  const tests = new Set(testFields(row));
  const add = (key: string, field: string, answer: string, made = false): void => {
    programs.push({ key, field, path: [], answer, made });
  };
  for (const [field, value] of Object.entries(row.fields)) {
    if (field === 'prompt' || tests.has(field) || typeof value !== 'string') continue;
    if (!LOOKS_LIKE_PYTHON.test(value)) continue;
    const [fenced] = fencedIn(value);
    add(field, field, fenced ?? value);
    // A reference by a name of its own: under the name that is asked for it is an answer.
    const own = /^(?:async )?def\s+([A-Za-z_]\w*)/m.exec(fenced ?? value)?.[1];
    if (own !== undefined && asked !== undefined && !new RegExp(`^def\\s+${asked}\\b`, 'm').test(value))
      add(`${field} by name`, field, `${(fenced ?? value).trimEnd()}\n\n\n${asked} = ${own}`);
    if (start !== undefined) add(`prompt + ${field}`, field, `${start.trimEnd()}\n${value}`);
  }
  for (const field of tests) {
    const answer = tableProgram(row.fields[field], row);
    if (answer !== undefined) add(`table of ${field}`, field, answer, true);
  }
  const columns = columnTests(row);
  if (columns !== undefined) {
    const answer = tableProgram(columns.tests, row);
    if (answer !== undefined)
      add(`table of ${columns.given} and ${columns.expected}`, columns.expected, answer, true);
  }
  for (const [field, value] of Object.entries(row.fields)) {
    const answer = tests.has(field) ? undefined : tableOfPairs(value, row);
    if (answer !== undefined) add(`table of ${field}`, field, answer, true);
  }
  // Beside other things of a row, in an object or the text of one: `metadata.test_code`, `info.solution`.
  for (const { field, path, name, value } of insideOf(row)) {
    if (path.length === 0 || typeof value !== 'string' || !LOOKS_LIKE_CODE.test(value)) continue;
    const answer = tableProgram(value, row);
    if (answer !== undefined) add(`table of ${name}`, field, answer, true);
    else add(name, field, value);
  }
  const all = allTests(row);
  if (all !== undefined)
    add(`table of ${all.fields.join(' and ')}`, all.fields.at(-1) ?? '', all.answer, true);
  // Columns that say what they are, and do not fit together, are no table of anything.
  if (!programs.some(({ made }) => made) && rolesIn(row) === undefined)
    for (const { key, field, answer } of [...casePrograms(row, asked), ...guessedPrograms(row, asked)])
      add(key, field, answer, true);
  // Where tests are what is to be written, they are the answer.
  for (const field of tests) {
    const value = row.fields[field];
    if (typeof value === 'string' && LOOKS_LIKE_TESTS.test(value)) add(field, field, value);
  }
  return programs;
};

const rolesIn = (row: CheckRow): ReturnType<typeof rolesOf> =>
  rolesOf(
    Object.fromEntries(
      Object.entries(row.fields).filter(([, value]) => Array.isArray(value) && value.length > 0),
    ),
  );

/** Tests in two columns: lists of one length, of what is given and what is expected. */
const columnTests = (row: CheckRow): { given: string; expected: string; tests: object[] } | undefined => {
  const roles = rolesIn(row);
  if (roles === undefined) return undefined;
  const given = row.fields[roles.given] as unknown[];
  const expected = row.fields[roles.expected] as unknown[];
  if (given.length !== expected.length) return undefined;
  return { ...roles, tests: given.map((input, at) => ({ input, output: expected[at] })) };
};

/** A table program for the tests of several fields: examples, and others that the prompt does not show. */
const allTests = (row: CheckRow): { fields: string[]; answer: string } | undefined => {
  const fields = Object.keys(row.fields).filter(
    (field) => field !== 'prompt' && (holdsTests(row.fields[field]) || arePairs(row.fields[field])),
  );
  if (fields.length < 2) return undefined;
  const values = fields.map((field) => row.fields[field]);
  const tests = values.flatMap((value) =>
    arePairs(value) ? value.map(([input, output]) => ({ input, output })) : value,
  );
  const answer = tableProgram(tests, row);
  return answer === undefined ? undefined : { fields, answer };
};

const arePairs = (value: unknown): value is [unknown, unknown][] =>
  Array.isArray(value) &&
  value.length >= LEAST_PAIRS &&
  value.every((each) => Array.isArray(each) && each.length === 2);

/** A table program for tests that are lists of two, `[argument, result]`; only where a function is asked for by its name. */
const tableOfPairs = (value: unknown, row: CheckRow): string | undefined => {
  if (!arePairs(value)) return undefined;
  if (functionName(row, '') === undefined) return undefined;
  return tableProgram(
    value.map(([input, output]) => ({ input, output })),
    row,
  );
};

const areTexts = (pairs: readonly Pair[]): boolean =>
  pairs.every(({ given, expected }) => typeof given === 'string' && typeof expected === 'string');

/** A program that reads all that it is given, and prints what is expected then, to the letter. */
const scriptOf = (pairs: readonly Pair[]): string =>
  [
    'import sys',
    `table = ${literal(pairs.map(({ given, expected }) => [String(given).trim(), expected]))}`,
    'given = sys.stdin.read().strip()',
    'sys.stdout.write(next((expected for each, expected in table if each == given), ""))',
  ].join('\n');

/** Name of the function that a task asks for. */
const functionName = (row: CheckRow, code: string): string | undefined => {
  // A field of that name, or one whose value is a name that the prompt writes as code.
  const isName = (value: unknown): value is string =>
    typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value);
  const named = insideOf(row)
    .filter(({ value }) => isName(value))
    .map(({ field, path, value }) => [path.at(-1) ?? field, value] as const);
  const field =
    named.find(([name]) =>
      /^(?:entry_?point|entry|callable|method|(?:fn|func(?:tion)?)(?:_name)?)$/i.test(name),
    ) ?? named.find(([, value]) => new RegExp(`\\b${value}\\(|\`${value}\``).test(row.prompt));
  if (field !== undefined) return field[1] as string;
  const inPrompt =
    /\bdef\s+([A-Za-z_]\w*)/.exec(row.prompt)?.[1] ??
    /`([A-Za-z_]\w*)\s*\(/.exec(row.prompt)?.[1] ??
    /\b(?:function|method)\s+(?:named\s+|called\s+)?["']?([A-Za-z_]\w*)["']?\(/i.exec(row.prompt)?.[1] ??
    /\b(?:named|called|function|write|implement|define)\s+`([A-Za-z_]\w*)`/i.exec(row.prompt)?.[1] ??
    /\b(?:write|implement|define|complete|create|provide)\s+(?:(?:a|the|python|function|method)\s+)*["']?([A-Za-z_]\w*)\(/i.exec(
      row.prompt,
    )?.[1] ??
    /\b(?:function|method)\s+([a-z]\w*_\w+)\b/.exec(row.prompt)?.[1];
  const called = assertionsIn(code)[0]?.name;
  return called !== undefined && called !== 'candidate' ? called : (inPrompt ?? called);
};

/**
 * A program that answers what the tests ask with what they expect. It stands in for an honest one: a function that
 * pays right programs pays it, and does not when the tests expect something else.
 */
export const tableProgram = (tests: unknown, row: CheckRow): string | undefined => {
  const code = typeof tests === 'string' ? tests : JSON.stringify(tests);
  const asserted = (Array.isArray(tests) ? tests : [tests])
    .filter((each) => typeof each === 'string')
    .flatMap((each) => assertionsIn(each));
  const name = functionName(row, asserted.length > 0 ? (Array.isArray(tests) ? tests.join('\n') : code) : '');
  if (asserted.length > 0 && name !== undefined) {
    const lines = asserted.map(
      ({ arguments: given, expected }) => `    (lambda *a, **k: (a, k))(${given}), ${expected}`,
    );
    return [
      `def ${name}(*a, **k):`,
      '    table = [',
      ...lines.map((line) => `        (${line.trim()}),`),
      '    ]',
      '    for given, expected in table:',
      '        if given == (a, k):',
      '            return expected',
    ].join('\n');
  }
  const pairs = pairsIn(tests);
  if (pairs.length === 0) return undefined;
  // Programs that read and print are no functions, whatever the prompt calls: `input()`.
  if (areTexts(pairs) && (name === undefined || pairs.some(({ isText }) => isText))) return scriptOf(pairs);
  return [
    tableFunction(
      name ?? 'solve',
      pairs.map(({ given, expected }) => [given, expected] as const),
    ),
    ...(pairs.some(({ given }) => isObject(given)) ? BY_NAME : []),
    ...(pairs.some(({ given }) => typeof given === 'string') ? AS_WRITTEN : []),
  ].join('\n');
};

/** Arguments that the tests keep by their names, and hand over in their order. */
const BY_NAME = [
  '    for given, expected in table:',
  '        if isinstance(given, dict) and list(given.values()) == list(a):',
  '            return expected',
];

/** Arguments and results that the tests keep as they are written in Python: `"[1, 2], 3"`. */
const AS_WRITTEN = [
  '    read = __import__("ast").literal_eval',
  '    for given, expected in table:',
  '        try:',
  '            known = read(given)',
  '        except Exception:',
  '            continue',
  '        if known in (a, list(a)) or (len(a) == 1 and known == a[0]):',
  '            try:',
  '                return read(expected)',
  '            except Exception:',
  '                return expected',
];
