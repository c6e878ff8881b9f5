/** What a prompt asks, in one short line, for tables. */
import { oneLine } from '../formats/visible.ts';

const KEPT_CHARACTERS = 300;

/** The last thing the user said, else the last message. */
export const promptText = (row: Buffer): string => oneLine(lastText(row), KEPT_CHARACTERS);

const lastText = (row: Buffer): string => {
  const { prompt } = JSON.parse(row.toString()) as { prompt: unknown };
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
