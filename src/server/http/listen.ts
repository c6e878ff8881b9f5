/** The server's end for HTTP: routes, and what becomes of connections. */
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemError } from '../../errors/system.ts';
import { OpenEnvSockets } from '../dialects/openenv-sockets.ts';
import type { Service } from '../service.ts';
import { makeListener } from './app.ts';
import { makeAuth } from './auth.ts';
import { watchConnections } from './connections.ts';

export interface HttpOptions {
  host: string;
  port: number;
  token: string | undefined;
  /** How long a client may take nothing of its answer before its connection is ended. */
  stallMs: number;
  /** How long the head of a request may take to arrive, however steadily it drips in. @default 60 s */
  headersMs?: number;
  /** The same for a whole request, body included. @default 5 min */
  requestMs?: number;
  /** See `ServerOptions`. */
  basePath?: string | undefined;
}

export interface HttpEnd {
  server: Server;
  /** The WebSockets among its connections. */
  sockets: OpenEnvSockets;
}

/** Trainers come back between their steps; a connection that was just closed would be an error to them. */
const KEEP_ALIVE_MS = 120_000;
const HEADERS_MS = 60_000;
const REQUEST_MS = 300_000;
/** How often Node looks for requests that take too long, at the least. */
const LOOK_MS = 10_000;

/** @throws SandboxError RS504 (the address is not available) */
export const listenHttp = async (
  service: Service,
  { host, port, token, stallMs, basePath, headersMs = HEADERS_MS, requestMs = REQUEST_MS }: HttpOptions,
): Promise<HttpEnd> => {
  const authorise = makeAuth(token);
  const http = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(LOOK_MS, headersMs, requestMs),
      IncomingMessage: Incoming,
    },
    below(basePath, makeListener(service, authorise)),
  );
  const sockets = new OpenEnvSockets(service, authorise, stallMs);
  http.on('upgrade', (incoming, socket, head) => {
    if (basePath !== undefined) incoming.url = without(basePath, incoming.url ?? '/');
    sockets.upgrade(incoming, socket as Socket, head);
  });
  watchConnections(http, stallMs, {
    onStalled: (answers) =>
      service.log.event('warn', 'client_stalled', { request_ids: service.running.idsOf(answers) }),
    onUnreadable: (code) => service.log.event('info', 'unreadable', { code }),
  });
  try {
    http.listen(port, host);
    await once(http, 'listening');
  } catch (cause) {
    throw systemError('RS504', `Cannot listen on ${host}:${port}`, cause);
  }
  return { server: http, sockets };
};

/** Node hands over every request that offers another protocol, such as `Upgrade: h2c`. Only one is taken up. */
class Incoming extends IncomingMessage {
  // No initial value: the constructor above sets it first, through the setter.
  declare private offered: boolean;

  set upgrade(offered: boolean) {
    this.offered = offered;
  }

  get upgrade(): boolean {
    return this.offered && /^websocket$/i.test(this.headers.upgrade ?? '');
  }
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Some proxies hand over the path under which they are asked, others cut it off: both are answered. */
const below =
  (basePath: string | undefined, listener: Listener): Listener =>
  (incoming, outgoing) => {
    const url = incoming.url ?? '/';
    if (basePath === undefined) listener(incoming, outgoing);
    else if (url === basePath) outgoing.writeHead(308, { location: `${basePath}/` }).end();
    else {
      incoming.url = without(basePath, url);
      listener(incoming, outgoing);
    }
  };

const without = (basePath: string, url: string): string =>
  url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
