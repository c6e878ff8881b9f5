/** An environment without any process: a till, that adds up what it is told, and draws numbers from its seed. */
import { SandboxError } from '../../src/errors.ts';
import type {
  BranchOptions,
  Environment,
  Episode,
  EpisodeEnd,
  StartOptions,
  StepOutcome,
} from '../../src/module/episodes/environment.ts';
import { outcome } from '../run/fake-reward.ts';

interface State {
  total: number;
  random: number;
  /** Why it cannot be copied from now on. */
  uncopyable: string | undefined;
}

const stepOutcome = (fields: Partial<StepOutcome>): StepOutcome => ({
  ...outcome(),
  observation: null,
  observation_json: null,
  done: false,
  ...fields,
});

const failed = (status: StepOutcome['status'], message: string): StepOutcome =>
  stepOutcome({
    status,
    reward: null,
    error: {
      type: 'KeyError',
      message,
      traceback: '  File "/m/till.py", line 9, in step\n    prices[action]\n',
    },
  });

export class FakeEnvironment implements Environment {
  readonly className = 'Till';
  readonly shape = 'step returns a dict';
  readonly reserved: readonly string[] = ['action'];
  readonly required: readonly (readonly string[])[] = [];
  readonly warnings: readonly string[] = [];
  readonly loadMs = 5;
  readonly version = 'f00d';
  readonly concurrency = 4;
  readonly hashSeed = '0';
  readonly episodes = new Set<FakeEpisode>();
  /** Episodes that were started by `setup`, and copies. */
  started = 0;
  copied = 0;
  /** Counts across episodes, as a clock does. */
  ticks = 0;
  /** The most episodes that lived at a time. */
  most = 0;
  /** Resolves when a step hangs. */
  hanging: () => void = () => {};

  get live(): number {
    return this.episodes.size;
  }

  async probe(): Promise<void> {}

  async start(
    row: Readonly<Record<string, unknown>> | Uint8Array,
    { seed = 0 }: StartOptions = {},
  ): Promise<FakeEpisode> {
    this.started++;
    const fields = (row instanceof Uint8Array ? JSON.parse(Buffer.from(row).toString()) : row) as {
      float?: boolean;
      broken?: boolean;
    };
    const setup = fields.broken
      ? failed('raised', 'no till')
      : stepOutcome({
          reward: null,
          observation: fields.float ? (['18.0'] as never) : 'The till is empty.',
          observation_json: fields.float ? '[18.0]' : null,
        });
    const state = { total: 0, random: seed, uncopyable: undefined };
    return new FakeEpisode(this, setup, state, 0);
  }

  async close(): Promise<void> {
    await Promise.all([...this.episodes].map((episode) => episode.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export class FakeEpisode implements Episode {
  static #ids = 0;
  readonly id = FakeEpisode.#ids++;
  readonly setup: StepOutcome;
  observation: string | null = null;
  steps: number;
  return = 0;
  ended: EpisodeEnd | undefined;
  readonly #environment: FakeEnvironment;
  readonly #state: State;

  constructor(environment: FakeEnvironment, setup: StepOutcome, state: State, steps: number) {
    this.#environment = environment;
    this.setup = setup;
    this.#state = { ...state };
    this.steps = steps;
    if (setup.status !== 'ok') this.ended = 'failed';
    else environment.episodes.add(this);
    environment.most = Math.max(environment.most, environment.live);
  }

  async step(action: string, { signal }: { signal?: AbortSignal } = {}): Promise<StepOutcome> {
    if (this.ended !== undefined) throw new SandboxError('RS502', 'The episode has ended');
    this.steps++;
    const result = await this.#act(action, signal);
    if (result.status !== 'ok') this.end('failed');
    else if (result.done) this.end('done');
    else if (this.steps >= 100) this.end('max_steps');
    return result;
  }

  async branch(count: number, { sameRandom = false }: BranchOptions = {}): Promise<FakeEpisode[]> {
    if (this.ended !== undefined) throw new SandboxError('RS502', 'The episode has ended');
    if (this.#state.uncopyable !== undefined)
      throw new SandboxError('RS503', `till.py: episode 3 cannot be branched: ${this.#state.uncopyable}`, {
        reason: this.#state.uncopyable,
      });
    this.#environment.copied += count;
    const state = { ...this.#state, random: sameRandom ? this.#state.random : -1 };
    return Array.from(
      { length: count },
      () => new FakeEpisode(this.#environment, this.setup, state, this.steps),
    );
  }

  /** As if time, or the sandbox, had ended it. */
  end(why: EpisodeEnd): void {
    this.ended ??= why;
    this.#environment.episodes.delete(this);
  }

  async close(): Promise<void> {
    this.end('closed');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #act(action: string, signal: AbortSignal | undefined): Promise<StepOutcome> {
    const state = this.#state;
    const [verb, amount = '0'] = action.split(' ');
    switch (verb) {
      case 'add':
        state.total += Number(amount);
        return stepOutcome({ observation: `${state.total} in the till`, reward: Number(amount) });
      case 'draw':
        state.random = (state.random * 1_103_515_245 + 12_345) % 2 ** 31;
        return stepOutcome({ observation: `drew ${state.random}`, reward: state.random });
      case 'clock':
        return stepOutcome({ observation: `tick ${this.#environment.ticks++}`, reward: 0 });
      case 'connect':
        state.uncopyable = 'it has an open socket';
        return stepOutcome({ observation: 'connected', reward: 0 });
      case 'close':
        return stepOutcome({ observation: 'closed', reward: 0, done: true, info: { total: state.total } });
      case 'hang':
        await new Promise<void>((resolve) => {
          signal?.addEventListener('abort', () => resolve(), { once: true });
          this.#environment.hanging();
        });
        return failed('cancelled', 'cancelled');
      default:
        return failed('raised', action);
    }
  }
}
