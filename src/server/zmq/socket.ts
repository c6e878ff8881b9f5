/** The ROUTER that clients connect to: bytes in, bytes out, and who can no longer be reached. */
import { Router } from 'zeromq';
import type { Log } from '../log.ts';
import { bindPrivately, cannotListen, tcpEndpoint, type ZmqAddress } from './address.ts';
import type { Connection } from './session.ts';

export interface SocketOptions {
  addresses: readonly ZmqAddress[];
  /** Bytes of one frame, beyond which a connection is ended. */
  maxFrame: number;
  heartbeatMs: number;
  onMessage: (connection: Connection, frames: Buffer[]) => void;
  /** It cannot be reached any more, or does not take what is sent. */
  onBroken: (connection: Connection) => void;
  log: Log;
}

/** Messages that wait for one client to take them: more than its credits are bounds for is nobody who reads. */
const MOST_UNREAD = 20_000;
/** Messages of one client that wait for us: they may be large, and there may be many clients. */
const MOST_WAITING = 64;
/** What was sent at the end still goes out in that time. */
const LAST_WORDS_MS = 1_000;

interface Unsent {
  connection: Connection;
  frames: Buffer[];
}

export class ClientSocket {
  /** Where clients connect to: `ipc:///path`, `tcp://127.0.0.1:5555`. */
  readonly endpoints: string[] = [];
  readonly #router: Router;
  readonly #options: SocketOptions;
  readonly #removals: (() => void)[] = [];
  #unsent: Unsent[] = [];
  #sending = false;
  #closed = false;
  #whenSent: (() => void)[] = [];

  private constructor(options: SocketOptions) {
    this.#options = options;
    this.#router = new Router({
      linger: LAST_WORDS_MS,
      // A message for a client that is gone, or does not read, is an error: at once, so that nobody waits behind it.
      mandatory: true,
      sendTimeout: 0,
      sendHighWaterMark: MOST_UNREAD,
      receiveHighWaterMark: MOST_WAITING,
      maxMessageSize: options.maxFrame,
      ipv6: options.addresses.some((address) => address.kind === 'tcp' && address.host.includes(':')),
      // Ends connections whose other end has vanished without a word: their messages would stay.
      heartbeatInterval: options.heartbeatMs,
      heartbeatTimeout: 3 * options.heartbeatMs,
    });
  }

  /** @throws SandboxError RS504 */
  static async open(options: SocketOptions): Promise<ClientSocket> {
    const socket = new ClientSocket(options);
    try {
      for (const address of options.addresses) await socket.#bind(address);
    } catch (error) {
      socket.#end();
      throw error;
    }
    void socket.#receive();
    return socket;
  }

  send(connection: Connection, header: Buffer, block?: Buffer): void {
    const frames = block === undefined ? [connection.route, header] : [connection.route, header, block];
    this.#unsent.push({ connection, frames });
    // zeromq.js allows one send at a time; a second one throws EBUSY synchronously (zeromq.js #381).
    if (!this.#sending) void this.#sendAll();
  }

  /** Sends what is left, and ends. */
  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#sending) await new Promise<void>((resolve) => this.#whenSent.push(resolve));
    this.#end();
  }

  #end(): void {
    this.#closed = true;
    this.#router.close();
    for (const remove of this.#removals) remove();
  }

  async #bind(address: ZmqAddress): Promise<void> {
    if (address.kind === 'ipc') {
      this.#removals.push(await bindPrivately(address.path, (endpoint) => this.#router.bind(endpoint)));
      this.endpoints.push(`ipc://${address.path}`);
      return;
    }
    try {
      await this.#router.bind(tcpEndpoint(address));
    } catch (cause) {
      throw cannotListen(`tcp://${address.host}:${address.port}`, cause);
    }
    // With ipv6, ZeroMQ tells the others as `[::ffff:127.0.0.1]`.
    this.endpoints.push((this.#router.lastEndpoint ?? '').replace(/\[::ffff:([\d.]+)\]/, '$1'));
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    while (this.#unsent.length > 0 && !this.#closed) {
      const unsent = this.#unsent;
      this.#unsent = [];
      for (const { connection, frames } of unsent) {
        try {
          await this.#router.send(frames);
        } catch {
          // EHOSTUNREACH: it is gone. EAGAIN: it does not read.
          if (!this.#closed) this.#options.onBroken(connection);
        }
      }
    }
    this.#sending = false;
    for (const tell of this.#whenSent.splice(0)) tell();
  }

  async #receive(): Promise<void> {
    while (!this.#closed) {
      let frames: Buffer[];
      try {
        frames = await this.#router.receive();
      } catch (error) {
        if (this.#closed) return;
        this.#options.log.event('error', 'zmq_receive_failed', { error: String(error) });
        continue;
      }
      const [route, ...rest] = frames;
      if (route !== undefined) this.#options.onMessage({ route, key: route.toString('latin1') }, rest);
    }
  }
}
