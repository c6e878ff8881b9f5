/** An environment without any process: outcomes come from functions, when they like. */
import { SandboxError } from '../../src/errors.ts';
import type {
  Environment,
  Episode,
  EpisodeEnd,
  StartOptions,
  StepOutcome,
} from '../../src/module/episodes/environment.ts';
import { outcome } from './fake-reward.ts';

/** What a step is answered with: `number` is that of the step, from 0. */
export interface FakeStep {
  prompt: Record<string, unknown>;
  action: string;
  number: number;
  episode: number;
}

type Answer = StepOutcome | Promise<StepOutcome>;

export interface FakeEnvironmentOptions {
  setup?: (prompt: Record<string, unknown>, episode: number) => Answer;
  step?: (step: FakeStep) => Answer;
  maxSteps?: number;
  reserved?: readonly string[];
}

export const stepOutcome = (fields: Partial<StepOutcome> = {}): StepOutcome => {
  const observation = fields.observation ?? null;
  const json = observation === null ? null : JSON.stringify(observation);
  return { ...outcome(), observation, observation_json: json, done: false, ...fields };
};

export const setupOutcome = (fields: Partial<StepOutcome> = {}): StepOutcome =>
  stepOutcome({ reward: null, ...fields });

/** Ends the outcome as `cancelled` when the signal says so first. */
const unlessAborted = (answer: Answer, signal: AbortSignal | undefined): Promise<StepOutcome> => {
  const cancelled = stepOutcome({ status: 'cancelled', reward: null });
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(cancelled);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort));
  });
};

export class FakeEnvironment implements Environment {
  readonly className = 'Game';
  readonly shape = 'setup(**kwargs), step(action)';
  readonly reserved: readonly string[];
  readonly required: readonly (readonly string[])[] = [];
  readonly warnings: readonly string[] = [];
  readonly loadMs = 12;
  readonly version = 'f00d';
  readonly concurrency = 4;
  readonly hashSeed = '0';
  live = 0;
  mostLive = 0;
  /** Rows that were started, as text. */
  readonly started: string[] = [];
  readonly options: Required<FakeEnvironmentOptions>;

  async probe(): Promise<void> {}

  constructor(options: FakeEnvironmentOptions = {}) {
    const setup = () => setupOutcome();
    const step = () => stepOutcome();
    this.options = { setup, step, maxSteps: 100, reserved: [], ...options };
    this.reserved = this.options.reserved;
  }

  async start(row: Record<string, unknown> | Uint8Array, { signal }: StartOptions = {}): Promise<Episode> {
    const text = row instanceof Uint8Array ? Buffer.from(row).toString() : JSON.stringify(row);
    const id = this.started.push(text) - 1;
    this.mostLive = Math.max(this.mostLive, ++this.live);
    const prompt = JSON.parse(text) as Record<string, unknown>;
    const setup = await unlessAborted(this.options.setup(prompt, id), signal);
    return new FakeEpisode(this, id, prompt, setup);
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class FakeEpisode implements Episode {
  readonly id: number;
  readonly setup: StepOutcome;
  observation: StepOutcome['observation'];
  steps = 0;
  return = 0;
  ended: EpisodeEnd | undefined;
  readonly #environment: FakeEnvironment;
  readonly #prompt: Record<string, unknown>;
  #closed = false;

  constructor(environment: FakeEnvironment, id: number, prompt: Record<string, unknown>, setup: StepOutcome) {
    this.#environment = environment;
    this.#prompt = prompt;
    this.id = id;
    this.setup = setup;
    this.observation = setup.observation;
    if (setup.status !== 'ok') this.ended = 'failed';
  }

  async step(action: string, { signal }: { signal?: AbortSignal } = {}): Promise<StepOutcome> {
    if (this.ended !== undefined) throw new SandboxError('RS502', `The episode has ended: ${this.ended}`);
    const { options } = this.#environment;
    const answer = options.step({ prompt: this.#prompt, action, number: this.steps, episode: this.id });
    const result = await unlessAborted(answer, signal);
    this.steps++;
    this.return += result.reward ?? 0;
    this.observation = result.observation;
    if (result.status !== 'ok') this.ended = 'failed';
    else if (result.done) this.ended = 'done';
    else if (this.steps >= options.maxSteps) this.ended = 'max_steps';
    return result;
  }

  async branch(): Promise<Episode[]> {
    throw new SandboxError('RS503', 'not here');
  }

  async close(): Promise<void> {
    this.ended ??= 'closed';
    if (!this.#closed) this.#environment.live--;
    this.#closed = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
