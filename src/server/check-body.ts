/** Bodies against their schemas: every complaint names the field, what was expected, what came, and the nearest name. */
import type { z } from 'zod';
import { nearestName } from '../errors.ts';
import { issueSentences, pathName } from '../formats/messages-schema.ts';
import { type BodyError, HttpProblem } from './problem.ts';

/** Further ones are only counted. */
const SHOWN = 20;

const nameOf = (path: readonly PropertyKey[]): string => pathName(path).replaceAll('`', '');

/** What is wrong with a value, in words. `known` are the names that an object at a path may have. */
const errorsOf = (
  issue: z.core.$ZodIssue,
  value: unknown,
  known: (path: readonly PropertyKey[]) => readonly string[],
): BodyError[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, SHOWN).map((key) => {
      const names = known(issue.path);
      const near = nearestName(key, names);
      const help = near === undefined ? `there are ${names.join(', ')}` : `did you mean \`${near}\`?`;
      const path = issue.path.length === 0 ? '' : nameOf(issue.path);
      return { path, message: `unknown field \`${key.slice(0, 60)}\``, help };
    });
  return issueSentences([issue], value, SHOWN).map(({ path, message, help }) => ({
    path: path.length === 0 ? '' : nameOf(path),
    message: message.replace(/^a row /, 'the body '),
    ...(help === undefined ? {} : { help }),
  }));
};

/**
 * @param known names of the fields at a path, for hints
 * @throws HttpProblem `invalid`
 */
export const checkBody = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  known: (path: readonly PropertyKey[]) => readonly string[],
): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: BodyError[] = [];
  let count = 0;
  // A body may have millions of faults: only those that are shown are put into words, the server has others to serve.
  for (const issue of result.error.issues) {
    const found = errors.length < SHOWN ? errorsOf(issue, value, known) : [];
    errors.push(...found);
    count += Math.max(found.length, issue.code === 'unrecognized_keys' ? issue.keys.length : 1);
  }
  throw invalid(errors, count);
};

/**
 * @param errors at least one
 * @param count how many there are, with those that are not put into words
 */
export const invalid = (errors: readonly BodyError[], count = errors.length): HttpProblem => {
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return new HttpProblem('invalid', `${errors[0]?.message ?? ''}${more}`, {
    help: errors[0]?.help,
    errors: errors.slice(0, SHOWN),
  });
};
