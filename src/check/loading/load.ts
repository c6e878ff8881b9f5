/** Loads what is checked once more, with other options: for checks whose calls must not share workers with others. */
import { createSandbox, type Reward, type RewardOptions } from '../../index.ts';
import type { Context } from '../context.ts';

export interface LoadOptions {
  /** Another file than the one that is checked: one of ours that imports it. */
  file?: string | undefined;
  /** On top of what the module was loaded with. */
  reward?: RewardOptions | undefined;
  /** Further mounts, and hosts that may be reached instead of those of the person: a sandbox of its own. */
  mounts?: readonly string[] | undefined;
  allowNet?: readonly string[] | undefined;
}

/** What it takes of a context. */
export interface Loadable {
  loaded: Pick<Context['loaded'], 'sandbox' | 'sandboxOptions' | 'rewardOptions' | 'functionName'>;
  subject: Pick<Context['subject'], 'path' | 'source'>;
}

/** Whoever loads also closes: `await using`. */
export const loadAgain = async (
  { loaded, subject }: Loadable,
  { file = subject.path, reward, mounts, allowNet }: LoadOptions,
): Promise<Reward> => {
  const options = { ...loaded.rewardOptions, ...reward };
  if (mounts === undefined && allowNet === undefined) return loaded.sandbox.loadReward(file, options);
  const given = loaded.sandboxOptions;
  const sandbox = await createSandbox({
    ...given,
    allowNet: [...(allowNet ?? given.allowNet ?? [])],
    mounts: [...(given.mounts ?? []), ...(mounts ?? [])],
  });
  try {
    return closing(await sandbox.loadReward(file, options), () => sandbox.close());
  } catch (error) {
    await sandbox.close();
    throw error;
  }
};

/** The module, whose end is also that of something else: of its sandbox, or of its file. */
export const closing = (reward: Reward, close: () => Promise<void>): Reward =>
  new Proxy(reward, {
    get: (target, name) => {
      if (name === 'close' || name === Symbol.asyncDispose) return close;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
