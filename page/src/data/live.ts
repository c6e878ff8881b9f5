/** Says when data have changed: server-sent events, read with fetch, because EventSource sends no token. */
import { Listeners } from '../state/store.ts';
import { eventsIn } from './events.ts';
import { ask } from './http.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

export type LiveState = 'off' | 'connecting' | 'live' | 'paused' | 'lost';

interface Change {
  runs: { id: string; version: number }[];
}

/** The stream of one page. Pausing closes it: what is shown stays as it is. */
export class Live {
  readonly changes = new Listeners();
  state: LiveState = 'off';
  /** By run. */
  versions: Readonly<Record<string, number>> = {};
  #stop: AbortController | undefined;

  start(): void {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    void this.#follow(stop.signal);
  }

  pause(): void {
    this.#stop?.abort();
    this.#set('paused');
  }

  toggle(): void {
    if (this.state === 'paused') this.start();
    else this.pause();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS;
    this.#set('connecting');
    while (!signal.aborted) {
      try {
        const { body } = await ask('v1/view/events', { signal, headers: { accept: 'text/event-stream' } });
        if (body === null) return;
        for await (const { event, data } of eventsIn(body)) {
          if (event !== 'change') continue;
          wait = FIRST_WAIT_MS;
          this.versions = Object.fromEntries(
            (JSON.parse(data) as Change).runs.map(({ id, version }) => [id, version]),
          );
          this.#set('live');
        }
      } catch {
        // Whatever it was: what is asked meanwhile says so, where it is shown.
      }
      if (signal.aborted) return;
      this.#set('lost');
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    }
  }

  #set(state: LiveState): void {
    this.state = state;
    this.changes.tell();
  }
}

export const live = new Live();
