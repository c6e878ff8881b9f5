/** How an answer is written, read from answers of several rows: what all of them begin and end with. */
import type { Wrapper } from '../../calibration.ts';
import { ANSWER_MARK, templateWrapper } from './wrappers.ts';

/** Texts that must have a beginning or an end in common. */
const LEAST_SHARING = 3;

/** What all of several texts begin and end with is how an answer is written. */
export const sharedWrapper = (texts: readonly string[]): Wrapper => {
  const plain = templateWrapper(ANSWER_MARK, 'plain');
  const [first = '', ...others] = texts;
  if (others.length + 1 < LEAST_SHARING) return plain;
  const shared = (from: (text: string, at: number) => string | undefined): number => {
    let at = 0;
    while (at < first.length && others.every((text) => from(text, at) === from(first, at))) at++;
    return at;
  };
  const isInside = (left: string | undefined, right: string | undefined): boolean =>
    /^[\p{L}\p{N}][\p{L}\p{N}]$/u.test(`${left ?? ''}${right ?? ''}`);
  let start = shared((text, at) => text[at]);
  // Words that begin alike are no part of it.
  while (start > 0 && texts.some((text) => isInside(text[start - 1], text[start]))) start--;
  const room = Math.min(...texts.map(({ length }) => length)) - start;
  let end = Math.min(
    room,
    shared((text, at) => text[text.length - 1 - at]),
  );
  while (end > 0 && texts.some((text) => isInside(text[text.length - end - 1], text[text.length - end])))
    end--;
  if (start + end === 0 || texts.some(({ length }) => length <= start + end)) return plain;
  return templateWrapper(`${first.slice(0, start)}${ANSWER_MARK}${first.slice(first.length - end)}`);
};
