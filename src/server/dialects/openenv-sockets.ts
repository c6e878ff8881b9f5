/** WebSockets of OpenEnv's clients: who is let in, whether they still live, and how they end. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { makeAuth } from '../http/auth.ts';
import { HttpProblem, problemOf } from '../http/problem.ts';
import { answerRaw } from '../http/raw-answer.ts';
import type { Limits } from '../queue-limits.ts';
import type { Service } from '../service.ts';
import { optionsOf, servedEnvironment } from './openenv-episodes.ts';
import { errorJson } from './openenv-messages.ts';
import { CLOSE, Session } from './openenv-session.ts';

/** How often it is asked whether the other side is still there. */
const PING_MS = 30_000;
/** How long one who is refused may take to ask for something. */
const REFUSAL_MS = 5_000;
/** How long the other side may take to answer a farewell. */
const FAREWELL_MS = 1_000;

export class OpenEnvSockets {
  readonly #service: Service;
  readonly #authorise: ReturnType<typeof makeAuth>;
  readonly #stallMs: number;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<Session>();
  /** All that are connected, with those that were refused and are being told. */
  readonly #sockets = new Set<WebSocket>();

  /** @param stallMs how long a client may take nothing of what it is sent */
  constructor(service: Service, authorise: ReturnType<typeof makeAuth>, stallMs: number) {
    this.#service = service;
    this.#authorise = authorise;
    this.#stallMs = stallMs;
    const options = {
      noServer: true,
      clientTracking: false,
      maxPayload: service.options.limits.maxBody,
      // Unpacking is work and memory that a small message could cost.
      perMessageDeflate: false,
      // Not in the types yet.
      closeTimeout: FAREWELL_MS,
    };
    this.#server = new WebSocketServer(options);
    this.#server.on('wsClientError', (error, socket) =>
      answerRaw(
        socket as Socket,
        new HttpProblem('malformed', `Malformed WebSocket handshake: ${error.message}`),
      ),
    );
  }

  /** Takes over a connection that asks to be a WebSocket, or refuses it with an HTTP status. */
  upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const { requests, log } = this.#service;
    // It may go away at any moment.
    socket.on('error', () => {});
    try {
      const module = this.#admit(incoming);
      this.#server.handleUpgrade(incoming, socket, head, (webSocket) => {
        requests[101] = (requests[101] ?? 0) + 1;
        countParts(socket, webSocket, this.#service.limits);
        endStalled(socket, webSocket, this.#stallMs, () => log.event('warn', 'client_stalled', { module }));
        this.#open(webSocket, module);
      });
    } catch (error) {
      const problem = problemOf(error);
      requests[problem.status] = (requests[problem.status] ?? 0) + 1;
      log.event('info', 'upgrade_refused', { status: problem.status, problem: problem.kind });
      answerRaw(socket, problem);
    }
  }

  /** New connections are refused by the service; those without a living episode end now. */
  drain(): void {
    for (const session of this.#sessions) session.drain();
  }

  /** Ends all, after the answers to what has been begun; after a second without them. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions];
    // Also those that do not read what they are sent.
    const late = setTimeout(() => {
      for (const socket of this.#sockets) socket.terminate();
    }, FAREWELL_MS);
    await Promise.all(sessions.map((session) => session.close()));
    await Promise.all(sessions.map((session) => session.ended));
    clearTimeout(late);
    for (const socket of this.#sockets) socket.terminate();
  }

  /** @returns the name of the environment @throws HttpProblem */
  #admit({ headers, url = '' }: IncomingMessage): string {
    this.#authorise(headers, false);
    const { name, query } = parseTarget(url);
    if (query.has('session_id'))
      throw new HttpProblem('not-found', 'This server has no MCP sessions to join');
    const served = servedEnvironment(this.#service, name);
    this.#service.mustTakeWork();
    served.lease().release();
    return served.setting.name;
  }

  #open(socket: WebSocket, module: string): void {
    const { log } = this.#service;
    const id = randomUUID();
    this.#sockets.add(socket);
    // What it is told by: frames that are none, or too large. `ws` closes then, with the code for it.
    socket.on('error', (error) => log.event('info', 'session_fault', { session: id, error: error.message }));
    socket.once('close', () => this.#sockets.delete(socket));
    const { maxEpisodes, idleTimeout } = optionsOf(servedEnvironment(this.#service, module));
    const counts = (): { active_sessions: number; max_sessions: number } => ({
      active_sessions: [...this.#sessions].filter((session) => session.isOpen(module)).length,
      max_sessions: maxEpisodes,
    });
    const { active_sessions, max_sessions } = counts();
    if (active_sessions >= max_sessions) {
      const message = `${active_sessions} of ${max_sessions} sessions are open (--max-episodes)`;
      socket.send(errorJson('CAPACITY_REACHED', message, counts()));
      closeOnceHeard(socket);
      log.event('warn', 'session_refused', { module, ...counts() });
      return;
    }
    const begun = performance.now();
    const session = new Session({ service: this.#service, socket, module, id, counts });
    this.#sessions.add(session);
    const forget = watchLiveness(socket, idleTimeout);
    log.event('debug', 'session_opened', { session: id, module });
    socket.once('close', (code) => {
      forget();
      log.event('debug', 'session_closed', {
        session: id,
        module,
        code,
        ms: Math.round(performance.now() - begun),
      });
    });
    void session.ended.then(() => this.#sessions.delete(session));
  }
}

/** `/ws`, or `/openenv/{name}/ws`. @throws HttpProblem `not-found` */
const parseTarget = (url: string): { name: string | undefined; query: URLSearchParams } => {
  const [path = '', query] = url.split('?', 2);
  const [, name] = /^\/openenv\/([^/]+)\/ws$/.exec(path) ?? [];
  try {
    if (path === '/ws' || name !== undefined)
      return {
        name: name === undefined ? undefined : decodeURIComponent(name),
        query: new URLSearchParams(query),
      };
  } catch {
    // No such escape, so no such name.
  }
  throw new HttpProblem('not-found', 'There is no WebSocket at this path', {
    help: 'OpenEnv’s clients find theirs with the base URL `…/openenv/NAME`, or without a path when there is one environment',
  });
};

/** Ends a connection of which nothing goes through, though something is to be sent. Node's clock knows of each part. */
const endStalled = (raw: Socket, socket: WebSocket, stallMs: number, tell: () => void): void => {
  raw.setTimeout(stallMs);
  raw.on('timeout', () => {
    if (socket.bufferedAmount === 0) return; // it waits for us, or both rest
    tell();
    socket.terminate();
  });
};

/** Older clients read no answer once the connection is closed: it waits for their first message, but not for long. */
const closeOnceHeard = (socket: WebSocket): void => {
  const close = (): void => socket.close(CLOSE.tryLater, 'CAPACITY_REACHED');
  const timer = setTimeout(close, REFUSAL_MS).unref();
  socket.once('message', close);
  socket.once('close', () => clearTimeout(timer));
};

/** Counts what has come of messages that are not whole yet: many that never end would fill the memory. */
const countParts = (raw: Socket, socket: WebSocket, limits: Limits): void => {
  const { add, release } = limits.arrival(() => {
    socket.close(CLOSE.tryLater, 'too many bytes wait');
    raw.destroySoon(); // what it holds is counted no more
  });
  raw.prependListener('data', (chunk: Buffer) => add(chunk.length));
  socket.on('message', release);
  socket.once('close', release);
};

/**
 * Ends a connection whose other side has been silent for too long: the machine is gone, or the network. A trainer that
 * is busy for minutes and answers no ping is not; so the time is that which an episode may idle. Counted in pings, so that
 * a pause of this process is nobody else's silence.
 */
const watchLiveness = (socket: WebSocket, silenceMs: number): (() => void) => {
  const everyMs = Math.min(PING_MS, Math.max(10, silenceMs / 3));
  let unanswered = 0;
  const hear = (): void => {
    unanswered = 0;
  };
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, hear);
  const timer = setInterval(() => {
    if (unanswered * everyMs >= silenceMs) socket.terminate();
    else socket.ping();
    unanswered++;
  }, everyMs).unref();
  return () => clearInterval(timer);
};
