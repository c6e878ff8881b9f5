/** What a completion, or the actions of an episode, are paid on a row: asked of the module when it has nothing else to do. */
import type { Reward, TextCall } from '../module/calls/call.ts';
import { scoreLow } from '../module/calls/low-lane.ts';
import type { Environment } from '../module/episodes/environment.ts';
import type { Outcome } from '../outcome.ts';

/** A module that answered is asked again after so long, when it was busy. */
const AGAIN_MS = 50;
/** As long as calls of a reward that have time. */
const GIVE_WAY_MS = 5;

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

export type Scores = Pick<Reward, 'score'>;

/** In the place of the call itself: it does not give way to others. */
export const urgentScore = (reward: Scores): Score => scoreWith((call) => reward.score(call));

/**
 * Replays actions on another row: the sum of the rewards of its steps. When something else is asked of the environment
 * meanwhile, the episode is ended, so that its place is free, and begun again later.
 * @param isIdle whether the environment has nothing else to do
 */
export const episodeScore =
  (environment: () => Environment | undefined, isIdle: () => boolean): Score =>
  async (row, said) => {
    try {
      const actions = JSON.parse(said.toString()) as string[];
      for (;;) {
        while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
        const module = environment();
        if (module === undefined) return undefined;
        const giveWay = new AbortController();
        const watch = setInterval(() => isIdle() || giveWay.abort(), GIVE_WAY_MS).unref();
        const pay = await replay(module, Buffer.from(row), actions, giveWay.signal).finally(() =>
          clearInterval(watch),
        );
        if (pay !== undefined || !giveWay.signal.aborted) return pay;
      }
    } catch {
      return undefined;
    }
  };

const replay = async (
  module: Environment,
  row: Buffer,
  actions: readonly string[],
  signal: AbortSignal,
): Promise<number | null | undefined> => {
  await using episode = await module.start(row, { signal });
  if (episode.setup.status !== 'ok') return payOf(episode.setup);
  for (const action of actions) {
    if (signal.aborted) return undefined;
    if (episode.ended !== undefined) break;
    const outcome = await episode.step(action, { signal });
    if (payOf(outcome) === undefined) return undefined;
    if (outcome.status !== 'ok') return null;
  }
  return episode.return;
};
