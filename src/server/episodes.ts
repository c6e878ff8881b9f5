/** The episodes that clients have started, under names that nobody can guess. */
import { randomBytes } from 'node:crypto';
import type { Episode } from '../module/environment.ts';
import { HttpProblem } from './problem.ts';

/** So many that have ended are remembered, to say why a further step is refused. */
const REMEMBERED = 1_000;

export interface NamedEpisode {
  id: string;
  module: string;
  episode: Episode;
}

export class Episodes {
  readonly #byId = new Map<string, NamedEpisode>();
  #sweepAt = 2 * REMEMBERED;
  started = 0;

  add(module: string, episode: Episode): NamedEpisode {
    const named = { id: `ep_${randomBytes(16).toString('base64url')}`, module, episode };
    this.#byId.set(named.id, named);
    this.started++;
    if (this.#byId.size >= this.#sweepAt) this.#sweep();
    return named;
  }

  /** @throws HttpProblem `unknown-episode` */
  get(id: string): NamedEpisode {
    const named = this.#byId.get(id);
    if (named !== undefined) return named;
    throw new HttpProblem('unknown-episode', 'There is no episode with this id', {
      help: 'it may have been closed, or ended long ago; an id is good for the server that gave it',
    });
  }

  /** Ends an episode; one that is unknown is over already. It is remembered as those that ended by themselves are. */
  async close(id: string): Promise<void> {
    await this.#byId.get(id)?.episode.close();
  }

  get live(): number {
    let live = 0;
    for (const { episode } of this.#byId.values()) if (episode.ended === undefined) live++;
    return live;
  }

  /** Forgets the oldest of those that have ended. */
  #sweep(): void {
    const ended = [...this.#byId.values()].filter(({ episode }) => episode.ended !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - REMEMBERED))) this.#byId.delete(id);
    this.#sweepAt = this.#byId.size + REMEMBERED;
  }
}
