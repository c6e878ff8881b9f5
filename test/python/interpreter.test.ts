import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { findInterpreter } from '../../src/python/interpreter.ts';
import { SHIM_FOLDER } from '../../src/sandbox/command.ts';
import { installedPythons, realPython, temporaryFolder } from './interpreters.ts';

const PYTHON = realPython();

/** A program that counts its starts and passes on to `python`. */
const countingShim = (
  folder: string,
  python: string,
  name = 'python3',
): { path: string; starts: () => number } => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho start >> '${folder}/starts'\nexec '${python}' "$@"\n`);
  chmodSync(path, 0o755);
  const starts = (): number => {
    if (!readdirSync(folder).includes('starts')) return 0;
    return execFileSync('cat', [join(folder, 'starts')], { encoding: 'utf8' })
      .trim()
      .split('\n').length;
  };
  return { path, starts };
};

const makeVenv = (folder: string): string => {
  execFileSync(PYTHON, ['-m', 'venv', '--without-pip', folder]);
  return join(folder, 'bin', 'python');
};

describe.each(installedPythons())('findInterpreter with Python $version', ({ version, python }) => {
  it('learns the version and folders that are enough to see the standard library', async () => {
    const found = await findInterpreter({ python, env: process.env, cacheDir: temporaryFolder() });
    expect(found.version.slice(0, 2).join('.')).toBe(version);
    const stdlib = execFileSync(found.executable, ['-c', 'import os; print(os.__file__)'], {
      encoding: 'utf8',
    }).trim();
    expect(found.roots.some((root) => stdlib.startsWith(`${root}/`))).toBe(true);
    expect(found.roots).not.toContain('/');
    for (const root of found.roots)
      expect(found.roots.filter((other) => root.startsWith(`${other}/`))).toEqual([]);
  });
});

describe('findInterpreter', () => {
  it('prefers the active virtual environment, keeps its own path and adds the base to the roots', async () => {
    const folder = temporaryFolder();
    const python = makeVenv(join(folder, 'venv'));
    const env = { ...process.env, VIRTUAL_ENV: join(folder, 'venv') };
    const found = await findInterpreter({ env, cacheDir: folder });
    expect(found.executable).toBe(python);
    expect(found.prefix).toBe(join(folder, 'venv'));
    expect(found.roots).toContain(join(folder, 'venv'));
    expect(
      found.roots.some((root) => found.basePrefix === root || found.basePrefix.startsWith(`${root}/`)),
    ).toBe(true);
  });

  it('takes the folder of a virtual environment for its interpreter', async () => {
    const folder = temporaryFolder();
    const python = makeVenv(join(folder, 'venv'));
    const found = await findInterpreter({ python: join(folder, 'venv'), env: process.env, cacheDir: folder });
    expect(found.executable).toBe(python);
  });

  it('resolves a shim to the interpreter behind it, and starts it once for many lookups', async () => {
    const folder = temporaryFolder();
    const shim = countingShim(folder, PYTHON);
    const env = { HOME: folder, PATH: `${folder}:${process.env.PATH}` };
    const first = await findInterpreter({ env, cacheDir: folder });
    expect(realpathSync(first.executable)).toBe(realpathSync(PYTHON));
    for (let lookup = 0; lookup < 5; lookup++)
      expect(await findInterpreter({ env, cacheDir: folder })).toEqual(first);
    expect(shim.starts()).toBe(1);
  });

  it('asks again when the file that a shim decides by changes', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'shims'));
    const shim = countingShim(join(folder, 'shims'), PYTHON);
    const env = { HOME: folder, PATH: process.env.PATH };
    await findInterpreter({ python: shim.path, env, cacheDir: folder });
    writeFileSync(join(folder, 'version'), '3.13\n');
    await findInterpreter({ python: shim.path, env, cacheDir: folder });
    expect(shim.starts()).toBe(2);
  });

  it('asks again in another version, and in another copy, of this package', async () => {
    const folder = temporaryFolder();
    const shim = countingShim(folder, PYTHON);
    const starts = async (own: string, version: string): Promise<number> => {
      mkdirSync(join(folder, own), { recursive: true });
      writeFileSync(join(folder, own, 'package.json'), JSON.stringify({ version }));
      const shimFolder = join(folder, own, 'python-shim');
      if (!existsSync(shimFolder)) symlinkSync(SHIM_FOLDER, shimFolder);
      const { path } = shim;
      await findInterpreter({ python: path, env: process.env, cacheDir: folder, own: join(folder, own) });
      return shim.starts();
    };
    expect(await starts('copy', '1.0.0')).toBe(1);
    expect(await starts('copy', '1.0.0')).toBe(1);
    expect(await starts('copy', '1.1.0')).toBe(2);
    expect(await starts('other', '1.1.0')).toBe(3);
  });

  it('asks again after an installation into the environment', async () => {
    const folder = temporaryFolder();
    const python = makeVenv(join(folder, 'venv'));
    const lookup = () => findInterpreter({ python, env: process.env, cacheDir: folder });
    expect((await lookup()).roots.some((root) => root.endsWith('/extra'))).toBe(false);
    mkdirSync(join(folder, 'extra'));
    const lib = join(folder, 'venv', 'lib');
    const site = join(lib, readdirSync(lib)[0] as string, 'site-packages');
    writeFileSync(join(site, 'extra.pth'), `${join(folder, 'extra')}\n`);
    expect((await lookup()).roots).toContain(join(folder, 'extra'));
  });

  it('knows the user site, which an isolated run does not find', async () => {
    const folder = temporaryFolder();
    const env = { HOME: folder, PATH: process.env.PATH, PYTHONUSERBASE: join(folder, 'user') };
    const command = [PYTHON, ['-c', 'import site; print(site.getusersitepackages())']] as const;
    const site = execFileSync(command[0], command[1], { env, encoding: 'utf8' }).trim();
    mkdirSync(site, { recursive: true });
    mkdirSync(join(folder, 'checkout'));
    writeFileSync(join(site, 'checkout.pth'), `${join(folder, 'checkout')}\n`);
    const found = await findInterpreter({ python: PYTHON, env, cacheDir: folder });
    expect(found.sysPath).toEqual([site, join(folder, 'checkout')]);
    expect(found.roots).toEqual(expect.arrayContaining([site, join(folder, 'checkout')]));
    const without = await findInterpreter({
      python: PYTHON,
      env: { ...env, PYTHONNOUSERSITE: '1' },
      cacheDir: folder,
    });
    expect(without.sysPath).toEqual([]);
  });

  it('leaves PYTHONPATH out', async () => {
    const folder = temporaryFolder();
    const env = { ...process.env, PYTHONPATH: folder };
    const found = await findInterpreter({ python: PYTHON, env, cacheDir: folder });
    expect(found.sysPath).not.toContain(folder);
    expect(found.roots).not.toContain(folder);
  });

  it('lists a prefix that is reached through a symbolic link by both names', async () => {
    const folder = realpathSync(temporaryFolder());
    makeVenv(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const found = await findInterpreter({
      python: join(folder, 'link', 'bin', 'python'),
      env: process.env,
      cacheDir: folder,
    });
    expect(found.roots).toEqual(expect.arrayContaining([join(folder, 'link'), join(folder, 'real')]));
  });

  it('answers from the cache, and asks no interpreter for it', async () => {
    const folder = temporaryFolder();
    const lookup = () => findInterpreter({ python: PYTHON, env: process.env, cacheDir: folder });
    const timed = async (): Promise<number> => {
      const start = performance.now();
      await lookup();
      return performance.now() - start;
    };
    const asked = await timed();
    const times: number[] = [];
    for (let repeat = 0; repeat < 20; repeat++) times.push(await timed());
    expect(Math.min(...times)).toBeLessThan(asked / 5);
  });

  it('works without a cache that can be written, and past a damaged one', async () => {
    const folder = temporaryFolder();
    await findInterpreter({ python: PYTHON, env: process.env, cacheDir: join(folder, 'new') });
    const entry = readdirSync(join(folder, 'new', 'interpreters'))[0] as string;
    writeFileSync(join(folder, 'new', 'interpreters', entry), '{"dependsOn":');
    writeFileSync(join(folder, 'file'), '');
    for (const cacheDir of [join(folder, 'new'), join(folder, 'file', 'impossible')]) {
      const found = await findInterpreter({ python: PYTHON, env: process.env, cacheDir });
      expect(found.version[0]).toBe(3);
    }
  });

  it('does not use an answer about an interpreter that was replaced', async () => {
    const folder = temporaryFolder();
    const shim = countingShim(folder, PYTHON);
    await findInterpreter({ python: shim.path, env: process.env, cacheDir: folder });
    utimesSync(shim.path, 1, 1);
    await findInterpreter({ python: shim.path, env: process.env, cacheDir: folder });
    expect(shim.starts()).toBe(2);
  });
});

describe('findInterpreter refuses', () => {
  const failure = async (python: string | undefined, env = process.env): Promise<Record<string, unknown>> => {
    const error = await findInterpreter({ python, env, cacheDir: temporaryFolder() }).catch(
      (reason) => reason,
    );
    return { code: error.code, message: error.message, help: error.help };
  };

  it('a name that is not on PATH, with the nearest that is', async () => {
    const folder = temporaryFolder();
    countingShim(folder, PYTHON, 'python3.11');
    expect(await failure('pyhton3.11', { PATH: folder })).toEqual({
      code: 'RS301',
      message: 'There is no Python interpreter `pyhton3.11` on PATH',
      help: 'did you mean `python3.11`?',
    });
  });

  it('an empty PATH, saying how to install Python', async () => {
    const { code, help } = await failure(undefined, { PATH: temporaryFolder() });
    expect(code).toBe('RS301');
    expect(help).toContain('apt-get install python3');
  });

  it('a path that does not exist, a folder, and a file that is not executable', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'python3'), '');
    expect(await failure(join(folder, 'python'))).toMatchObject({
      message: `The Python interpreter ${join(folder, 'python')} does not exist`,
      help: `did you mean ${join(folder, 'python3')}?`,
    });
    expect((await failure(`${folder}/`)).message).toContain('is not a program');
    expect((await failure(join(folder, 'python3'))).message).toContain('is not executable');
  });

  it('VIRTUAL_ENV that names an environment which was removed', async () => {
    const folder = temporaryFolder();
    makeVenv(join(folder, 'venv'));
    rmSync(join(folder, 'venv'), { recursive: true });
    const { code, message } = await failure(undefined, { ...process.env, VIRTUAL_ENV: join(folder, 'venv') });
    expect(code).toBe('RS301');
    expect(message).toContain('VIRTUAL_ENV');
  });

  it('an interpreter older than 3.10, with the version found and a newer one if there is one', async () => {
    const folder = temporaryFolder();
    const old = join(folder, 'python3');
    writeFileSync(old, `#!/bin/sh\necho '{"version": [3, 9, 18]}'\n`);
    chmodSync(old, 0o755);
    countingShim(folder, PYTHON, 'python3.12');
    expect(await failure(old, { PATH: folder })).toEqual({
      code: 'RS301',
      message: `Python 3.9.18 (${old}) is too old: runrl-sandbox needs Python 3.10 or newer`,
      help: 'there is a newer one: `--python python3.12`',
    });
  });

  it('Python 2, which does not know `-I`, by its version', async () => {
    const old = join(temporaryFolder(), 'python');
    writeFileSync(
      old,
      `#!/bin/sh\n[ "$1" = --version ] && { echo 'Python 2.7.18' >&2; exit 0; }\necho 'Unknown option: -I' >&2\nexit 2\n`,
    );
    chmodSync(old, 0o755);
    expect((await failure(old)).message).toContain('Python 2.7.18');
  });

  it('a program that is not Python, with what it said', async () => {
    const program = join(temporaryFolder(), 'python');
    writeFileSync(program, '#!/bin/sh\necho "error while loading shared libraries" >&2\nexit 127\n');
    chmodSync(program, 0o755);
    const { code, message } = await failure(program);
    expect(code).toBe('RS301');
    expect(message).toContain('error while loading shared libraries');
  });
});
