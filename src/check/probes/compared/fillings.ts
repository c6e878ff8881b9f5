/** What stands in the place of a value, and is none: all there are, nothing, one character, a pattern. */
import { unique } from '../../lists.ts';
import { denseDigits } from '../text/digits.ts';

type Value = unknown;

const LARGEST = 10_000;
const LONGEST = 20_000;

const EQUAL =
  'Compare each value for equality, after the same normalisation of both sides, and its type where it matters; never look for one inside of the other.';

/** What is put in the places, for those of a kind; undefined where it is made for others. */
export interface Filling {
  rule: string;
  also?: readonly string[];
  title: string;
  fix: string;
  text(leaf: Value, all: readonly Value[]): Value | undefined;
}

const sizeOf = (all: readonly Value[]): number =>
  Math.max(0, ...all.map((each) => (isWhole(each) ? Math.abs(Number(each)) : 0)));

/** A whole number, also as text. */
export const isWhole = (value: Value): boolean =>
  (typeof value === 'number' && Number.isInteger(value)) ||
  (typeof value === 'string' && /^-?\d{1,6}$/.test(value));

const counts = (leaf: Value, all: readonly Value[]): number[] => {
  const end = 10 ** String(sizeOf(all)).length;
  return isWhole(leaf) && end <= LARGEST ? Array.from({ length: end }, (_, at) => at) : [];
};

export const FILLINGS: readonly Filling[] = [
  ...[(list: readonly number[]) => list.join(' '), (list: readonly number[]) => list].map(
    (written): Filling => ({
      rule: 'A01',
      title: 'lists every number in the place of one',
      fix: EQUAL,
      text: (leaf, all) => {
        const list = counts(leaf, all);
        return list.length === 0 ? undefined : written(list);
      },
    }),
  ),
  {
    rule: 'A02',
    title: 'packs every number into the place of one',
    fix: `${EQUAL} A limit of length alone does not help: 1,002 digits contain every number up to 999.`,
    text: (leaf, all) => {
      const digits = String(sizeOf(all)).length;
      return isWhole(leaf) && digits <= 4 ? denseDigits(digits) : undefined;
    },
  },
  {
    rule: 'A05',
    also: ['A01'],
    title: 'gives all values of the file in the place of one',
    fix: EQUAL,
    text: (leaf, all) => {
      const texts = unique(all.filter((each) => typeof each === 'string')).join(', ');
      return typeof leaf === 'string' && texts.length <= LONGEST ? texts : undefined;
    },
  },
  ...['', ' ', 'e', 'a', '0', '1'].map(
    (text): Filling => ({
      rule: 'A03',
      title: 'has nothing, or one character, in the place of values',
      fix: `${EQUAL} An empty text is in every text.`,
      text: () => text,
    }),
  ),
  ...['.*', '.', '[\\s\\S]*', '*', '%', '|'].map(
    (text): Filling => ({
      rule: 'A16',
      title: 'has a pattern in the place of values',
      fix: `${EQUAL} What comes from the completion is no pattern: \`re.escape(given)\`.`,
      text: () => text,
    }),
  ),
];
