/** The server as a whole: it listens, gets ready, watches its files, drains, and ends. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { SandboxError } from '../errors.ts';
import { makeApp, problemAnswer } from './app.ts';
import { makeAuth } from './auth.ts';
import type { ServedModule } from './modules.ts';
import { HttpProblem, type ProblemKind } from './problem.ts';
import { Service, type ServiceOptions } from './service.ts';
import { watchFile } from './watch.ts';

export interface ServerOptions extends Omit<ServiceOptions, 'hasToken'> {
  host: string;
  /** 0 for any that is free. */
  port: number;
  token: string | undefined;
  /** Whether files that change are loaded again. */
  watch: boolean;
}

/** Trainers come back between their steps; a connection that was just closed would be an error to them. */
const KEEP_ALIVE_MS = 120_000;
/** What was cancelled at the end still has its answer written, if the client takes it in that time. */
const LAST_ANSWERS_MS = 1_000;
/** The end of an episode, or of a validation, is no end of a request. */
const LOOK_MS = 50;

export class RunningServer {
  readonly service: Service;
  readonly #http: Server;
  readonly #options: ServerOptions;
  readonly #watchers: Disposable[] = [];
  #closing: Promise<void> | undefined;

  private constructor(options: ServerOptions, http: Server, service: Service) {
    this.#options = options;
    this.#http = http;
    this.service = service;
  }

  /**
   * Listens. The modules are not loaded yet: `load` does that, and until then work is refused as `not-ready`.
   * @throws SandboxError RS101, RS504 (the address cannot be had)
   */
  static async listen(options: ServerOptions): Promise<RunningServer> {
    const service = new Service({ ...options, hasToken: options.token !== undefined });
    const app = makeApp(service, makeAuth(options.token));
    const listener = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      errorHandler: () => problemAnswer(new HttpProblem('malformed', 'The request cannot be read')),
    });
    const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
    http.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseRaw(error, socket as Socket));
    tellWaiting(http);
    const { host, port } = options;
    try {
      http.listen(port, host);
      await once(http, 'listening');
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      const help =
        code === 'EADDRINUSE' ? 'another program listens there; name another port, or 0 for any' : undefined;
      throw new SandboxError('RS504', `${host}:${port} cannot be listened on: ${message}`, {
        ...(help === undefined ? {} : { help }),
        cause,
      });
    }
    return new RunningServer(options, http, service);
  }

  /** Where it is reached: `http://127.0.0.1:8000`. */
  get url(): string {
    const { address, port, family } = this.#http.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Loads all modules. @throws SandboxError */
  async load(): Promise<void> {
    // Watched first: one file may change while others are still being loaded.
    if (this.#options.watch) for (const module of this.service.modules.all) await this.#watch(module);
    await this.service.load();
  }

  async #watch(module: ServedModule): Promise<void> {
    const { service } = this;
    const { file, name } = module.setting;
    const onError = (error: Error): void =>
      service.log.event('error', 'reload_failed', { module: name, error: error.message });
    // Before there is a sandbox the first load is still to come.
    const reload = async (): Promise<void> => {
      if (service.hasSandbox) await module.load(service.sandbox);
    };
    const watcher = await watchFile(file, reload, onError);
    if (this.#closing === undefined) this.#watchers.push(watcher);
    else watcher[Symbol.dispose]();
  }

  /**
   * Takes nothing new, and resolves when all that was begun is done: no request waits and no episode lives.
   * @param signal aborted when that takes too long
   * @returns false when it was aborted
   */
  async drain(signal: AbortSignal): Promise<boolean> {
    const { service } = this;
    service.beginDrain();
    const isDone = (): boolean =>
      service.limits.taken === 0 && service.episodes.live === 0 && service.validating === 0;
    service.log.event('info', 'draining', { running: service.limits.taken, episodes: service.episodes.live });
    return new Promise((resolve) => {
      const end = (done: boolean): void => {
        forget();
        clearInterval(look);
        signal.removeEventListener('abort', abort);
        resolve(done);
      };
      const tell = (): void => {
        if (isDone()) end(true);
      };
      const abort = (): void => end(isDone());
      const forget = service.limits.onRest(tell);
      const look = setInterval(tell, LOOK_MS);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      else tell();
    });
  }

  /** Ends everything: what still runs is `cancelled`. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { service } = this;
    service.beginDrain();
    for (const watcher of this.#watchers) watcher[Symbol.dispose]();
    const closed = once(this.#http, 'close');
    this.#http.close();
    this.#http.closeIdleConnections();
    await service.close();
    const late = setTimeout(() => this.#http.closeAllConnections(), LAST_ANSWERS_MS);
    this.#http.closeIdleConnections();
    await closed;
    clearTimeout(late);
  }
}

/**
 * Node tells only the response whose turn it is that its connection has closed. Those that wait behind it, of a client
 * that sent several requests at once, would hold their places for ever: they are told here.
 */
const tellWaiting = (http: Server): void => {
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>();
  http.on('request', ({ socket }, outgoing) => {
    const here = unfinished.get(socket) ?? new Set();
    if (!unfinished.has(socket)) {
      unfinished.set(socket, here);
      socket.once('close', () => {
        for (const response of here) {
          if (response.socket !== null) continue; // its turn
          response.destroyed = true;
          response.emit('close');
        }
      });
    }
    here.add(outgoing);
    outgoing.once('close', () => here.delete(outgoing));
  });
};

const KIND_OF_FAULT: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** What is no HTTP is answered all the same, and only this connection ends. */
const refuseRaw = ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new HttpProblem(KIND_OF_FAULT[code] ?? 'malformed', 'The request cannot be read');
  const body = JSON.stringify(problem.body());
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.message}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
