/** `runrl-sandbox serve`, started as people start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { byHand, COMMAND, cliForEach } from '../helpers/command-line.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { finish, start } from '../run/command.ts';
import { ZmqClient } from '../server/zmq-client.ts';

/** A slow call ends when there is a file `go` beside the module. */
const SOURCE = `import os, time

def reward_fn(completion, **kwargs):
    while completion == "slow" and not os.path.exists(os.path.join(os.path.dirname(__file__), "go")):
        time.sleep(0.01)
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
  const child = start(['serve', '--http', '127.0.0.1:0', '--sandbox', 'none', '--json', ...args], 'pipe');
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
  const file = rewardFile();
  const { child, url, ended } = await serve('--reward', file);
  expect(await post(url, 'four')).toMatchObject({ status: 'ok', reward: 4, level: 'none' });
  const slow = post(url, 'slow');
  await untilTaken(url, 1);
  child.kill('SIGTERM');
  while ((await fetch(`${url}/readyz`)).status !== 503);
  writeFileSync(join(dirname(file), 'go'), '');
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
  ['a second SIGTERM', [], 'SIGTERM', 2, 143],
  ['the grace after Ctrl-C', ['--grace', '100ms'], 'SIGINT', 1, 130],
] as const)('ends what hangs after %s', async (_, args, signal, signals, exit) => {
  const { child, url, ended } = await serve('--reward', rewardFile(), '--timeout', '1h', ...args);
  const hung = post(url, 'hang');
  await untilTaken(url, 1);
  for (let sent = 0; sent < signals; sent++) {
    child.kill(signal);
    if (sent + 1 < signals) while ((await fetch(`${url}/readyz`)).status !== 503);
  }
  expect(await hung).toMatchObject({ status: 'cancelled', reward: null });
  expect((await ended).code).toBe(exit);
});

it('ends when the npx is killed that started it', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name": "of-a-test", "version": "1.0.0"}');
  const bin = join(folder, 'node_modules/.bin/served');
  writeFileSync(bin, `#!/bin/sh\nexec ${COMMAND.join(' ')} "$@"\n`, { mode: 0o755 });
  const args = ['--sandbox', 'none', '--json', '--http', '127.0.0.1:0', '--reward', rewardFile()];
  const env = { ...byHand(), npm_config_update_notifier: 'false', npm_config_offline: 'true' };
  const npx = spawn('npx', ['--no-install', 'served', 'serve', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: npx.stdout });
  const closed = once(lines, 'close'); // when nobody holds the pipe any more
  const [first] = (await once(lines, 'line')) as [string];
  expect(JSON.parse(first)).toMatchObject({ event: 'ready' });
  const last: string[] = [];
  lines.on('line', (line) => last.push(line));
  npx.kill('SIGKILL');
  await closed;
  expect(JSON.parse(last.at(-1) ?? '')).toMatchObject({ event: 'ended', finished: true });
});

it('ends at once with its stdin, when it is told to', async () => {
  const { child, url, ended } = await serve('--reward', rewardFile(), '--timeout', '1h', '--end-with-stdin');
  const hung = post(url, 'hang');
  await untilTaken(url, 1);
  child.stdin?.write('what comes through it means nothing');
  child.stdin?.end();
  expect(await hung).toMatchObject({ status: 'cancelled', reward: null });
  expect((await ended).code).toBe(143);
});

