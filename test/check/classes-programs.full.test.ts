/** Classes of cheating programs that reach beyond the call: each against a grader that they fool, and its sound twin. */
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/check/context.ts';
import { PLACE_PROBES } from '../../src/check/probes/programs/places.ts';
import { type Setting, withContext } from './stage.ts';

const wrapped = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

const WORDS = ['amber', 'cedar'];
const PRINTED: Setting = {
  rows: WORDS.map((word, at) => ({ prompt: `Print the word of step ${at}.`, printed: word })),
  basis: 'tests',
  goldField: 'printed',
  honest: WORDS.map((word) => wrapped(`print("${word}")`)),
  decoys: WORDS.map((word) => [`${word}s`, `un${word}`]),
};

/** What probes of a class are paid on the first row: completions that wrong answers do not lower either. */
const fooled = async (context: Context, rule: string): Promise<string[]> => {
  const { calibration, scorer } = context;
  const [levels] = calibration.levels;
  const field = calibration.goldField ?? '';
  if (levels === undefined) throw new Error('no rows');
  expect(levels.gold?.reward).toBe(1);
  const { row, decoys } = levels;
  const made = PLACE_PROBES.filter((probe) => probe.rule === rule).flatMap((probe) =>
    probe.make(context, levels),
  );
  expect(made.length).toBeGreaterThan(1);
  const paid: string[] = [];
  for (const completion of made) {
    const changed = { [field]: decoys[0] };
    if ((await scorer.score({ row, completion })).reward !== 1) continue;
    if ((await scorer.score({ row, completion, changed })).reward === 1) paid.push(completion);
  }
  return paid;
};

describe('programs that reach beyond themselves', () => {
  it.each([
    ['C22', 'answer_beside.py', 'answer_kept.py'],
    ['C23', 'own_tools.py', 'system_tools.py'],
  ])('%s fool %s, and not %s', async (rule, vulnerable, robust) => {
    await withContext(`classes/${vulnerable}`, PRINTED, async (context) => {
      expect((await fooled(context, rule)).length).toBeGreaterThan(0);
    });
    await withContext(`classes/${robust}`, PRINTED, async (context) => {
      expect(await fooled(context, rule)).toEqual([]);
    });
  });
});
