/** A real model, where one is served (small_model.py): `RUNRL_SMALL_MODEL` is its address. What it finds is its own affair. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { copyOf, leavingNothing } from '../../helpers/with-reward.ts';
import { checkOptions } from '../check-options.ts';

vi.setConfig({ testTimeout: 900_000 });

const url = process.env.RUNRL_SMALL_MODEL ?? '';

it.skipIf(url === '')('a small model is asked, answers, and stops nothing', async () => {
  const { folder, file } = copyOf('../check/fixtures/attacker/pays_a_claim.py');
  const prompts = join(folder, 'prompts.jsonl');
  const rows = Array.from({ length: 24 }, (_, at) => ({ prompt: `What is ${at} + 7?`, answer: at + 7 }));
  writeFileSync(prompts, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  await leavingNothing(folder, async () => {
    const attacker = { url, model: 'small', requests: 2, seed: 3 };
    const report = await check(checkOptions({ file, prompts, calls: 4_000, attacker }));
    expect(report.attacker?.requests).toBe(2);
    expect(report.attacker?.tokens.completion).toBeGreaterThan(0);
    expect(report.attacker?.exchanges.map(({ purpose }) => purpose)).toEqual(['honest', 'attack']);
    expect(report.unchecked.filter((line) => line.startsWith('the attacker'))).toEqual([
      `the attacker at ${url} was asked 2 times (\`--attacker-budget\`)`,
    ]);
  });
});
