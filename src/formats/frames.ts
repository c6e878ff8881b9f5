/** How an error in a file is shown: `file:line:column`, the line, a caret under the fault, and what to do. */
import type { ErrorCode } from '../errors.ts';
import { columnAt } from './json/json-fault.ts';
import { displayWidth, visible } from './text/visible.ts';

/** One fault in one place of one file. */
export interface Problem {
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based, in characters. */
  column: number;
  code: ErrorCode;
  message: string;
  help: string | undefined;
  excerpt: Excerpt;
}

/** The part of the source line around the fault, fit for a terminal, and what to underline in it. */
export interface Excerpt {
  text: string;
  caretColumn: number;
  caretWidth: number;
}

/** Lines that fit are shown whole; of longer ones this much before and after the fault. */
const WHOLE = 110;
const BEFORE = 50;
const AFTER = 55;

export interface ProblemPlace {
  file: string;
  line: number;
  /** The whole source line; only an excerpt of it is kept. */
  text: string;
  /** UTF-16 positions in `text`. */
  start: number;
  end: number;
}

export const makeProblem = (
  place: ProblemPlace,
  code: ErrorCode,
  message: string,
  help?: string,
): Problem => ({
  file: place.file,
  line: place.line,
  column: columnAt(place.text, place.start),
  code,
  message,
  help,
  excerpt: excerptOf(place.text, place.start, place.end),
});

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const excerptOf = (text: string, start: number, end: number): Excerpt => {
  const fits = text.length <= WHOLE;
  let from = fits ? 0 : Math.max(0, start - BEFORE);
  let to = fits ? text.length : Math.min(text.length, start + AFTER);
  if (isLowSurrogate(text, from)) from++;
  if (isLowSurrogate(text, to)) to--;
  const before = `${from > 0 ? '…' : ''}${visible(text.slice(from, start))}`;
  const marked = visible(text.slice(start, Math.min(end, to)));
  const after = `${visible(text.slice(Math.min(end, to), to))}${to < text.length ? '…' : ''}`;
  return {
    text: before + marked + after,
    caretColumn: displayWidth(before),
    caretWidth: Math.max(1, displayWidth(marked)),
  };
};

/** The frame as people read it; several lines without a final newline. */
export const formatProblem = ({ file, line, column, code, message, help, excerpt }: Problem): string => {
  const gutter = String(line);
  const margin = ' '.repeat(gutter.length);
  const rows = [
    `${file}:${line}:${column}: ${code} ${message}`,
    `${gutter} | ${excerpt.text}`,
    `${margin} | ${' '.repeat(excerpt.caretColumn)}${'^'.repeat(excerpt.caretWidth)}`,
  ];
  if (help !== undefined) rows.push(`${margin} = help: ${help}`);
  return rows.join('\n');
};
