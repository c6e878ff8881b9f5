/** Answers that are written in another way on each kind of row: `REFUSE: fraud` where a column says so, `ANSWER: Japan` elsewhere. */

import type { Scorer } from '../calls/scorer.ts';
import { unique } from '../lists.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate } from './candidate.ts';
import { lowest } from './candidates.ts';
import { columnsOfKinds } from './kind-columns.ts';

const MOST_TRIED = 40;
/** Share of rows that the ways must be paid on together, and that no single one is. */
const TOGETHER = 0.9;
const ALONE = 0.8;

interface Paid {
  candidate: Candidate;
  /** For each row that was tried: above what nothing gets. */
  gains: readonly number[];
}

/**
 * One candidate made of several, each for the rows of one kind; undefined where one is paid on most rows already, or no column
 * tells the kinds apart. All of them are made of the same field.
 */
export const byKind = async (
  scorer: Scorer,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
): Promise<Candidate | undefined> => {
  const single = candidates.filter(({ field, isProgram }) => field !== '' && !isProgram).slice(0, MOST_TRIED);
  const columns = columnsOfKinds(tried);
  if (single.length < 2 || columns.length === 0) return undefined;
  const floors = await Promise.all(tried.map((row) => lowest(scorer, row)));
  const all = await Promise.all(single.map((candidate) => gainsOf(scorer, tried, floors, candidate)));
  if (all.some(({ gains }) => shareOf(gains) > ALONE)) return undefined;
  for (const column of columns) {
    for (const field of unique(single.map((candidate) => candidate.field))) {
      if (field === column) continue;
      const mixed = mix(
        tried,
        column,
        all.filter(({ candidate }) => candidate.field === field),
      );
      if (mixed !== undefined) return mixed;
    }
  }
  return undefined;
};

const shareOf = (gains: readonly number[]): number =>
  gains.filter((gain) => gain > 0).length / Math.max(1, gains.length);

const gainsOf = async (
  scorer: Scorer,
  tried: readonly CheckRow[],
  floors: readonly number[],
  candidate: Candidate,
): Promise<Paid> => {
  const gains = await Promise.all(
    tried.map(async (row, at) => {
      const completion = candidate.complete(row);
      if (completion === undefined) return 0;
      const { status, reward } = await scorer.score({ row, completion });
      return status === 'ok' ? (reward ?? 0) - (floors[at] ?? 0) : 0;
    }),
  );
  return { candidate, gains };
};

const mix = (tried: readonly CheckRow[], column: string, all: readonly Paid[]): Candidate | undefined => {
  const kindOf = (row: CheckRow): string => row.texts[column] ?? 'null';
  const best = new Map<string, Paid>();
  const sumIn = (kind: string, { gains }: Paid): number =>
    tried.reduce((sum, row, at) => sum + (kindOf(row) === kind ? Math.max(0, gains[at] ?? 0) : 0), 0);
  for (const kind of unique(tried.map(kindOf))) {
    const [first] = [...all].sort((one, other) => sumIn(kind, other) - sumIn(kind, one));
    if (first === undefined || sumIn(kind, first) <= 0) return undefined;
    best.set(kind, first);
  }
  const gains = tried.map((row, at) => best.get(kindOf(row))?.gains[at] ?? 0);
  const main = [...best.values()].sort((one, other) => shareOf(other.gains) - shareOf(one.gains))[0]
    ?.candidate;
  if (main === undefined || shareOf(gains) < TOGETHER) return undefined;
  return {
    ...main,
    key: `${main.field}: in another form for each \`${column}\``,
    arrange: undefined,
    complete: (row) => (best.get(kindOf(row))?.candidate ?? main).complete(row),
    mean: gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length),
  };
};
