/** All clients over ZeroMQ: who they are, what they say, and who has gone. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVING_PROTOCOL } from '../../protocol/serving.ts';
import { auditFigures } from '../alarms/audits.ts';
import type { OutcomeKind } from '../counts/tallies.ts';
import { makeTokenCheck } from '../http/auth.ts';
import type { Service } from '../service.ts';
import type { ZmqAddress } from './address.ts';
import { Credits } from './credits.ts';
import { type Desk, score } from './handle-calls.ts';
import { code, moduleTold, offer } from './handle-code.ts';
import * as episodes from './handle-episodes.ts';
import { lease } from './handle-leases.ts';
import { noteInternal, Refusal, refusalOf } from './refusal.ts';
import { type Connection, Session, type SessionHost } from './session.ts';
import { Sessions } from './sessions.ts';
import { ClientSocket } from './socket.ts';
import { Turns } from './turns.ts';
import { decodeHeader, encodeHeader, type Header, type HeaderOf, WITH_BLOCK } from './wire.ts';

export interface ZmqOptions {
  addresses: readonly ZmqAddress[];
  token: string | undefined;
  /** Calls that one client may have without having acknowledged their outcomes. */
  credits: number;
  /** How long one that is away is waited for, in milliseconds. */
  clientGraceMs: number;
  /** @default 5 s */
  heartbeatMs?: number;
}

const HEARTBEAT_MS = 5_000;
/** At the end, clients have so long to take what they were told last. */
const LAST_ACKS_MS = 1_000;
const LOOK_MS = 10;
const NOTHING = Buffer.alloc(0);
/** ZeroMQ's own names for connections: five bytes, of which the first is 0. Others come from the client. */
const isOwnRoute = (route: Buffer): boolean => route.length === 5 && route[0] === 0;

export class Clients implements Desk, SessionHost {
  readonly service: Service;
  readonly credits: Credits;
  readonly #options: Required<ZmqOptions>;
  readonly #mustBeKnown: (token: string | undefined) => void;
  readonly #run = randomBytes(16);
  readonly #sessions: Sessions;
  readonly #turns = new Map<string, Turns>();
  #unflushed = new Set<Session>();
  #socket: ClientSocket | undefined;
  #ending = false;

