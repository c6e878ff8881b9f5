/** Texts that cannot be read. */
import { expect, it } from 'vitest';
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

it('of a reader that fails are what a probe says', async () => {
  await withContext('faults/fails_open.py', sums([7, 12]), async (context) => {
    const findings = await runProbes(
      context,
      MATHS_PROBES.filter(({ rule }) => rule === 'B09'),
    );
    expect(findings).toMatchObject([{ rule: 'B09', severity: 'high' }]);
  });
});
