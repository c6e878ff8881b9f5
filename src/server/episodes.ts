/** The episodes that clients have started, under names that nobody can guess. */
import { randomBytes } from 'node:crypto';
import type { Episode, StepOutcome } from '../module/episodes/environment.ts';
import type { EpisodeFile } from '../view/episodes/episode-file.ts';
import { EpisodeLog } from '../view/episodes/episode-log.ts';
import type { EpisodeList, EpisodeQuery, OneEpisode } from '../view/sources/source.ts';
import { HttpProblem } from './http/problem.ts';

/** So many that have ended are remembered, to say why a further step is refused. */
const REMEMBERED = 1_000;

/** After so many starts it is looked at which episodes have ended meanwhile. */
const LOOK_EVERY = 128;

/** The training step that an episode belongs to, and what tells it from others there. */
export interface TrainingStep {
  step: number;
  /** JSON text of its row. */
  row: Uint8Array;
}

export interface NamedEpisode {
  id: string;
  module: string;
  episode: Episode;
  /** Where its steps are counted; undefined where it came without. */
  training: TrainingStep | undefined;
  /** Its end has been told. */
  told: boolean;
}

export class Episodes {
  readonly #onEnded: (steps: number) => void;
  readonly #byId = new Map<string, NamedEpisode>();
  #sweepAt = 2 * REMEMBERED;
  started = 0;
  /** What they did, for the page. */
  readonly #log: EpisodeLog;

  /**
   * @param onEnded told of each episode that has ended how many steps it had; see `tellEnded`
   * @param file keeps what they did
   */
  constructor(onEnded: (steps: number) => void = () => {}, file?: EpisodeFile) {
    this.#onEnded = onEnded;
    this.#log = new EpisodeLog(file);
  }

  /** Grows with what is told of them. */
  get version(): number {
    return this.#log.version;
  }

  /** Lets go of the file; when no episode lives any more. */
  endFile(): void {
    this.tellEnded();
    this.#log.close();
  }

  /** @param row JSON text of what it was started with */
  add(module: string, episode: Episode, training?: TrainingStep, row?: Uint8Array): NamedEpisode {
    const id = `ep_${randomBytes(16).toString('base64url')}`;
    const named: NamedEpisode = { id, module, episode, training, told: false };
    this.#byId.set(named.id, named);
    if (row !== undefined)
      this.#log.begin(id, { module, step: training?.step ?? null, row, setup: playedOf(episode.setup) });
    this.started++;
    if (this.started % LOOK_EVERY === 0) this.tellEnded();
    if (this.#byId.size >= this.#sweepAt) this.#sweep();
    return named;
  }

  /** A copy of an episode. */
  addCopy(original: NamedEpisode, copy: Episode): NamedEpisode {
    const named = this.add(original.module, copy, original.training);
    this.#log.branch(original.id, named.id);
    return named;
  }

  /** What a step came to, for the page. */
  stepped({ id, episode }: NamedEpisode, action: string, outcome: StepOutcome): void {
    this.#log.step(id, action, playedOf(outcome), episode.return, episode.ended);
  }

  /** The newest first. */
  list(query: EpisodeQuery): EpisodeList {
    this.tellEnded();
    return this.#log.list(query);
  }

  one(name: string): OneEpisode | undefined {
    this.tellEnded();
    return this.#log.one(name);
  }

  /** @throws HttpProblem `unknown-episode` */
  get(id: string): NamedEpisode {
    const named = this.#byId.get(id);
    if (named !== undefined) return named;
    throw new HttpProblem('unknown-episode', 'There is no episode with this id', {
      help: 'it may have been closed, or ended long ago; an id is only valid on the server that issued it',
    });
  }

  /** Ends an episode; one that is unknown is over already. It is remembered as those that ended by themselves are. */
  async close(id: string): Promise<void> {
    const named = this.#byId.get(id);
    await named?.episode.close();
    if (named !== undefined) this.#tellEnd(named);
  }

  get live(): number {
    let live = 0;
    for (const { episode } of this.#byId.values()) if (episode.ended === undefined) live++;
    return live;
  }

  /** Tells of the episodes that have ended since the last time, however they have. */
  tellEnded(): void {
    for (const named of this.#byId.values()) this.#tellEnd(named);
  }

  #tellEnd(named: NamedEpisode): void {
    const { id, episode, told } = named;
    if (told || episode.ended === undefined) return;
    named.told = true;
    this.#log.end(id, episode.ended);
    this.#onEnded(episode.steps);
  }

  /** Forgets the oldest of those that have ended. */
  #sweep(): void {
    this.tellEnded();
    const ended = [...this.#byId.values()].filter(({ episode }) => episode.ended !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - REMEMBERED))) this.#byId.delete(id);
    this.#sweepAt = this.#byId.size + REMEMBERED;
  }
}

const playedOf = (outcome: StepOutcome) => ({
  outcome,
  observation: outcome.observation_json ?? null,
  done: outcome.done,
});
