/** What a prompt asks, as text. */
import { oneLine } from '../text/visible.ts';

const KEPT_CHARACTERS = 300;

/** The last thing the user said, else the last message; in one short line, for tables. */
export const promptText = (row: Buffer): string => oneLine(lastText(row), KEPT_CHARACTERS);

/**
 * The last thing the user said, else the last message; empty when the row has no prompt.
 * @throws SyntaxError, TypeError when the row is no JSON object
 */
export const lastText = (row: Buffer): string =>
  lastTextOf((JSON.parse(row.toString()) as { prompt: unknown }).prompt);

/** The same of a `prompt` that is parsed already. @throws TypeError when a message is null */
export const lastTextOf = (prompt: unknown): string => {
  if (typeof prompt === 'string') return prompt;
  const messages = Array.isArray(prompt) ? (prompt as { role: unknown; content: unknown }[]) : [];
  const message = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return contentText(message?.content);
};

/** What a message says, as text; parts that are none by their type. */
export const contentText = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content as { type: string; text?: unknown }[];
  return parts.map(({ type, text }) => (typeof text === 'string' ? text : `[${type}]`)).join(' ');
};
