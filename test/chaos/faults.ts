/** Kills and stops processes of a module, at random. */
import { readFileSync } from 'node:fs';
import { castOf } from '../helpers/processes.ts';
import { pick } from './calls.ts';

export const TARGETS = ['worker', 'slot', 'zygote', 'launcher', 'bubblewrap', 'agent'] as const;
export type Target = (typeof TARGETS)[number];

export interface Fault {
  target: Target;
  signal: 'SIGKILL' | 'SIGSTOP';
  pid: number;
  atMs: number;
}

/** The calls that run on one of these are lost with it. */
export const isFatal = ({ target, signal }: Pick<Fault, 'target' | 'signal'>): boolean =>
  signal === 'SIGKILL' && target !== 'worker' && target !== 'slot';

const pidsOf = (folder: string, target: Target): number[] => {
  const { agent, bubblewraps, launcher, zygote, slots, workers } = castOf(folder);
  return {
    agent: [agent],
    bubblewrap: bubblewraps,
    launcher: [launcher],
    zygote: [zygote],
    slot: slots,
    worker: workers,
  }[target];
};

/** Does it to one process of the module in `folder`; undefined when there is none, or it went just now. */
export const inflict = (
  folder: string,
  random: () => number,
  target: Target,
  signal: Fault['signal'],
): Fault | undefined => {
  const pids = pidsOf(folder, target).filter((pid) => pid > 0);
  if (pids.length === 0) return undefined;
  const pid = pick(random, pids);
  return send(folder, pid, signal) ? { target, signal, pid, atMs: performance.now() } : undefined;
};

/** Signals a process if it is still the module's. */
export const send = (folder: string, pid: number, signal: NodeJS.Signals): boolean => {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) return false;
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
};
