/** Where in the user's file a failure happened, from the traceback that came with it. */
import { basename } from 'node:path';
import type { OutcomeError } from '../../index.ts';
import type { Place } from '../finding.ts';
import type { Subject } from '../subject/subject.ts';

const FRAME = /File "([^"]+)", line (\d+)/g;

/** The innermost line of the module's own file; null when the failure names none. */
export const placeOfError = (error: OutcomeError | null, subject: Subject): Place | null => {
  const name = basename(subject.path);
  const own = [...(error?.traceback ?? '').matchAll(FRAME)].filter(
    (found) => basename(found[1] ?? '') === name,
  );
  const line = Number(own.at(-1)?.[2]);
  return Number.isInteger(line) ? placeOfLine(line, subject) : null;
};

/** All of a line but its indentation. */
export const placeOfLine = (line: number, subject: Subject): Place => {
  const text = subject.source.split('\n')[line - 1] ?? '';
  const column = text.length - text.trimStart().length + 1;
  return {
    file: subject.file,
    line,
    column,
    endLine: line,
    endColumn: Math.max(column, text.trimEnd().length) + 1,
  };
};
