/** One agent of an environment, and the episodes that live with it. */
import { STOP_WITHIN_MS } from '../../agent/agent.ts';
import type { SandboxError } from '../../errors.ts';
import type { ResolvedEnvironmentOptions } from '../../options.ts';
import { decodeResults } from '../../protocol/codec.ts';
import type { Health, ModuleActivity } from '../activity.ts';
import type { CallEnd, Source } from '../calls/outcomes.ts';
import { type Loaded, ModuleAgent, type ModuleHost } from '../module-agent.ts';
import { redactTail } from '../redact.ts';
import { cannotBranch } from './episode-errors.ts';
import type { Asked, EpisodeHome, LiveEpisode, Question } from './live-episode.ts';
import { type Request, Requests } from './requests.ts';
import type { StartQueue } from './start-queue.ts';

/**
 * Episodes that one agent starts: it holds some descriptors for each, and many that end at once hold up those that
 * live.
 */
export const MAX_STARTS = 1_000;
/** With the copies of its episodes, which cannot go to another agent. */
const MAX_LIVE = 2 * MAX_STARTS;
/** What the end of one more episode may add to the time that an agent has for its end. */
const STOP_EACH_MS = 5;

export interface EpisodeAgentOptions extends ModuleHost {
  settings: ResolvedEnvironmentOptions;
}

/** What agents of one environment have in common. */
export interface Agents {
  readonly queue: StartQueue;
  readonly closed: SandboxError | undefined;
  readonly closing: Promise<void> | undefined;
  readonly episodes: Set<LiveEpisode>;
  nextId: () => number;
  /** An agent can serve, perhaps again. */
  onOpen: () => void;
  /** The agent was given up. */
  onFailed: (agent: EpisodeAgent, error: SandboxError) => void;
  onGone: (agent: EpisodeAgent) => void;
}

export class EpisodeAgent implements EpisodeHome {
  readonly #options: EpisodeAgentOptions;
  readonly #agents: Agents;
  readonly #module: ModuleAgent;
  readonly #requests: Requests;
  readonly #episodes = new Set<LiveEpisode>();
  /** Episodes that start, live or end here. */
  #places = 0;

  constructor(options: EpisodeAgentOptions, agents: Agents) {
    this.#options = options;
    this.#agents = agents;
    const view = options.redact && redactTail(options.redact);
    const requests = new Requests({
      send: (block, count) => this.#module.send({ type: 'requests', count }, block),
      cancel: (calls) => this.#module.send({ type: 'cancel', calls }),
    });
    this.#requests = requests;
    this.#module = new ModuleAgent(options, {
      onOpen: () => {
        requests.open();
        agents.onOpen();
      },
      onResults: (block) => {
        let served = 0;
        for (const result of decodeResults(block, view, 'requests')) {
          if (result.status !== 'lost') served++;
          requests.finish(result);
        }
        return served;
      },
      onLost: (message, unstarted, mayHaveBegun) => {
        requests.lose({ message, unstarted, mayHaveBegun });
        for (const episode of [...this.#episodes]) episode.lost('failed', `its sandbox died: ${message}`);
      },
      onEnd: (end) => this.#onEnd(end),
      onGone: () => agents.onGone(this),
      stopWithinMs: () => STOP_WITHIN_MS + STOP_EACH_MS * this.#places,
    });
  }

  get file(): string {
    return this.#options.file;
  }

  get source(): Source {
    return this.#options;
  }

  get settings(): ResolvedEnvironmentOptions {
    return this.#options.settings;
  }

  get closed(): SandboxError | undefined {
    return this.#agents.closed;
  }

  get closing(): Promise<void> | undefined {
    return this.#agents.closing;
  }

  get loaded(): Loaded | undefined {
    return this.#module.loaded;
  }

  get health(): Health {
    return this.#module.health;
  }

  /** It was given up, but may serve again. */
  get recovers(): boolean {
    return this.#module.recovers;
  }

  get places(): number {
    return this.#places;
  }

  async activity(limit: number): Promise<ModuleActivity> {
    const { concurrency: slots } = this.#options.settings;
    const workers = await this.#module.workers(limit);
    const { setups, steps } = this.#requests.count();
    // Which of them the agent has begun only it knows: steps are quick, and rarely wait for a setup.
    const step = Math.min(steps, slots);
    const setup = Math.min(setups, slots - step);
    const waiting = setups + steps - setup - step;
    return { open: this.#module.isOpen, slots, running: { setup, step }, waiting, workers };
  }

  /** @throws SandboxError see `ModuleAgent.load` */
  load(): Promise<void> {
    return this.#module.load();
  }

  /** Asks which requests run, for the sake of the answer. */
  async probe(): Promise<void> {
    await this.#module.running(1);
  }

  close(): Promise<void> {
    return this.#module.close();
  }

  /** A place that was taken from the queue is one of this agent. */
  addPlace(): void {
    this.#places++;
  }

  async takePlaces(episode: number, count: number, signal: AbortSignal): Promise<boolean> {
    const { file, settings } = this;
    if (count >= settings.maxEpisodes) {
      const reason = `with ${count} copies of it there would be more than ${settings.maxEpisodes} episodes`;
      throw cannotBranch(file, episode, reason, 'make fewer copies, or raise --max-episodes (maxEpisodes)');
    }
    if (this.#places + count > MAX_LIVE) {
      const reason = `its agent has ${this.#places} episodes, and can have ${MAX_LIVE} with all copies`;
      throw cannotBranch(file, episode, reason, 'close episodes that are no longer needed');
    }
    this.#places += count;
    this.#options.hold(1);
    try {
      const taken = await this.#agents.queue.take(count, signal);
      if (!taken) this.#places -= count;
      return taken;
    } catch (error) {
      this.#places -= count;
      throw error;
    } finally {
      this.#options.release(1);
    }
  }

  givePlaces(count: number): void {
    this.#places -= count;
    this.#agents.queue.give(count);
  }

  nextId(): number {
    return this.#agents.nextId();
  }

  onLive(episode: LiveEpisode): void {
    this.#episodes.add(episode);
    this.#agents.episodes.add(episode);
  }

  onEnded(episode: LiveEpisode): void {
    this.#episodes.delete(episode);
    this.#agents.episodes.delete(episode);
  }

  onLog(line: string): void {
    this.#options.onLog(line);
  }

  ask(question: Question): Asked {
    const { hold, release } = this.#options;
    let request: Request | undefined;
    hold(1);
    const end = new Promise<CallEnd>((resolve) => {
      request = {
        seed: undefined,
        sameRandom: false,
        body: new Uint8Array(),
        ...question,
        done: (how) => {
          release(1);
          resolve(how);
        },
      };
      const refusal = this.#module.refusal;
      if (refusal === undefined) this.#requests.add(request);
      else request.done({ lost: refusal.message, refusal });
    });
    const of = (act: (request: Request) => void) => (): void => {
      if (request !== undefined) act(request);
    };
    return {
      end,
      cancel: of((asked) => this.#requests.cancel(asked)),
      drop: of((asked) => this.#requests.drop(asked)),
    };
  }

  #onEnd(end: 'cancelled' | { lost: string }): void {
    const refusal = this.#module.refusal as SandboxError;
    if (end !== 'cancelled') this.#agents.onFailed(this, refusal);
    this.#requests.endAll(end);
    for (const episode of [...this.#episodes]) {
      if (end === 'cancelled') episode.lost('closed', 'its environment was closed');
      else episode.lost('failed', `its sandbox died: ${end.lost}`);
    }
  }
}
