/** Libraries that would start threads, or reserve much memory, at import, were it not for the environment of the sandbox. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { newFolder } from '../helpers/with-reward.ts';

it.each([
  ['pyarrow', 'pyarrow.array([1, 2])'], // which pandas and datasets import too
  ['polars<1.34', 'polars.Series([1, 2])'], // later ones have a thread of their own
])(
  '%s is forked, with what it made at import',
  async (requirement, two) => {
    const file = join(newFolder(), 'reward.py');
    const head = `# /// script\n# dependencies = ["${requirement}"]\n# ///\nimport ${requirement.split('<')[0]}\n`;
    writeFileSync(file, `${head}TWO = ${two}\ndef reward_fn(completion):\n    return len(TWO)\n`);
    await using sandbox = await createSandbox();
    await using reward = await sandbox.loadReward(file);
    expect(reward.warnings).toEqual([]);
    expect(await reward.score({ completion: 'x' })).toMatchObject({ status: 'ok', reward: 2 });
  },
  300_000,
);
