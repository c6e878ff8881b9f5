/** The part of `doctor` that needs an interpreter: the interpreter, the agent's environment, the level, a real call. */

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SandboxError } from '../../errors.ts';
import { median } from '../../formats/statistics.ts';
import type { Level } from '../../outcome.ts';
import { agentPython } from '../../python/agent-environment.ts';
import { cacheFolder } from '../../python/cache-folder.ts';
import { findInterpreter, type Interpreter } from '../../python/interpreter.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../python/temporary.ts';
import { probeLevel } from '../../sandbox/probe.ts';
import type { Check } from './checks.ts';
import type { Machine } from './machine.ts';

const failed = (name: string, error: unknown): Check => {
  if (!(error instanceof SandboxError)) throw error;
  return {
    name,
    status: 'fail',
    what: `${error.code} ${error.message}`,
    ...(error.help ? { help: error.help } : {}),
  };
};

export const pythonCheck = async (
  machine: Machine,
  python: string | undefined,
): Promise<{ check: Check; interpreter?: Interpreter }> => {
  try {
    const interpreter = await findInterpreter({
      python,
      env: machine.env,
      cacheDir: cacheFolder(machine.env),
    });
    const venv = interpreter.prefix === interpreter.basePrefix ? '' : ', virtual environment';
    const what = `Python ${interpreter.version.join('.')} (${interpreter.executable}${venv})`;
    return { check: { name: 'python', status: 'ok', what }, interpreter };
  } catch (error) {
    return { check: failed('python', error) };
  }
};

/** Makes the environment when it is missing, as a run would. */
export const agentCheck = async (
  machine: Machine,
  interpreter: Interpreter,
  onLog: (line: string) => void,
): Promise<Check> => {
  const name = 'agent environment';
  try {
    const python = await agentPython({
      cacheDir: cacheFolder(machine.env),
      interpreter,
      onLog,
      env: machine.env,
    });
    const code =
      'import msgpack, zmq; print("pyzmq", zmq.__version__ + ", msgpack", "%d.%d.%d" % msgpack.version[:3])';
    const { code: exit, output } = await machine.run(python, ['-I', '-c', code]);
    if (exit === 0) return { name, status: 'ok', what: `${output} (${python})` };
    const help = `remove it, and it is made again: rm -r ${join(python, '../..')}`;
    return {
      name,
      status: 'fail',
      what: `${python} cannot import pyzmq and msgpack: ${output.split('\n').at(-1)}`,
      help,
    };
  } catch (error) {
    return failed(name, error);
  }
};

const PROBES = [
  ['namespaces', 'default', 'every slot has user, pid and mount namespaces and a /tmp of its own'],
  ['namespaces', 'strict', '`--profile strict`: no capabilities from the start; slots share a pid namespace'],
  ['landlock', 'default', 'for machines and containers without namespaces'],
] as const;

/** `explained`: an earlier check has said already why namespaces are not available. */
export const levelChecks = async (
  interpreter: Interpreter,
  explained: boolean,
): Promise<{ checks: Check[]; level: Level | null }> => {
  const checks: Check[] = [];
  let best: Level | null = null;
  for (const [level, profile, what] of PROBES) {
    const name = `level ${level}${profile === 'strict' ? ', strict' : ''}`;
    const { missing } = await probeLevel(level, interpreter, profile);
    if (missing === undefined) checks.push({ name, status: 'ok', what });
    else {
      const help = explained && level === 'namespaces' ? {} : { help: missing.help };
      checks.push({ name, status: 'warn', what: `not available: ${missing.what}`, ...help });
    }
    if (missing === undefined && profile === 'default') best ??= level;
  }
  if (best === null) {
    const help = 'fix the above; or use `--sandbox none`, for code that you trust with all your rights';
    checks.push({ name: 'level', status: 'fail', what: 'none is available', help });
  } else checks.push({ name: 'level', status: 'ok', what: `\`auto\` takes \`${best}\`` });
  return { checks, level: best };
};

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** A real call of a reward function that does nothing, through everything that a run uses. */
export const callCheck = async (python: string | undefined): Promise<Check> => {
  const name = 'a real call';
  const folder = makeTemporaryFolder('doctor');
  try {
    chmodSync(folder, 0o755); // on a root host modules run as another user
    const file = join(folder, 'reward.py');
    writeFileSync(file, 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
    const { createSandbox } = await import('../../host.ts');
    const start = performance.now();
    await using sandbox = await createSandbox(python === undefined ? {} : { python });
    await using reward = await sandbox.loadReward(file, { concurrency: 1, timeout: '10s' });
    const call = { completion: '', kwargs: {} };
    const first = await reward.score(call);
    const firstMs = performance.now() - start;
    if (first.status !== 'ok' || first.reward !== 1)
      return {
        name,
        status: 'fail',
        what: `came to \`${first.status}\`: ${first.error?.message ?? `reward ${first.reward}`}`,
      };
    const times: number[] = [];
    for (let repeat = 0; repeat < 20; repeat++) {
      const before = performance.now();
      await reward.score(call);
      times.push(performance.now() - before);
    }
    const warmMs = median(times) ?? 0;
    return {
      name,
      status: 'ok',
      what: `${milliseconds(warmMs)}; the first took ${milliseconds(firstMs)}, with the start of the sandbox`,
    };
  } catch (error) {
    return failed(name, error);
  } finally {
    removeTemporaryFolder(folder);
  }
};
