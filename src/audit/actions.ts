/** The actions of episodes that may be audited when they have ended: in bounded memory. */
import { LONGEST } from './sample.ts';

/** Actions of one episode. */
const MOST_ACTIONS = 256;
/** Episodes, and bytes of all; of more the one that was stepped longest ago is not audited. */
const MOST_EPISODES = 4_096;
const MOST_BYTES = 64 * 2 ** 20;

interface Played {
  actions: string[];
  bytes: number;
}

export class Actions {
  readonly #episodes = new Map<string, Played>();
  /** Bytes that are held. */
  bytes = 0;

  /**
   * @param at which step of the episode it is, from 1
   * @returns the actions so far; undefined when they are not known from the first one on, or are too many or too long
   */
  note(key: string, at: number, said: Uint8Array | string, isLast: boolean): string[] | undefined {
    const { actions, bytes } = (at === 1 ? undefined : this.#episodes.get(key)) ?? { actions: [], bytes: 0 };
    this.#forget(key);
    const sum = bytes + said.length;
    // Copies of an episode begin in the middle.
    if (actions.length !== at - 1 || at > MOST_ACTIONS || sum > LONGEST) return undefined;
    actions.push(said.toString());
    if (isLast) return actions;
    this.#episodes.set(key, { actions, bytes: sum });
    this.bytes += sum;
    for (const oldest of this.#episodes.keys()) {
      if (this.bytes <= MOST_BYTES && this.#episodes.size <= MOST_EPISODES) break;
      this.#forget(oldest);
    }
    return actions;
  }

  #forget(key: string): void {
    this.bytes -= this.#episodes.get(key)?.bytes ?? 0;
    this.#episodes.delete(key);
  }
}
