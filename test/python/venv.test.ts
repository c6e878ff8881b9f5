import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ensureVenv, venvHelp } from '../../src/python/venv.ts';
import { makeWheel, realPython, temporaryFolder } from './interpreters.ts';
import { made, OFFLINE } from './making-venvs.ts';

const PYTHON = realPython();
const run = promisify(execFile);

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
