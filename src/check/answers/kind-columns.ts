/** Columns that say what kind of row it is. */
import { unique } from '../lists.ts';
import type { CheckRow } from '../subject/subject.ts';

const MOST_KINDS = 4;
const LEAST_OF_KIND = 2;
const LONGEST_NAME = 40;

/** Columns of a few short values, each on several rows. */
export const columnsOfKinds = (tried: readonly CheckRow[]): string[] =>
  Object.keys(tried[0]?.texts ?? {}).filter((name) => {
    const texts = tried.map((row) => row.texts[name] ?? 'null');
    const kinds = unique(texts);
    return (
      name !== 'prompt' &&
      kinds.length >= 2 &&
      kinds.length <= MOST_KINDS &&
      kinds.every(
        (kind) =>
          kind.length <= LONGEST_NAME && texts.filter((text) => text === kind).length >= LEAST_OF_KIND,
      )
    );
  });

/** Two of the rows: the first, and the next one of another kind where there are kinds. */
export const twoKinds = (rows: readonly CheckRow[]): CheckRow[] => {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return [...rows];
  const columns = columnsOfKinds(rows);
  const other = rows.find((row) => columns.some((name) => row.texts[name] !== first.texts[name]));
  return [first, other ?? second];
};
