/** The server as a whole: it listens, gets ready, watches its files, drains, and ends. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { EpisodeFile } from '../view/episodes/episode-file.ts';
import { Steps } from '../view/store/steps.ts';
import { type HttpEnd, listenHttp } from './http/listen.ts';
import type { ServedModule } from './modules.ts';
import { Service } from './service.ts';
import type { ServiceOptions } from './settings/service-options.ts';
import { watchFolders } from './watch.ts';
import { Clients, type ZmqOptions } from './zmq/clients.ts';

export interface ServerOptions extends Omit<ServiceOptions, 'hasToken' | 'steps' | 'episodeFile'> {
  /** Undefined: it does not listen for HTTP. */
  host: string | undefined;
  /** 0 for any that is free. */
  port: number;
  /** Where it listens for clients over ZeroMQ. @default nowhere */
  zmq?: Omit<ZmqOptions, 'token'>;
  token: string | undefined;
  /** How long a client may take nothing of its answer before its connection is ended. */
  stallMs: number;
  /** How long the head of a request may take, and all of it. @default listen-http.ts */
  headersMs?: number;
  requestMs?: number;
  /** Whether files that change are loaded again. */
  watch: boolean;
  /** Path below which it is reached through a proxy that leaves it in requests; requests without it are answered, too. */
  basePath?: string | undefined;
}

/** What was cancelled at the end still has its answer written, if the client takes it in that time. */
const LAST_ANSWERS_MS = 1_000;
/** The end of an episode, or of a validation, is no end of a request. */
const LOOK_MS = 50;

export class RunningServer {
  readonly service: Service;
  readonly #http: HttpEnd | undefined;
  readonly #clients: Clients | undefined;
  readonly #options: ServerOptions;
  readonly #watchers: Disposable[] = [];
  #closing: Promise<void> | undefined;

  private constructor(
    options: ServerOptions,
    service: Service,
    http: HttpEnd | undefined,
    clients: Clients | undefined,
  ) {
    this.#options = options;
    this.service = service;
    this.#http = http;
    this.#clients = clients;
  }

  /**
   * Listens. The modules are not loaded yet: `load` does that, and until then work is refused as `not-ready`.
   * @throws SandboxError RS101, RS102 (the folder for data), RS504 (the address is not available)
   */
  static async listen(options: ServerOptions): Promise<RunningServer> {
    const fileOf = (module: string): string =>
      options.modules.find(({ name }) => name === module)?.file ?? module;
    const { data, log } = options;
    const steps = await Steps.open(data, log, fileOf);
    let episodeFile: EpisodeFile | undefined;
    try {
      episodeFile = data === undefined ? undefined : await EpisodeFile.open(data, log);
      return await RunningServer.#listen(options, { steps, episodeFile });
    } catch (error) {
      episodeFile?.close();
      steps.close();
      throw error;
    }
  }

  static async #listen(
    options: ServerOptions,
    files: Pick<ServiceOptions, 'steps' | 'episodeFile'>,
  ): Promise<RunningServer> {
    const service = new Service({ ...options, ...files, hasToken: options.token !== undefined });
    const { host, zmq, token } = options;
    const http = host === undefined ? undefined : await listenHttp(service, { ...options, host });
    try {
      const clients = zmq && (await Clients.listen(service, { ...zmq, token }));
      return new RunningServer(options, service, http, clients);
    } catch (error) {
      http?.server.close();
      throw error;
    }
  }

  /** Where it is reached over HTTP: `http://127.0.0.1:8000`; empty when it is not. */
  get url(): string {
    if (this.#http === undefined) return '';
    const { address, port, family } = this.#http.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Where it is reached over ZeroMQ: `ipc:///path`, `tcp://127.0.0.1:5555`. */
  get zmqEndpoints(): readonly string[] {
    return this.#clients?.endpoints ?? [];
  }

  /** It does not keep the process alive, nor do those who look at it. */
  unref(): void {
    const server = this.#http?.server;
    server?.unref();
    server?.on('connection', (socket) => socket.unref());
  }

  /** How many connections are open for HTTP. */
  async connections(): Promise<number> {
    const server = this.#http?.server;
    return server === undefined ? 0 : promisify(server.getConnections.bind(server))();
  }

  /** Loads all modules. @throws SandboxError */
  async load(): Promise<void> {
    await this.service.load();
    for (const module of this.service.modules.all) await this.#watch(module);
  }

  async #watch(module: ServedModule): Promise<void> {
    const { log, sandbox } = this.service;
    const onError = (error: Error): void =>
      log.event('error', this.#options.watch ? 'reload_failed' : 'watch_failed', {
        module: module.setting.name,
        error: error.message,
      });
    const look = (): Promise<unknown> =>
      this.#options.watch ? module.reloadChanged(sandbox) : module.findChanged();
    const watcher = await watchFolders(
      () => module.folders(),
      async () => void (await look()),
      onError,
    );
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
    this.#http?.sockets.drain();
    this.#clients?.beginDrain();
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
    const { server: http, sockets } = this.#http ?? {};
    this.service.beginDrain();
    sockets?.drain();
    const closed = http && once(http, 'close');
    http?.close();
    // Whatever of it fails, the rest ends all the same.
    try {
      for (const watcher of this.#watchers) watcher[Symbol.dispose]();
      http?.closeIdleConnections();
      // First: what is ended below is not told to clients over ZeroMQ, who ask the next server for it.
      await this.#clients?.close();
      await this.service.close();
    } finally {
      await sockets?.close();
      const late = setTimeout(() => http?.closeAllConnections(), LAST_ANSWERS_MS);
      http?.closeIdleConnections();
      await closed;
      clearTimeout(late);
      // What was cancelled just now is counted, too.
      this.service.episodes.endFile();
      this.service.steps.close();
    }
  }
}
