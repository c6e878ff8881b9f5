/** Right answers of a verifier that looks at the answer only. */
import { expect, test } from 'vitest';
import type { Candidate } from '../../src/check/answers/candidate.ts';
import { withPlausible } from '../../src/check/answers/plausible.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const GRIDS = ['1 2 3', '3 1 2', '2 3 1', '1 3 2'];
const PLAIN = { name: 'plain', wrap: (text: string) => text };
const candidate: Candidate = {
  key: 'filled',
  field: 'filled',
  path: [],
  wrapper: PLAIN,
  isProgram: false,
  made: false,
  complete: (row) => String(row.fields.filled),
  mean: 1,
};

const found = async (model: Model): Promise<(string | undefined)[]> => {
  const rows = GRIDS.map((filled) => ({ prompt: 'Fill it.', filled }));
  const { scorer, calibration } = asking(contextOf({ rows, goldField: null }), model);
  const tried = calibration.levels.map(({ row }) => row);
  const levels = await withPlausible(scorer, tried, [candidate], calibration.levels);
  return levels.map(({ plausible }) => plausible?.completion);
};

test('are known where corrupted ones are paid less, and not where any text is paid', async () => {
  expect(await found((text) => (text.split(' ').sort().join('') === '123' ? 1 : 0))).toEqual(GRIDS);
  expect(await found((text) => (/^\d \d \d$/.test(text) ? 1 : 0))).toEqual(GRIDS.map(() => undefined));
});
