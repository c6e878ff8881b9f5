/** Plays actions again, in a fresh episode from the same seed, where there is no copy to go back to. */
import type { Environment, Episode, StepOutcome } from '../module/episodes/environment.ts';

export interface Replay {
  episode: Episode;
  setup: StepOutcome;
  moves: readonly Move[];
  /** The first step (-1: `setup`) that gave something else than the first time, or null. */
  differsAt: number | null;
}

export interface ReplayOptions {
  environment: Environment;
  row: Uint8Array;
  seed: number;
}

/** Ends early when the episode does. */
export const replay = async (
  { environment, row, seed }: ReplayOptions,
  setup: StepOutcome,
  moves: readonly Move[],
  signal: AbortSignal,
): Promise<Replay> => {
  const episode = await environment.start(row, { seed, signal });
  let differsAt = isSame(setup, episode.setup) ? null : -1;
  const again: Move[] = [];
  for (const [at, move] of moves.entries()) {
    if (episode.ended !== undefined) break;
    const outcome = await episode.step(move.action, { signal });
    if (differsAt === null && !isSame(move.outcome, outcome)) differsAt = at;
    // Copies of another course of the game are of no use in this one.
    again.push({ action: move.action, outcome, before: differsAt === null ? move.before : undefined });
  }
  return { episode, setup: episode.setup, moves: again, differsAt };
};

const isSame = (a: StepOutcome, b: StepOutcome): boolean =>
  a.status === b.status &&
  a.reward === b.reward &&
  a.done === b.done &&
  observationJson(a) === observationJson(b);

/** What the environment showed, as JSON text: as Python wrote it where that is known. */
export const observationJson = ({ observation, observation_json: text }: StepOutcome): string | null =>
  text ?? (observation === null ? null : JSON.stringify(observation));

export interface Move {
  readonly action: string;
  readonly outcome: StepOutcome;
  /** A copy of the episode as it was before the step; undefined when none could be made. */
  readonly before: Episode | undefined;
}
