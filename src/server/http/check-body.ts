/** Bodies against their schemas: every complaint names the field, what was expected, what came, and the nearest name. */
import type { z } from 'zod';
import { nearestName } from '../../errors.ts';
import { issueSentences, pathText } from '../../formats/rows/messages-schema.ts';
import { type BodyError, HttpProblem } from './problem.ts';

/** Further ones are only counted. */
const SHOWN = 20;

/** Names of the fields that an object at a path may have, for hints. */
type Known = (path: readonly PropertyKey[]) => readonly string[];

/** What is wrong with a value, in words. */
const errorsOf = (issue: z.core.$ZodIssue, value: unknown, known: Known): BodyError[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, SHOWN).map((key) => {
      const names = known(issue.path);
      const near = nearestName(key, names);
      const help = near === undefined ? `there are ${names.join(', ')}` : `did you mean \`${near}\`?`;
      return { path: pathText(issue.path), message: `unknown field \`${key.slice(0, 60)}\``, help };
    });
  return issueSentences([issue], value, SHOWN, 'the body').map(({ path, message, help }) => ({
    path: pathText(path),
    message,
    ...(help === undefined ? {} : { help }),
  }));
};

/** What is wrong with the values of one body, each of which may be checked for itself. */
export class Complaints {
  readonly #errors: BodyError[] = [];
  #count = 0;

  /**
   * @param index of the value among `calls`, when it is one of them
   * @returns the value when it is good
   */
  check<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    known: Known,
    index?: number,
  ): z.output<Schema> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const at = index === undefined ? [] : ['calls', index];
    const whole = index === undefined ? value : { calls: { [index]: value } };
    // There may be millions of faults: only those that are shown are put into words, the server has others to serve.
    for (const issue of result.error.issues) {
      const placed = { ...issue, path: [...at, ...issue.path] };
      const found = this.#errors.length < SHOWN ? errorsOf(placed, whole, known) : [];
      this.add(found, Math.max(found.length, issue.code === 'unrecognized_keys' ? issue.keys.length : 1));
    }
    return undefined;
  }

  /** @param count how many there are, with those that are not put into words */
  add(errors: readonly BodyError[], count = errors.length): void {
    this.#errors.push(...errors.slice(0, SHOWN - this.#errors.length));
    this.#count += count;
  }

  /** @throws HttpProblem `invalid` when there was any */
  done(): void {
    const [first] = this.#errors;
    if (first === undefined) return;
    const more = this.#count > 1 ? ` (and ${this.#count - 1} more)` : '';
    throw new HttpProblem('invalid', `${first.message}${more}`, { help: first.help, errors: this.#errors });
  }
}

/** One complaint that no schema can make. @param path empty for the body itself */
export const invalid = (path: string, message: string): HttpProblem =>
  new HttpProblem('invalid', message, { errors: [{ path, message }] });

/** @throws HttpProblem `invalid` */
export const checkBody = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  known: Known,
): z.output<Schema> => {
  const complaints = new Complaints();
  const checked = complaints.check(schema, value, known);
  complaints.done();
  return checked as z.output<Schema>; // or it has complained
};
