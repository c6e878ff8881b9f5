/** The host's end of the ZeroMQ channel: one ROUTER for all agents of a sandbox. */
import type { Router } from 'zeromq';
import { SandboxError } from '../errors.ts';
import { decodeAgentMessage, encodeHostMessage } from '../protocol/codec.ts';
import type { AgentMessage, HostMessage } from '../protocol/messages.ts';
import { makeEndpointFolder } from './endpoint.ts';

/** How often a pending `receive` returns without a message, in milliseconds: waiters may have gone meanwhile. */
const LOOK_UP_MS = 250;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN';

export type MessageHandler = (message: AgentMessage, block: Buffer | undefined) => void;

/**
 * A pending `receive` keeps Node alive and cannot be taken back, so it is only ever pending while somebody
 * waits for an answer: see `hold`. The last answer ends the loop, and an idle sandbox lets the process end.
 *
 * ZeroMQ is loaded for the first agent, which starts meanwhile: its native part takes half as long to load.
 */
export class Channel {
  readonly endpoint: string;
  readonly #removeFolder: () => void;
  #router: Router | undefined;
  #bound: Promise<void> | undefined;
  readonly #handlers = new Map<
    string,
    { onMessage: MessageHandler; onFault: (error: SandboxError) => void }
  >();
  readonly #unsent: (Buffer | string)[][] = [];
  #sending = false;
  #receiving = false;
  #holds = 0;
  #closed = false;

  private constructor(endpoint: string, removeFolder: () => void) {
    this.endpoint = endpoint;
    this.#removeFolder = removeFolder;
  }

  /** Makes the folder of the socket. @throws SandboxError RS102 */
  static open(): Channel {
    const { endpoint, remove } = makeEndpointFolder();
    return new Channel(endpoint, remove);
  }

  /** Hands every message of the agent called `name` to `onMessage`; a malformed one, or none ever, to `onFault`. */
  listen(name: string, onMessage: MessageHandler, onFault: (error: SandboxError) => void): void {
    this.#handlers.set(name, { onMessage, onFault });
    this.#bound ??= this.#bind();
    this.#bound.catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      onFault(new SandboxError('RS402', `no agent can be spoken to: ${why}`, { cause }));
    });
  }

  forget(name: string): void {
    this.#handlers.delete(name);
  }

  /** Whether messages are taken in: only while somebody waits for one. */
  get isListening(): boolean {
    return this.#receiving && !this.#closed;
  }

  /** Somebody waits for `count` more answers. */
  hold(count = 1): void {
    this.#holds += count;
    this.#start();
  }

  /** `count` answers have come, or will never. */
  release(count = 1): void {
    this.#holds -= count;
  }

  send(name: string, message: HostMessage, block?: Buffer): void {
    this.#unsent.push(
      block === undefined ? [name, encodeHostMessage(message)] : [name, encodeHostMessage(message), block],
    );
    this.#start();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#router?.close();
    this.#removeFolder();
  }

  async #bind(): Promise<void> {
    const { Router } = await import('zeromq');
    if (this.#closed) return;
    const router = new Router({
      linger: 0,
      mandatory: true,
      sendHighWaterMark: 0,
      receiveHighWaterMark: 0,
      receiveTimeout: LOOK_UP_MS,
    });
    try {
      await router.bind(this.endpoint);
    } catch (error) {
      router.close();
      if (this.#closed) return; // and with it the folder
      throw error;
    }
    if (this.#closed) {
      router.close();
      return;
    }
    this.#router = router;
    this.#start();
  }

  /** Sends what waits, and receives where somebody waits, once the socket is there. */
  #start(): void {
    const router = this.#router;
    if (router === undefined || this.#closed) return;
    // zeromq.js allows one send at a time; a second one throws EBUSY synchronously (zeromq.js #381).
    if (!this.#sending && this.#unsent.length > 0) {
      this.#sending = true;
      void this.#sendAll(router);
    }
    if (!this.#receiving && this.#holds > 0) {
      this.#receiving = true;
      void this.#receive(router);
    }
  }

  async #sendAll(router: Router): Promise<void> {
    for (let frames = this.#unsent.shift(); frames !== undefined; frames = this.#unsent.shift()) {
      try {
        await router.send(frames);
      } catch {
        // EHOSTUNREACH: the agent is gone, which its process tells with more to say. EAGAIN: closed.
      }
    }
    this.#sending = false;
  }

  async #receive(router: Router): Promise<void> {
    while (this.#holds > 0 && !this.#closed) {
      let frames: Buffer[];
      try {
        frames = await router.receive();
      } catch (error) {
        if (isTimeout(error)) continue; // looks again whether anybody still waits
        break; // closed
      }
      this.#deliver(frames);
    }
    this.#receiving = false;
  }

  #deliver([name, envelope, block]: Buffer[]): void {
    const handler = this.#handlers.get(name?.toString() ?? '');
    if (handler === undefined || envelope === undefined) return;
    try {
      handler.onMessage(decodeAgentMessage(envelope), block);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      handler.onFault(error);
    }
  }
}
