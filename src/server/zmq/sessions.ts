/** Which clients there are, over which connections, and which have gone. */
import type { Log } from '../log.ts';
import { Refusal } from './refusal.ts';
import type { Connection, Session } from './session.ts';

export interface SessionsOptions {
  heartbeatMs: number;
  /** How long one that is away is waited for. */
  graceMs: number;
  log: Log;
  /** It is forgotten: what it asked for is to be ended. */
  onForget: (session: Session) => void;
}

/** So many heartbeats without a word, and a client is away. */
const MISSED = 3;
/** Sessions at the same time. */
const MOST_SESSIONS = 1_024;

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #byId = new Map<string, Session>();
  readonly #byConnection = new Map<string, Session>();
  #joined = 0;
  #timer: NodeJS.Timeout | undefined;
  #lookedMs = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get all(): readonly Session[] {
    return [...this.#byId.values()];
  }

  /** Begins to look who has gone. */
  watch(): void {
    this.#lookedMs = performance.now();
    this.#timer = setInterval(() => this.#look(), Math.max(1, this.#options.heartbeatMs / 4)).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The session of a connection that a message came over; undefined when it is unknown. */
  hear({ key }: Connection): Session | undefined {
    const session = this.#byConnection.get(key);
    if (session !== undefined) session.heardMs = performance.now();
    return session;
  }

  /**
   * The session of this id goes on, or begins, over this connection.
   * @param id nobody else can know it
   * @throws Refusal `busy`
   */
  join(
    id: string,
    connection: Connection,
    begin: (number: number) => Session,
  ): { session: Session; resumed: boolean } {
    const known = this.#byId.get(id);
    if (known === undefined) this.#makeRoom();
    const session = known ?? begin(++this.#joined);
    this.#byId.set(id, session);
    const isNew = session.connection?.key !== connection.key;
    this.#attach(session, connection);
    if (isNew) this.#log(known === undefined ? 'client_joined' : 'client_resumed', session);
    return { session, resumed: known !== undefined };
  }

  /** What was sent did not reach it. */
  lose({ key }: Connection): void {
    const session = this.#byConnection.get(key);
    if (session !== undefined) this.#detach(session);
  }

  forget(session: Session, why: string): void {
    if (session.connection !== undefined) this.#byConnection.delete(session.connection.key);
    for (const [id, other] of this.#byId) if (other === session) this.#byId.delete(id);
    this.#log('client_left', session, { why });
    this.#options.onForget(session);
  }

  /** One that is away and has nothing loses nothing. @throws Refusal `busy` */
  #makeRoom(): void {
    if (this.#byId.size < MOST_SESSIONS) return;
    for (const session of this.#byId.values()) {
      if (session.connection !== undefined || session.calls.size + session.episodes.size > 0) continue;
      this.forget(session, 'crowded');
      return;
    }
    throw new Refusal('busy', `There are ${MOST_SESSIONS} clients already`);
  }

  #attach(session: Session, connection: Connection): void {
    const before = this.#byConnection.get(connection.key);
    if (before !== undefined && before !== session) this.#detach(before);
    const old = session.connection;
    if (old !== undefined && old.key !== connection.key) {
      session.tell(new Refusal('replaced', 'The session goes on over another connection').header());
      this.#byConnection.delete(old.key);
    }
    session.connection = connection;
    session.awayMs = undefined;
    session.heardMs = performance.now();
    this.#byConnection.set(connection.key, session);
  }

  #detach(session: Session): void {
    if (session.connection === undefined) return;
    this.#byConnection.delete(session.connection.key);
    session.connection = undefined;
    session.awayMs = performance.now();
    this.#log('client_away', session);
  }

  #look(): void {
    const now = performance.now();
    const { heartbeatMs, graceMs } = this.#options;
    const asleepMs = now - this.#lookedMs;
    this.#lookedMs = now;
    // We were busy, or stopped: what clients said meanwhile has not been read yet.
    if (asleepMs > heartbeatMs) return;
    for (const session of this.all) {
      if (now - session.heardMs > MISSED * heartbeatMs) this.#detach(session);
      if (session.awayMs !== undefined && now - session.awayMs > graceMs) this.forget(session, 'vanished');
    }
  }

  #log(event: string, { number, name, calls, episodes }: Session, more = {}): void {
    this.#options.log.event('info', event, {
      client: number,
      ...(name === undefined ? {} : { name }),
      calls: calls.size,
      episodes: episodes.size,
      ...more,
    });
  }
}
