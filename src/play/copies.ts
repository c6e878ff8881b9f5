/** Copies of episodes that are kept to go back to. */
import { SandboxError } from '../errors.ts';
import type { Episode } from '../module/episodes/environment.ts';

/** Each is a process that holds what the episode has changed since. Beyond these the actions are played again. */
const MOST_COPIES = 64;

interface Holder {
  readonly here: Episode | undefined;
  readonly moves: readonly { readonly before: Episode | undefined }[];
}

export class Copies {
  /** Oldest first. */
  readonly #kept = new Set<Episode>();
  readonly #onRefused: (reason: string) => void;
  #isRefused = false;
  #wasTold = false;

  constructor(onRefused: (reason: string) => void) {
    this.#onRefused = onRefused;
  }

  /** A copy of the episode as it is now, to be kept; undefined when there is none. */
  async of(episode: Episode, existing: Episode | undefined): Promise<Episode | undefined> {
    if (existing?.ended === undefined && existing !== undefined) return existing;
    if (this.#isRefused) return undefined;
    const copy = await this.#branch(episode);
    if (copy === undefined) return undefined;
    this.#kept.add(copy);
    for (const oldest of this.#kept) {
      if (this.#kept.size <= MOST_COPIES) break;
      await this.#drop(oldest);
    }
    return copy;
  }

  /** A live episode made of a kept copy, which stays; undefined when there is none. */
  async take(copy: Episode | undefined): Promise<Episode | undefined> {
    if (copy === undefined || copy.ended !== undefined) return undefined;
    const taken = await this.#branch(copy);
    // Back there nothing stood in the way.
    if (taken !== undefined) this.#isRefused = false;
    return taken;
  }

  /** Ends the copies that no line can go back to. */
  async keepOnly(lines: readonly Holder[]): Promise<void> {
    const held = new Set(lines.flatMap(({ here, moves }) => [here, ...moves.map(({ before }) => before)]));
    await Promise.all([...this.#kept].filter((copy) => !held.has(copy)).map((copy) => this.#drop(copy)));
  }

  async #drop(copy: Episode): Promise<void> {
    this.#kept.delete(copy);
    await copy.close();
  }

  async #branch(episode: Episode): Promise<Episode | undefined> {
    try {
      // The same random numbers: what is played on from a copy must be what its actions give when they are replayed.
      const [copy] = await episode.branch(1, { sameRandom: true });
      return copy;
    } catch (error) {
      if (!(error instanceof SandboxError) || (error.code !== 'RS503' && error.code !== 'RS502')) throw error;
      if (error.code === 'RS502') return undefined;
      // What stands in the way mostly stays, and asking may cost the episode.
      this.#isRefused = true;
      if (!this.#wasTold) this.#onRefused(error.reason ?? error.message);
      this.#wasTold = true;
      return undefined;
    }
  }
}
