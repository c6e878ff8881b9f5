/** The moves that the prompt of a row makes of commands with one or more slots. */
import { escapedPattern, jsonValue, unique } from '../../lists.ts';
import type { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { MOST_SLOTS, SLOT, slotsOf } from './command-forms.ts';
import { isJsonForm, isToolKey } from './forms.ts';
import { isObject, leavesOf } from './words.ts';

/** What kind of value stands in a slot, as far as an example says. */
export type Kind = 'text' | 'number';

export interface ExampleCommand {
  form: string;
  /** By slot; null: neither a text nor a number was there. */
  kinds: readonly (Kind | null)[];
}

/** Of an example of a call: all that is no name of a tool made a slot; null: that would be none, or too many. */
export const commandOfExample = (example: string): ExampleCommand | null => {
  const value = JSON.parse(example) as Record<string, unknown>;
  const leaves = leavesOf(value).filter(([path]) => path !== '');
  const [first] = leaves;
  // What stands first under a name that tools do not have is a value as the others are: who pays, from where.
  const isTool = first === undefined || typeof first[1] !== 'string' || isToolKey(first[0]);
  const rest = isTool || leaves.length < 2 ? leaves.slice(1) : leaves;
  if (rest.length === 0 || rest.length > MOST_SLOTS) return null;
  const copy = structuredClone(value);
  for (const [path] of rest) put(copy, path.split('.'), SLOT);
  return {
    form: JSON.stringify(copy).split(JSON.stringify(SLOT)).join(SLOT),
    kinds: rest.map(([, inner]) => kindOf(inner)),
  };
};

const kindOf = (value: unknown): Kind | null =>
  typeof value === 'number' ? 'number' : typeof value === 'string' ? 'text' : null;

const put = (object: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void => {
  if (key === undefined) return;
  const inner = object[key];
  if (rest.length === 0) object[key] = value;
  else if (typeof inner === 'object' && inner !== null) put(inner as Record<string, unknown>, rest, value);
};

/** One value for each slot, from left to right. */
export const fillAll = (form: string, values: readonly unknown[]): string => {
  const isJson = isJsonForm(form);
  return form
    .split(SLOT)
    .map((part, at) => {
      if (at === 0) return part;
      const value = values[at - 1];
      return (isJson ? JSON.stringify(value) : String(value)) + part;
    })
    .join('');
};

const STOP = new Set(
  'the and you are with for one each your that this they them then when from into turn turns have has not any all may can must per its it is in on at to of or an as be by do if no so up we me my use say reply write message messages commands command actions action game play player answer like will which who what only also between two three more most least than'.split(
    ' ',
  ),
);
const TOKEN = /-?\d+(?:\.\d+)?(?![\w.]*[A-Za-z])|[A-Za-z][\w.@/-]*[\w]|[A-Za-z]/g;
const MOST_TOKENS = 22;
/** A field of a board, a cell of a sheet. */
const PLACE = /^[A-Za-z]\d$/;

/**
 * What the prompt of a row names that a command may be about. Of its words those first that rows of this file have
 * in their fields, whichever row: that says what is a thing here, and nothing of what is right.
 */
export const tokensOf = (said: string, isThing: (word: string) => boolean): (string | number)[] => {
  const words = unique([...phrasesOf(said).filter(isThing), ...(said.match(TOKEN) ?? [])]);
  const numbers = words.filter((word) => /^-?\d/.test(word)).map(Number);
  const texts = words.filter((word) => !/^-?\d/.test(word) && !STOP.has(word.toLowerCase()));
  const things = texts.filter(isThing);
  // Two signs are a word where they name a place on a board or a sheet.
  const rest = texts.filter((word) => !isThing(word) && (word.length > 2 || PLACE.test(word)));
  const half = MOST_TOKENS / 2;
  return [...things.slice(0, half + 3), ...unique(numbers).slice(0, half), ...rest.slice(0, 6)].slice(
    0,
    MOST_TOKENS,
  );
};

/** Two or three words together: `saw blades` is one thing. */
const phrasesOf = (said: string): string[] => {
  const words = said.split(/\s+/).slice(0, 400);
  const bare = (text: string): string => text.replace(/^[^\w-]+|[^\w]+$/g, '');
  return words.flatMap((_, at) =>
    [2, 3].map((length) => bare(words.slice(at, at + length).join(' '))).filter((text) => /\w \w/.test(text)),
  );
};

/** Whether a word is a name or a value somewhere in the fields of any row. */
export const thingsOf = (rows: readonly CheckRow[]): ((word: string) => boolean) => {
  const known = new Set<string>();
  const add = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length <= 40) known.add(value.toLowerCase());
    if (typeof value !== 'object' || value === null || depth > 4) return;
    for (const [key, inner] of Object.entries(value).slice(0, 40)) {
      if (depth > 0 && !Array.isArray(value)) known.add(key.toLowerCase());
      add(inner, depth + 1);
    }
  };
  for (const { fields } of rows.slice(0, 60))
    for (const [name, value] of Object.entries(fields)) if (name !== 'prompt' && name !== 'id') add(value, 1);
  return (word) => known.has(word.toLowerCase());
};

/** First tries of a command: of several slots, texts and numbers as an example has them, else mixed in every order. */
export const firstTries = (
  form: string,
  tokens: readonly (string | number)[],
  random: Random,
  kinds: readonly (Kind | null)[] = [],
): string[] => {
  const slots = slotsOf(form);
  if (slots === 1) return tokens.map((token) => fillAll(form, [token]));
  const texts = tokens.filter((token) => typeof token === 'string');
  const numbers = tokens.filter((token) => typeof token === 'number');
  const lists = [texts, numbers].filter((list) => list.length > 0);
  const tries: string[] = [];
  for (let at = 0; at < 36 && lists.length > 0; at++) {
    // One in three is mixed also where an example was shown: it may be a poor one.
    const shown = at % 3 < 2 ? kinds : [];
    const values = Array.from({ length: slots }, (_, slot) => {
      const list = shown[slot] === 'text' ? texts : shown[slot] === 'number' ? numbers : [];
      const any = lists[(at >> slot) % lists.length] as (string | number)[];
      return random.pick(list.length > 0 ? list : any) as string | number;
    });
    tries.push(fillAll(form, values));
  }
  return unique(tries);
};

/** The same command with one of its values another one. */
export const variationsOf = (
  form: string,
  action: string,
  tokens: readonly (string | number)[],
): string[] => {
  const values = valuesIn(form, action);
  if (values === null) return [];
  return values.flatMap((_, slot) =>
    tokens.map((token) =>
      fillAll(
        form,
        values.map((value, at) => (at === slot ? token : value)),
      ),
    ),
  );
};

/** What stands in the slots of a command. */
export const valuesIn = (form: string, action: string): unknown[] | null => {
  const parts = form.split(SLOT).map(escapedPattern);
  const found = new RegExp(`^${parts.join('(.{1,60}?)')}$`, 's').exec(action);
  if (found === null) return null;
  if (!isJsonForm(form) || !isObject(action)) return found.slice(1);
  return found.slice(1).map((text) => jsonValue(text) ?? text);
};
