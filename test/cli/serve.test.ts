/** `runrl-sandbox serve`, started as people start it. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';
import { cli, finish, start } from '../run/command.ts';

const SOURCE = `import time

def reward_fn(completion, **kwargs):
    if completion == "slow":
        time.sleep(1)
    if completion == "hang":
        time.sleep(3600)
    return float(len(completion))
`;

const rewardFile = (): string => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(file, SOURCE);
  return file;
};

interface Line {
  event: string;
  url: string;
  [field: string]: unknown;
}

/** Starts the command, and resolves when it says where it is. */
const serve = async (...args: string[]) => {
  const child = start(['serve', '--http', '127.0.0.1:0', '--sandbox', 'none', '--json', ...args]);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = finish(child);
  const [ready] = (await Promise.race([once(lines, 'line'), ended.then(({ err }) => [err])])) as [string];
  const { event, url } = JSON.parse(ready) as Line;
  expect(event).toBe('ready');
  return { child, url, ended };
};

const post = async (url: string, completion: string) => {
  const response = await fetch(`${url}/v1/score`, {
    method: 'POST',
    body: JSON.stringify({ completion }),
    headers,
  });
  return (await response.json()) as Record<string, unknown>;
};
const headers = { 'content-type': 'application/json' };

/** Resolves when so many calls wait or run. */
const untilTaken = async (url: string, count: number): Promise<void> => {
  for (;;) {
    const stats = (await (await fetch(`${url}/v1/stats`)).json()) as { queue: { taken: number } };
    if (stats.queue.taken === count) return;
  }
};

it('prints where it is, serves, and on SIGTERM finishes what runs and reports', async () => {
  const { child, url, ended } = await serve('--reward', rewardFile());
  expect(await post(url, 'four')).toMatchObject({ status: 'ok', reward: 4, level: 'none' });
  const slow = post(url, 'slow');
  await untilTaken(url, 1);
  child.kill('SIGTERM');
  expect(await slow).toMatchObject({ status: 'ok', reward: 4 });
  const { code, out, err } = await ended;
  expect(code).toBe(0);
  const last = JSON.parse(out.trim().split('\n').at(-1) ?? '') as Line;
  expect(last).toMatchObject({ event: 'ended', finished: true, outcomes: { ok: 2 } });
  const events = err
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Line).event);
  expect(events).toEqual(
    expect.arrayContaining(['listening', 'module_loaded', 'ready', 'draining', 'ended']),
  );
});

it.each([
  ['a second SIGTERM', [], 2],
  ['the grace', ['--grace', '100ms'], 1],
])('ends what hangs after %s', async (_, args, signals) => {
  const { child, url, ended } = await serve('--reward', rewardFile(), '--timeout', '1h', ...args);
  const hung = post(url, 'hang');
  await untilTaken(url, 1);
  for (let sent = 0; sent < signals; sent++) {
    child.kill('SIGTERM');
    if (sent + 1 < signals) while ((await fetch(`${url}/readyz`)).status !== 503);
  }
  expect(await hung).toMatchObject({ status: 'cancelled', reward: null });
  expect((await ended).code).toBe(130);
});

it('refuses what it cannot serve with 2, one message, and what to do', { timeout: 60_000 }, async () => {
  const file = rewardFile();
  const broken = join(newFolder(), 'broken.py');
  writeFileSync(broken, 'def reward_fn(completion:\n');
  const config = join(newFolder(), 'c.json');
  writeFileSync(config, '{\n  "wach": true\n}');
  const cases: [string[], RegExp][] = [
    [[], /nothing to serve.*--reward FILE/s],
    [['--reward', file, '--http', '0.0.0.0:0'], /RS101 .*no token.*openssl rand/s],
    [['--reward', file, '--http', '8000'], /--http.*did you mean `127\.0\.0\.1:8000`/s],
    [['--reward', file, '--reward', file], /Two modules are called `reward`/],
    [['--reward', file, '--class', 'X'], /--class goes with --environment/],
    [['--reward', file, '--busy-status', '500'], /--busy-status: expected 503 or 429/],
    [['--reward', `${file}x`], /RS102 .*did you mean/s],
    [['--reward', broken, '--http', '127.0.0.1:0'], /RS201 .*broken\.py:1/],
    [['--config', config], /c\.json:2:3: RS101 unknown option `wach`.*did you mean `watch`/s],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await cli('serve', '--sandbox', 'none', ...args);
    expect({ code, out }, args.join(' ')).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  }
});

it('takes its settings from a file, and flags win', async () => {
  const file = rewardFile();
  const config = join(newFolder(), 'runrl-sandbox.json');
  writeFileSync(
    config,
    JSON.stringify({
      http: '0.0.0.0:1',
      modules: { length: { reward: file, timeout: '5s', onTimeout: -2 } },
    }),
  );
  const { child, url, ended } = await serve('--config', config, '--timeout', '200ms');
  expect(await post(url, 'hang')).toMatchObject({ status: 'timeout', reward: -2 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
