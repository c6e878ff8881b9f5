/**
 * What the host must allow before anything is started. Below these limits the failure comes far from its cause: libzmq
 * aborts the process when it cannot start a thread, and Node.js cannot read its own files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { SandboxError } from '../errors.ts';

/** Open files of the host process: pipes and sockets of ZeroMQ, of the agent, and those of the inputs. */
const LEAST_OPEN_FILES = 128;
/** Free processes and threads of the user: ZeroMQ's two contexts, the agent, bubblewrap, the zygote, two slots. */
const LEAST_FREE_TASKS = 24;
/** Counting the tasks of a user reads all of /proc; above this limit that is not worth it. */
const COUNT_BELOW = 4_096;

/** The soft limit of this name in /proc/self/limits; infinite where there is none. */
const softLimit = (limits: string, name: string): number => {
  const value = new RegExp(`^${name} +(\\d+)`, 'm').exec(limits)?.[1];
  return value === undefined ? Number.POSITIVE_INFINITY : Number(value);
};

const tasksOf = (uid: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return statSync(`/proc/${pid}`).uid === uid ? readdirSync(`/proc/${pid}/task`).length : 0;
      } catch {
        return 0; // it has ended
      }
    })
    .reduce((sum, count) => sum + count, 0);

/**
 * Refuses a host whose limits are too low to start a sandbox.
 * @throws SandboxError RS404, with the limit and the command that raises it
 */
export const checkHostLimits = (): void => {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const files = softLimit(limits, 'Max open files');
  if (files < LEAST_OPEN_FILES) {
    throw new SandboxError(
      'RS404',
      `This process may open only ${files} files (\`ulimit -n\`); a sandbox needs at least ${LEAST_OPEN_FILES}`,
      { help: 'raise the limit before the start: `ulimit -n 4096`; in systemd `LimitNOFILE=4096`' },
    );
  }
  const uid = process.geteuid?.() ?? 0;
  const tasks = softLimit(limits, 'Max processes');
  if (uid === 0 || tasks >= COUNT_BELOW) return; // root is not held to it
  const used = tasksOf(uid);
  if (tasks - used >= LEAST_FREE_TASKS) return;
  throw new SandboxError(
    'RS404',
    `User ${uid} may have only ${tasks} processes and threads (\`ulimit -u\`) and has ${used} now; a sandbox needs ${LEAST_FREE_TASKS} more`,
    { help: 'raise the limit before the start: `ulimit -u 4096`; in systemd `TasksMax=4096`' },
  );
};
