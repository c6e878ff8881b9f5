/** Questions about running calls that the agent has not answered yet. */
import type { AgentMessage } from '../protocol/messages.ts';
import type { RunningCall } from './call.ts';

export class Questions {
  readonly #waiting = new Map<number, (calls: RunningCall[]) => void>();
  readonly #keep: { hold: (count: number) => void; release: (count: number) => void };
  #next = 1;

  /** @param keep keeps the process alive while an answer is awaited */
  constructor(keep: { hold: (count: number) => void; release: (count: number) => void }) {
    this.#keep = keep;
  }

  ask(send: (request: number) => void): Promise<RunningCall[]> {
    const request = this.#next++;
    this.#keep.hold(1);
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      send(request);
    });
  }

  /** @param indexOf the caller's index of a call; null when it has ended meanwhile */
  answer(
    { request, calls }: Extract<AgentMessage, { type: 'running' }>,
    indexOf: (call: number) => number | null,
  ): void {
    const resolve = this.#waiting.get(request);
    if (!this.#waiting.delete(request)) return;
    this.#keep.release(1);
    resolve?.(calls.map(({ call, ...rest }) => ({ index: indexOf(call), ...rest })));
  }

  /** Nobody is left to answer. */
  endAll(): void {
    for (const resolve of this.#waiting.values()) {
      this.#keep.release(1);
      resolve([]);
    }
    this.#waiting.clear();
  }
}
