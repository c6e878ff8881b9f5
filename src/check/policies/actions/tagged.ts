/** Actions that were shown as tags: `<tool>search</tool><input>words</input>`, one in another, or around JSON. */
import { unique } from '../../lists.ts';
import { SLOT } from './command-forms.ts';

/** What one text shows of such actions. */
export interface Tagged {
  /** As they were shown. */
  whole: string[];
  /** With one of their values a slot. */
  forms: string[];
  /** With all of their values slots, but for a first one that is the name of a tool. */
  commands: string[];
}

const MOST_SHOWN = 8;
/** More values than these are no call. */
const MOST_VALUES = 4;
const OPEN = String.raw`<([A-Za-z_][\w-]{0,20})(?:\s[^<>\n]{0,60})?>`;
const LEAF = String.raw`${OPEN}[^<>\n]{1,120}</\1>`;
const INNER = LEAF.replace('\\1', '\\2');
/** One after the other; one or more in another one; JSON in one. */
const SHOWN = [
  new RegExp(String.raw`(?:${LEAF}\s{0,3}){2,5}`, 'g'),
  new RegExp(String.raw`${OPEN}\s{0,3}(?:${INNER}\s{0,3}){1,5}</\1>`, 'g'),
  /<([A-Za-z_][\w-]{0,20})>\s{0,3}\{[^<>]{2,400}\}\s{0,3}<\/\1>/g,
];
/** Values between tags, and those of JSON: texts inside of their quotes, and numbers. */
const BETWEEN = />([^<>\n{}]{1,120})</g;
const IN_JSON = /(?<=:\s*")[^"\\\n]{1,120}(?=")|(?<=:\s*)-?\d+(?:\.\d+)?(?=\s*[,}])/g;

/** Where the values of a shown action stand. */
const placesOf = (shown: string): { at: number; length: number }[] => {
  const json = [...shown.matchAll(IN_JSON)].map((found) => ({ at: found.index, length: found[0].length }));
  if (json.length > 0) return json;
  return [...shown.matchAll(BETWEEN)]
    .filter(([, value]) => (value as string).trim() !== '')
    .map((found) => ({ at: found.index + 1, length: (found[1] as string).length }));
};

const withSlots = (shown: string, places: readonly { at: number; length: number }[]): string =>
  [...places]
    .reverse()
    .reduce((text, { at, length }) => text.slice(0, at) + SLOT + text.slice(at + length), shown);

/** The actions with tags that a text shows. */
export const taggedIn = (text: string): Tagged => {
  const whole = unique(
    SHOWN.flatMap((shown) => [...text.matchAll(shown)].map(([found]) => found.trim())),
  ).slice(0, MOST_SHOWN);
  const found: Tagged = { whole, forms: [], commands: [] };
  for (const shown of whole) {
    const places = placesOf(shown);
    if (places.length === 0 || places.length > MOST_VALUES) continue;
    const rest = places.length === 1 ? places : places.slice(1);
    found.forms.push(...rest.map((place) => withSlots(shown, [place])));
    found.commands.push(withSlots(shown, rest));
  }
  return found;
};
