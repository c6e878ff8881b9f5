/** One served module and its generations. */
import { expect, it } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import type { Sandbox } from '../../src/host.ts';
import type { Health } from '../../src/module/activity.ts';
import { Log } from '../../src/server/log.ts';
import { ServedModule } from '../../src/server/modules.ts';

it('serves on when the one before, which calls still used, dies after a reload', async () => {
  const reward = {
    functionName: 'reward_fn',
    shape: '',
    loadMs: 1,
    warnings: [],
    running: async () => [],
    close: async () => {},
  };
  const health: Health = { refusal: undefined, deaths: 0 };
  const loadings = [
    { ...reward, health: { ...health } },
    { ...reward, health },
  ];
  const [first] = loadings;
  const sandbox = { loadReward: async () => loadings.shift() } as unknown as Sandbox;
  const served = new ServedModule(
    { kind: 'reward', name: 'maths', file: 'maths.py', options: {} },
    new Log(() => {}, 'error'),
  );
  await served.load(sandbox);
  const before = served.lease();
  await served.load(sandbox);
  served.lease();
  const died = new SandboxError('RS403', 'The agent died too often');
  if (first !== undefined) first.health.refusal = died;
  before.release();
  expect({ ready: served.ready, error: served.error }).toEqual({ ready: true, error: undefined });
  health.refusal = died;
  expect({ ready: served.ready, error: served.error }).toEqual({ ready: false, error: died });
  expect(() => served.lease()).toThrow(expect.objectContaining({ kind: 'module-failed' }));
  health.refusal = undefined; // it recovered by itself
  expect({ ready: served.ready, error: served.error }).toEqual({ ready: true, error: undefined });
  health.deaths = 3;
  expect(served.trouble).toContain('died 3 times in the last minute');
});

it.each(['reward', 'environment'] as const)(
  'is ready when the agent of the %s has answered a no-op',
  async (kind) => {
    let answer = (): void => {};
    const noOp = (): Promise<void> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const module = { shape: '', loadMs: 1, warnings: [], functionName: 'f', className: 'C' };
    const sandbox = {
      loadReward: async () => ({ ...module, running: noOp }),
      loadEnvironment: async () => ({ ...module, probe: noOp }),
    } as unknown as Sandbox;
    const served = new ServedModule(
      { kind, name: 'm', file: 'm.py', options: {} },
      new Log(() => {}, 'error'),
    );
    const loading = served.load(sandbox);
    await new Promise((resolve) => setImmediate(resolve));
    expect(served.ready).toBe(false);
    answer();
    await loading;
    expect(served.ready).toBe(true);
  },
);
