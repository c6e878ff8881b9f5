import { execFile, spawn } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ensureVenv, readyPython, type VenvResult, venvHelp } from '../../src/python/venv.ts';
import { makeWheel, realPython, temporaryFolder } from './interpreters.ts';

const PYTHON = realPython();
const MAKE = join(import.meta.dirname, '../../python-shim/runrl_shim/environment/make.py');
/** Offline, whatever this machine's pip is configured to. */
const OFFLINE = { ...process.env, PIP_NO_INDEX: '1' };
const run = promisify(execFile);

const made = (result: VenvResult): { python: string; made: boolean } => {
  if ('failed' in result) throw new Error(`${result.failed}: ${result.tail.join('\n')}`);
  return result;
};

describe('ensureVenv', () => {
  it('makes an environment that can import what was asked for, and then finds it without starting anything', async () => {
    const folder = temporaryFolder();
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    const request = { folder: join(folder, 'venv'), python: PYTHON, pipArguments: [wheel], env: OFFLINE };
    const first = made(await ensureVenv(request));
    expect(first.made).toBe(true);
    const { stdout } = await run(first.python, ['-I', '-c', 'import rs_tiny; print(rs_tiny.VERSION)']);
    expect(stdout.trim()).toBe('1.0');
    // Neither what makes it nor what is in it can be started now.
    rmSync(first.python);
    writeFileSync(first.python, '');
    expect(await ensureVenv({ ...request, python: '/nowhere/python' })).toEqual({
      python: first.python,
      made: false,
    });
  });

  it('is made once by ten processes that start together', async () => {
    const folder = temporaryFolder();
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    const starts = Array.from({ length: 10 }, () =>
      run(PYTHON, ['-I', MAKE, join(folder, 'venv'), wheel], { env: OFFLINE }),
    );
    const answers = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout) as { made: boolean });
    expect(answers.filter((answer) => answer.made)).toHaveLength(1);
    expect(answers).toHaveLength(10);
  });

  it('is made anew after a maker was killed on the way', async () => {
    const folder = temporaryFolder();
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    const venv = join(folder, 'venv');
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(folder, (_, name) => {
        if (name !== 'venv') return;
        watcher.close();
        resolve();
      });
    });
    const maker = spawn(PYTHON, ['-I', MAKE, '--end-with-stdin', venv, wheel], {
      env: OFFLINE,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      maker.on('exit', (_, signal) => resolve(signal));
    });
    await begun;
    maker.stdin.destroy();
    expect(await ended).toBe('SIGKILL');
    expect(readyPython(venv)).toBeUndefined();
    const result = made(
      await ensureVenv({ folder: venv, python: PYTHON, pipArguments: [wheel], env: OFFLINE }),
    );
    expect(result.made).toBe(true);
    await run(result.python, ['-I', '-c', 'import rs_tiny']);
  });

  it('says what pip said when it fails, and leaves nothing half made', async () => {
    const folder = temporaryFolder();
    const venv = join(folder, 'venv');
    const env = { ...OFFLINE, PIP_FIND_LINKS: folder };
    const result = await ensureVenv({
      folder: venv,
      python: PYTHON,
      pipArguments: ['rs-no-such-package==1'],
      env,
    });
    expect(result).toMatchObject({ failed: 'pip install' });
    expect('failed' in result && result.tail.join('\n')).toContain(
      'No matching distribution found for rs-no-such-package==1',
    );
    expect(readdirSync(folder)).toEqual(['venv.lock']);
  });

  it('is not ready when the interpreter it was made from is gone, and is made anew', async () => {
    const folder = temporaryFolder();
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    const request = { folder: join(folder, 'venv'), python: PYTHON, pipArguments: [wheel], env: OFFLINE };
    const { python } = made(await ensureVenv(request));
    unlinkSync(python);
    symlinkSync(join(folder, 'gone'), python);
    expect(readyPython(request.folder)).toBeUndefined();
    expect(made(await ensureVenv(request)).made).toBe(true);
  });

  it('fails clearly when the folder cannot be made', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const request = { folder: join(folder, 'file', 'venv'), python: PYTHON, pipArguments: [], env: OFFLINE };
    expect(await ensureVenv(request)).toMatchObject({ failed: 'write' });
  });

  it('fails clearly when the interpreter does not start', async () => {
    const request = {
      folder: join(temporaryFolder(), 'venv'),
      python: '/nowhere/python',
      pipArguments: [],
      env: OFFLINE,
    };
    expect(await ensureVenv(request)).toMatchObject({
      failed: 'start',
      tail: [expect.stringContaining('ENOENT')],
    });
  });

  it('uses uv when it is on PATH, and pip when uv fails', async () => {
    const folder = temporaryFolder();
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    mkdirSync(join(folder, 'bin'));
    const script = `#!/bin/sh\necho "$@" >> '${folder}/uv-calls'\nexit 1\n`;
    writeFileSync(join(folder, 'bin', 'uv'), script, { mode: 0o755 });
    const env = { ...OFFLINE, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    const result = made(
      await ensureVenv({ folder: join(folder, 'venv'), python: PYTHON, pipArguments: [wheel], env }),
    );
    expect(statSync(join(folder, 'uv-calls')).size).toBeGreaterThan(0);
    await run(result.python, ['-I', '-c', 'import rs_tiny']);
    rmSync(dirname(dirname(result.python)), { recursive: true });
  });
});

describe('venvHelp', () => {
  it('shows what was said last, and what to do by hand', () => {
    const tail = ['', ...Array.from({ length: 9 }, (_, index) => `line ${index}`)];
    const help = venvHelp({ failed: 'pip install', command: [], tail }, 'do this').split('\n');
    expect(help).toEqual(['| line 3', '| line 4', '| line 5', '| line 6', '| line 7', '| line 8', 'do this']);
  });

  it.each([
    'The virtual environment was not created successfully because ensurepip is not available.',
    '/usr/bin/python3: No module named venv',
  ])('names the Debian package when Python says: %s', (line) => {
    const help = venvHelp({ failed: 'venv', command: [], tail: [line] }, 'do this');
    expect(help).toContain('apt-get install python3-venv');
  });
});
