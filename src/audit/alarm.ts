/** What an alarm shows: calls that kept their pay on other rows, and what they have in common. */
import { shorten } from '../formats/visible.ts';
import type { Alarm } from './record.ts';
import type { Row } from './rows.ts';
import { LIMIT, NEARLY_ALL, type Risen, type UnearnedShare, WHOLE } from './share.ts';

/** A call that kept its pay. */
export interface KeptCall {
  step: number;
  row: Row;
  said: Buffer;
  pay: number;
  foreign: readonly { row: Row; text: string; pay: number }[];
  /** What it is paid where one field alone is another row's. */
  swap?: { field: string; row: Row; text: string; pay: number; keeps: boolean } | undefined;
}

const EXAMPLES = 3;
const KEPT_CHARACTERS = 2_000;
/** A shorter text says nothing. */
const LEAST_SHARED = 4;

/** What is kept, and where. */
const WHERE: Readonly<Record<string, string>> = {
  [WHOLE]: 'their pay on rows with other answers',
  [NEARLY_ALL]: 'nearly all of their pay on rows with other answers',
};

export const percent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

/** Those that an alarm shows: of the latest, with different texts where there are such. */
export const examplesOf = (
  kept: readonly KeptCall[],
  { from, swap: field }: Pick<Risen, 'from' | 'swap'>,
): KeptCall[] => {
  const isWhole = field === WHOLE || field === NEARLY_ALL;
  const recent = kept
    .filter(({ step }) => step >= from)
    .filter(({ swap }) => isWhole || (swap?.field === field && swap.keeps))
    .map((call) => (isWhole || call.swap === undefined ? call : { ...call, foreign: [call.swap] }))
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
  const { before = 0, after = 0, swap = WHOLE, ...since } = share.since() ?? { from: step, step, to: step };
  const interval = since.from === since.to ? '' : ` (between ${since.from} and ${since.to})`;
  return {
    step,
    since,
    swap: swap === WHOLE || swap === NEARLY_ALL ? null : swap,
    unearned: after,
    level: before,
    e: share.e,
    limit: LIMIT,
    message:
      `since step ${since.step}${interval} ${percent(after)} of the audited calls that were paid well keep ` +
      `${WHERE[swap] ?? `nearly all of their pay where \`${swap}\` alone is another row's`}, ${percent(before)} before: ` +
      'the policy is paid for something that is not the answer',
    examples: examples.map(({ row, said, pay, foreign }) => ({
      row: row.label,
      prompt: row.prompt === null ? null : shorten(row.prompt, KEPT_CHARACTERS),
      completion: shorten(said.toString(), KEPT_CHARACTERS),
      pay,
      foreign: foreign.map((other) => ({ row: other.row.label, pay: other.pay })),
    })),
    shared: sharedText(examples.map(({ said }) => textOf(said))),
    command,
  };
};

const textOf = (said: Buffer): string => {
  try {
    const value: unknown = JSON.parse(said.toString());
    if (typeof value === 'string') return value;
    return (value as { content?: unknown }[])
      .map((part) => (typeof part === 'string' ? part : String(part.content ?? '')))
      .join('\n');
  } catch {
    return said.toString();
  }
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
