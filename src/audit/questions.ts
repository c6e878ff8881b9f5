/**
 * What is asked of each audited call. Each question is a share of its own that is watched for a rise; a key names it,
 * with the field where it is about one.
 *
 *   rows       keeps half of its pay on rows with other answers
 *   nearly     has nearly the best pay, and keeps nearly all of it there
 *   some       has nearly the best pay, and keeps nearly all of it on one or both of two such rows
 *   field F    keeps nearly all of it where field F alone is another row's
 *   said F     keeps nearly all of it where field F is another value that the completion itself says
 *   free       on its own row an empty completion is paid nearly as much, or a copy of the prompt where it holds one
 *   repeated   its text is paid well under several prompts; counted while the reward does not look at the row
 *   touched    the completion was executed, and touched what grades it
 */
import { FIELDS } from './deciding.ts';

export const KINDS = ['rows', 'nearly', 'some', 'field', 'said', 'free', 'repeated', 'touched'] as const;
export type Kind = (typeof KINDS)[number];

/** Those about a field, and one each of the other kinds but `rows`. */
export const MOST_QUESTIONS = 2 * FIELDS + 5;

export const about = (kind: 'field' | 'said', field: string): string => `${kind} ${field}`;

export const partsOf = (key: string): { kind: Kind; field: string | null } => {
  const at = key.indexOf(' ');
  return at === -1
    ? { kind: key as Kind, field: null }
    : { kind: key.slice(0, at) as Kind, field: key.slice(at + 1) };
};

/** The part of the chance of a false alarm: a mean of e-processes is one. `rows` has as much as all others together. */
export const weightOf = (key: string): number => (key === 'rows' ? 0.5 : 0.5 / MOST_QUESTIONS);

const WHAT: Readonly<Record<Kind, (field: string) => string>> = {
  rows: () => 'keep their pay on rows with other answers',
  nearly: () => 'keep nearly all of their pay on rows with other answers',
  some: () => 'keep nearly all of their pay on one of two rows with other answers',
  field: (field) => `keep nearly all of their pay where \`${field}\` alone is another row's`,
  said: (field) => `keep nearly all of their pay where \`${field}\` is another value that they say`,
  free: () => 'are paid what an empty completion, or a copy of the prompt, is paid there',
  repeated: () => 'are a text that is paid under several prompts',
  touched: () => 'were executed and touched what grades them',
};

/** For a sentence about audited calls that were paid well. */
export const whatOf = (key: string): string => {
  const { kind, field } = partsOf(key);
  return WHAT[kind](field ?? '');
};
