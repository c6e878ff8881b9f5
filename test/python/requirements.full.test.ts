import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findInterpreter, type Interpreter } from '../../src/python/interpreter.ts';
import { moduleEnvironment } from '../../src/python/requirements.ts';
import { makeWheel, realPython, temporaryFolder } from './interpreters.ts';

const OFFLINE = { ...process.env, PIP_NO_INDEX: '1' };
const REWARD = 'def reward_fn(completion, **kwargs):\n    return 1.0\n';

const setUp = async (source: string) => {
  const folder = temporaryFolder();
  const cacheDir = join(folder, 'cache');
  const interpreter = await findInterpreter({ python: realPython(), env: process.env, cacheDir });
  const file = join(folder, 'reward.py');
  writeFileSync(file, source);
  return { folder, options: { file, interpreter, cacheDir, env: OFFLINE } };
};

const versionOf = (interpreter: Interpreter, name: string): string =>
  execFileSync(interpreter.executable, ['-I', '-c', `import ${name}; print(${name}.VERSION)`], {
    encoding: 'utf8',
  }).trim();

const environments = (cacheDir: string): string[] =>
  readdirSync(cacheDir).filter((name) => name.startsWith('module-') && !name.endsWith('.lock'));

describe('moduleEnvironment', () => {
  it('returns the interpreter as it is when nothing is asked for', async () => {
    for (const source of [REWARD, `# /// script\n# dependencies = []\n# ///\n${REWARD}`]) {
      const { options } = await setUp(source);
      expect(await moduleEnvironment(options)).toBe(options.interpreter);
    }
  });

  it('installs what the inline metadata names, once, into an environment of its own', async () => {
    const { folder, options } = await setUp('');
    const wheel = makeWheel(folder, 'rs_tiny', '1.0');
    writeFileSync(
      options.file,
      `# /// script\n# dependencies = ["rs_tiny @ ${pathToFileURL(wheel).href}"]\n# ///\n${REWARD}`,
    );
    const lines: string[] = [];
    const log = { onLog: (line: string) => lines.push(line) };
    const first = await moduleEnvironment({ ...options, ...log });
    expect(versionOf(first, 'rs_tiny')).toBe('1.0');
    expect(first.basePrefix).toBe(options.interpreter.basePrefix);
    expect(first.roots).toContain(first.prefix);
    expect(await moduleEnvironment({ ...options, ...log })).toEqual(first);
    expect(lines).toHaveLength(1);
  });

  it('installs a requirements file, with relative paths from its own folder, and prefers it to metadata', async () => {
    const { folder, options } = await setUp('# /// script\n# dependencies = ["rs-no-such-package"]\n# ///\n');
    mkdirSync(join(folder, 'needs'));
    makeWheel(join(folder, 'needs'), 'rs_tiny', '1.0');
    const requirements = join(folder, 'needs', 'requirements.txt');
    writeFileSync(requirements, '# what we need\n./rs_tiny-1.0-py3-none-any.whl\n');
    const found = await moduleEnvironment({ ...options, requirements });
    expect(versionOf(found, 'rs_tiny')).toBe('1.0');
  });

  it('shares an environment when only comments differ, and makes another for another requirement', async () => {
    const { folder, options } = await setUp(REWARD);
    makeWheel(folder, 'rs_tiny', '1.0');
    makeWheel(folder, 'rs_tiny', '2.0');
    const requirements = join(folder, 'requirements.txt');
    const withLines = (text: string) => {
      writeFileSync(requirements, text);
      return moduleEnvironment({ ...options, requirements });
    };
    const one = await withLines('./rs_tiny-1.0-py3-none-any.whl\n');
    const same = await withLines('# a comment\n\n./rs_tiny-1.0-py3-none-any.whl   # why\n');
    const two = await withLines('-r nested.txt\n'.replace('nested', writeNested(folder)));
    expect(same.prefix).toBe(one.prefix);
    expect(versionOf(two, 'rs_tiny')).toBe('2.0');
    expect(environments(options.cacheDir)).toHaveLength(2);
  });

  it('fails with RS303 and the last lines of pip', async () => {
    const { folder, options } = await setUp(
      '# /// script\n# dependencies = ["rs-no-such-package==7"]\n# ///\n',
    );
    const env = { ...OFFLINE, PIP_FIND_LINKS: folder };
    const error = await moduleEnvironment({ ...options, env }).catch((reason) => reason);
    expect(error.code).toBe('RS303');
    expect(error.message).toContain(options.file);
    expect(error.help).toContain('No matching distribution found for rs-no-such-package==7');
  });

  it.each([
    ['requires-python = ">=3.99"', 'requires Python >=3.99'],
    ['requires-python = "three"', 'is not a version specifier'],
    ['dependencies = ["--index-url=x"]', 'is a pip option'],
  ])('refuses `%s`', async (line, message) => {
    const { options } = await setUp(`# /// script\n# ${line}\n# ///\n`);
    const error = await moduleEnvironment(options).catch((reason) => reason);
    expect(error.code).toBe('RS303');
    expect(error.message).toContain(message);
  });

  it('refuses a requirements file that is missing or a folder with RS102', async () => {
    const { folder, options } = await setUp(REWARD);
    for (const requirements of [join(folder, 'absent.txt'), folder]) {
      const error = await moduleEnvironment({ ...options, requirements }).catch((reason) => reason);
      expect(error.code).toBe('RS102');
    }
  });
});

const writeNested = (folder: string): string => {
  writeFileSync(join(folder, 'more.txt'), './rs_tiny-2.0-py3-none-any.whl\n');
  return 'more';
};
