/** What modules of a sandbox tell, while somebody watches. Until then nothing of a call is looked at. */

import type { Reward } from '../module/calls/call.ts';
import type { Environment, Episode, StepOutcome } from '../module/episodes/environment.ts';
import type { Outcome } from '../outcome.ts';
import type { ModuleSetting } from '../server/settings/module-setting.ts';

/** A training step, and what tells a call from others there. */
export interface Counted {
  step: number;
  row: Uint8Array;
  said: Uint8Array;
}

export interface Watcher {
  loaded(setting: ModuleSetting, module: Reward | Environment): void;
  /** Told at its first `close`. */
  closed(module: Reward | Environment): void;
  scored(module: string, outcome: Outcome, counted: Counted): void;
  /** @returns told of each step and copy of the episode */
  started(module: string, episode: Episode, row: Uint8Array, step: number | undefined): EpisodeWatcher;
}

export interface EpisodeWatcher {
  stepped(action: string, outcome: StepOutcome): void;
  copied(copy: Episode): EpisodeWatcher;
}

/** Shared by all modules of a sandbox. */
export interface Watch {
  watcher: Watcher | undefined;
}
