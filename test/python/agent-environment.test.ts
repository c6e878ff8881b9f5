import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import { AGENT_PINS, agentPython } from '../../src/python/agent-environment.ts';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { findInterpreter, type Interpreter } from '../../src/python/interpreter.ts';
import { realPython, temporaryFolder } from './interpreters.ts';

const PYTHON = realPython();

const withPackages = async (has: boolean): Promise<Interpreter> => ({
  ...(await findInterpreter({ python: PYTHON, env: process.env, cacheDir: temporaryFolder() })),
  hasAgentPackages: has,
});

/** pip without any source of packages, and no `python3` that could have them already. */
const offline = (folder: string): Record<string, string> => {
  mkdirSync(join(folder, 'empty'), { recursive: true });
  return {
    PATH: join(folder, 'empty'),
    HOME: folder,
    PIP_NO_INDEX: '1',
    PIP_FIND_LINKS: join(folder, 'empty'),
  };
};

describe('agentPython', () => {
  it('uses the given interpreter when it has the packages', async () => {
    const interpreter = await withPackages(true);
    expect(await agentPython({ cacheDir: temporaryFolder(), interpreter })).toBe(interpreter.executable);
  });

  it('offline, says RS302, what pip said and the command that makes it by hand', async () => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    const options = {
      cacheDir: folder,
      interpreter: await withPackages(false),
      env: offline(folder),
      onLog: (line: string) => lines.push(line),
    };
    const error = await agentPython(options).catch((reason) => reason);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error.code).toBe('RS302');
    expect(error.help).toContain(`-m pip install ${AGENT_PINS.join(' ')}`);
    expect(error.help).toContain('No matching distribution found for pyzmq');
    expect(lines).toEqual([expect.stringContaining('once')]);
  });

  it('takes a finished environment of another Python version, quickly', async () => {
    const folder = temporaryFolder();
    const options = { cacheDir: folder, interpreter: await withPackages(false), env: offline(folder) };
    const lines: string[] = [];
    const timed = async (act: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await act();
      return performance.now() - start;
    };
    const tried = await timed(() =>
      agentPython({ ...options, onLog: (line) => lines.push(line) }).catch(() => undefined),
    );
    const own = /in (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';
    const other = own.replace(/py3\.\d+$/, 'py3.99');
    mkdirSync(join(other, 'bin'), { recursive: true });
    symlinkSync(PYTHON, join(other, 'bin', 'python'));
    writeFileSync(join(other, 'ready'), '');
    const found: number[] = [];
    for (let repeat = 0; repeat < 5; repeat++)
      found.push(
        await timed(async () => expect(await agentPython(options)).toBe(join(other, 'bin', 'python'))),
      );
    expect(Math.min(...found)).toBeLessThan(tried / 5);
  });
});

describe('cacheFolder', () => {
  it('is RUNRL_SANDBOX_CACHE, else the XDG folder, else ~/.cache', () => {
    const folder = temporaryFolder();
    expect(cacheFolder({ RUNRL_SANDBOX_CACHE: join(folder, 'own'), HOME: folder })).toBe(join(folder, 'own'));
    expect(cacheFolder({ XDG_CACHE_HOME: join(folder, 'xdg'), HOME: folder })).toBe(
      join(folder, 'xdg', 'runrl-sandbox'),
    );
    expect(cacheFolder({ XDG_CACHE_HOME: 'relative', HOME: folder })).toBe(
      join(folder, '.cache', 'runrl-sandbox'),
    );
  });

  it('is a private folder when the wanted one cannot be made', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(cacheFolder({ RUNRL_SANDBOX_CACHE: join(folder, 'file', 'cache') })).toMatch(/runrl-sandbox-/);
  });

  it('says what is missing when no folder can be written', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    vi.stubEnv('TMPDIR', join(file, 'tmp'));
    const attempt = (): string => cacheFolder({ RUNRL_SANDBOX_CACHE: join(file, 'cache') });
    expect(attempt).toThrow(SandboxError);
    expect(attempt).toThrow(/^The temporary folder .* cannot be used: it is not a folder/);
    vi.unstubAllEnvs();
  });
});
