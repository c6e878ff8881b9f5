/** Right programs for rows whose tests have no usual names: lists beside each other, or one result in a field of its own. */
import type { CheckRow } from '../../subject/subject.ts';

/** A value of JSON as Python writes it, without a call: it means the same where no builtin name is left. */
export const literal = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${literal(inner)}`)
    .join(', ')}}`;
};

/** A function that knows what each argument comes to. It calls nothing, and imports nothing. */
export const tableFunction = (name: string, pairs: readonly (readonly [unknown, unknown])[]): string =>
  [
    `def ${name}(*a, **k):`,
    `    table = ${literal(pairs)}`,
    '    for given, expected in table:',
    '        if given in ([*a], k) or [given] == [*a]:',
    '            return expected',
  ].join('\n');

/** One list has to tell its arguments apart, so that a table of it is no guess. */
const LEAST_CASES = 2;
const MOST_TABLES = 4;
const MOST_RESULTS = 6;
const LONGEST_RESULT = 20_000;

/** Whether a text is code of Python, by its words. */
export const LOOKS_LIKE_PYTHON =
  /^\s*(?:def|class|import|from|for|while|return|print|if)\b.*|\breturn\b|\bprint\(/m;

export interface MadeProgram {
  key: string;
  /** What is expected: a wrong value here makes the program a wrong one. */
  field: string;
  answer: string;
}

const isVaried = (list: readonly unknown[]): boolean =>
  new Set(list.map((each) => JSON.stringify(each))).size === list.length;

/** The lists of a row that are long enough to be cases. */
const listsOf = (row: CheckRow): [string, unknown[]][] =>
  Object.entries(row.fields).filter(
    (entry): entry is [string, unknown[]] =>
      entry[0] !== 'prompt' && Array.isArray(entry[1]) && entry[1].length >= LEAST_CASES,
  );

/** Lists of one length, whatever they are called: each may hold what is given, and each what is expected. */
const tablesOf = (row: CheckRow, name: string): MadeProgram[] => {
  const lists = listsOf(row);
  return lists
    .flatMap(([given, inputs]) =>
      lists
        .filter(([other, outputs]) => other !== given && outputs.length === inputs.length && isVaried(inputs))
        .map(([expected, outputs]) => ({
          key: `table of ${given} and ${expected}`,
          field: expected,
          answer: tableFunction(
            name,
            inputs.map((input, at) => [input, outputs[at]] as const),
          ),
        })),
    )
    .slice(0, MOST_TABLES);
};

/** What a function has to return is a field of the row: it is called once, with the data of the prompt. */
const resultsOf = (row: CheckRow, name: string): MadeProgram[] =>
  Object.entries(row.fields)
    .filter(([field, value]) => field !== 'prompt' && value !== null && value !== '' && value !== name)
    .filter(([, value]) => !LOOKS_LIKE_PYTHON.test(String(value)))
    .filter(([field]) => (row.texts[field] ?? '').length <= LONGEST_RESULT)
    .map(([field, value]) => ({
      key: `returns ${field}`,
      field,
      answer: `def ${name}(*a, **k):\n    return ${literal(value)}`,
    }))
    .slice(0, MOST_RESULTS);

/** Words of prompts that want a program that is run. */
export const READS = /\bstdin\b|standard input|\bscript\b|\bprograms?\b|\breads?\b|\bprints?\b|\.py\b/i;
const areTexts = (list: readonly unknown[]): boolean => list.every((each) => typeof each === 'string');

/** Programs that answer each line that they read with the one that stands beside it in another list. */
const scriptsOf = (row: CheckRow): MadeProgram[] => {
  if (!READS.test(row.prompt)) return [];
  const lists = listsOf(row);
  return lists
    .filter(([, inputs]) => areTexts(inputs) && isVaried(inputs))
    .flatMap(([given, inputs]) =>
      lists
        .filter(([other, outputs]) => other !== given && outputs.length === inputs.length)
        .filter(([, outputs]) => outputs.every((each) => typeof each !== 'object'))
        .map(([expected, outputs]) => ({
          key: `lines of ${given} and ${expected}`,
          field: expected,
          answer: [
            'import sys',
            `table = ${literal(Object.fromEntries(inputs.map((input, at) => [String(input).trim(), outputs[at]])))}`,
            'for line in sys.stdin:',
            '    if line.strip() in table:',
            '        print(table[line.strip()])',
          ].join('\n'),
        })),
    )
    .slice(0, MOST_TABLES);
};

/** What a script has to print is a field of the row: it is run once, with what the prompt says. */
const printsOf = (row: CheckRow): MadeProgram[] =>
  READS.test(row.prompt)
    ? Object.entries(row.fields)
        .filter(([field, value]) => field !== 'prompt' && value !== null && value !== '')
        .filter(([, value]) => !LOOKS_LIKE_PYTHON.test(String(value)))
        .filter(([field]) => (row.texts[field] ?? '').length <= LONGEST_RESULT)
        .map(([field, value]) => ({
          key: `prints ${field}`,
          field,
          answer:
            typeof value === 'string'
              ? `print(${JSON.stringify(value)})`
              : typeof value === 'object'
                ? `import json\nprint(json.dumps(${literal(value)}))`
                : `print(${literal(value)})`,
        }))
        .slice(0, MOST_RESULTS)
    : [];

/**
 * Programs that are right if the fields that they are made of hold what is expected.
 * @param name the function that the task asks for; undefined: a program that reads and prints, if any
 */
export const guessedPrograms = (row: CheckRow, name: string | undefined): MadeProgram[] =>
  name === undefined
    ? [...scriptsOf(row), ...printsOf(row)]
    : [...tablesOf(row, name), ...resultsOf(row, name)];
