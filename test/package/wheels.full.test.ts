/**
 * The wheels as a user gets them: built, installed into an empty virtual environment, and every command run from there,
 * on a machine that has neither Node.js nor npm nor bubblewrap (their folders are left out of PATH; where the test may,
 * bubblewrap is covered).
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const MEGABYTE = 1_000_000;
const ISOLATED = process.getuid?.() === 0;

let folder = '';
let wheels = '';
let empty = '';
const inVenv = (program: string): string => join(folder, 'venv/bin', program);

/** Runs a program of the virtual environment. @throws what it printed, when it does not end with 0 */
const bare = async (program: string, ...args: string[]): Promise<string> => {
  const env = { ...process.env };
  for (const name of ['VIRTUAL_ENV', 'RUNRL_SANDBOX_COMMAND']) delete env[name as keyof typeof env];
  const command = [inVenv(program), ...args];
  const covered = ['--mount', '/bin/sh', '-c', 'mount --bind /dev/null "$0" && exec "$@"', '/usr/bin/bwrap'];
  const [file = '', ...rest] = ISOLATED ? ['/usr/bin/unshare', ...covered, ...command] : command;
  const path = `${empty}:${join(folder, 'sbin')}`;
  const running = run(file, rest, { cwd: folder, env: { ...env, PATH: path } });
  running.child.stdin?.end();
  return (await running).stdout;
};

beforeAll(async () => {
  folder = newFolder();
  wheels = join(folder, 'wheels');
  empty = join(folder, 'empty');
  for (const name of [empty, join(folder, 'sbin')]) mkdirSync(name);
  symlinkSync('/bin/mount', join(folder, 'sbin/mount')); // what covers bubblewrap
  await run('bash', [join(ROOT, 'scripts/build-packages.sh'), wheels, process.arch], { cwd: ROOT });
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--find-links', wheels];
  await run(inVenv('python'), [...args, 'runrl-sandbox[server]'], { cwd: folder });
  await bare('runrl-sandbox', 'init');
}, 600_000);

describe('the wheels', () => {
  it('are as small as they can be', () => {
    const sizes = readdirSync(wheels)
      .filter((name) => name.endsWith('.whl'))
      .map((name) => [name.split('-')[0], statSync(join(wheels, name)).size] as const);
    expect(sizes.map(([name]) => name).sort()).toEqual(['runrl_sandbox', 'runrl_sandbox_server']);
    for (const [, size] of sizes) expect(size).toBeLessThan(15 * MEGABYTE);
  });
});

describe('installed into an empty environment', () => {
  const rows = ['--prompts', 'prompts.jsonl'];

  it('says where each part comes from', async () => {
    const { checks, level } = JSON.parse(await bare('runrl-sandbox', 'doctor', '--json')) as {
      checks: { name: string; what: string }[];
      level: string;
    };
    expect(level).toBe('namespaces');
    const venv = join(folder, 'venv');
    const parts = [
      'runrl-sandbox',
      'node',
      'python',
      'agent environment',
      ...(ISOLATED ? ['bubblewrap'] : []),
    ];
    const elsewhere = checks.filter(({ name, what }) => parts.includes(name) && !what.includes(`(${venv}/`));
    expect(elsewhere).toEqual([]);
  });

  it('prints the version and the help of the npm package', async () => {
    const main = join(ROOT, 'dist/cli/main.js');
    for (const flag of ['--version', '--help'])
      expect(await bare('runrl-sandbox', flag)).toBe((await run(process.execPath, [main, flag])).stdout);
  });

  it('runs, checks and plays what `init` wrote', async () => {
    const reward = ['--reward', 'reward.py'];
    const files = [...rows, '--completions', 'completions.jsonl'];
    await bare('runrl-sandbox', 'run', ...files, ...reward, '-o', 'results.jsonl', '--strict');
    const checked = await bare('runrl-sandbox', 'check', ...reward, ...rows, '--budget', '10s', '--json');
    expect(JSON.parse(checked)).toMatchObject({ verdict: expect.not.stringContaining('HACKABLE') });
    const played = bare('runrl-sandbox', 'play', '--environment', 'env.py', ...rows, '--row', '0', '--json');
    expect(JSON.parse((await played).split('\n')[0] ?? '')).toMatchObject({ event: expect.any(String) });
  });

  it('is what `Sandbox.spawn` starts, with the packages of the environment', async () => {
    const script = join(folder, 'spawned.py');
    const code = [
      'from runrl_sandbox import Sandbox',
      'with Sandbox.spawn("uses_msgpack.py") as sandbox:',
      '    print(sandbox.score("ab", answer="ab").reward)',
    ];
    const reward = [
      'import msgpack',
      'def reward_fn(completion, answer): return float(completion == answer)',
    ];
    writeFileSync(script, `${code.join('\n')}\n`);
    writeFileSync(join(folder, 'uses_msgpack.py'), `${reward.join('\n')}\n`);
    expect(await bare('python', script)).toBe('1.0\n');
  });
});
