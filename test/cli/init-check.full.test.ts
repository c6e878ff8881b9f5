/** What `init` writes is an example to follow: `check` has nothing to say of it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { writeTemplates } from '../../src/cli/init.ts';
import { COMMAND } from '../helpers/command-line.ts';
import { newFolder } from '../helpers/with-reward.ts';

it.each(['reward.py', 'env.py'])('%s passes `check` without a warning', (name) => {
  const folder = newFolder();
  writeTemplates(folder);
  const [file = '', ...args] = [...COMMAND, 'check', name, '--prompts', 'prompts.jsonl'];
  const { stdout, status } = spawnSync(file, args, { cwd: folder, encoding: 'utf8' });
  expect(stdout).toMatch(/^NO EXPLOIT FOUND /);
  expect(stdout).toMatch(/^ {2}pass robustness /m);
  expect(stdout).not.toMatch(/^ {2}(warn|fail|warning|info|high|critical) /m);
  expect(status).toBe(0);
});
