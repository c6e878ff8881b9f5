/** Turns rows and actions into the JSON texts that go on the wire, and refuses what cannot go there. */
import { createHash } from 'node:crypto';
import { SandboxError } from '../../errors.ts';
import { jsonText, MAX_ROW_BYTES } from '../calls/call-text.ts';

/** Whatever the option says: a request must fit into a frame. */
const MAX_ACTION_BYTES = 1024 * 2 ** 20;

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;

/** @throws SandboxError RS101 when the row has no JSON form, is no object, or is larger than MAX_ROW_BYTES */
export const rowText = (row: Readonly<Record<string, unknown>> | Uint8Array): Uint8Array => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    const message = `Expected an episode's row to be an object, or its JSON text as bytes, got ${kindOf(row)}`;
    throw new SandboxError('RS101', message, { help: 'a `setup` without fields is given `{}`' });
  }
  const text = row instanceof Uint8Array ? row : jsonText(row, "The episode's row");
  if (text.length <= MAX_ROW_BYTES) return text;
  throw new SandboxError(
    'RS101',
    `The row of an episode has ${text.length} bytes; at most ${MAX_ROW_BYTES} are allowed`,
  );
};

/** @throws SandboxError RS101 when it is no string */
export const actionText = (action: unknown): Uint8Array => {
  if (typeof action !== 'string') {
    throw new SandboxError('RS101', `Expected an action to be a string, got ${kindOf(action)}`, {
      help: 'an environment that takes other values reads them from text: pass `JSON.stringify(value)`',
    });
  }
  return jsonText(action, 'The action');
};

/** What is wrong with an action that is larger than it may be; undefined when it is not. */
export const actionTooLarge = (action: Uint8Array, limit: number): string | undefined => {
  const most = Math.min(limit, MAX_ACTION_BYTES);
  return action.length <= most
    ? undefined
    : `the action has ${action.length} bytes of JSON, more than the limit of ${most}: raise --max-action (maxAction)`;
};

/**
 * Seed of a copy: the same for the same original and place, another for each copy.
 * @param ordinal number of the copy among those ever made of the original
 */
export const seedOfCopy = (seed: number, steps: number, ordinal: number): number => {
  const digest = createHash('sha256').update(`${seed} ${steps} ${ordinal}`).digest();
  return Number(digest.readBigUInt64LE() & BigInt(Number.MAX_SAFE_INTEGER));
};
