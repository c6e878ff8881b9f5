/**
 * Values that a completion says beside its row's own: a right answer is paid for one of them, a hedge, a list of all
 * candidates or a copy of the question for any.
 */

/** Of a field; one with more is not changed, since it would be nearly the same. */
const MOST_LEAVES = 4;
/** Longer texts are no answers. */
const MOST_WORDS = 8;
const MOST_CHARACTERS = 80;
/** Of a completion, what is searched. */
const SEARCHED = 16 * 2 ** 10;

const NUMBER = /-?\d+(?:\.\d+)?/g;
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** What is said in a completion: a text, or those of messages or actions. */
export const textOf = (said: Buffer): string => {
  try {
    const value: unknown = JSON.parse(said.toString());
    if (typeof value === 'string') return value;
    return (value as (string | { content?: unknown })[])
      .map((part) => (typeof part === 'string' ? part : String(part.content ?? '')))
      .join('\n');
  } catch {
    return said.toString();
  }
};

/** Words without what surrounds them, marks of markup are none. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');

/** Texts with the same one look alike: dates, addresses, names. */
const shapeOf = (text: string): string => text.replace(/\p{N}+/gu, '0').replace(/\p{L}+/gu, 'a');

const likeNumber = (own: string, text: string): string[] =>
  [...new Set(text.match(NUMBER) ?? [])].filter((each) => Number(each) !== Number(own));

const likeText = (own: string, text: string): string[] => {
  const words = wordsOf(own);
  if (words.length === 0 || words.length > MOST_WORDS || own.length > MOST_CHARACTERS) return [];
  if (isNumber(own.trim())) return likeNumber(own, text);
  const bare = words.join(' ');
  const said = wordsOf(text);
  const spans = said.map((_, at) => said.slice(at, at + words.length).join(' '));
  const shape = shapeOf(bare);
  return [...new Set(spans)].filter(
    (span) => shapeOf(span) === shape && span.toLowerCase() !== bare.toLowerCase(),
  );
};

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The values with one leaf replaced by another that the text says. */
const changed = (value: Json, text: string): Json[] => {
  if (typeof value === 'number') return likeNumber(String(value), text).map(Number).filter(Number.isFinite);
  if (typeof value === 'string') return likeText(value, text);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, leaf]) =>
    changed(leaf, text).map((other) =>
      Array.isArray(value)
        ? value.map((each, at) => (String(at) === name ? other : each))
        : { ...value, [name]: other },
    ),
  );
};

const leavesOf = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, each) => sum + leavesOf(each), 0)
    : 1;

/**
 * @param value JSON text of a field
 * @returns JSON texts of what it could be as well, as far as the completion goes
 */
export const otherValues = (value: string, said: Buffer): string[] => {
  const own = JSON.parse(value) as Json;
  if (leavesOf(own) > MOST_LEAVES) return [];
  const texts = changed(own, textOf(said).slice(0, SEARCHED)).map((each) => JSON.stringify(each));
  return [...new Set(texts)].filter((each) => each !== value);
};
