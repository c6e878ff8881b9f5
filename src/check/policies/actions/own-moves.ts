/** What a row says of itself, in the forms of actions: an honest player may know it, an attack may not. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { slotsOf } from './command-forms.ts';
import { fillAll } from './commands.ts';
import { pathsOf, valueAt } from './fields.ts';
import { fill } from './forms.ts';

/** Values that are said, items of one list among them, and forms in which each of them is. */
const MOST_VALUES = 14;
const MOST_ITEMS = 6;
const MOST_FORMS = 6;
const LONGEST = 120;
const MOST_LISTED = 30;
/** The same for commands that take two values or three: forms, and values in all orders. */
const SEVERAL = [
  { slots: 2, forms: 4, values: 6 },
  { slots: 3, forms: 2, values: 4 },
] as const;

type Sayable = string | number;

const isSayable = (value: unknown): value is Sayable =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= LONGEST);

/** All lists of so many different ones. */
const ordered = (values: readonly Sayable[], count: number): Sayable[][] =>
  count === 0
    ? [[]]
    : values.flatMap((first) =>
        ordered(
          values.filter((value) => value !== first),
          count - 1,
        ).map((rest) => [first, ...rest]),
      );

export const ownMoves = (row: CheckRow, forms: readonly string[]): string[] => {
  const paths = pathsOf(row);
  const of = (path: string): unknown[] => {
    const value = valueAt(row, path);
    return Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value];
  };
  // A value that is a field by itself is more likely to be said than one of a list.
  const alone = paths.filter((path) => !Array.isArray(valueAt(row, path)));
  const values = unique([...alone, ...paths].flatMap(of).filter(isSayable)).slice(0, MOST_VALUES);
  const single = unique(forms).filter((form) => slotsOf(form) === 1);
  return unique([
    ...values.flatMap((value) => single.slice(0, MOST_FORMS).map((form) => fill(form, value))),
    ...SEVERAL.flatMap(({ slots, forms: most, values: few }) =>
      unique(forms)
        .filter((form) => slotsOf(form) === slots)
        .slice(0, most)
        .flatMap((form) => ordered(values.slice(0, few), slots).map((each) => fillAll(form, each))),
    ),
  ]);
};

/** Lists name whole actions: `boil rice, fry onions`. */
export const listedIn = (text: string): string[] =>
  unique(text.split(/[^\w @#$%&/+-]+/).map((part) => part.trim()))
    .filter((part) => /^\S+(?: \S+){1,3}$/.test(part))
    .slice(0, MOST_LISTED);
