/** Right programs that a task shows or keeps beside it, however slow: what is asked for is often the same, but quick. */
import { unique } from '../lists.ts';
import type { CheckRow } from '../subject.ts';
import { fencedIn } from './python-fences.ts';

const LONGEST = 6000;
/** A function does something if it has this many lines, and gives something back. */
const LEAST_LINES = 2;

export interface PlainProgram {
  /** The function that is asked for, which it defines. */
  name: string;
  source: string;
}

/** Programs of a prompt and of the columns of its row that define a function of one of these names in full, those of the prompt first. */
export const plainPrograms = (row: CheckRow, names: readonly string[]): PlainProgram[] => {
  const columns = Object.entries(row.fields).flatMap(([field, value]) =>
    field !== 'prompt' && typeof value === 'string' ? [value] : [],
  );
  const shown = [row.prompt, ...columns].flatMap((text) => {
    const fenced = fencedIn(text);
    return fenced.length > 0 || text === row.prompt ? fenced : [text];
  });
  return unique(shown.map((each) => each.trim())).flatMap((source) => {
    const name = names.find((each) => new RegExp(`^def ${each}\\(`, 'm').test(source));
    return name !== undefined && source.length <= LONGEST && isWhole(source, name) ? [{ name, source }] : [];
  });
};

/** No stub, and no text with a definition in it: all lines at the margin begin what Python has there. */
const isWhole = (source: string, name: string): boolean => {
  const margin = source.split('\n').filter((line) => /^\S/.test(line));
  const body = source.split(new RegExp(`^def ${name}\\(.*$`, 'm'))[1] ?? '';
  const isPython = margin.every((line) =>
    /^(?:def|class|import|from|async|if|for|while|try|except|with|else|return|@|#|[)\]}]|[A-Za-z_]\w*(?::[^=]+)?\s*=)/.test(
      line,
    ),
  );
  return (
    isPython && /\breturn\b|\byield\b/.test(body) && source.split('\n').filter(Boolean).length >= LEAST_LINES
  );
};
