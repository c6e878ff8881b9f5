/** What the server takes on at a time: bytes of bodies, and things to do. Beyond that it says that it is busy. */
import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './http/problem.ts';

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
/** Of a body that is too large, that many times the limit is read before its connection is ended. */
const DROPPED = 16;

export class Limits {
  readonly #options: LimitOptions;
  #taken = 0;
  #aside = 0;
  #bytes = 0;
  #onRest = new Set<() => void>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** What waits or runs now, for everybody. */
  get taken(): number {
    return this.#taken + this.#aside;
  }

  /** Of that, what takes places in the queue. */
  get queued(): number {
    return this.#taken;
  }

  /** Counts what takes no place, because those who ask for it have credits: so many more, or fewer. */
  aside(change: number): void {
    this.#aside += change;
    if (change < 0) this.#tellRest();
  }

  /** Bytes of bodies and messages that are held now. */
  get held(): number {
    return this.#bytes;
  }

  get queue(): number {
    return this.#options.queue;
  }

  /** Characters of one answer that is held until it is whole. */
  get answer(): number {
    return BODIES * this.#options.maxBody;
  }

  /**
   * Takes on `count` things. They wait in the queue of their module; only when there are too many it is refused.
   * @returns what gives their places back; may be called more than once
   * @param count no more than `queue`
   * @throws HttpProblem `busy`
   */
  take(count: number): () => void {
    const { queue } = this.#options;
    if (this.#taken + count > queue) throw this.#busy(`${this.#taken} of ${queue} places are taken`);
    this.#taken += count;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken -= count;
      this.#tellRest();
    };
  }

  #tellRest(): void {
    if (this.taken === 0) for (const tell of this.#onRest) tell();
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
    if (said > maxBody) throw this.#tooLarge(incoming);
    const parts: Buffer[] = [];
    let length = 0;
    const release = (): void => {
      this.#bytes -= length;
      length = 0;
    };
    const onPart = (part: Buffer): void => {
      length += part.length;
      this.#bytes += part.length;
      if (length > maxBody) throw this.#tooLarge(incoming);
      if (this.#bytes > BODIES * maxBody) throw this.#busy('Too many bytes wait');
      parts.push(part);
    };
    try {
      // Mostly all has come with the head: then there is nothing to wait for.
      if (incoming.complete) {
        onPart(incoming.read() ?? Buffer.alloc(0));
        return { bytes: parts[0] as Buffer, release };
      }
      // Listeners, not `for await`: leaving that would destroy the socket, and nobody would read the refusal.
      await new Promise<void>((resolve, reject) => {
        const end = (settle: () => void): void => {
          incoming.off('data', onData).off('end', done).off('error', gone).off('close', gone);
          settle();
        };
        const onData = (part: Buffer): void => {
          try {
            onPart(part);
          } catch (error) {
            end(() => reject(error));
          }
        };
        const done = (): void => end(resolve);
        const gone = (): void => end(() => reject(new HttpProblem('malformed', 'The body ended too early')));
        incoming.on('data', onData).on('end', done).on('error', gone).on('close', gone);
      });
    } catch (error) {
      release();
      throw error;
    }
    return { bytes: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length), release };
  }

  /**
   * Counts bytes that are held beside bodies, in messages of WebSockets; negative ones have been given back.
   * @returns whether there is room for them: if not, they are to be given back
   */
  hold(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= BODIES * this.#options.maxBody;
  }

  /** Most clients send all before they read: what is left is read, so that they see the answer, and dropped. */
  #tooLarge(incoming: IncomingMessage): HttpProblem {
    let dropped = 0;
    incoming.on('data', (part: Buffer) => {
      dropped += part.length;
      if (dropped > DROPPED * this.#options.maxBody) incoming.destroy();
    });
    return new HttpProblem('too-large', `The body has more than ${this.#options.maxBody} bytes`, {
      help: 'send fewer calls at a time, or start the server with a larger --max-body',
    });
  }

  #busy(detail: string): HttpProblem {
    return new HttpProblem('busy', detail, { status: this.#options.busyStatus });
  }
}
