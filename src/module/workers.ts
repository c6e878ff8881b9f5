/** What became of a module's workers, over all agents that it has had. */
import type { AgentMessage } from '../protocol/messages.ts';

type Told = Extract<AgentMessage, { type: 'workers' }>;
/** A worker that is there, and one that has ended. */
export type OneWorker = Told['workers'][number];
export type EndedWorker = Told['ended'][number];

export interface WorkerCounts {
  /** Slots by state: `starting`, `ready`, `busy`, `ending`. */
  states: Record<string, number>;
  /** Workers that were replaced, by reason. */
  restarts: Record<string, number>;
  /** Slots that were made, by the bucket of the time that it took (`DURATION_BOUNDS`). */
  forks: number[];
  forkSeconds: number;
  /** As many as were asked for. */
  single: readonly OneWorker[];
  ended: readonly EndedWorker[];
}

const none = (): WorkerCounts => ({
  states: {},
  restarts: {},
  forks: [],
  forkSeconds: 0,
  single: [],
  ended: [],
});

/** What several have come to, together. */
export const sumOfWorkers = (parts: readonly WorkerCounts[]): WorkerCounts => {
  const whole = none();
  const addTo = (sums: Record<string, number>, more: Readonly<Record<string, number>>): void => {
    for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
  };
  for (const { states, restarts, forks, forkSeconds, single, ended } of parts) {
    addTo(whole.states, states);
    addTo(whole.restarts, restarts);
    for (const [bucket, count] of forks.entries()) whole.forks[bucket] = (whole.forks[bucket] ?? 0) + count;
    whole.forkSeconds += forkSeconds;
    whole.single = [...whole.single, ...single];
    whole.ended = [...whole.ended, ...ended];
  }
  return whole;
};

export class Workers {
  /** Of agents that are gone; what they counted after they were last asked is lost with them. */
  #before = none();
  #now = none();

  take({ states, restarts, forks, fork_seconds }: Told): void {
    this.#now = { ...none(), states, restarts, forks, forkSeconds: fork_seconds };
  }

  /** All of its workers are gone, too. */
  agentEnded(): void {
    this.#before = sumOfWorkers([this.#before, { ...this.#now, states: {}, restarts: this.#restarts() }]);
    this.#now = none();
  }

  get counts(): WorkerCounts {
    return sumOfWorkers([this.#before, this.#now]);
  }

  #restarts(): Record<string, number> {
    return { ...this.#now.restarts, sandbox: (this.#now.restarts.sandbox ?? 0) + 1 };
  }
}
