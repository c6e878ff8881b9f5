/** What an action can be made of, read from prompts, observations, scripted actions and the source: no model needed. */
import { isObject as isRecord } from '../../answers/meaning.ts';
import { jsonValue } from '../../lists.ts';
import { commandsIn, SLOT } from './command-forms.ts';

export { SLOT };

export interface Words {
  /** Words that may be an action, or the name of a tool. */
  words: Set<string>;
  /** Tools with their parameters: `search(query)`. */
  tools: Map<string, Set<string>>;
  /** Keys of JSON. */
  keys: Set<string>;
  /** Of `<tag>…</tag>`. */
  tags: Set<string>;
  /** Texts with a slot: `guess \u0000`. */
  forms: Set<string>;
  /** Texts with one or more slots, one for each value that a command takes: `book \u0000 at \u0000`. */
  commands: Set<string>;
  /** Whole JSON objects that were shown or scripted. */
  examples: Set<string>;
  numbers: Set<string>;
}

export const noWords = (): Words => ({
  words: new Set(),
  tools: new Map(),
  keys: new Set(),
  tags: new Set(),
  forms: new Set(),
  commands: new Set(),
  examples: new Set(),
  numbers: new Set(),
});

const QUOTED = /(["'`“‘])([^"'`“”‘’\n]{1,40})["'`”’]/gu;
/** `Valid actions: north, south or wait`. */
const LISTED =
  /\b(?:actions?|commands?|moves?|tools?|options?|choices|one of|choose(?: from)?|either|reply with|respond with|say|type|use)\b[^:\n]{0,40}?(?::|\bare\b|\bof\b|\bwith\b)\s*([^\n]{1,400})/giu;
const ONE_OF = /\b(?:one of|either|any of|choose|reply|say|answer(?: with)?)\s+([^\n.;:]{1,200})/giu;
/** `…, for example RGBY` and `e.g. go north`: what is shown without quotes, to its end. */
const SHOWN =
  /\b(?:for example|for instance|e\.g\.|such as|like this|in the form(?: of)?|example):?,?\s+([^\n"'`“”‘’]{1,60}?)(?=[.;)](?:\s|$)|\s+(?:and|or|to|then|at the)\b|,\s|\n|$)/giu;
const CALL = /\b([A-Za-z_][\w-]{0,40})\(([^()\n]{0,200})\)/g;
const TAG = /<([A-Za-z_][\w-]{0,20})>/g;
const EMPTY_TAG = /<[A-Za-z_][\w-]{0,20}\s*\/>/g;
const PLACEHOLDER =
  /\b([A-Za-z_]{2,20})(:?) ?(?:<[^<>\n]{1,20}>|\{[A-Za-z_ ]{1,20}\}|\[[A-Za-z_ ]{1,20}\]|\bN\b|\bX\b)/g;
