/** What of an answer stands in the prompt: word by word, whatever signs are between. */
import type { Calibration, RowLevels } from '../calibration.ts';

/** Where a prompt says a text, and what stands right before it. */
export interface Place {
  /** As the prompt writes it. */
  text: string;
  before: string;
}

/** Words before a text that must be the same, for its place to be the same. */
const BEFORE = 2;
const LONGEST = 400;
const MOST_PLACES = 8;

const wordsOf = (text: string): RegExpExecArray[] => [...text.matchAll(/[\p{L}\p{N}]+/gu)];
const plain = ([word]: RegExpExecArray): string => word.toLowerCase();

/** The words of a text, small, with one space between: whether two texts say the same. */
export const saidIn = (text: string): string => wordsOf(text).map(plain).join(' ');

/** Where the prompt says these words in this order. */
export const placesOf = (prompt: string, text: string): Place[] => {
  const wanted = wordsOf(text).map(plain);
  if (wanted.length === 0 || text.length > LONGEST) return [];
  const words = wordsOf(prompt);
  const said = words.map(plain);
  const starts = said.flatMap((_, at) =>
    wanted.every((word, next) => said[at + next] === word) ? [at] : [],
  );
  return starts.slice(0, MOST_PLACES).map((at) => {
    const last = words[at + wanted.length - 1];
    const start = words[at]?.index ?? 0;
    const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
    return { text: prompt.slice(start, end), before: said.slice(Math.max(0, at - BEFORE), at).join(' ') };
  });
};

/** The honest answer of a row without what it has to be written in; undefined where none is known. */
export const coreOf = (
  { wrappers }: Pick<Calibration, 'wrappers'>,
  { gold }: RowLevels,
): string | undefined => {
  if (gold === null) return undefined;
  for (const { wrap } of wrappers) {
    const [before, after, ...rest] = wrap('\0').split('\0');
    if (before === undefined || after === undefined || rest.length > 0) continue;
    const { completion } = gold;
    if (completion.startsWith(before) && completion.endsWith(after))
      return completion.slice(before.length, completion.length - after.length).trim();
  }
  return gold.completion;
};
