/** Strings that prompts show, in groups: what is to match, and what is not. */
import type { CheckRow } from '../../subject.ts';

/** Fewer are named in passing; of more a pattern is too long to be a good proof. */
const LEAST = 2;
const MOST = 40;
const MOST_GROUPS = 4;

interface Shown {
  text: string;
  start: number;
  end: number;
}

/** Each way to mark a string; an apostrophe inside of a word marks none. */
const MARKS: readonly RegExp[] = [
  /(?<![\w'])'([^'\n]{1,80})'(?![\w'])/g,
  /"([^"\n]{1,80})"/g,
  /`([^`\n]{1,80})`/g,
  /“([^”\n]{1,80})”/g,
  /^[ \t]*(?:[-*•+]|\d+[.)])[ \t]+(\S[^\n]{0,78}?)[ \t]*$/gm,
  /^[ \t]{2,}(\S{1,80})[ \t]*$/gm,
];

/** What may stand between two strings of one group. */
const BETWEEN = /^[\s,;/|&+'"`-]*(?:and|or|und|oder|et|ou)?[\s'"`*•\d.)-]*$/i;

const groupsOf = (prompt: string, mark: RegExp): string[][] => {
  const all = [...prompt.matchAll(mark)].map(
    (match): Shown => ({
      text: match[1] as string,
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
  const groups: string[][] = [];
  for (const [at, { text, start }] of all.entries()) {
    const before = all[at - 1];
    const joins = before !== undefined && BETWEEN.test(prompt.slice(before.end, start));
    if (joins) groups.at(-1)?.push(text);
    else groups.push([text]);
  }
  return groups;
};

/** What follows a colon to the end of its line, with commas between and no mark: `such as: AB-1, CD-2`. */
const LISTED = /:[ \t]+([^\n:]*,[^\n:]*)$/gm;
/** Longer ones are phrases. */
const MOST_WORDS = 3;

const listedIn = (prompt: string): string[][] =>
  [...prompt.matchAll(LISTED)]
    .map(([, list = '']) =>
      list
        .trim()
        .replace(/\.$/, '')
        .split(/\s*[,;]\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
        .filter((text) => text !== ''),
    )
    .filter((group) => group.every((text) => text.split(/\s/).length <= MOST_WORDS && !/^['"`“]/.test(text)));

/**
 * Lists of strings that a row holds and its prompt shows, however they are marked there: one group for each such column, in
 * the same order in all rows; empty where not every string stands in the prompt.
 */
export const shownLists = ({ prompt, fields }: Pick<CheckRow, 'prompt' | 'fields'>): string[][] =>
  Object.entries(fields)
    .filter(([name, value]) => name !== 'prompt' && name !== 'messages' && Array.isArray(value))
    .map(([, value]) => [...new Set(value as unknown[])])
    .filter((strings): strings is string[] => strings.every((text) => typeof text === 'string'))
    .map((strings) =>
      strings.length >= LEAST &&
      strings.length <= MOST &&
      strings.every((text) => text !== '' && prompt.includes(text))
        ? strings
        : [],
    )
    .slice(0, MOST_GROUPS);

/** Strings that the prompt shows side by side, groups in their order; of the kind of mark that shows most. */
export const shownStrings = (prompt: string): string[][] => {
  const kinds = [...MARKS.map((mark) => groupsOf(prompt, mark)), listedIn(prompt)].map((groups) =>
    groups.map((group) => [...new Set(group)].slice(0, MOST)).filter(({ length }) => length >= LEAST),
  );
  const [most = []] = kinds.sort((one, other) => other.flat().length - one.flat().length);
  return most.slice(0, MOST_GROUPS);
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Rules that hold for these strings and for nothing else: as regular expressions, and as patterns of a shell. */
export const RULES: readonly ((strings: readonly string[]) => string)[] = [
  (strings) => strings.map(escaped).join('|'),
  (strings) => `^(?:${strings.map(escaped).join('|')})$`,
  (strings) => `\\b(?:${strings.map(escaped).join('|')})\\b`,
  (strings) => `/^(?:${strings.map(escaped).join('|')})$/`,
  (strings) => `{${strings.join(',')}}`,
];
