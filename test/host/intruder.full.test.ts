/** What one call may try on the calls after it: each attack has worked once, or works where a guard is missing. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { expectOk, scoreEach, withReward } from '../helpers/with-reward.ts';

const MEMORY = 256 * 2 ** 20;

describe.each(['auto', 'never'] as const)('under %s', (reuse) => {
  it.each([
    'answers for others',
    'in another interpreter',
    'locks /tmp',
    'renames in /tmp',
    'limits the init',
    'leaves a timer',
    'replaces stderr',
  ])('a call that %s changes nothing for those after it', async (attack) => {
    await withReward(
      'attacks.py',
      { reuse, concurrency: 1, timeout: 3_000, memory: MEMORY },
      async ({ reward }) => {
        const outcomes = await scoreEach(reward, [
          attack,
          ...Array(6).fill('looks'),
          attack,
          'looks',
          'looks',
        ]);
        for (const [index, outcome] of outcomes.entries()) {
          if (index !== 0 && index !== 7) expectOk(outcome, 0.25);
        }
      },
    );
  });
});

it('the session keyring of whoever started the host cannot be reached', async () => {
  const numbers: Record<string, readonly [number, number]> = { x64: [250, 248], arm64: [219, 217] };
  const [keyctl, addKey] = numbers[process.arch] ?? [0, 0];
  // A process of its own, so that the key is in no keyring of this one.
  const script = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
libc.syscall(${keyctl}, 1, b"runrl-test")
if libc.syscall(${addKey}, b"user", b"runrl-test-secret", b"x", 1, -3) < 0: sys.exit("no keyrings here")
os.execv(sys.argv[1], sys.argv[1:])
`;
  const program = `
import { createSandbox } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
const sandbox = await createSandbox();
const reward = await sandbox.loadReward(process.argv[1], { concurrency: 1 });
const outcome = await reward.score({ completion: 'reads keys' });
console.log(outcome.status, outcome.reward);
await sandbox.close();
`;
  const fixture = new URL('../fixtures/attacks.py', import.meta.url).pathname;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program, fixture];
  expect(execFileSync('python3', ['-c', script, ...node], { encoding: 'utf8' }).trim()).toBe('ok 0.25');
});
