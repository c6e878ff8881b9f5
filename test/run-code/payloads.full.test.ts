/** Code that cheats: each piece fools a grader that people write, and none the ones of docs/run-code.md. */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Level, type Outcome, type Reward, type Sandbox } from '../../src/index.ts';
import { otherPython } from '../helpers/other-user.ts';
import { newFolder } from '../helpers/with-reward.ts';

const PAYLOADS = join(import.meta.dirname, 'payloads');
const payloads = readdirSync(PAYLOADS)
  .filter((name) => name.endsWith('.py'))
  .map((name) => {
    const code = readFileSync(join(PAYLOADS, name), 'utf8');
    return { name: name.slice(0, -'.py'.length), code, fools: /^# fools: (\w+)/.exec(code)?.[1] ?? '' };
  });
const attacks = payloads.filter(({ fools }) => fools !== 'nobody');
const honest = payloads.find(({ fools }) => fools === 'nobody')?.code ?? '';

const yama = (): boolean => {
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim() !== '0';
  } catch {
    return false;
  }
};

const LEVELS = ['namespaces', 'strict', ...(otherPython() === undefined ? [] : ['landlock']), 'none'];

describe.each(LEVELS)('at level %s', (level) => {
  let sandbox: Sandbox;
  let reward: Reward;

  beforeAll(async () => {
    const folder = newFolder();
    for (const name of ['graders.py', 'answers.json'])
      copyFileSync(join(import.meta.dirname, name), join(folder, name));
    sandbox = await createSandbox(
      level === 'strict'
        ? { level: 'namespaces', profile: 'strict' }
        : { level: level as Level, ...(level === 'landlock' && { python: otherPython() ?? '' }) },
    );
    reward = await sandbox.loadReward(join(folder, 'graders.py'), {
      concurrency: 2,
      timeout: '60s',
      onTamper: 'keep',
    });
  });
  afterAll(() => sandbox.close());

  const grade = async (completion: string, grader: string): Promise<Outcome['reward'] | string> => {
    const outcome = await reward.score({ completion, kwargs: { grader } });
    // Some of what fools a grader is seen (docs/evidence.md); here it is the number that counts.
    return outcome.status === 'ok' || outcome.status === 'tampered'
      ? outcome.reward
      : `${outcome.status}: ${outcome.error?.message}`;
  };

  const graders = level === 'none' ? ['by_function'] : ['by_function', 'by_program'];
  // Without a sandbox the cheats run in nothing but a subprocess, and what fools by way of files fools there as well.
  // Under Landlock some of the naive graders are not fooled: those are tried where they are.
  const naive = level !== 'namespaces' ? [] : [...new Set(attacks.map(({ fools }) => fools))];
  const fooled = level !== 'namespaces' ? [] : attacks;
  const cheats = level === 'none' ? attacks.filter(({ name }) => !/_disk|_memory/.test(name)) : attacks;

  it.each([...graders, ...naive])('%s gives an honest solution 1, and a wrong one 0', async (grader) => {
    expect(await grade(honest, grader)).toBe(1);
    expect(await grade('def solve(numbers):\n    return 0\n', grader)).toBe(0);
  });

  if (fooled.length > 0)
    it.each(fooled)('$name fools $fools', async ({ name, code, fools }) => {
      if (name.includes('memory') && yama()) return; // this kernel forbids it to everybody
      const number = await grade(code, fools);
      // Whoever writes to every descriptor also writes to the worker's socket, and that is found out.
      if (name === 'writes_to_every_descriptor')
        expect([1, expect.stringMatching(/^crashed/)]).toContainEqual(number);
      else expect(number).toBe(1);
    });

  it.each(cheats)('$name scores 0 as documented', async ({ code }) => {
    for (const grader of graders) expect(await grade(code, grader)).toBe(0);
  });
});

it('there are at least twelve of them', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(12);
});
