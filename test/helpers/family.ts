/** The processes of one module as a tree, to see what an attack has left in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { castOf } from './processes.ts';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const parents = (): Map<number, number[]> => {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, parent] = /^\d+ \(.*\) \w (\d+)/s.exec(read(`/proc/${name}/stat`)) ?? [];
    if (parent !== undefined)
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  return children;
};

/** Who they are stays the same while a module lives: agent and zygote. */
export interface Family {
  agent: number;
  zygote: number;
}

/** Agent and zygote of the one module whose folder is given. */
export const familyOf = (folder: string): Family => {
  const { agent, zygote } = castOf(folder);
  return { agent, zygote };
};

const kilobytes = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

const count = (folder: string): number => {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
};

/** What of the processes must be as before once all is quiet. Zombies count: nobody may leave any. */
export const standing = ({ agent, zygote }: Family) => {
  const children = parents();
  const slots = children.get(zygote) ?? [];
  const strangers = slots.flatMap((slot) => {
    const [worker, ...more] = children.get(slot) ?? [];
    return [...more, ...(worker === undefined ? [] : (children.get(worker) ?? []))];
  });
  return {
    /** Processes in slots beyond an init and its worker. */
    strangers: strangers.length,
    slotsWithoutWorker: slots.filter((slot) => (children.get(slot) ?? []).length === 0).length,
    /** Descriptors of the agent beyond the five that each slot costs. */
    agentDescriptors: count(`/proc/${agent}/fd`) - 5 * slots.length,
    /** Descriptors of the zygote beyond the pidfd of each slot. */
    zygoteDescriptors: count(`/proc/${zygote}/fd`) - slots.length,
    mounts: read('/proc/self/mountinfo').split('\n').length,
    zygoteMounts: read(`/proc/${zygote}/mountinfo`).split('\n').length,
    alive: children.has(agent) && children.has(zygote),
  };
};

export type Standing = ReturnType<typeof standing>;

/** Resident memory of agent and zygote in bytes. */
export const residentOf = ({ agent, zygote }: Family): [agent: number, zygote: number] => [
  kilobytes(agent, 'VmRSS') * 1024,
  kilobytes(zygote, 'VmRSS') * 1024,
];
