/** Libraries that would start threads at import, were it not for the environment that the sandbox gives them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { newFolder } from '../helpers/with-reward.ts';

it('pyarrow, which pandas imports too, is forked', async () => {
  const file = join(newFolder(), 'reward.py');
  const head = '# /// script\n# dependencies = ["pyarrow"]\n# ///\nimport pyarrow\n';
  writeFileSync(file, `${head}def reward_fn(completion):\n    return len(pyarrow.array([1, 2]))\n`);
  await using sandbox = await createSandbox();
  await using reward = await sandbox.loadReward(file);
  expect(reward.warnings).toEqual([]);
  expect(await reward.score({ completion: 'x' })).toMatchObject({ status: 'ok', reward: 2 });
}, 300_000);
