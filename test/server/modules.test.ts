/** One served module and its generations. */
import { expect, it } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import type { Sandbox } from '../../src/host.ts';
import { Log } from '../../src/server/log.ts';
import { ServedModule } from '../../src/server/modules.ts';

it('serves on when the one before, which calls still used, dies after a reload', async () => {
  const reward = { functionName: 'reward_fn', shape: '', loadMs: 1, warnings: [], close: async () => {} };
  const sandbox = { loadReward: async () => reward } as unknown as Sandbox;
  const served = new ServedModule(
    { kind: 'reward', name: 'maths', file: 'maths.py', options: {} },
    new Log(() => {}, 'error'),
  );
  await served.load(sandbox);
  const before = served.lease();
  await served.load(sandbox);
  const after = served.lease();
  const died = new SandboxError('RS403', 'The agent died too often');
  before.noteError(died);
  before.release();
  expect({ ready: served.ready, error: served.error }).toEqual({ ready: true, error: undefined });
  after.noteError(died);
  expect({ ready: served.ready, error: served.error }).toEqual({ ready: false, error: died });
  expect(() => served.lease()).toThrow('died too often');
});
