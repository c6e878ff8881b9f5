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

/** The bytes of a body or message that is on its way. */
export interface Arrival {
  /** More of it has come. Where there is no room it may have to give way at once. */
  add(bytes: number): void;
  /** All of it is there: it gives way no more. */
  whole(): void;
  /** Gives its bytes back. */
  release(): void;
}

export class Limits {
  readonly #options: LimitOptions;
  /** What is on its way: first that of which nothing has come for longest. */
  readonly #arriving = new Set<() => void>();
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
    // Mostly all has come with the head: then there is nothing to wait for.
    if (incoming.complete) {
      const bytes: Buffer = incoming.read() ?? Buffer.alloc(0);
      if (bytes.length > maxBody) throw this.#tooLarge(incoming);
      let held = bytes.length;
      const release = (): void => {
        this.#bytes -= held;
        held = 0;
      };
      if (this.hold(held)) return { bytes, release };
      release();
      throw this.#noRoom();
    }
    const parts: Buffer[] = [];
    let length = 0;
    let fail = (_: Error): void => {};
    const arrival = this.arrival(() => fail(this.#noRoom()));
    try {
      // Listeners, not `for await`: leaving that would destroy the socket, and nobody would read the refusal.
      await new Promise<void>((resolve, reject) => {
        const end = (settle: () => void): void => {
          arrival.whole();
          incoming.off('data', onData).off('end', done).off('error', gone).off('close', gone);
          settle();
        };
        const onData = (part: Buffer): void => {
          length += part.length;
          if (length > maxBody) fail(this.#tooLarge(incoming));
          else {
            parts.push(part);
            arrival.add(part.length);
          }
        };
        const done = (): void => end(resolve);
        fail = (error) => end(() => reject(error));
        const gone = (): void => fail(new HttpProblem('malformed', 'The body ended too early'));
        incoming.on('data', onData).on('end', done).on('error', gone).on('close', gone);
      });
    } catch (error) {
      arrival.release();
      throw error;
    }
    const { release } = arrival;
    return { bytes: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length), release };
  }

  /**
   * Counts bytes that are held, of bodies and messages of WebSockets; negative ones have been given back. Those that wait
   * for their rest give way to them: else a few that never get it would keep everybody out.
   * @returns whether there is room for them: if not, they are to be given back
   */
  hold(bytes: number): boolean {
    this.#bytes += bytes;
    const most = BODIES * this.#options.maxBody;
    for (const leave of this.#arriving) {
      if (this.#bytes <= most) break;
      leave();
    }
    return this.#bytes <= most;
  }

  /**
   * Counts what has come of a body or message that is not whole yet.
   * @param giveWay its bytes are given back already
   */
  arrival(giveWay: () => void): Arrival {
    let held = 0;
    const whole = (): void => {
      this.#arriving.delete(leave);
    };
    const release = (): void => {
      whole();
      this.#bytes -= held;
      held = 0;
    };
    const leave = (): void => {
      release();
      giveWay();
    };
    const add = (bytes: number): void => {
      whole();
      this.#arriving.add(leave); // as the last
      held += bytes;
      this.hold(bytes);
    };
    return { add, whole, release };
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

  #noRoom(): HttpProblem {
    return this.#busy('Too many bytes wait');
  }

  #busy(detail: string): HttpProblem {
    return new HttpProblem('busy', detail, { status: this.#options.busyStatus });
  }
}
