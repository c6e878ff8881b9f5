/** Changes that make another answer of a right one, each of which some normaliser loses. */

/** @returns null where there is nothing to change */
export type Change = (text: string) => string | null;

export interface Blur {
  /** `a number`, for `… makes no difference`. */
  what: string;
  change: Change;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  true: 'false',
  yes: 'no',
  and: 'or',
  all: 'none',
  min: 'max',
  minimum: 'maximum',
  left: 'right',
  before: 'after',
  above: 'below',
  over: 'under',
  north: 'south',
  east: 'west',
  more: 'less',
  increase: 'decrease',
  increases: 'decreases',
  first: 'last',
  asc: 'desc',
  equal: 'unequal',
  always: 'never',
  with: 'without',
};
const BOTH = new Map(
  Object.entries(OPPOSITES).flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** Words, and the parts of names in which each begins with a capital: `assertTrue`. */
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+/gu;

const likeIn = (model: string, word: string): string => {
  if (model === model.toUpperCase() && model.length > 1) return word.toUpperCase();
  return model.charAt(0) === model.charAt(0).toUpperCase()
    ? `${word.charAt(0).toUpperCase()}${word.slice(1)}`
    : word;
};

const opposite: Change = (text) => {
  const changed = text.replace(WORD, (word) => {
    const other = BOTH.get(word.toLowerCase());
    return other === undefined ? word : likeIn(word, other);
  });
  return changed === text ? null : changed;
};

const withoutNot: Change = (text) => {
  const changed = text.replace(/\s*\b(?:not|never)\b|n't\b/i, '').trim();
  return changed === text || changed === '' ? null : changed;
};

const SIGNS: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<=': '>',
  '>=': '<',
  '<': '>',
  '>': '<',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&': '|',
  '|': '&',
};

/** Between two things that have letters or digits: where a sign is one between, and no hyphen. */
const otherSign: Change = (text) => {
  const changed = text.replace(
    /(?<=[\w)\]]\s*)(?:[=!<>]=|[<>+*/&|]|(?<=\s)-(?=\s)|(?<=\d)-(?=\d))(?=\s*[\w([])/,
    (sign) => SIGNS[sign] ?? sign,
  );
  return changed === text || /^\d+\/\d+/.test(text) ? null : changed;
};

/** Digits beside letters only: an answer that is a number, or a date, is looked at elsewhere. */
const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);

const otherDigits = (run: string): string =>
  run.replace(/\d/g, (digit, at: number) => String(at === 0 && digit === '9' ? 1 : (Number(digit) + 1) % 10));

const numbers: Change = (text) =>
  hasLetters(text) && /\d/.test(text) ? text.replace(/\d+/g, otherDigits) : null;

const lettersBackwards: Change = (text) => {
  const changed = text.replace(/\p{L}{4,}/u, (word) => {
    const turned = [...word.toLowerCase()].reverse().join('');
    return turned === word.toLowerCase() ? word : likeIn(word, turned);
  });
  return changed === text ? null : changed;
};

export const BLURS: readonly Blur[] = [
  { what: 'a number', change: numbers },
  { what: 'a word that says the opposite', change: opposite },
  { what: 'a `not`', change: withoutNot },
  { what: 'a sign between two parts', change: otherSign },
  { what: 'the order of letters', change: lettersBackwards },
];

/** The answer with its longest word replaced by one that means nothing; of none, with letters at its end. */
export const strangeWord = (text: string): string => {
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  const longest = words.reduce((long, word) => (word.length > long.length ? word : long), '');
  return longest === '' ? `${text}qz` : text.replace(longest, likeIn(longest, 'zorvug'));
};
