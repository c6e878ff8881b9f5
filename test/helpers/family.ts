/** The processes of one module as a tree, to see what an attack has left in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { processesFor } from './processes.ts';

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

/** How many processes there are from the agent down to the zygote: bubblewrap, its first process, the launcher, it; or the guard and it. */
const GENERATIONS: Readonly<Record<string, number>> = {
  namespaces: 4,
  strict: 3,
  landlock: 2,
  'allow-net': 4,
};

/** Agent and zygote of the one module whose folder is given. */
export const familyOf = (folder: string, confinement: string): Family => {
  const all = processesFor(folder);
  const agent = all.find(({ command }) => command.includes('agent/main.py'))?.pid ?? 0;
  let zygote = agent;
  for (let generation = 0; generation < (GENERATIONS[confinement] ?? 0); generation++)
    zygote = all.find(({ parent }) => parent === zygote)?.pid ?? 0;
  return { agent, zygote };
};

const kilobytes = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

/** How many there are beyond `usual`; 0 where only root may look (an agent that is not dumpable). */
const count = (folder: string, usual: number): number => {
  try {
    return readdirSync(folder).length - usual;
  } catch {
    return 0;
  }
};

/** What of the processes must be as before once all is quiet. Zombies count: nobody may leave any. */
export const standing = ({ agent, zygote }: Family) => {
  const children = parents();
  const slots = (children.get(zygote) ?? []).filter(
    (child) => read(`/proc/${child}/comm`).trim() !== 'runrl-keeper',
  );
  const strangers = slots.flatMap((slot) => {
    const [worker, ...more] = children.get(slot) ?? [];
    return [...more, ...(worker === undefined ? [] : (children.get(worker) ?? []))];
  });
  return {
    /** Processes in slots beyond an init and its worker. */
    strangers: strangers.length,
    slotsWithoutWorker: slots.filter((slot) => (children.get(slot) ?? []).length === 0).length,
    /** Descriptors of the agent beyond the six that each slot costs. */
    agentDescriptors: count(`/proc/${agent}/fd`, 6 * slots.length),
    /** Descriptors of the zygote beyond the pidfd of each slot. */
    zygoteDescriptors: count(`/proc/${zygote}/fd`, slots.length),
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

/** What of the processes must be as before once no episode lives: all below the zygote, and what agent and zygote hold. */
export const processesBelow = ({ agent, zygote }: Family): Record<string, number> => {
  const children = parents();
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + 1 + below(child), 0);
  return {
    processes: below(zygote),
    agentDescriptors: count(`/proc/${agent}/fd`, 0),
    zygoteDescriptors: count(`/proc/${zygote}/fd`, 0),
    dead: Number(!children.has(agent)) + Number(!children.has(zygote)),
  };
};
