/** What an alarm shows: calls that kept their pay on other rows, and what they have in common. */
import { shorten } from '../formats/text/visible.ts';
import { partsOf, whatOf } from './questions.ts';
import type { Alarm } from './record.ts';
import type { Row } from './rows.ts';
import { textOf } from './said.ts';
import { LIMIT, type Risen, type UnearnedShare } from './share.ts';

/** A row that a call was not written for, and what it is paid there. */
export interface Elsewhere {
  /** For people. */
  label: string;
  text: string;
  pay: number;
  /** What was said in the place of the completion; undefined where it was the same. */
  said?: Buffer;
}

/** The own row but for one field. */
export interface Changed extends Elsewhere {
  field: string;
}

/** A call that was paid for something else than its answer. */
export interface KeptCall {
  step: number;
  row: Row;
  said: Buffer;
  pay: number;
  foreign: readonly Elsewhere[];
  /** By key, the questions that it answers with yes; and where one field alone was changed, what it is paid there. */
  kept: ReadonlyMap<string, Elsewhere | undefined>;
}

const EXAMPLES = 3;
const KEPT_CHARACTERS = 2_000;
/** A shorter text says nothing. */
const LEAST_SHARED = 4;

export const percent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

/** Those that an alarm shows: of the latest, with different texts where there are such. */
export const examplesOf = (
  kept: readonly KeptCall[],
  { from, question }: Pick<Risen, 'from' | 'question'>,
): KeptCall[] => {
  const recent = kept
    .filter(({ step, kept: questions }) => step >= from && questions.has(question))
    .map((call) => {
      const changed = call.kept.get(question);
      return changed === undefined ? call : { ...call, foreign: [changed] };
    })
    .reverse();
  const texts = new Map(recent.map((call) => [call.said.toString(), call]));
  return [...new Set([...texts.values(), ...recent])].slice(0, EXAMPLES);
};

export const alarmOf = (
  step: number,
  share: UnearnedShare,
  examples: readonly KeptCall[],
  command: string | null,
): Alarm => {
  const unknown = { from: step, step, to: step, before: 0, after: 0, question: 'rows' };
  const { before, after, question, ...since } = share.since() ?? unknown;
  const interval = since.from === since.to ? '' : ` (between ${since.from} and ${since.to})`;
  return {
    step,
    since,
    question: partsOf(question),
    unearned: after,
    level: before,
    e: share.e,
    limit: LIMIT,
    message:
      `since step ${since.step}${interval} ${percent(after)} of the audited calls that were paid well ` +
      `${whatOf(question)}, ${percent(before)} before: the policy is paid for something that is not the answer`,
    examples: examples.map(({ row, said, pay, foreign }) => ({
      row: row.label,
      prompt: row.prompt === null ? null : shorten(row.prompt, KEPT_CHARACTERS),
      completion: shorten(said.toString(), KEPT_CHARACTERS),
      pay,
      foreign: foreign.map((other) => ({ row: other.label, pay: other.pay })),
    })),
    shared: sharedText(examples.map(({ said }) => textOf(said))),
    command,
  };
};

/** The longest text that all have; null when there is but one text, or nothing to speak of. */
export const sharedText = (texts: readonly string[]): string | null => {
  const [first, ...others] = texts.map((text) => text.slice(0, KEPT_CHARACTERS));
  if (first === undefined || others.length === 0) return null;
  const shared = (length: number): string | undefined => {
    const sets = others.map((text) => {
      const parts = new Set<string>();
      for (let at = 0; at + length <= text.length; at++) parts.add(text.slice(at, at + length));
      return parts;
    });
    for (let at = 0; at + length <= first.length; at++) {
      const part = first.slice(at, at + length);
      if (sets.every((parts) => parts.has(part))) return part;
    }
    return undefined;
  };
  // What is shared at one length is shared at each smaller one.
  let found: string | undefined;
  for (let low = LEAST_SHARED, high = first.length; low <= high; ) {
    const middle = (low + high) >> 1;
    const part = shared(middle);
    if (part === undefined) high = middle - 1;
    else {
      found = part;
      low = middle + 1;
    }
  }
  return found === undefined || found.trim() === '' ? null : found;
};