it('refuses what it cannot serve with 2, one message, and what to do', { timeout: 180_000 }, async () => {
  const file = rewardFile();
  const broken = join(newFolder(), 'broken.py');
  writeFileSync(broken, 'def reward_fn(completion:\n');
  const config = join(newFolder(), 'c.json');
  writeFileSync(config, '{\n  "wach": true\n}');
  const cases: [string[], RegExp][] = [
    [[], /nothing to serve.*--reward FILE/s],
    [['--reward', file, '--http', '0.0.0.0:0'], /RS101 .*needs a token.*openssl rand/s],
    [['--reward', file, '--http', '8000'], /--http.*did you mean `127\.0\.0\.1:8000`/s],
    [['--reward', file, '--reward', file], /Two modules are called `reward`/],
    [['--reward', file, '--class', 'X'], /--class is for --environment/],
    [['--reward', file, '--run-code-packages'], /--run-code-packages needs --run-code/],
    [['--run-code', '--memory', '1MiB'], /--memory: expected a size of at least 16MiB.*got `1MiB`/],
    [['--reward', file, '--busy-status', '500'], /--busy-status: expected 503 or 429/],
    [['--reward', `${file}x`], /RS102 .*did you mean/s],
    [['--reward', `=${file}`], /RS101 --reward: expected FILE or NAME=FILE, got `=/],
    [['--environment', 'my game=e.py'], /RS101 --environment: expected FILE or NAME=FILE/],
    [['--reward', 'maths='], /RS101 --reward: expected FILE or NAME=FILE/],
    [['--reward', broken, '--http', '127.0.0.1:0'], /RS201 .*broken\.py:1/],
    [['--config', config], /c\.json:2:3: RS101 unknown option `wach`.*did you mean `watch`/s],
  ];
  const ends = await cliForEach(cases.map(([args]) => ['serve', '--sandbox', 'none', ...args]));
  for (const [at, [args, message]] of cases.entries()) {
    expect({ args, code: ends[at]?.code, out: ends[at]?.out }).toEqual({ args, code: 2, out: '' });
    expect(ends[at]?.err).toMatch(message);
  }
});

it('runs programs for others when it is told to, also without a module', { timeout: 180_000 }, async () => {
  const args = ['--run-code', '--concurrency', '1', '--timeout', '200ms', '--sandbox', 'auto'];
  const { child, url, ended } = await serve(...args);
  const run = async (code: string) => {
    const body = JSON.stringify({ code, language: 'python', run_timeout: 60 });
    const response = await fetch(`${url}/run_code`, { method: 'POST', body, headers });
    return (await response.json()) as Record<string, unknown>;
  };
  expect(await run('while True: pass')).toMatchObject({ run_result: { status: 'TimeLimitExceeded' } });
  child.kill('SIGTERM');
  const { code, out } = await ended;
  expect(code).toBe(0);
  expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ run_code: true, modules: [] });
});

it('takes its settings from a file, flags win, and it outlives its stdin', async () => {
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
  child.stdin?.end();
  expect(await post(url, 'hang')).toMatchObject({ status: 'timeout', reward: -2 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

it('serves over ZeroMQ alone, at a path; the socket is gone with it', async () => {
  const path = join(newFolder(), 'socket');
  const file = rewardFile();
  const child = start([
    ...['serve', '--zmq', `ipc://${path}`, '--sandbox', 'none', '--json', '--credits', '9'],
    ...['--client-grace', '1s', '--reward', file],
  ]);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = finish(child);
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(({ err }) => [err])])) as [string];
  const ready = JSON.parse(line) as Line;
  expect(ready).toMatchObject({ event: 'ready', zmq: [`ipc://${path}`] });
  expect(ready).not.toHaveProperty('url');
  const client = new ZmqClient(`ipc://${path}`);
  try {
    expect(await client.hello()).toMatchObject({ credits: 9, grace_ms: 1_000, state: 'ready' });
    client.score([
      { call: 1, completion: '"four"' },
      { call: 2, completion: '"slow"' },
    ]);
    await client.all([1]);
    child.kill('SIGTERM');
    await client.next(({ type }) => type === 'draining');
    writeFileSync(join(dirname(file), 'go'), '');
    const [slow] = await client.all([2]);
    expect(slow).toMatchObject({ status: 'ok', reward: 4 });
    await client.next(({ type }) => type === 'bye');
  } finally {
    client.close();
  }
  const { code, out } = await ended;
  expect(code).toBe(0);
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
    finished: true,
    outcomes: { ok: 2 },
  });
  expect(existsSync(path)).toBe(false);
});
