/**
 * Right answers that a model writes, where no form of them is known. They are completions that are given like any others:
 * believed where they are paid, and less with a wrong answer in the row (answers/calibrate.ts).
 */
import { calibrate } from '../answers/calibrate.ts';
import type { Unmeasured } from '../answers/candidate.ts';
import { lowest } from '../answers/candidates.ts';
import type { Calibration } from '../calibration.ts';
import type { Loadable } from '../loading/load.ts';
import { paid } from '../proof/levels.ts';
import { Random } from '../random.ts';
import { type CheckRow, mayHoldAnswers, rowText } from '../subject/subject.ts';
import type { Attacker } from './attacker.ts';
import { Programs } from './programs.ts';
import { type Attempt, honestPrompt } from './prompts.ts';
import { Tracer } from './trace.ts';

/** Rows that the model sees, and rows on which its program is tried first. */
const SHOWN = 3;
const TRIED = 6;
/** Finding out what decides takes many calls. */
const MOST_CALIBRATED = 2;
/** Of the rows that are tried, so many must be paid. */
const LEAST_PAID = 0.5;

/** What is known with the model's answers; what was known before, where these are no better. */
export const withHonestAnswers = async (
  attacker: Attacker,
  input: Unmeasured & Loadable,
  known: Calibration,
): Promise<Calibration> => {
  const isKnown = known.levels.some(({ gold }) => gold !== null);
  if (isKnown || known.basis === 'judge' || !mayHoldAnswers(input.subject)) return known;
  await using programs = await Programs.open(input.loaded);
  await using tracer = await Tracer.open(input);
  const { subject } = input;
  const sample = Random.named(input.scorer.seed, 'honest answers').sample(subject.rows, SHOWN + TRIED);
  const shown = { source: subject.source, rows: sample.slice(0, SHOWN), known: [] };
  for (const row of shown.rows) attacker.shown.add(row);
  const attempts: Attempt[] = [];
  let calibrated = 0;
  let { high } = known.range;
  for (let left = attacker.honestRequests; left > 0 && calibrated < MOST_CALIBRATED; left--) {
    const answer = await attacker.ask('honest', honestPrompt(shown, attempts.slice(-1)));
    if (answer === null) break;
    const source = await programs.read(answer, 'honest');
    if (source === undefined) continue;
    const { texts, error } = await programs.run(
      source,
      'honest',
      subject.rows.map((row) => rowText(row)),
    );
    const completions = new Map<CheckRow, string>();
    for (const [at, text] of texts.entries()) {
      const row = subject.rows[at];
      if (row !== undefined && text !== null) completions.set(row, text);
    }
    const asked = sample.filter((row) => completions.has(row));
    const worth = await Promise.all(asked.map((row) => aboveNothing(input, row, completions.get(row) ?? '')));
    const count = worth.filter((reward) => reward !== null).length;
    high = Math.max(high, ...worth.map((reward) => reward ?? high));
    if (count > 0 && count >= LEAST_PAID * sample.length) {
      calibrated++;
      const found = await calibrate({
        ...input,
        subject: { ...subject, completions: merged(input, completions) },
      });
      if (found.levels.some(({ gold }) => gold !== null)) return found;
    }
    const sights = shown.rows.flatMap((row) => {
      const completion = completions.get(row);
      if (completion === undefined) return [];
      return input.scorer
        .score({ row, completion })
        .then((outcome) => tracer.sight(row, completion, outcome, null));
    });
    const others =
      count > 0
        ? `More than an empty completion was paid on ${count} of ${sample.length} rows, and no less with a wrong value in any field of the row.`
        : 'Nothing was paid.';
    attempts.push({ source, error, sights: await Promise.all(sights), others });
  }
  // That no field decides about them does not make less of what they are paid.
  return { ...known, range: { ...known.range, high } };
};

/** What a row pays, where that is more than for nothing; null: no more. */
const aboveNothing = async (
  { scorer }: Unmeasured,
  row: CheckRow,
  completion: string,
): Promise<number | null> => {
  const reward = paid(await scorer.score({ row, completion }));
  return reward !== null && reward > (await lowest(scorer, row)) + 1e-9 ? reward : null;
};

/** With those that were given, which come first. */
const merged = (
  { subject }: Unmeasured,
  completions: ReadonlyMap<CheckRow, string>,
): ReadonlyMap<number, readonly string[]> =>
  new Map(
    subject.rows.flatMap((row) => {
      const own = completions.get(row);
      const all = [...(own === undefined ? [] : [own]), ...(subject.completions.get(row.line) ?? [])];
      return all.length === 0 ? [] : [[row.line, all]];
    }),
  );
