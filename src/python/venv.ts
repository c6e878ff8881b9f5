/** Managed virtual environments in the cache folder: made once, by whoever comes first. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './locate.ts';

export interface VenvRequest {
  /** The environment's folder; its name must say everything that its contents depend on. */
  folder: string;
  /** Interpreter to make it from. */
  python: string;
  /** What `pip install` is told: requirements, or `-r FILE`. */
  pipArguments: readonly string[];
  env: Environment;
  /** Working folder of pip: relative paths in requirements start here. */
  cwd?: string;
}

export type VenvResult = { python: string; made: boolean } | VenvFailure;

export interface VenvFailure {
  failed: 'venv' | 'pip install' | 'write' | 'start';
  command: string[];
  /** Last lines of what the failed command printed. */
  tail: string[];
}

const MAKE = join(import.meta.dirname, '../../python-shim/runrl_shim/environment/make.py');

/** The interpreter of a finished environment, or undefined. Two looks at the file system, nothing started. */
export const readyPython = (folder: string): string | undefined => {
  const python = join(folder, 'bin', 'python');
  // `existsSync` follows the link: an environment whose base interpreter was removed is not ready.
  return existsSync(join(folder, 'ready')) && existsSync(python) ? python : undefined;
};

/** Makes the environment unless it is there. Safe to call from any number of processes at once. */
export const ensureVenv = async (request: VenvRequest): Promise<VenvResult> => {
  const ready = readyPython(request.folder);
  if (ready !== undefined) return { python: ready, made: false };
  const answer = await runMake(request);
  if ('failed' in answer) return answer;
  return { python: join(request.folder, 'bin', 'python'), made: answer.made };
};

const runMake = async (request: VenvRequest): Promise<{ made: boolean } | VenvFailure> => {
  const { folder, python, pipArguments, env, cwd } = request;
  const { execa } = await import('execa'); // late: a run that has its environment should not pay for the import
  // Its stdin stays open: its end is how make.py notices that this process is gone, and tidies up.
  const result = await execa(python, ['-I', MAKE, '--end-with-stdin', folder, ...pipArguments], {
    env: env as NodeJS.ProcessEnv,
    extendEnv: false,
    ...(cwd === undefined ? {} : { cwd }),
    cleanup: false,
    reject: false,
  });
  try {
    return JSON.parse(result.stdout.split('\n').at(-1) ?? '') as { made: boolean } | VenvFailure;
  } catch {
    const how = result.originalMessage ?? `ended with ${result.signal ?? `code ${result.exitCode}`}`;
    return { failed: 'start', command: [python], tail: `${result.stderr}\n${how}`.trim().split('\n') };
  }
};

/** Whether the failure is Debian's and Ubuntu's: the modules that make environments are a package of their own. */
const lacksVenvModule = ({ tail }: VenvFailure): boolean =>
  tail.some((line) => /ensurepip is not|No module named '?(venv|ensurepip)/.test(line));

/** The lines a person needs after a failure: what was run, what it said last, and what to do. */
export const venvHelp = (failure: VenvFailure, byHand: string): string => {
  const aptCommand = lacksVenvModule(failure)
    ? ['install the missing part: apt-get install python3-venv python3-pip']
    : [];
  const said = failure.tail.filter((line) => line.trim() !== '').slice(-6);
  return [...said.map((line) => `| ${line.slice(0, 200)}`), ...aptCommand, byHand].join('\n');
};
