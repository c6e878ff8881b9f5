import { expect, test } from 'vitest';
import type { Context } from '../../../src/check/context.ts';
import type { LintMatch } from '../../../src/check/static/analysis.ts';
import { shotsOfChance } from '../../../src/check/statistics/chance.ts';
import { contextOf } from '../probes/models.ts';

const shotsOf = (rules: readonly string[]): string[] => {
  const matches = rules.map((rule) => ({ rule }) as LintMatch);
  const context = contextOf({ rows: [{ prompt: 'Write them.' }], goldField: null, analysis: { matches } });
  const findings = [
    { exploit: { row: 0, completion: '30 30' } },
    { exploit: null },
  ] as unknown as Context['findings'];
  return shotsOfChance({ ...context, findings }).map(({ completion }) => completion);
};

test('where the source draws lots, what was paid is scored again', () => {
  expect(shotsOf(['RH137'])).toEqual(['30 30']);
  expect(shotsOf(['RH101'])).toEqual([]);
});