const LABEL = /(?:^|[\s"'`])([A-Za-z_]{2,20}:)(?= |["'`]|$)/gmu;
const KEY = /["']([A-Za-z_]\w{0,30})["']\s*:/g;
const NUMBER = /-?\b\d{1,9}(?:\.\d{1,6})?\b/g;
const WORD = /^[A-Za-z][\w-]*(?: [\w-]+){0,2}$/;

/** JSON objects in a text, by their braces. */
export const objectsIn = (text: string): string[] => {
  const found: string[] = [];
  for (let at = text.indexOf('{'); at >= 0 && found.length < 20; at = text.indexOf('{', at + 1)) {
    let depth = 0;
    for (let end = at; end < Math.min(text.length, at + 4_000); end++) {
      if (text[end] === '{') depth++;
      else if (text[end] === '}' && --depth === 0) {
        const object = text.slice(at, end + 1);
        if (isObject(object)) {
          found.push(object);
          at = end;
        }
        break;
      }
    }
  }
  return found;
};

export const isObject = (text: string): boolean => isRecord(jsonValue(text));

const addWord = (words: Words, text: string): void => {
  const word = text.trim().replace(/^[-*•]\s*|[.,;!?)]+$/g, '');
  if (word.length <= 40 && WORD.test(word)) words.words.add(word);
};

/** Adds what one text that people or models read says of actions. */
export const mineText = (text: string, into: Words): void => {
  const short = text.slice(0, 20_000);
  const quoted = [...short.matchAll(QUOTED)].map(([, , word]) => word as string);
  for (const word of quoted) addWord(into, word);
  for (const form of sharedStarts(quoted)) into.forms.add(form);
  for (const pattern of [LISTED, ONE_OF])
    for (const [, list] of short.matchAll(pattern))
      for (const part of (list as string).split(/[,;|/]|\bor\b|\band\b|\. /u))
        addWord(into, part.replace(/\(.*$/, ''));
  for (const [, shown] of short.matchAll(SHOWN)) addShown(into, (shown as string).trim());
  for (const [, name, inside] of short.matchAll(CALL)) addTool(into, name as string, inside as string);
  for (const [, tag] of short.matchAll(TAG)) into.tags.add(tag as string);
  for (const [tag] of short.matchAll(EMPTY_TAG)) into.words.add(tag);
  for (const [, word, colon] of short.matchAll(PLACEHOLDER)) into.forms.add(`${word}${colon} ${SLOT}`);
  for (const [, label] of short.matchAll(LABEL)) into.forms.add(`${label} ${SLOT}`);
  for (const [, key] of short.matchAll(KEY)) into.keys.add(key as string);
  for (const [number] of short.matchAll(NUMBER)) if (into.numbers.size < 200) into.numbers.add(number);
  for (const object of objectsIn(short)) addExample(into, object);
  if (into.commands.size < 60) for (const form of commandsIn(short)) into.commands.add(form);
};

/** `route to billing` and `route to sales` were shown, so what stands last there is a value. */
export const sharedStarts = (shown: readonly string[]): string[] => {
  const lasts = new Map<string, Set<string>>();
  for (const text of shown) {
    const [, start, last] = /^([A-Za-z]\w*(?: \w+){0,2}:?) (\w[\w-]*)$/.exec(text) ?? [];
    if (start !== undefined && last !== undefined)
      lasts.set(start, (lasts.get(start) ?? new Set()).add(last));
  }
  return [...lasts].filter(([, values]) => values.size > 1).map(([start]) => `${start} ${SLOT}`);
};

/** An action that was shown: by itself, with the last of its words a slot, and each of its numbers. */
const addShown = (into: Words, shown: string): void => {
  if (!/^[\w<]/.test(shown) || shown.split(' ').length > 6) return;
  if (WORD.test(shown)) into.words.add(shown);
  mineAction(shown, into);
};

const addTool = (into: Words, name: string, inside: string): void => {
  if (!/^[a-z_]/i.test(name)) return;
  const parameters = into.tools.get(name) ?? new Set<string>();
  for (const part of inside.split(',')) {
    const parameter = /^\s*([a-z_]\w{0,30})\s*(?:[:=].*)?$/i.exec(part)?.[1];
    if (parameter !== undefined && parameter !== 'self') parameters.add(parameter);
  }
  into.tools.set(name, parameters);
  into.words.add(name);
};

/** Adds an object that may be an action, or the schema of a tool. */
const addExample = (into: Words, object: string): void => {
  const value = JSON.parse(object) as Record<string, unknown>;
  const properties =
    (value.parameters as { properties?: object } | undefined)?.properties ?? value.properties;
  if (typeof value.name === 'string' && typeof properties === 'object' && properties !== null)
    addTool(into, value.name, Object.keys(properties).join(','));
  else into.examples.add(object);
  for (const [key, inner] of leavesOf(value)) {
    for (const part of key.split('.')) if (/^[A-Za-z_]\w*$/.test(part)) into.keys.add(part);
    if (typeof inner === 'string') addWord(into, inner);
  }
};

/** Paths and values of all that is no container. */
export const leavesOf = (value: unknown, path = '', depth = 0): [string, unknown][] => {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  if (depth > 6) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`, depth + 1),
  );
};

/** Adds a scripted action: what was played by somebody who knows how. */
export const mineAction = (action: string, into: Words): void => {
  const objects = objectsIn(action);
  for (const object of objects) addExample(into, object);
  if (objects.length > 0) return;
  for (const [tag] of action.matchAll(EMPTY_TAG)) into.words.add(tag);
  for (const [, tag] of action.matchAll(TAG)) into.tags.add(tag as string);
  const line = action.trimEnd().slice(action.trimEnd().lastIndexOf('\n') + 1);
  if (line.length > 120) return;
  const label = /^([A-Za-z_ ]{2,20}:)\s*\S/.exec(line)?.[1];
  if (label !== undefined) into.forms.add(`${label} ${SLOT}`);
  const number = [...line.matchAll(NUMBER)].at(-1);
  if (number !== undefined && line !== number[0])
    into.forms.add(`${line.slice(0, number.index)}${SLOT}${line.slice(number.index + number[0].length)}`);
  const call = /^([A-Za-z_]\w*)\s*\((.*)\)$/.exec(line);
  if (call !== null) into.forms.add(`${call[1]}(${SLOT})`);
  const words = line.split(' ');
  if (words.length === 1) addWord(into, line);
  else if (words.length <= 4) {
    into.forms.add(`${words.slice(0, -1).join(' ')} ${SLOT}`);
    addWord(into, words[0] as string);
    addWord(into, words.at(-1) as string);
  }
};
