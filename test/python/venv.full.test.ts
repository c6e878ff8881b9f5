/** Environments that several processes make at once, that were half made, or that were made in other ways. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync, statSync, symlinkSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ensureVenv, readyPython } from '../../src/python/venv.ts';
import { makeWheel, realPython, temporaryFolder } from './interpreters.ts';
import { made, OFFLINE } from './making-venvs.ts';

const PYTHON = realPython();
const MAKE = join(import.meta.dirname, '../../python-shim/runrl_shim/environment/make.py');
const run = promisify(execFile);

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
