/** What a module does at one moment, and how well. */
import type { SandboxError } from '../errors.ts';
import { sumOfWorkers, type WorkerCounts } from './workers.ts';

/** What can run: calls of a reward, setups and steps of an environment. */
export type WorkKind = 'call' | 'setup' | 'step';

export interface ModuleActivity {
  /** Whether its agents have loaded the module, and are alive. */
  open: boolean;
  /** Calls, or setups and steps, that may run at the same time. */
  slots: number;
  /** Those that run, as far as the host knows: an agent may just have begun or finished some. */
  running: Partial<Record<WorkKind, number>>;
  /** Those that wait for a slot. */
  waiting: number;
  /** What became of its workers so far. */
  workers: WorkerCounts;
}

/** How well a module is. */
export interface Health {
  /** Why nothing can be asked of it now. */
  refusal: SandboxError | undefined;
  /** How often its sandbox died in the last minute. */
  deaths: number;
}

/** So many deaths in a minute are no accident any more. */
export const MANY_DEATHS = 3;

/** Modules that tell it: those that a sandbox loads, which is not what a trainer has to know of them. */
export interface Active {
  /** @param limit single workers to tell of. @default 0 */
  activity(limit?: number): Promise<ModuleActivity>;
  readonly health: Health;
}

/** Undefined for a module that does not tell. @param limit single workers to tell of */
export const activityOf = async (
  module: Active | object | undefined,
  limit = 0,
): Promise<ModuleActivity | undefined> =>
  module !== undefined && 'activity' in module ? module.activity(limit) : undefined;

const WELL: Health = { refusal: undefined, deaths: 0 };

/** A module that does not tell is well. */
export const healthOf = (module: Active | object | undefined): Health =>
  module !== undefined && 'health' in module ? module.health : WELL;

/**
 * What several do, as one.
 * @param waiting how many more wait, that none of them knows of
 */
export const mergeActivity = (parts: readonly ModuleActivity[], waiting = 0): ModuleActivity => {
  const whole: ModuleActivity = {
    open: parts.some(({ open }) => open),
    slots: 0,
    running: {},
    waiting,
    workers: sumOfWorkers(parts.map(({ workers }) => workers)),
  };
  for (const { slots, running, waiting: more } of parts) {
    whole.slots += slots;
    whole.waiting += more;
    for (const [kind, count] of Object.entries(running) as [WorkKind, number][])
      whole.running[kind] = (whole.running[kind] ?? 0) + count;
  }
  return whole;
};
