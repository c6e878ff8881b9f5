/** Text of models and modules, indented, harmless, and not endless. */

import { contentText } from '../formats/rows/prompt-text.ts';
import type { Paint } from '../formats/text/paint.ts';
import { groupDigits, visible } from '../formats/text/visible.ts';

/** `--json` has all of it. */
const SHOWN_CHARACTERS = 20_000;

/** The text with a bar before each line. */
export const block = (text: string, paint: Paint): string[] => {
  const shown = text.length <= SHOWN_CHARACTERS ? text : text.slice(0, SHOWN_CHARACTERS);
  const lines = shown
    .split(/\r?\n/)
    .map((line) => `  ${paint('dim', '│')} ${visible(line.replaceAll('\t', '    '))}`);
  const left = text.length - shown.length;
  return left === 0 ? lines : [...lines, `  ${paint('dim', `… ${groupDigits(left)} characters more`)}`];
};

export const shownMessages = (
  messages: string | readonly { role: string; content: unknown }[],
  paint: Paint,
): string[] =>
  typeof messages === 'string'
    ? block(messages, paint)
    : messages.flatMap(({ role, content }) => [
        `  ${paint('cyan', visible(role))}`,
        ...block(contentText(content), paint),
      ]);
