/** Plays the class itself, without the library between: several instances in one process, and steps after the end. */
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createSandbox,
  makeTemporaryFolder,
  type Reward,
  type RewardOptions,
  removeTemporaryFolder,
  type Sandbox,
  type SandboxOptions,
} from '../../../index.ts';
import { AUDIT_PACKAGE, PYTHON_FOLDER } from '../../audit-package.ts';
import type { Budget } from '../../calls/budget.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';

/** What one act came to. */
export interface Seen {
  observation?: string;
  reward?: number;
  done?: boolean;
  error?: string;
}

/** What a process takes of the steps that there are: it takes its own by itself. */
const PROCESS = 200;

/** A setup has a row, or the JSON text of its fields. */
export type Act = readonly ['setup', string, CheckRow | string] | readonly ['step', string, string];

export interface DirectOptions {
  /** Real, absolute path of the environment. */
  path: string;
  className: string;
  source: string;
  budget: Budget;
  seed: number;
  /** As the check's own sandbox was made. */
  sandbox?: SandboxOptions | undefined;
  requirements?: RewardOptions['requirements'];
}

export class Direct {
  readonly #sandbox: Sandbox;
  readonly #reward: Reward;
  readonly #folder: string;
  readonly #options: DirectOptions;

  private constructor(sandbox: Sandbox, reward: Reward, folder: string, options: DirectOptions) {
    this.#sandbox = sandbox;
    this.#reward = reward;
    this.#folder = folder;
    this.#options = options;
  }

  /** @throws SandboxError when the file cannot be imported by another one */
  static async open(options: DirectOptions): Promise<Direct> {
    const folder = makeTemporaryFolder('check');
    let sandbox: Sandbox | undefined;
    try {
      chmodSync(folder, 0o755);
      const file = join(folder, 'direct.py');
      writeFileSync(file, programFor(options));
      const mounts = [...(options.sandbox?.mounts ?? []), dirname(options.path), AUDIT_PACKAGE];
      sandbox = await createSandbox({ ...options.sandbox, mounts });
      const reward = await sandbox.loadReward(file, {
        reuse: 'never',
        timeout: '60s',
        outputLimit: '8MiB',
        seed: options.seed,
        requirements: options.requirements,
      });
      return new Direct(sandbox, reward, folder, options);
    } catch (error) {
      await sandbox?.close();
      removeTemporaryFolder(folder);
      throw error;
    }
  }

  /** What the acts came to, in a process that plays nothing else; null: it failed as a whole. */
  async play(acts: readonly Act[]): Promise<Seen[] | null> {
    const { budget, seed } = this.#options;
    budget.count(acts.length, PROCESS);
    const texts = acts.map((act) =>
      act[0] === 'setup'
        ? `["setup", ${JSON.stringify(act[1])}, ${typeof act[2] === 'string' ? act[2] : rowText(act[2])}, ${seed}]`
        : JSON.stringify(act),
    );
    return this.#printed<Seen>(`[${texts.join(', ')}]`);
  }

  /** What a search came to, for each of its rows (`runrl_audit.playing.seek`); null: it failed as a whole. */
  async ask<T>(request: string): Promise<T[] | null> {
    this.#options.budget.count(1, PROCESS);
    return this.#printed<T>(request);
  }

  async #printed<T>(completion: string): Promise<T[] | null> {
    const outcome = await this.#reward.score({ completion, kwargs: {} });
    if (outcome.status !== 'ok') return null;
    const line = outcome.stdout.trimEnd().split('\n').at(-1) ?? '';
    try {
      return JSON.parse(line) as T[];
    } catch {
      return null; // cut off, or mixed with what the environment prints
    }
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
    removeTemporaryFolder(this.#folder);
  }
}

/** The requirements that the user's file names for itself are those of the program too. */
const programFor = ({ path, className, source }: DirectOptions): string => {
  const metadata = /^# \/\/\/ script\s*$(?:\n#.*$)*/m.exec(source)?.[0] ?? '';
  return `${metadata}
import sys

sys.path.append(${JSON.stringify(PYTHON_FOLDER)})
from runrl_audit.player import player_of

reward_fn = player_of(${JSON.stringify(path)}, ${JSON.stringify(className)})
`;
};
