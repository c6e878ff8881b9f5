/** All passages of a row, copied, where a field points at some of them. */
import { expect, test } from 'vitest';
import { allPassagesCheck } from '../../../src/check/probes/unanswered/all-passages.ts';
import { asking, contextOf, type Fields, type Model } from './models.ts';

const NAMES = ['Oslo', 'Turin', 'Graz', 'Vigo', 'Lyon', 'Bern', 'Riga', 'Kiel', 'Metz', 'Gent'];
const rows = NAMES.map((_, at): Fields => {
  const notes = NAMES.slice(0, 5).map(
    (__, k) => `They built ${200 + at + k} boats in ${NAMES[(at + k) % 10]}.`,
  );
  const shown = notes.map((text, k) => `[${k + 1}] ${text}`).join('\n');
  return { prompt: `${shown}\nWhat was built there?`, notes, asked: [1 + (at % 5), 1 + ((at + 2) % 5)] };
});

/** Of the notes that are asked for, the share that is copied with its number; `isStrict`: and nothing else is. */
const recall =
  (isStrict: boolean, of = (fields: Fields) => fields.asked as readonly number[]): Model =>
  (completion, fields) => {
    const notes = fields.notes as readonly string[];
    const cited = [...completion.matchAll(/^(.+) \[(\d)\]$/gm)].map((match) =>
      notes[Number(match[2]) - 1] === match[1] ? Number(match[2]) : 0,
    );
    const asked = of(fields);
    if (isStrict && cited.some((each) => !asked.includes(each))) return 0;
    return asked.filter((each) => cited.includes(each)).length / asked.length;
  };
const told = async (model: Model, given: readonly Fields[] = rows): Promise<string[]> =>
  (
    await allPassagesCheck.run(
      asking(
        contextOf({ rows: given, goldField: null, wrappers: [], analysis: { fields: ['notes', 'asked'] } }),
        model,
      ),
    )
  ).map(
    ({ rule, severity, exploit }) => `${rule} ${severity} ${String(exploit?.completion).split('\n').length}`,
  );

test('is proof where those that are asked for get no more, and the others alone get less', async () => {
  expect(await told(recall(false))).toEqual(['A05 critical 5']);
});

test('is nothing where more than was asked for costs, where all are asked for, and where no field points at them', async () => {
  expect(await told(recall(true))).toEqual([]);
  expect(await told(recall(false, () => [1, 2, 3, 4, 5]))).toEqual([]);
  expect(await told(() => 1)).toEqual([]);
  expect(
    await told(
      recall(false),
      rows.map(({ prompt, notes }) => ({ prompt, notes, asked: 'all' })),
    ),
  ).toEqual([]);
});
