/** Finds, in a Python traceback or stack, the line of the user's own code that matters. */
import { basename } from 'node:path';

export interface UserFrame {
  file: string;
  line: number;
  function: string | null;
}

const FRAME = /^[ \t]*File "([^"\n]+)", line (\d+)(?:,? in ([^\n]+))?$/gm;
const NOT_THE_USERS = /(^|\/)(site-packages|dist-packages|runrl_shim)\/|\/lib(64)?\/python3|^<frozen /;

/**
 * The innermost frame of the reward file; else of any file that is no library's; else the innermost of all.
 * @param innermost where the text has its most recent call, unless its own heading says otherwise
 */
export const userFrame = (
  text: string,
  moduleFile: string,
  innermost: 'first' | 'last',
): UserFrame | null => {
  const frames = framesOf(text, innermost);
  const ofModule = frames.find(({ file }) => basename(file) === basename(moduleFile));
  return ofModule ?? frames.find(({ file }) => isUsers(file)) ?? frames[0] ?? null;
};

/** All frames of a text, the innermost first. */
export const framesOf = (text: string, innermost: 'first' | 'last'): UserFrame[] => {
  const frames = [...text.matchAll(FRAME)].map(([, file = '', line, name]) => ({
    file,
    line: Number(line),
    function: name ?? null,
  }));
  const isFirst =
    text.includes('most recent call first') ||
    (innermost === 'first' && !text.includes('most recent call last'));
  return isFirst ? frames : frames.reverse();
};

/** Whether a file is no library's, and not ours. */
export const isUsers = (file: string): boolean => !NOT_THE_USERS.test(file);

/** `reward.py:14 in parse`. */
export const formatFrame = (frame: UserFrame): string =>
  `${basename(frame.file)}:${frame.line}${frame.function === null ? '' : ` in ${frame.function}`}`;
