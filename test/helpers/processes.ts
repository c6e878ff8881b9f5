/** Looks at the machine's processes: who was started for a folder, and who is whose child. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  parent: number;
  /** As in /proc: `T` is stopped. */
  state: string;
  command: string;
}

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * The processes that live and have `path` on their command line: agent, bubblewrap, launcher, and all that are forks of
 * it. A zombie has no command line: it holds nothing, and whoever adopted it reaps it when it likes.
 */
export const processesFor = (path: string): Process[] =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (Number.isNaN(pid) || pid === process.pid) return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    if (!command.includes(path)) return []; // most: this is asked again and again while something is awaited
    const [, state, parent] = /^\d+ \(.*\) (\w) (\d+)/s.exec(read(pid, 'stat')) ?? [];
    if (state === undefined || state === 'Z' || state === 'X') return [];
    return [{ pid, state, parent: Number(parent), command }];
  });

/** The processes of one module, by what they are. */
export interface Cast {
  agent: number;
  /** Bubblewrap, and its first process. */
  bubblewraps: number[];
  launcher: number;
  zygote: number;
  /** The init of each slot. */
  slots: number[];
  workers: number[];
}

/** Who is who among the processes started for a module in `folder` (level `namespaces`). */
export const castOf = (folder: string): Cast => {
  const all = processesFor(folder);
  const childrenOf = (parents: readonly number[]): number[] =>
    all.filter(({ parent }) => parents.includes(parent)).map(({ pid }) => pid);
  const agents = all.filter(({ command }) => command.includes('agent/main.py')).map(({ pid }) => pid);
  const outer = childrenOf(agents);
  const inner = childrenOf(outer);
  const launchers = childrenOf(inner);
  const zygotes = childrenOf(launchers);
  const slots = childrenOf(zygotes);
  return {
    agent: agents[0] ?? 0,
    bubblewraps: [...outer, ...inner],
    launcher: launchers[0] ?? 0,
    zygote: zygotes[0] ?? 0,
    slots,
    workers: childrenOf(slots),
  };
};

/** Signals a process that was found, and never 0, which would be all that the tests themselves have started. */
export const kill = (pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void => {
  if (pid === undefined || pid <= 1) throw new Error('there is no such process');
  process.kill(pid, signal);
};

/** Kills a process that may have ended by itself since it was found. */
export const killIfThere = (pid: number): void => {
  try {
    kill(pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** The parent of a process; 0 when that is gone. */
export const parentOf = (pid: number): number =>
  Number(/^\d+ \(.*\) \w (\d+)/s.exec(read(pid, 'stat'))?.[1] ?? 0);

/** The name that a process has given itself; empty when it is gone. */
export const nameOf = (pid: number): string => read(pid, 'comm').trim();

const BETWEEN_LOOKS_MS = 5;

/**
 * Waits until `condition` gives something; fails with what it gave last. There is nothing to await where this is used.
 *
 * It must have looked as often as fits into the time: on a machine that is slow, or stood still, whoever is waited for
 * was slow as well, and no clock tells for how long.
 */
export const until = async <T>(
  condition: () => T | Promise<T>,
  holds: (value: T) => boolean = Boolean,
  milliseconds = 10_000,
): Promise<T> => {
  const deadline = performance.now() + milliseconds;
  for (let looks = 1; ; looks++) {
    const value = await condition();
    if (holds(value)) return value;
    if (performance.now() > deadline && looks > milliseconds / BETWEEN_LOOKS_MS)
      throw new Error(`still so after ${milliseconds} ms: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
};
