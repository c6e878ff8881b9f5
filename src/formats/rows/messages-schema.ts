/**
 * The shape of chat messages, and of the rows that hold them, in zod. Every node's error text is the phrase that
 * completes "must be …", so that one function makes all the sentences.
 */
import { z } from 'zod';
import { nearestName } from '../../errors.ts';
import { oneLine } from '../text/visible.ts';

export const ROLES = ['system', 'user', 'assistant', 'tool', 'developer', 'function'] as const;

/** Roles as ShareGPT files and others call them. */
const OTHER_ROLES = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
  ['bot', 'assistant'],
  ['model', 'assistant'],
]);

const CONTENT = 'a string or an array of content parts';
const contentPart = z.object({ type: z.string({ error: 'a string' }) }, { error: 'an object with a `type`' });
const content = z.union([z.string(), z.array(contentPart)], { error: CONTENT });

/** Further fields (`name`, `tool_calls`, …) are left as they are. */
const message = z
  .object(
    {
      role: z.enum(ROLES, { error: `one of ${ROLES.map((role) => `"${role}"`).join(', ')}` }),
      content: content.nullish(),
      tool_calls: z.unknown().optional(),
      function_call: z.unknown().optional(),
    },
    { error: 'an object with `role` and `content`' },
  )
  .superRefine((value, context) => {
    // Assistants that only call tools have no content; everybody else says something.
    const callsTools = value.role === 'assistant' && Boolean(value.tool_calls ?? value.function_call);
    if ((value.content === undefined || value.content === null) && !callsTools) {
      context.addIssue({ code: 'custom', path: ['content'], message: CONTENT });
    }
  });

export const messages = (expected: string) => {
  const several = z.array(message).min(1, { error: `${expected}, with at least one message` });
  return z.union([z.string(), several], { error: expected });
};

/** What is wrong with one value, and where in the row. */
export interface RowIssue {
  path: readonly PropertyKey[];
  message: string;
  help: string | undefined;
}

/** All issues of a row in the order in which they stand in the schema; empty when it is valid. */
export const rowIssues = (schema: z.ZodType, row: unknown): RowIssue[] => {
  const result = schema.safeParse(row);
  return result.success ? [] : issueSentences(result.error.issues, row);
};

/** The same for issues that are at hand already; the first `most` of them. `whole` is what all of the value is called. */
export const issueSentences = (
  issues: readonly z.core.$ZodIssue[],
  row: unknown,
  most = Number.POSITIVE_INFINITY,
  whole = 'a row',
): RowIssue[] =>
  flatten(issues, [])
    .slice(0, most)
    .map((issue) => toSentence(issue, row, whole));

interface FlatIssue {
  path: readonly PropertyKey[];
  expected: string;
  values: readonly unknown[];
}

/** In a union, the branch that got furthest into the value knows best what is wrong. */
const flatten = (issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[]): FlatIssue[] =>
  issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union') {
      const deepest = issue.errors.find((branch) =>
        branch.some((inner) => inner.path.length > 0 || inner.code === 'too_small'),
      );
      if (deepest !== undefined) return flatten(deepest, path);
    }
    const values = issue.code === 'invalid_value' ? issue.values : [];
    return [{ path, expected: issue.message, values }];
  });

const toSentence = ({ path, expected, values }: FlatIssue, row: unknown, whole: string): RowIssue => {
  const value = valueAt(row, path);
  const name = pathName(path, whole);
  if (value === undefined)
    return { path, message: `${name} is missing: it must be ${expected}`, help: missingHelp(row, path) };
  const near =
    typeof value === 'string'
      ? (OTHER_ROLES.get(value) ?? nearestName(value, values.map(String)))
      : undefined;
  const help = near === undefined ? undefined : `did you mean "${near}"?`;
  return { path, message: `${name} must be ${expected}, got ${describeValue(value)}`, help };
};

/** A field with nearly that name may be what was meant. */
const missingHelp = (row: unknown, path: readonly PropertyKey[]): string | undefined => {
  const holder = valueAt(row, path.slice(0, -1));
  const wanted = path.at(-1);
  if (typeof holder !== 'object' || holder === null || typeof wanted !== 'string') return undefined;
  const keys = Object.keys(holder);
  const near = nearestName(wanted, keys) ?? keys.find((key) => OTHER_NAMES[wanted]?.includes(key));
  return near === undefined ? undefined : `rename the field \`${oneLine(near, 40)}\` to \`${wanted}\``;
};

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  prompt: ['messages', 'conversations', 'conversation', 'question', 'input'],
  completion: ['response', 'output', 'text', 'answer', 'generation', 'generated_text'],
  content: ['text', 'value'],
  role: ['from'],
};

const valueAt = (row: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    row,
  );

/** `prompt[0].role`; empty for the value itself. */
export const pathText = (path: readonly PropertyKey[]): string => {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '');
};

/** The same in backticks. `whole`: what the value itself is called. */
export const pathName = (path: readonly PropertyKey[], whole = 'a row'): string =>
  path.length === 0 ? whole : `\`${pathText(path)}\``;

/** What came instead, in a few words. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(oneLine(value, 40));
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object'
    ? 'an object'
    : `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
};