  private constructor(service: Service, options: ZmqOptions) {
    this.service = service;
    this.credits = new Credits(options.credits, service.options.limits.maxBody);
    this.#options = { heartbeatMs: HEARTBEAT_MS, ...options };
    this.#sessions = new Sessions({
      heartbeatMs: this.#options.heartbeatMs,
      graceMs: options.clientGraceMs,
      log: service.log,
      onForget: (session) => this.#endAll(session),
    });
    const check = options.token === undefined ? undefined : makeTokenCheck(options.token);
    this.#mustBeKnown = (token) => {
      if (check === undefined || (token !== undefined && check(token))) return;
      throw new Refusal(
        'unauthorized',
        token === undefined ? 'The `hello` has no token' : 'The token is wrong',
        { help: 'send the text of the server’s --token-file' },
      );
    };
  }

  /** @throws SandboxError RS504 */
  static async listen(service: Service, options: ZmqOptions): Promise<Clients> {
    const clients = new Clients(service, options);
    const { heartbeatMs } = clients.#options;
    clients.#socket = await ClientSocket.open({
      addresses: options.addresses,
      maxFrame: 2 * clients.#maxMessage,
      heartbeatMs,
      onMessage: (connection, frames) => clients.#take(connection, frames),
      onBroken: (connection) => clients.#sessions.lose(connection),
      log: service.log,
    });
    clients.#sessions.watch();
    service.audits.onState = (state) => {
      for (const session of clients.#sessions.all) session.tell({ type: 'audit', ...auditFigures(state) });
    };
    service.countClients = () => clients.#sessions.all.length;
    service.countInLine = () => [...clients.#turns.values()].reduce((sum, { waiting }) => sum + waiting, 0);
    return clients;
  }

  get endpoints(): readonly string[] {
    return this.#socket?.endpoints ?? [];
  }

  /** Tells clients that nothing new is taken. */
  beginDrain(): void {
    for (const session of this.#sessions.all) session.tell({ type: 'draining' });
  }

  /** Tells clients what is ready, waits a moment until they have it, and says goodbye. What still runs stays unanswered. */
  async close(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    this.#flush();
    const sessions = this.#sessions.all;
    const until = performance.now() + LAST_ACKS_MS;
    while (performance.now() < until && sessions.some(({ isOwed }) => isOwed)) await sleep(LOOK_MS);
    this.#sessions.stop();
    for (const session of sessions) {
      session.tell({ type: 'bye' });
      session.end();
    }
    await this.#socket?.close();
  }

  // What handlers and sessions need.

  send(connection: Connection, header: Buffer, block?: Buffer): void {
    this.#socket?.send(connection, header, block);
  }

  flushSoon(session: Session): void {
    if (this.#ending) return;
    if (this.#unflushed.size === 0) setImmediate(() => this.#flush());
    this.#unflushed.add(session);
  }

  count(change: number): void {
    this.service.limits.aside(change);
  }

  bytes(change: number): void {
    this.credits.taken += change;
  }

  level(): string | null {
    return this.service.level;
  }

  turns(kind: OutcomeKind, module: string): Turns {
    const name = `${kind} ${module}`;
    const there = this.#turns.get(name);
    if (there !== undefined) return there;
    const served = this.service.modules.all.find(({ setting }) => setting.name === module);
    const concurrency = (): number => served?.module?.concurrency ?? 1;
    // A setup may wait for others to end, however fast it is.
    const turns = kind === 'setup' ? new Turns(concurrency, 0) : new Turns(concurrency);
    this.#turns.set(name, turns);
    return turns;
  }

  get #maxMessage(): number {
    return this.service.options.limits.maxBody;
  }

  /** Ends all that a client asked for. */
  #endAll(session: Session): void {
    for (const turns of this.#turns.values()) turns.removeAll(session);
    for (const call of session.end()) call.cancel();
    for (const id of session.episodes)
      this.service.episodes
        .close(id)
        .catch((error: unknown) => this.service.log.event('error', 'close_failed', { error: String(error) }));
  }

  #flush(): void {
    const sessions = this.#unflushed;
    this.#unflushed = new Set();
    for (const session of sessions) session.flush();
  }

  #take(connection: Connection, frames: readonly Buffer[]): void {
    const session = this.#sessions.hear(connection);
    let id: number | null | undefined;
    try {
      const [first, block] = frames;
      if (first === undefined || frames.length > 2)
        throw new Refusal('malformed', `A message of ${frames.length} frames; expected 1 or 2`);
      if (!isOwnRoute(connection.route))
        throw new Refusal('malformed', 'The client has set a routing id', { help: 'leave it to ZeroMQ' });
      const header = decodeHeader(first);
      id = header.id;
      const bytes = first.length + (block?.length ?? 0);
      if (bytes > this.#maxMessage)
        throw new Refusal('too-large', `A message of ${bytes} bytes; at most ${this.#maxMessage}`, {
          help: 'send fewer calls at a time, or start the server with a larger --max-body',
        });
      if (block === undefined ? WITH_BLOCK.includes(header.type) : !WITH_BLOCK.includes(header.type))
        throw new Refusal(
          'malformed',
          `A \`${header.type}\` with${block === undefined ? 'out' : ''} a block`,
        );
      if (header.type === 'hello') this.#hello(connection, header);
      else if (session === undefined)
        throw new Refusal('hello-needed', 'Unknown connection: send `hello` first');
      else this.#handle(session, header, block ?? NOTHING);
    } catch (error) {
      const refusal = refusalOf(error);
      noteInternal(this.service, refusal);
      const { code, message } = refusal;
      this.service.log.event('debug', 'client_refused', { client: session?.number, code, message });
      this.send(connection, encodeHeader(refusal.header(id)));
    }
  }

  /** @throws Refusal */
  #handle(session: Session, header: Exclude<Header, HeaderOf<'hello'>>, block: Buffer): void {
    if (typeof header.ack === 'number') session.acknowledge(header.ack);
    switch (header.type) {
      case 'score':
        score(this, session, header, block);
        break;
      case 'start':
        episodes.start(this, session, header, block);
        break;
      case 'step':
        episodes.step(this, session, header, block);
        break;
      case 'branch':
        episodes.branch(this, session, header);
        break;
      case 'close':
        episodes.close(this, session, header);
        break;
      case 'cancel':
        for (const call of header.calls) session.calls.get(call)?.cancel();
        break;
      case 'offer':
        offer(this.service, session, header);
        break;
      case 'code':
        code(this.service, session, header, block);
        break;
      case 'lease':
        session.tell(lease(this.service.keeper, header));
        break;
      case 'ping':
        session.tell({ type: 'pong', seq: session.seq, state: this.service.state });
        break;
      case 'bye':
        session.tell({ type: 'bye' });
        this.#sessions.forget(session, 'bye');
    }
  }

  /** @throws Refusal `protocol`, `unauthorized`, `busy` */
  #hello(connection: Connection, { protocol, session: bytes, token, name, ack }: HeaderOf<'hello'>): void {
    if (protocol !== SERVING_PROTOCOL)
      throw new Refusal(
        'protocol',
        `The client speaks version ${protocol}, the server version ${SERVING_PROTOCOL}`,
        {
          help: 'update the older of the two',
        },
      );
    this.#mustBeKnown(token ?? undefined);
    const id = Buffer.from(bytes).toString('hex');
    const { session, resumed } = this.#sessions.join(
      id,
      connection,
      (number) => new Session(number, name ?? undefined, this),
    );
    // Whoever has more than it was sent has not heard that its session was forgotten: that welcome got lost.
    const goesOn = resumed && (ack ?? 0) <= session.seq;
    session.tell(this.#welcome(goesOn));
    if (!goesOn) return;
    session.acknowledge(ack ?? 0);
    session.resend();
  }

  #welcome(resumed: boolean): Record<string, unknown> {
    const { service } = this;
    const { heartbeatMs, clientGraceMs } = this.#options;
    const { calls, bytes } = this.credits;
    return {
      type: 'welcome',
      protocol: SERVING_PROTOCOL,
      server: this.#run,
      version: service.options.version,
      state: service.state,
      level: service.level,
      resumed,
      credits: calls,
      credit_bytes: bytes,
      heartbeat_ms: heartbeatMs,
      grace_ms: clientGraceMs,
      limits: { message: this.#maxMessage },
      forms: ['text'],
      audits: service.audits.states.map(auditFigures),
      modules: service.modules.all.map(moduleTold),
    };
  }
}
