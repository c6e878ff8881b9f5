/** Commands with places for values, as prompts, observations and usage messages write them: `book JOB at HOUR`. */
import { unique } from '../../lists.ts';

/** Where a value goes in a form. */
export const SLOT = '\u0000';

/** More values than these nobody tries one with another. */
export const MOST_SLOTS = 3;
/** What a place for something looks like. */
const PLACE = '(?:<[^<>\\n]{1,20}>|\\{[A-Za-z_ ]{1,20}\\}|\\[[A-Za-z_ ]{1,20}\\]|[A-Z][A-Z_]{0,15}\\d?)';
const LINK =
  '(?:(?: ?(?:==|->|=>|[,:=;|]) ?| )(?:(?:at|to|in|into|on|onto|from|for|with|of|by|as|and|through|via|after|before) )?)';
/** `verb PLACE at PLACE`: a verb in small letters, and places that are not. */
const COMMAND = new RegExp(`\\b([a-z_]{2,20})((?:${LINK}${PLACE}(?![a-z<]))+)`, 'g');
/** The same with a verb in capitals: there brackets are places, and single small letters. */
const LOUD_PLACE =
  "(?:<[^<>\\n]{1,20}>|\\{[A-Za-z_ ]{1,20}\\}|\\[[A-Za-z_ ]{1,20}\\]|(?<!\\w)[b-z](?![\\w']))";
const LOUD = new RegExp(`\\b([A-Z_]{2,20})((?:${LINK}${LOUD_PLACE})+)`, 'g');
const CALL = /\b([A-Za-z_]\w{1,30})\(((?:\s*[A-Za-z_]\w*\s*,)*\s*[A-Za-z_]\w*\s*)\)/g;
/** A command that was written out: `flip 1 2`, `move A2 B3`. */
const SPOKEN = /["'`“‘]([a-zA-Z_]{2,20}(?: [\w-]{1,12}){1,4})["'`”’]/gu;
/** One with a verb in capitals and small words for its places: `WRITE slot = value`. */
const NAMED = /["'`“‘]([A-Z_]{2,20}(?:[ ,:=]+[a-z_]{1,16}){1,5})["'`”’]/gu;
/** Places alone: `row,column`. */
const PAIRED = /["'`“‘]([a-z_]{1,12}(?: ?[,;:] ?[a-z_]{1,12}){1,2})["'`”’]/gu;
const LINKS = new Set(
  'at to in into on onto from for with of by as and through via after before the a'.split(' '),
);
const VALUE = /^(?:\d{1,4}|[A-Z]\d{1,2}|[a-h]\d)$/;

/** Of a command with very many places one, for what stands in all of them: a list. */
const withFewPlaces = (form: string): string =>
  slotsOf(form) <= MOST_SLOTS
    ? form
    : form.slice(0, form.indexOf(SLOT) + 1) + form.slice(form.lastIndexOf(SLOT) + 1);

/** Commands that a text speaks of, each place of one a slot. */
export const commandsIn = (text: string): string[] => {
  const found: string[] = [];
  for (const [pattern, place] of [
    [COMMAND, PLACE],
    [LOUD, LOUD_PLACE],
  ] as const)
    for (const [whole, verb, rest] of text.matchAll(pattern))
      if ((whole as string).length <= 90)
        found.push(verb + (rest as string).replace(new RegExp(place, 'g'), SLOT));
  for (const [, name, inside] of text.matchAll(CALL))
    found.push(
      `${name}(${(inside as string)
        .split(',')
        .map(() => SLOT)
        .join(', ')})`,
    );
  for (const [, spoken] of text.matchAll(SPOKEN)) {
    const words = (spoken as string).split(' ');
    if (words.slice(1).some((word) => VALUE.test(word)))
      found.push(words.map((word, at) => (at > 0 && VALUE.test(word) ? SLOT : word)).join(' '));
  }
  for (const [, named] of text.matchAll(NAMED))
    found.push((named as string).replace(/[a-z_]+/g, (word) => (LINKS.has(word) ? word : SLOT)));
  for (const [, paired] of text.matchAll(PAIRED)) found.push((paired as string).replace(/[a-z_]+/g, SLOT));
  return unique(found.map(withFewPlaces)).filter((form) => slotsOf(form) > 0);
};

export const slotsOf = (form: string): number => form.split(SLOT).length - 1;
