/** What trainers send of a sample → the row and the completion that a reward function receives. */
import { parseJsonLine } from '../../formats/json/json-line.ts';
import { members, nameOf, wholeValue } from '../../formats/json/json-locate.ts';
import { RESERVED } from '../../formats/rows/prompts.ts';
import type { CallText } from '../../module/calls/call.ts';

/** Longer labels stay in one piece: to take them apart keeps others waiting. */
const MAX_SPREAD = 2 ** 20;

export interface Sample {
  completion: string;
  /** JSON text of each field, as the trainer sent it: numbers reach Python as they were written. */
  prompt?: string | undefined;
  label?: string | undefined;
}

/**
 * A call whose row has `prompt` and `label`; and, of a label that is an object or a text that holds one, its fields too.
 * @param reserved names that the function's call fills itself: the row does without them
 */
export const callOf = ({ completion, prompt, label }: Sample, reserved: readonly string[]): CallText => {
  const fields = new Map<string, string>(label === undefined ? [] : fieldsOfLabel(label));
  if (prompt !== undefined) fields.set('prompt', prompt);
  if (label !== undefined) fields.set('label', label);
  for (const name of [...Object.keys(RESERVED), ...reserved]) fields.delete(name);
  const row = [...fields].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',');
  return {
    row: Buffer.from(`{${row}}`),
    completion: completion.isWellFormed() ? completion : Buffer.from(JSON.stringify(completion)),
    completionIsRow: false,
    seed: undefined,
  };
};

/** Trainers have one column for the label, so people put several fields into it, as an object or its JSON text. */
const fieldsOfLabel = (label: string): [string, string][] => {
  const text = label.startsWith('"') ? (JSON.parse(label) as string).trim() : label;
  if (!text.startsWith('{') || text.length > MAX_SPREAD) return [];
  if (parseJsonLine(Buffer.from(text)).fault !== undefined) return [];
  return [...members(text, wholeValue(text))].map(({ key, value: { start, end } }) => [
    key === undefined ? '' : nameOf(text, key),
    text.slice(start, end),
  ]);
};

/**
 * What follows the prompt. Tokenizers may put a token before it; a prompt that is not there at all, because the trainer
 * cut it, cannot be taken off.
 */
export const completionOf = (query: string, prompt: string | undefined): string => {
  const at = prompt === undefined || prompt === '' ? -1 : query.indexOf(prompt);
  return prompt === undefined || at === -1 ? query : query.slice(at + prompt.length);
};
