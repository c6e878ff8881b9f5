/** The smallest completion that still does it: delta debugging (A. Zeller, 1999) over lines, words and characters. */

/** Whether the text still does it, for several at once, in their order. */
export type Holds = (texts: readonly string[]) => Promise<boolean[]>;

interface Limits {
  /** Texts that may be tried. */
  tries: number;
  /** Whether there is time for more. */
  goOn: () => boolean;
}

const UNITS: readonly ((text: string) => string[])[] = [
  (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [],
  (text) => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [],
  (text) => Array.from(text),
];
/** Longer words are not taken apart by characters, and texts of several words stay readable. */
const MOST_CHARACTERS = 400;
const isWord = (text: string): boolean => text.length <= MOST_CHARACTERS && !/\s/.test(text.trim());

/** @returns a text that holds; at worst the one that was given */
export const minimise = async (text: string, holds: Holds, limits: Limits): Promise<string> => {
  let smallest = text;
  const left = { tries: limits.tries };
  for (const [level, split] of UNITS.entries()) {
    if (level === UNITS.length - 1 && !isWord(smallest)) break;
    const parts = split(smallest);
    if (parts.length < 2) continue;
    const joined = (lists: readonly (readonly string[])[]): Promise<boolean[]> =>
      holds(lists.map((each) => each.join('')));
    smallest = (await reduce(parts, joined, left, limits.goOn)).join('');
  }
  const trimmed = smallest.trim();
  if (trimmed !== smallest && left.tries > 0 && limits.goOn() && (await holds([trimmed]))[0] === true)
    return trimmed;
  return smallest;
};

/** @returns the fewest of the parts that were found to hold together; at worst all */
export const reduce = async (
  all: readonly string[],
  holds: (lists: readonly (readonly string[])[]) => Promise<boolean[]>,
  left: { tries: number },
  goOn: () => boolean = () => true,
): Promise<readonly string[]> => {
  let parts = all;
  let pieces = 2;
  while (parts.length > 1 && left.tries > 0 && goOn()) {
    const size = Math.ceil(parts.length / pieces);
    const starts = Array.from({ length: Math.ceil(parts.length / size) }, (_, at) => at * size);
    const complements = starts.map((start) => [...parts.slice(0, start), ...parts.slice(start + size)]);
    const candidates = [
      ...(pieces === 2 ? [] : starts.map((start) => parts.slice(start, start + size))),
      ...complements,
    ]
      .filter((each) => each.length > 0)
      .slice(0, left.tries);
    left.tries -= candidates.length;
    const results = await holds(candidates);
    const best = candidates.filter((_, at) => results[at]).sort((one, other) => one.length - other.length)[0];
    if (best !== undefined) {
      parts = best;
      pieces = Math.max(2, Math.min(pieces - 1, parts.length));
    } else if (size === 1) break;
    else pieces = Math.min(parts.length, pieces * 2);
  }
  return parts;
};
