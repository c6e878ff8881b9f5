/** Loads the reward function that is checked: once for most calls, and once for those that each need a fresh worker. */
import type { Reward, RewardOptions } from '../../index.ts';
import { ASKS } from '../judge/check.ts';
import { openWithKeys } from '../judge/module.ts';
import { loadFailure, type Task } from '../task.ts';

export interface LoadedTwice extends AsyncDisposable {
  reward: Reward;
  fresh: Reward;
}

/**
 * The module. Where it asks a judge and does not load as it is, it is tried with made-up keys.
 * @returns why it cannot be loaded, where that is its own fault
 * @throws SandboxError for what is no fault of the module
 */
export const loadTwice = async (task: Task, options: RewardOptions): Promise<LoadedTwice | string> => {
  const { sandbox, subject, analysis, notes } = task;
  const both = async (load: (own: RewardOptions) => Promise<Reward>): Promise<[Reward, Reward]> =>
    Promise.all([load(options), load({ ...options, reuse: 'never' })]);
  try {
    const [reward, fresh] = await both((own) => sandbox.loadReward(subject.path, own));
    // They end with the sandbox.
    return { reward, fresh, [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    const failure = loadFailure(error);
    if (failure === null) throw error;
    const asks = analysis.asksJudge || ASKS.test(subject.source);
    if (subject.kind !== 'reward' || !asks || MISSING.test(failure)) return failure;
    const functionName = options.function ?? '';
    const loadable = {
      subject,
      loaded: { sandbox, sandboxOptions: task.options.sandbox, rewardOptions: options, functionName },
    };
    const opened: Reward[] = [];
    const close = async (): Promise<void> => {
      await Promise.all(opened.map((each) => each.close()));
    };
    try {
      const open = async (own: RewardOptions): Promise<Reward> => {
        const reward = await openWithKeys(loadable, own);
        opened.push(reward);
        return reward;
      };
      const [reward, fresh] = await both(open);
      notes.leftOut(
        `how it behaves with its own keys (give them by \`--env NAME\`), without which ${failure}; it was loaded with made-up ones`,
      );
      return { reward, fresh, [Symbol.asyncDispose]: close };
    } catch {
      await close();
      return failure;
    }
  }
};

/** Keys do not help where a package is missing, or where the file is no Python. */
const MISSING = /No module named|SyntaxError|IndentationError/;
