/** Searches the states of the class itself, without the library between: copies of an instance are quicker than episodes. */
import type { Reward } from '../../../index.ts';
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

export class Direct {
  readonly #reward: Reward;
  readonly #options: DirectOptions;

  private constructor(reward: Reward, options: DirectOptions) {
    this.#reward = reward;
    this.#options = options;
  }

  /** @throws SandboxError when the file cannot be imported by another one */
  static async open(options: DirectOptions): Promise<Direct> {
    const { path, source, className, loaded } = options;
    const given = [path, className].map((text) => JSON.stringify(text)).join(', ');
    const call = `from runrl_audit.player import player_of\n\nreward_fn = player_of(${given})`;
    const reward = { reuse: 'never', timeout: '60s', outputLimit: '8MiB', seed: options.seed } as const;
    return new Direct(await openWrapper({ subject: { path, source }, loaded }, call, { reward }), options);
  }

  /** What a search came to, for each of its rows (`runrl_audit.playing`); null: it failed as a whole. */
  async ask<T>(request: string): Promise<T[] | null> {
    this.#options.budget.count(1, PROCESS);
    const outcome = await this.#reward.score({ completion: request, kwargs: {} });
    if (outcome.status !== 'ok') return null;
    const line = outcome.stdout.trimEnd().split('\n').at(-1) ?? '';
    try {
      return JSON.parse(line) as T[];
    } catch {
      return null; // cut off, or mixed with what the environment prints
    }
  }

  async close(): Promise<void> {
    await this.#reward.close();
  }
}
