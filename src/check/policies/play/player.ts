/** Plays episodes: the one door through which policies reach the environment. */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Environment, Episode } from '../../../index.ts';
import type { Budget } from '../../calls/budget.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';
import { observationText, type StepSeen, type Trace } from './trace.ts';

/** What a policy may look at: never the fields of the row. */
export interface View {
  /** Steps that it has taken. */
  step: number;
  /** What the environment says now. */
  observation: string;
  /** What the prompt of the row says. */
  prompt: string;
  steps: readonly StepSeen[];
}

/** The next action; null: it stops. */
export type Policy = (view: View) => string | null;

export interface PlayOptions {
  changed?: Readonly<Record<string, string | undefined>>;
  seed?: number;
}

export interface PlayerOptions {
  environment: Environment;
  /** An environment of its own for proofs. */
  fresh: Environment;
  budget: Budget;
  seed: number;
  /** Aborted: what hangs is ended. */
  signal?: AbortSignal | undefined;
}

/** Steps that no policy goes beyond: as many as the library's own default allows. */
export const MOST_STEPS = 100;
/** Episodes side by side; more of them only wait for the same CPUs. */
const AT_ONCE = 8;

/** A list of actions as a policy. */
export const script =
  (actions: readonly string[]): Policy =>
  ({ step }) =>
    actions[step] ?? null;

export class Player {
  readonly seed: number;
  readonly budget: Budget;
  readonly #options: PlayerOptions;
  readonly #known = new Map<string, Promise<Trace>>();
  readonly #limit = pLimit(AT_ONCE);
  readonly #signal: AbortSignal;
  /** Durations of steps and setups, for the report. */
  readonly times = { setups: [] as number[], steps: [] as number[] };
  /** Every trace that was played, for what is asked of all of them. */
  readonly traces: Trace[] = [];

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.seed = options.seed;
    this.budget = options.budget;
    this.#signal = options.signal ?? new AbortController().signal;
  }

  /** Plays these actions, until they or the episode are over. The same is played once. */
  play(row: CheckRow, actions: readonly string[], options: PlayOptions = {}): Promise<Trace> {
    const { changed = {}, seed = this.seed } = options;
    const key = createHash('sha256')
      .update(JSON.stringify([rowText(row, changed), seed, actions]))
      .digest('base64');
    let trace = this.#known.get(key);
    if (trace === undefined) {
      trace = this.follow(row, script(actions), options);
      this.#known.set(key, trace);
    }
    return trace;
  }

  /** Plays by a policy that may look at what it is shown. */
  follow(row: CheckRow, policy: Policy, options: PlayOptions = {}, most = MOST_STEPS): Promise<Trace> {
    return this.#limit(() => this.#episode(this.#options.environment, row, policy, options, most));
  }

  /** Again, in the environment for proofs, whatever is known. */
  playFresh(row: CheckRow, actions: readonly string[]): Promise<Trace> {
    return this.#limit(() => this.#episode(this.#options.fresh, row, script(actions), {}, MOST_STEPS));
  }

  /** Again, whatever is known: for what may depend on chance or on other episodes. */
  playAgain(row: CheckRow, actions: readonly string[]): Promise<Trace> {
    return this.follow(row, script(actions));
  }

  async #episode(
    environment: Environment,
    row: CheckRow,
    policy: Policy,
    { changed = {}, seed = this.seed }: PlayOptions,
    most: number,
  ): Promise<Trace> {
    const signal = this.#signal;
    const episode = await environment.start(Buffer.from(rowText(row, changed)), { seed, signal });
    this.budget.call(episode.setup.duration_ms);
    const setup = {
      observation: observationText(episode.setup.observation),
      status: episode.setup.status,
      error: episode.setup.error,
      ms: episode.setup.duration_ms,
      warnings: episode.setup.warnings,
    };
    this.times.setups.push(setup.ms);
    try {
      const steps = await this.#steps(episode, policy, row, setup.observation, most);
      const trace: Trace = {
        row,
        changed,
        seed,
        setup,
        steps,
        return: episode.return,
        ended: episode.ended ?? 'stopped',
        status: steps.at(-1)?.status ?? setup.status,
      };
      this.traces.push(trace);
      return trace;
    } finally {
      await episode.close();
    }
  }

  async #steps(
    episode: Episode,
    policy: Policy,
    row: CheckRow,
    first: string,
    most: number,
  ): Promise<StepSeen[]> {
    const steps: StepSeen[] = [];
    while (episode.ended === undefined && steps.length < most) {
      const observation = steps.at(-1)?.observation ?? first;
      const action = policy({ step: steps.length, observation, prompt: row.prompt, steps });
      if (action === null) break;
      const outcome = await episode.step(action, { signal: this.#signal });
      this.budget.call(outcome.duration_ms);
      this.times.steps.push(outcome.duration_ms);
      steps.push({
        action,
        observation: observationText(outcome.observation),
        reward: outcome.reward,
        done: outcome.done,
        status: outcome.status,
        error: outcome.error,
        info: outcome.info,
        evidence: outcome.evidence,
        ms: outcome.duration_ms,
      });
    }
    return steps;
  }
}
