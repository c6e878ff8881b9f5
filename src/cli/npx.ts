/**
 * npx starts a command below a shell, and a signal that ends npx does not reach it
 * (npm/cli#6684). A server that was started so ends with it.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh']);

interface Process {
  pid: number;
  name: string;
  parent: number;
  /** In clock ticks since the machine started: a later process may have the same number. */
  started: string;
}

/** Calls `tell` once when the npx is gone that started this process. Nothing, where none did. */
export const onNpxEnd = (tell: () => void): Disposable => {
  const npx = process.env.npm_command === 'exec' ? startedBy() : undefined;
  if (npx === undefined) return { [Symbol.dispose]: () => {} };
  const timer = setInterval(() => {
    if (processAt(npx.pid)?.started === npx.started) return;
    clearInterval(timer);
    tell();
  }, LOOK_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};

/** The nearest process above this one that is no shell. */
const startedBy = (): Process | undefined => {
  let found = processAt(process.ppid);
  while (found !== undefined && found.pid > 1 && SHELLS.has(found.name)) found = processAt(found.parent);
  return found !== undefined && found.pid > 1 ? found : undefined;
};

const processAt = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      started: String(fields[19]),
    };
  } catch {
    return undefined; // it is gone
  }
};
