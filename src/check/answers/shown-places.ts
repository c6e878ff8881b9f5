/** Stretches of a prompt with one place for the answer: `assert area(3, 4) == ...`, `x = ___`, `VmRSS: ? kB`. */
import type { Wrapper } from '../calibration.ts';
import { unique } from '../lists.ts';
import { filled, markOf, type RowPart } from '../row-parts.ts';
import type { CheckRow } from '../subject.ts';
import type { Form } from './answer-forms.ts';
import type { Candidate } from './candidate.ts';
import { ANSWER_MARK } from './wrappers.ts';

/** What stands before and behind the place. */
type Stretch = readonly [before: string, behind: string];

const PLACES = [/\.\.\.|…|_{2,}|<\.\.\.>|\?+(?=$)/g, /<[A-Za-z][\w -]{0,30}>/g];
const LONGEST = 200;
const MOST = 2;
/** Less than that beside the place is no form. */
const LEAST_LETTERS = 3;
/** Forms of answers that are tried in them. */
const MOST_FORMS = 3;

const known = new Map<string, readonly Stretch[]>();
const MOST_KNOWN = 400;

/** Of quoted stretches and lines those with one place; a test also inside of the function that the prompt names for it. */
export const stretchesIn = (prompt: string): readonly Stretch[] => {
  const before = known.get(prompt);
  if (before !== undefined) return before;
  if (known.size > MOST_KNOWN) known.clear();
  // A fence is no quote.
  const said = prompt.replace(/```\w*/g, '\n');
  const quoted = [...said.matchAll(/`([^`\n]{3,200})`|(["'])([^"'`\n]{3,200})\2/g)].map(
    (match) => match[1] ?? match[3] ?? '',
  );
  // A line that quotes another stretch says what to do with it.
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[=(:]/.test(line) && !line.includes('`') && line.length <= LONGEST);
  const stretches = unique([...quoted, ...lines])
    .flatMap((text) => parted(text) ?? [])
    .slice(0, MOST);
  const test = /\btest_\w+/.exec(prompt)?.[0];
  const inTest = stretches
    .filter(([text]) => /^assert\b/.test(text) && test !== undefined)
    .map(([text, behind]): Stretch => [`def ${test}():\n    ${text}`, behind]);
  const all = [...inTest, ...stretches];
  known.set(prompt, all);
  return all;
};

const parted = (text: string): [Stretch] | undefined => {
  for (const place of PLACES) {
    const found = [...text.matchAll(place)];
    const [only] = found;
    if (only === undefined || found.length > 1) continue;
    const stretch: Stretch = [text.slice(0, only.index), text.slice(only.index + only[0].length)];
    return stretch.join('').replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_LETTERS ? undefined : [stretch];
  }
  return undefined;
};

/** A way to write an answer in what its own row shows. */
export interface ShownPlace {
  name: string;
  wrapper: Wrapper;
  /** What stands beside the answer, which differs from row to row. */
  rowParts: readonly RowPart[];
}

/** The n-th stretch of each row, with a place for the answer in it; those that all rows share are ways as any other. */
const shownPlaces = (rows: readonly CheckRow[]): ShownPlace[] => {
  const counts = rows.map(({ prompt }) => stretchesIn(prompt).length);
  return Array.from({ length: Math.min(...counts, 2 * MOST) }, (_, nth) => {
    const first = stretchesIn(rows[0]?.prompt ?? '')[nth] as Stretch;
    const isShared = rows.every(
      ({ prompt }) => stretchesIn(prompt)[nth]?.join(ANSWER_MARK) === first.join(ANSWER_MARK),
    );
    const parts = [0, 1].map((at) => (row: CheckRow) => stretchesIn(row.prompt)[nth]?.[at]);
    const name = first.join('…');
    const [before, behind] = isShared ? first : [markOf(0), markOf(1)];
    return {
      name,
      wrapper: { name, wrap: (answer) => `${before}${answer}${behind}` },
      rowParts: isShared ? [] : parts,
    };
  });
};

/** Answers in what their own rows show, and that in wrappers. */
export const shownIn = (
  rows: readonly CheckRow[],
  forms: readonly Form[],
  wrappers: readonly Wrapper[],
  candidateOf: (form: Form, wrapper: Wrapper) => Candidate,
): Candidate[] => {
  const places = shownPlaces(rows);
  return forms
    .slice(0, MOST_FORMS)
    .flatMap((form) =>
      places.flatMap((place) =>
        wrappers.map((around) => placed(place, around, (wrapper) => candidateOf(form, wrapper))),
      ),
    );
};

const placed = (
  { name, wrapper, rowParts }: ShownPlace,
  around: Wrapper,
  candidateWith: (wrapper: Wrapper) => Candidate,
): Candidate => {
  const wrap = (answer: string): string => around.wrap(wrapper.wrap(answer));
  const plain = candidateWith({ name: around.wrap(name), wrap });
  return {
    ...plain,
    key: `${plain.key}, in '${name}'`,
    rowParts,
    complete: (row) => {
      const text = plain.complete(row);
      return text === undefined ? undefined : filled(text, row, rowParts);
    },
  };
};
