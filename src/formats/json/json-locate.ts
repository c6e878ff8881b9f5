/** Where in a line of valid JSON a value stands, so that an error about it can point there. */

export interface Span {
  start: number;
  end: number;
}

export interface Located {
  value: Span;
  /** The key in front of it, when it is a field of an object. */
  key: Span | undefined;
}

type Path = readonly PropertyKey[];

/** @returns where the value at `path` stands (of duplicate keys the last, which is the one that counts), or undefined. */
export const locate = (text: string, path: Path): Located | undefined => {
  let found: Located = { value: wholeValue(text), key: undefined };
  for (const step of path) {
    const inner = member(text, found.value, step);
    if (inner === undefined) return undefined;
    found = inner;
  }
  return found;
};

/** Like `locate`, but a missing value is looked for at the object or array that lacks it. */
export const locateNearest = (text: string, path: Path): Located => {
  for (let length = path.length; length > 0; length--) {
    const found = locate(text, path.slice(0, length));
    if (found !== undefined) return length === path.length ? found : opening(found);
  }
  return opening({ value: wholeValue(text), key: undefined });
};

const opening = ({ value, key }: Located): Located => ({
  value: { start: value.start, end: value.start + 1 },
  key,
});

const member = (text: string, container: Span, step: PropertyKey): Located | undefined => {
  let found: Located | undefined;
  let index = 0;
  for (const located of members(text, container)) {
    const name = located.key === undefined ? index++ : nameOf(text, located.key);
    if (name === step) found = located;
  }
  return found;
};

/** The value that a whole text of valid JSON is. */
export const wholeValue = (text: string): Span => valueAt(text, skipSpace(text, 0));

/** The name that a key's text stands for. */
export const nameOf = (text: string, key: Span): string => JSON.parse(text.slice(key.start, key.end));

/** The fields of an object, or the elements of an array, in their order; nothing of any other value. */
export function* members(text: string, container: Span): Generator<Located> {
  const isObject = text[container.start] === '{';
  if (!isObject && text[container.start] !== '[') return;
  let at = skipSpace(text, container.start + 1);
  while (at < container.end - 1) {
    let key: Span | undefined;
    if (isObject) {
      key = valueAt(text, at);
      at = skipSpace(text, skipSpace(text, key.end) + 1);
    }
    const value = valueAt(text, at);
    yield { value, key };
    at = skipSpace(text, skipSpace(text, value.end) + 1);
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
};

const skipString = (text: string, from: number): number => {
  let at = from + 1;
  for (; text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at + 1;
};

const valueAt = (text: string, start: number): Span => {
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === '"') at = skipString(text, at);
    else if (character === '{' || character === '[') {
      depth++;
      at++;
    } else if (character === '}' || character === ']') {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text.charCodeAt(at))) at++;
  } while (depth > 0);
  return { start, end: at };
};
