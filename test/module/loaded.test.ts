/** What a loaded reward file tells about itself. Unconfined: the same on any machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, source: string): string => {
  writeFileSync(join(folder, name), source);
  return join(folder, name);
};

it('tells the names that the call fills itself, and what the person should know', async () => {
  const file = write(
    'batched.py',
    'def reward_fn(prompts, completions, answer):\n    return [float(answer)]\n',
  );
  await using sandbox = await createSandbox({ level: 'none' });
  const reward = await sandbox.loadReward(file, { concurrency: 1 });
  expect(reward.functionName).toBe('reward_fn');
  expect(reward.reserved).toEqual(['prompts', 'completions']);
  expect(reward.warnings).toEqual([
    "`reward_fn` is batched, and gets the value of the row's `answer` because line 2 reads it as one (`float(answer)`); trainers pass a list: --columns list does that",
  ]);
});

it('names the nearest file when there is none of that name', async () => {
  const file = write('countdown.py', 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
  await using sandbox = await createSandbox({ level: 'none' });
  const wrong = join(folder, 'countdwon.py');
  await expect(sandbox.loadReward(wrong)).rejects.toMatchObject({
    code: 'RS102',
    message: `The reward file \`${wrong}\` does not exist`,
    help: `did you mean \`${file}\`?`,
  });
  await expect(sandbox.loadReward(folder)).rejects.toMatchObject({
    code: 'RS102',
    message: `The reward file \`${folder}\` is a directory`,
  });
});
