/** Examples of JSON in a prompt, as forms for answers of plain values: `[{"line": 3, "why": "…"}]` for a list of lines. */
import { jsonValue, unique } from '../../lists.ts';
import { isObject } from '../meaning.ts';

type Entries = Record<string, unknown>;

/** Writes a list of plain values in the form of the example; undefined for anything else. */
export interface JsonExample {
  name: string;
  write: (value: unknown) => string | undefined;
}

const LONGEST = 400;
const MOST_EXAMPLES = 3;
const MOST_KEYS = 6;
const MOST_ITEMS = 200;

/** Stretches between brackets that belong together. */
const stretches = (prompt: string): string[] => {
  const found: string[] = [];
  for (let at = 0; at < prompt.length && found.length < 4 * MOST_EXAMPLES; at++) {
    if (prompt[at] !== '[' && prompt[at] !== '{') continue;
    const text = balanced(prompt.slice(at, at + LONGEST));
    if (text === undefined || !text.includes('"') || !text.includes(':')) continue;
    found.push(text);
    at += text.length - 1;
  }
  return found;
};

const balanced = (text: string): string | undefined => {
  let depth = 0;
  let isQuoted = false;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '[' || sign === '{') depth++;
    if (sign === ']' || sign === '}') depth--;
    if (depth === 0) return [...text].slice(0, at + 1).join('');
  }
  return undefined;
};

/** Places that are only named become values: `<line number>`, `int`, `...`. */
const completed = (text: string): string =>
  text
    .replace(/,?\s*(?:\.\.\.|…)(?=\s*[\]}])/g, '')
    .replace(/:\s*(?:<([^<>"]{1,40})>|([A-Za-z][\w |]{0,40}|\.\.\.|…))(?=\s*[,}])/g, (_, inside, bare) => {
      const said = String(inside ?? bare ?? '');
      if (/^(?:true|false|null)$/.test(said)) return `: ${said}`;
      return /\b(?:int|integer|number|float|n|line|index|id)\b/i.test(said) ? ': 1' : ': "x"';
    });

const exampleIn = (text: string): { entry: Entries; isList: boolean } | undefined => {
  const value = jsonValue(text) ?? jsonValue(completed(text));
  const entry: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(entry)) return undefined;
  const { length } = Object.keys(entry);
  return length >= 2 && length <= MOST_KEYS ? { entry, isList: Array.isArray(value) } : undefined;
};

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Objects of a list of which one key holds what an answer is; what the example says for the others stays. */
export const jsonExamplesIn = (prompt: string): JsonExample[] =>
  unique(stretches(prompt))
    .flatMap((text) => exampleIn(text) ?? [])
    .slice(0, MOST_EXAMPLES)
    .flatMap(({ entry, isList }) =>
      Object.keys(entry)
        .filter((key) => isPlain(entry[key]))
        .flatMap((key) => formsFor(entry, key, isList)),
    );

/** Examples of one object, of which every value is a text or a number. */
export const plainExamplesIn = (prompt: string): Entries[] =>
  unique(stretches(prompt))
    .flatMap((text) => exampleIn(text) ?? [])
    .filter(({ entry, isList }) => !isList && Object.values(entry).every(isPlain))
    .slice(0, 1)
    .map(({ entry }) => entry);

const formsFor = (entry: Entries, key: string, isList: boolean): JsonExample[] => {
  const own = typeof entry[key];
  const entriesFor = (value: unknown): Entries[] | undefined => {
    const items = Array.isArray(value) ? value : isPlain(value) ? [value] : [];
    const isSame = items.every((item) => typeof item === own);
    return items.length === 0 || items.length > MOST_ITEMS || !isSame
      ? undefined
      : items.map((item) => ({ ...entry, [key]: item }));
  };
  const written = (name: string, write: (all: Entries[]) => string | undefined): JsonExample => ({
    name,
    write: (value) => {
      const all = entriesFor(value);
      return all === undefined ? undefined : write(all);
    },
  });
  return [
    ...(isList ? [written(`objects with ${key}`, (all) => JSON.stringify(all))] : []),
    written(`lines of objects with ${key}`, (all) => all.map((each) => JSON.stringify(each)).join('\n')),
  ];
};
