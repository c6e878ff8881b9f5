/** Rows without answers or tests, and texts that cannot be read. */
import { describe, expect, it } from 'vitest';
import { faultCheck } from '../../src/check/probes/faults/faults.ts';
import { isFalsy, isFaulty } from '../../src/check/probes/faults/values.ts';
import { MATHS_PROBES } from '../../src/check/probes/text/maths.ts';
import { runProbes } from '../../src/check/proof/oracle.ts';
import { type Setting, withContext } from './stage.ts';

const wrap = (answer: string): string => `<answer>${answer}</answer>`;
const sums = (amounts: readonly unknown[]): Setting => ({
  rows: amounts.map((amount) => ({ prompt: 'How much is it?', amount })),
  basis: 'answer',
  goldField: 'amount',
  wrappers: [{ name: '<answer>…</answer>', wrap }],
  honest: amounts.map((amount) => wrap(String(amount))),
  decoys: amounts.map((amount) => [Number(amount) + 3, Number(amount) + 11]),
});
const found = async (fixture: string, setting: Setting): Promise<string[]> => {
  let rules: string[] = [];
  await withContext(`faults/${fixture}`, setting, async (context) => {
    const findings = await faultCheck.run(context);
    rules = findings.map(({ rule, severity }) => `${rule} ${severity}`).sort();
    for (const { exploit } of findings) {
      if (!exploit) throw new Error('no exploit');
      const row = Buffer.from(exploit.fields);
      const completionRow = Buffer.from(JSON.stringify({ completion: exploit.completion }));
      await using reward = await context.loaded.sandbox.loadReward(context.subject.path);
      expect((await reward.score({ row, completionRow, seed: exploit.seed })).reward).toBe(exploit.reward);
    }
  });
  return rules;
};

describe('faults', () => {
  it('of rows are told', async () => {
    const setting = sums([7, 12, null, null]);
    const rules = await found('fails_open.py', { ...setting, honest: [wrap('7'), wrap('12')] });
    expect(rules).toEqual(['A19 high']);
  });

  it('of a reader that fails are what a probe says', async () => {
    await withContext('faults/fails_open.py', sums([7, 12]), async (context) => {
      const findings = await runProbes(
        context,
        MATHS_PROBES.filter(({ rule }) => rule === 'B09'),
      );
      expect(findings).toMatchObject([{ rule: 'B09', severity: 'high' }]);
    });
  });

  it.each([
    [sums([7, 12]), 'A21 warning'],
    [sums([7, 12, 0]), 'A21 high'],
  ])('are right answers that are falsy', async (setting, rule) => {
    expect(await found('takes_zero_for_nothing.py', setting)).toEqual([rule]);
  });

  it('are none where a choice is kept by its number and said by its letter', async () => {
    const letters = ['B', 'C', 'A'].map(wrap);
    expect(await found('takes_letters.py', { ...sums([1, 2, 0]), honest: letters })).toEqual([]);
  });

  it('are none where fresh workers do not pay the same', async () => {
    expect(await found('counts_calls.py', sums([7, 12]))).toEqual([]);
  });

  it('are none where nothing but a comparison pays', async () => {
    expect(await found('closes.py', sums([7, 12, 0]))).toEqual([]);
  });
});

describe('values', () => {
  it.each([undefined, 'null', '""', '"  "', '[]', '{}', '"[]"', '{"inputs":[],"outputs":[]}'])(
    '%s is no answer',
    (text) => expect(isFaulty(text)).toBe(true),
  );
  it.each(['0', 'false', '"a"', '[1]', '{"a":1}', '"0"'])('%s is one', (text) =>
    expect(isFaulty(text)).toBe(false),
  );
  it.each(['0', '0.0', 'false'])('%s is falsy', (text) => expect(isFalsy(text)).toBe(true));
});
