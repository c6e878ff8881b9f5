/** Forms such as `Name - pet - drink; Name - pet - drink; …` that a prompt shows: signs within a unit, and between units. */
import { unique } from '../../lists.ts';
import { isObject } from '../meaning.ts';

export interface Units {
  inner: string;
  outer: string;
}

const MOST = 3;
const OUTER = ['; ', ';', ' | ', ', ', ' / '] as const;
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}_]*`;
/** Two to five words with one sign between all of them. */
const UNIT = new RegExp(
  `^${WORD}(\\s*[^\\p{L}\\p{N}\\s_"'\`<>]{1,2}\\s*|\\s+)${WORD}(?:\\1${WORD}){0,3}$`,
  'u',
);

const unitsOf = (line: string): Units[] =>
  OUTER.flatMap((outer) => {
    const text = line.trim().replace(/^['"`]|['"`.]$/g, '');
    const isOpen = /(?:\.{2,3}|…)$/.test(text);
    const parts = text
      .replace(/(?:\.{2,3}|…)$/, '')
      .split(outer)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.length > 12) return [];
    const signs = unique(parts.map((part) => UNIT.exec(part)?.[1] ?? ''));
    const [inner = ''] = signs;
    // Words with nothing but a space between are a sentence, unless it goes on with dots.
    return signs.length === 1 && inner !== '' && (isOpen || inner.trim() !== '') ? [{ inner, outer }] : [];
  });

const known = new Map<string, readonly Units[]>();
const MOST_KNOWN = 400;

/** What the lines of a prompt show, with and without a label before it. */
export const unitsIn = (prompt: string): readonly Units[] => {
  const before = known.get(prompt);
  if (before !== undefined) return before;
  if (known.size > MOST_KNOWN) known.clear();
  const stretches = prompt
    .split('\n')
    .flatMap((line) => [
      line,
      ...[...line.matchAll(/['"`]([^'"`\n]{5,120})['"`]/g)].map((match) => match[1] ?? ''),
    ])
    .filter((line) => line.length <= 200)
    .flatMap((line) => [line, line.replace(/^[^:]{1,40}:\s*/, '')]);
  const seen = new Set<string>();
  const found = stretches
    .flatMap(unitsOf)
    .filter(({ inner, outer }) => !seen.has(inner + outer) && seen.add(inner + outer) !== undefined)
    .slice(0, MOST);
  known.set(prompt, found);
  return found;
};

const MOST_UNITS = 200;

/** What each element of a list holds, or each key with its values; undefined where something is no plain value. */
const partsOf = (value: unknown): unknown[][] | undefined => {
  const parts = Array.isArray(value)
    ? value.map((each) => (isObject(each) ? Object.values(each) : Array.isArray(each) ? each : []))
    : isObject(value)
      ? Object.entries(value).map(([key, inside]) => [key, ...[inside].flat()])
      : [];
  const isPlain = parts.every(
    (unit) => unit.length >= 2 && unit.every((each) => typeof each !== 'object' && each !== null),
  );
  return isPlain && parts.length > 0 && parts.length <= MOST_UNITS ? parts : undefined;
};

/** Ways to write objects, and lists of objects or lists, as a prompt shows them. */
export const unitForms = (
  prompt: string,
): { name: string; write(value: unknown, text: (part: unknown) => string): string | undefined }[] =>
  unitsIn(prompt).map(({ inner, outer }) => ({
    name: `with '${inner}' in units and '${outer}' between`,
    write: (value, text) =>
      partsOf(value)
        ?.map((unit) => unit.map(text).join(inner))
        .join(outer),
  }));
