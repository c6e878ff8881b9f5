/** The lines around a place in a source, as errors show them. */
import { displayWidth, visible } from '../../formats/text/visible.ts';
import type { Place } from '../finding.ts';

const BEFORE = 2;
const AFTER = 1;
/** Of the place itself, when it spans many. */
const LINES = 4;

/**
 * The source frame of a place, with carets under it; null when the source has no such line.
 *
 * ```text
 * 13 |     text = completion.strip()
 * 14 |     if str(expected) in completion:
 *    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
 * 15 |         return 1.0
 * ```
 * @param place columns are characters from 1; `endColumn` is the one behind the last
 */
export const sourceFrame = (source: string, place: Place): string | null => {
  const lines = source.split(/\r\n|[\n\r]/);
  if (place.line < 1 || place.line > lines.length) return null;
  const last = Math.min(lines.length, Math.max(place.line, Math.min(place.endLine, place.line + LINES - 1)));
  const from = Math.max(1, place.line - BEFORE);
  const to = Math.min(lines.length, last + AFTER);
  const gutter = String(to).length;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .flatMap((number) => {
      const text = lines[number - 1] ?? '';
      const shown =
        `${String(number).padStart(gutter)} | ${visible(text.replaceAll('\t', '    '))}`.trimEnd();
      if (number < place.line || number > last) return [shown];
      const start = number === place.line ? place.column - 1 : text.length - text.trimStart().length;
      const end = number === place.endLine ? place.endColumn - 1 : Array.from(text.trimEnd()).length;
      return [shown, caretLine(text, start, end, gutter)];
    })
    .join('\n');
};

const caretLine = (text: string, start: number, end: number, gutter: number): string => {
  const characters = Array.from(text, (character) => (character === '\t' ? '    ' : visible(character)));
  const width = (from: number, to: number) => displayWidth(characters.slice(from, to).join(''));
  const carets = Math.max(1, width(start, Math.max(start + 1, end)));
  return `${' '.repeat(gutter)} | ${' '.repeat(width(0, start))}${'^'.repeat(carets)}`;
};
