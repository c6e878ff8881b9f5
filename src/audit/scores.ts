/** What a completion, or the actions of an episode, are paid on a row: asked of the module when it has nothing else to do. */
import type { Reward, TextCall } from '../module/call.ts';
import type { Environment } from '../module/environment.ts';
import { scoreLow } from '../module/low-lane.ts';
import type { Outcome } from '../outcome.ts';

/** A module that answered is asked again after so long, when it was busy. */
const AGAIN_MS = 50;

const payOf = ({ status, reward }: Outcome): number | null | undefined => {
  if (status === 'cancelled' || status === 'lost') return undefined;
  return status === 'ok' ? reward : null;
};

/** Undefined when there is no score: the module is gone, or the call was ended. Null: the call failed. */
export type Score = (row: string, said: Buffer) => Promise<number | null | undefined>;

const scoreWith =
  (score: (call: TextCall) => Promise<Outcome> | undefined): Score =>
  async (row, said) => {
    const completionRow = Buffer.concat([Buffer.from('{"completion":'), said, Buffer.from('}')]);
    try {
      const outcome = await score({ row: Buffer.from(row), completionRow });
      return outcome && payOf(outcome);
    } catch {
      return undefined; // closed, or given up: whoever scores is told
    }
  };

/** @param reward the one that serves now; undefined when there is none */
export const rewardScore = (reward: () => Reward | undefined): Score =>
  scoreWith((call) => {
    const module = reward();
    return module && scoreLow(module, call);
  });

/** In the place of the call itself: it does not give way to others. */
export const urgentScore = (reward: Reward): Score => scoreWith((call) => reward.score(call));

/**
 * Replays actions on another row: the sum of the rewards of its steps.
 * @param isIdle whether the environment has nothing else to do; it is asked before each step
 */
export const episodeScore =
  (environment: () => Environment | undefined, isIdle: () => Promise<boolean>): Score =>
  async (row, said) => {
    const idle = async (): Promise<void> => {
      while (!(await isIdle())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
    };
    try {
      await idle();
      const module = environment();
      if (module === undefined) return undefined;
      await using episode = await module.start(Buffer.from(row));
      if (episode.setup.status !== 'ok') return payOf(episode.setup);
      for (const action of JSON.parse(said.toString()) as string[]) {
        if (episode.ended !== undefined) break;
        await idle();
        const outcome = await episode.step(action);
        if (payOf(outcome) === undefined) return undefined;
        if (outcome.status !== 'ok') return null;
      }
      return episode.return;
    } catch {
      return undefined;
    }
  };
