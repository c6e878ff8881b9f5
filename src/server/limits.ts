/** What the server takes on at a time: bytes of bodies, and things to do. Beyond that it says that it is busy. */
import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

export interface LimitOptions {
  /** Bytes of one body. */
  maxBody: number;
  /** Calls, setups, steps and branches that wait or run at the same time. */
  queue: number;
  /** What a full queue answers. */
  busyStatus: 503 | 429;
}

/** Bodies of that many times the limit of one may be held at the same time. */
const BODIES = 4;

export class Limits {
  readonly #options: LimitOptions;
  #taken = 0;
  #bytes = 0;
  #onRest = new Set<() => void>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** What waits or runs now. */
  get taken(): number {
    return this.#taken;
  }

  get queue(): number {
    return this.#options.queue;
  }

  /**
   * Takes on `count` things. They wait in the queue of their module; only when there are too many it is refused.
   * @returns what gives their places back; may be called more than once
   * @throws HttpProblem `busy`, or `too-large` when so many never fit
   */
  take(count: number): () => void {
    const { queue } = this.#options;
    this.mustFit(count);
    if (this.#taken + count > queue) throw this.#busy(`${this.#taken} of ${queue} places are taken`);
    this.#taken += count;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken -= count;
      if (this.#taken === 0) for (const tell of this.#onRest) tell();
    };
  }

  /** @throws HttpProblem `too-large` when there is never place for so many */
  mustFit(count: number): void {
    const { queue } = this.#options;
    if (count <= queue) return;
    throw new HttpProblem('too-large', `${count} calls in one request; at most ${queue}`, {
      help: 'send fewer at a time, or start the server with a larger --queue',
    });
  }

  /** Calls `tell` each time the last thing is done. @returns what ends that */
  onRest(tell: () => void): () => void {
    this.#onRest.add(tell);
    return () => this.#onRest.delete(tell);
  }

  /**
   * Reads a whole body. `release` gives its bytes back, and is to be called once it is no longer needed.
   * @throws HttpProblem `too-large`, `busy`, or `malformed` when the client goes away meanwhile
   */
  async readBody(incoming: IncomingMessage): Promise<{ bytes: Buffer; release: () => void }> {
    const { maxBody } = this.#options;
    const said = Number(incoming.headers['content-length'] ?? 0);
    if (said > maxBody) throw this.#tooLarge();
    const parts: Buffer[] = [];
    let length = 0;
    const release = (): void => {
      this.#bytes -= length;
      length = 0;
    };
    try {
      // Listeners, not `for await`: leaving that would destroy the socket, and nobody would read the refusal.
      await new Promise<void>((resolve, reject) => {
        const end = (settle: () => void): void => {
          incoming.off('data', onData);
          settle();
        };
        const onData = (part: Buffer): void => {
          length += part.length;
          this.#bytes += part.length;
          if (length > maxBody) end(() => reject(this.#tooLarge()));
          else if (this.#bytes > BODIES * maxBody) end(() => reject(this.#busy('Too many bytes wait')));
          else parts.push(part);
        };
        incoming.on('data', onData);
        incoming.once('end', () => end(resolve));
        const gone = (): void => end(() => reject(new HttpProblem('malformed', 'The body ended too early')));
        incoming.once('error', gone);
        incoming.once('close', gone);
      });
    } catch (error) {
      release();
      throw error;
    }
    return { bytes: Buffer.concat(parts, length), release };
  }

  #tooLarge(): HttpProblem {
    return new HttpProblem(
      'too-large',
      `The body has more than ${this.#options.maxBody} bytes`,
      // What is left of it is not read.
      {
        help: 'send fewer calls at a time, or start the server with a larger --max-body',
        headers: { connection: 'close' },
      },
    );
  }

  #busy(detail: string): HttpProblem {
    return new HttpProblem('busy', detail, { status: this.#options.busyStatus });
  }
}
