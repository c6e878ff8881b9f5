/** Right programs for rows whose result is a field of its own, and how tables are written in Python. */
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

/** Words of prompts that want a program that is run. */
export const READS = /\bstdin\b|standard input|\bscript\b|\bprograms?\b|\breads?\b|\bprints?\b|\.py\b/i;

/** Fields that may be what is expected, with how a program says them; a result is in none that is code, or says which function. */
const saying = (row: CheckRow, name: string | undefined, say: (value: unknown) => string): MadeProgram[] =>
  Object.entries(row.fields)
    .filter(([field, value]) => field !== 'prompt' && value !== null && value !== '' && value !== name)
    .filter(([, value]) => !LOOKS_LIKE_PYTHON.test(String(value)))
    .filter(([field]) => (row.texts[field] ?? '').length <= LONGEST_RESULT)
    .slice(0, MOST_RESULTS)
    .map(([field, value]) => ({
      key: `${name === undefined ? 'prints' : 'returns'} ${field}`,
      field,
      answer: say(value),
    }));

const printing = (value: unknown): string => {
  if (typeof value === 'string') return `print(${JSON.stringify(value)})`;
  return typeof value === 'object'
    ? `import json\nprint(json.dumps(${literal(value)}))`
    : `print(${literal(value)})`;
};

/**
 * Programs that are right if the fields that they are made of hold what is expected.
 * @param name the function that the task asks for; undefined: a program that reads and prints, if any
 */
export const guessedPrograms = (row: CheckRow, name: string | undefined): MadeProgram[] => {
  // It is called or run once, with what the prompt says.
  if (name !== undefined)
    return saying(row, name, (value) => `def ${name}(*a, **k):\n    return ${literal(value)}`);
  return READS.test(row.prompt) ? saying(row, name, printing) : [];
};
