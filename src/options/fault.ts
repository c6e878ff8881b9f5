/** What is wrong with a value, as data. The library, the command line and files of options each have words for it. */
import type { z } from 'zod';
import { nearestName } from '../errors.ts';

interface Place {
  /** From the outside in; empty for the value as a whole. */
  readonly path: readonly PropertyKey[];
}

export interface UnknownOption extends Place {
  readonly kind: 'unknown';
  /** The name that no option has, in the object at `path`. */
  readonly name: string;
}

export interface WrongOption extends Place {
  readonly kind: 'wrong';
  /** What completes "expected …". */
  readonly expected: string;
  /** The words that there are to choose from; empty where it is no choice. */
  readonly choices: readonly string[];
  /** What a number without a unit counts, where one is taken: `milliseconds`. */
  readonly bare: string | undefined;
  readonly got: unknown;
}

export type OptionFault = UnknownOption | WrongOption;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  map: 'a Map',
};

/** Of schemas that have no words of their own. */
const expectedBy = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return limited(issue.origin, `at least ${issue.minimum}`, issue.minimum === 1);
    case 'too_big':
      return limited(issue.origin, `at most ${issue.maximum}`, false);
    default:
      return 'another value';
  }
};

const limited = (origin: string, limit: string, isOne: boolean): string => {
  if (origin === 'string') return isOne ? 'a string that is not empty' : `a string of ${limit} characters`;
  return origin === 'array' ? `an array of ${limit} element${isOne ? '' : 's'}` : `a number of ${limit}`;
};

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The first fault of a value; undefined when it is good. */
export const faultOf = (schema: z.ZodType, value: unknown): OptionFault | undefined => {
  const result = schema.safeParse(value, { error: expectedBy });
  const issue = result.error?.issues[0];
  if (issue === undefined) return undefined;
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return { kind: 'unknown', path, name: issue.keys[0] ?? '' };
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const bare = issue.code === 'custom' ? (issue.params?.bare as string | undefined) : undefined;
  return { kind: 'wrong', path, expected: issue.message, choices, bare, got: at(value, path) };
};

/** What to do about a name that no option has. @param known the names that there are */
export const unknownHelp = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known);
  return near === undefined ? `options are ${known.join(', ')}` : `did you mean \`${near}\`?`;
};

/** The first fault in a few words, for messages of programs: `hello.protocol: expected a whole number`. */
export const faultText = (schema: z.ZodType, value: unknown): string => {
  const fault = faultOf(schema, value);
  const path = fault?.path.map(String).join('.').slice(0, 60) ?? '';
  const where = path === '' ? '' : `\`${path}\`: `;
  if (fault?.kind === 'unknown') return `${where}unknown \`${fault.name.slice(0, 60)}\``;
  return `${where}expected ${fault?.expected}`;
};
