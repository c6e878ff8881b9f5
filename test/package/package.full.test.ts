/** The npm package as a user gets it: packed, installed into an empty folder, and every command run from there. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const MEGABYTE = 1_000_000;

let folder = '';
const command = (): string => join(folder, 'node_modules/.bin/runrl-sandbox');

/** Runs a command in the folder. @throws what it printed, when it does not end with 0 */
const cli = async (...args: string[]): Promise<string> =>
  (await run(command(), args, { cwd: folder })).stdout;

beforeAll(async () => {
  folder = newFolder();
  // Without scripts: the build of this run is there already, and other tests use it at this moment.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    maxBuffer: 16 * MEGABYTE,
  });
  // npm 12 prints an object by package name, older ones an array.
  const [made] = Object.values(JSON.parse(stdout)) as [{ filename: string }];
  const tarball = join(folder, made.filename);
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, '--prefix', folder, tarball], { cwd: folder });
  await cli('init');
});

describe('installed into an empty folder', () => {
  const rows = ['--prompts', 'prompts.jsonl'];

  it('runs what `init` wrote', async () => {
    const reward = ['--reward', 'reward.py', '--completions', 'completions.jsonl'];
    await cli('run', ...rows, ...reward, '-o', 'results.jsonl', '--strict');
    const results = readFileSync(join(folder, 'results.jsonl'), 'utf8').trim().split('\n');
    const completions = readFileSync(join(folder, 'completions.jsonl'), 'utf8').trim().split('\n');
    expect(results).toHaveLength(completions.length);
    for (const line of results) expect(JSON.parse(line)).toMatchObject({ status: 'ok' });
  });

  it('checks it', async () => {
    const report = JSON.parse(
      await cli('check', '--reward', 'reward.py', ...rows, '--budget', '10s', '--json'),
    );
    expect(report.verdict).not.toBe('HACKABLE');
    expect(report.calls).toBeGreaterThan(0);
  });

  it('plays it', async () => {
    const playing = spawn(command(), ['play', '--environment', 'env.py', ...rows, '--json'], { cwd: folder });
    playing.stdin.end('anything\n');
    const lines = createInterface({ input: playing.stdout });
    const [first] = (await once(lines, 'line')) as [string];
    expect(JSON.parse(first)).toMatchObject({ event: expect.any(String) });
    lines.on('line', () => {});
    await once(playing, 'exit');
  });

  it('says what the machine gives', async () => {
    expect(JSON.parse(await cli('doctor', '--json'))).toMatchObject({ level: expect.any(String) });
  });

  /** Starts `serve`, does something with its address, and ends it with its stdin. */
  const served = async (args: string[], body: (url: string) => Promise<void>): Promise<void> => {
    const server: ChildProcess = spawn(
      command(),
      ['serve', '--http', '127.0.0.1:0', '--json', '--end-with-stdin', ...args],
      { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const ended = once(server, 'exit');
    const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
    const [ready] = (await once(lines, 'line')) as [string];
    lines.on('line', () => {});
    server.stderr?.resume();
    try {
      await body((JSON.parse(ready) as { url: string }).url);
    } finally {
      server.stdin?.end();
      await ended;
    }
  };
  const post = async (url: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };

  it('serves it, and programs', async () => {
    await served(['--reward', 'reward.py', '--run-code'], async (url) => {
      const [row] = readFileSync(join(folder, 'prompts.jsonl'), 'utf8').split('\n');
      const call = { kwargs: JSON.parse(row ?? ''), completion: 'no answer' };
      expect(await post(`${url}/v1/score`, call)).toMatchObject({ status: 'ok', reward: 0 });
      expect(await post(`${url}/run_code`, { code: 'print(6 * 7)', language: 'python' })).toMatchObject({
        status: 'Success',
        run_result: { stdout: '42\n' },
      });
    });
  });

  it('can be imported', async () => {
    const script = "import('runrl-sandbox').then(({ createSandbox }) => console.log(typeof createSandbox))";
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: folder });
    expect(stdout).toBe('function\n');
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
  });
});
