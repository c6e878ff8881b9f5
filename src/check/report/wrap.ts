/** Text of others in so many columns and lines, harmless for a terminal. */
import { displayWidth, shorten, visible } from '../../formats/text/visible.ts';

/** The beginning that fits in so many columns, `…` where something was left out; control characters visible. */
export const cut = (text: string, columns: number): string => {
  // No character but a combining mark takes no column, and a text may be megabytes long.
  const line = visible(shorten(text, Math.max(1, 4 * columns)));
  if (displayWidth(line) <= columns) return line;
  let width = 0;
  let kept = '';
  for (const character of line) {
    width += displayWidth(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
};

/** Broken between words into at most so many lines; the last one ends with `…` when something was left out. */
export const wrap = (text: string, columns: number, most: number): string[] => {
  const words = visible(shorten(text, 4 * columns * most))
    .split(' ')
    .filter((word) => word !== '');
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else if (lines.length < most) lines.push(cut(word, columns));
    else return [...lines.slice(0, -1), cut(`${last} ${words.slice(index).join(' ')}`, columns)];
  }
  return lines;
};

/** A command on several lines that a shell takes as one; only ever broken between words, and not when some are quoted. */
export const wrapCommand = (command: string, columns: number): string[] => {
  const lines: string[] = [];
  if (/["'`\\]/.test(command)) return [visible(command)];
  for (const word of withValues(visible(command).split(' '))) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (displayWidth(last) + 1 + displayWidth(word) <= columns - 2)
      lines[lines.length - 1] = `${last} ${word}`;
    else {
      lines[lines.length - 1] = `${last} \\`;
      lines.push(`  ${word}`);
    }
  }
  return lines;
};

/** Options, each with its value. */
const withValues = (words: readonly string[]): string[] => {
  const parts: string[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last !== undefined && /^--[\w-]+$/.test(last) && !word.startsWith('-'))
      parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(word);
  }
  return parts;
};
