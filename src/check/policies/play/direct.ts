/** Searches the states of the class itself, without the library between: copies of an instance are quicker than episodes. */
import type { Budget } from '../../calls/budget.ts';
import type { Loadable } from '../../loading/load.ts';
import { openWrapper } from '../../loading/wrapper-module.ts';

/** What a process takes of the steps that there are: it takes its own by itself. */
const PROCESS = 200;

export interface DirectOptions {
  /** Real, absolute path of the environment. */
  path: string;
  className: string;
  source: string;
  budget: Budget;
  seed: number;
  /** As the check's own sandbox was made. */
  loaded: Loadable['loaded'];
}

/** A program of ours that has imported the class. */
export interface Direct {
  /** What a search came to, for each of its rows (`runrl_audit.playing`); null: it failed as a whole. */
  ask<T>(request: string): Promise<T[] | null>;
  close(): Promise<void>;
}

/** @throws SandboxError when the file cannot be imported by another one */
export const openDirect = async (options: DirectOptions): Promise<Direct> => {
  const { path, source, className, loaded, budget, seed } = options;
  const given = [path, className].map((text) => JSON.stringify(text)).join(', ');
  const call = `from runrl_audit.player import player_of\n\nreward_fn = player_of(${given})`;
  const settings = { reuse: 'never', timeout: '60s', outputLimit: '8MiB', seed } as const;
  const reward = await openWrapper({ subject: { path, source }, loaded }, call, { reward: settings });
  return {
    async ask<T>(request: string): Promise<T[] | null> {
      budget.count(1, PROCESS);
      const outcome = await reward.score({ completion: request, kwargs: {} });
      if (outcome.status !== 'ok') return null;
      try {
        return JSON.parse(outcome.stdout.trimEnd().split('\n').at(-1) ?? '') as T[];
      } catch {
        return null; // cut off, or mixed with what the environment prints
      }
    },
    close: () => reward.close(),
  };
};
