/** Honest answers where no field decides: what a verifier pays that looks at the answer, and perhaps not at the row. */
import type { RowLevels } from '../calibration.ts';
import type { Scorer } from '../calls/scorer.ts';
import type { CheckRow } from '../subject/subject.ts';
import type { Candidate } from './candidate.ts';
import { lowest } from './candidates.ts';
import { otherValue } from './decoys.ts';

/** Candidates that are looked at, best paid first. */
const MOST_TRIED = 6;
/** Share of rows on which the field's text must be paid, and a corrupted one much less. */
const LEAST_SHARE = 0.8;
const STEPS = [1, 2, 3];

/** The row with a corrupted text in a field; undefined where that comes to the same. */
const corrupted = (row: CheckRow, field: string, step: number): CheckRow | undefined => {
  const text = row.texts[field];
  if (text === undefined) return undefined;
  const other = otherValue(text, step);
  if (other === text) return undefined;
  return {
    ...row,
    texts: { ...row.texts, [field]: other },
    fields: { ...row.fields, [field]: JSON.parse(other) as unknown },
  };
};

/** What the text of a field is paid on a row; null: not more than nothing, or corrupted texts are paid as well. */
const paidFor = async (scorer: Scorer, row: CheckRow, { complete, field }: Candidate) => {
  const completion = complete(row);
  const wrong = STEPS.flatMap((step) => {
    const other = corrupted(row, field, step);
    return (other === undefined ? undefined : complete(other)) ?? [];
  });
  if (completion === undefined || wrong.length === 0) return null;
  const outcomes = await scorer.all([completion, ...wrong].map((text) => ({ row, completion: text })));
  const [own, ...others] = outcomes.map(({ status, reward }) => (status === 'ok' ? (reward ?? 0) : 0));
  const floor = await lowest(scorer, row);
  if (own === undefined || own <= floor) return null;
  return Math.max(...others) <= floor + 0.5 * (own - floor) ? { completion, reward: own } : null;
};

/** Levels with the answers of the first candidate whose text is told from corrupted ones; as they were, where none is. */
export const withPlausible = async (
  scorer: Scorer,
  tried: readonly CheckRow[],
  candidates: readonly Candidate[],
  levels: readonly RowLevels[],
): Promise<RowLevels[]> => {
  for (const candidate of candidates
    .filter(({ field, isProgram }) => field !== '' && !isProgram)
    .slice(0, MOST_TRIED)) {
    const known = await Promise.all(tried.map((row) => paidFor(scorer, row, candidate)));
    if (known.filter((each) => each !== null).length < LEAST_SHARE * tried.length) continue;
    return Promise.all(
      levels.map(async (each) => {
        const plausible = await paidFor(scorer, each.row, candidate);
        return plausible === null ? each : { ...each, plausible };
      }),
    );
  }
  return [...levels];
};
