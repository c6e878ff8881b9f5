/** A server in this process, with real modules and real connections. */
import { once } from 'node:events';
import { chmodSync, copyFileSync, watch, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { Log } from '../../src/server/log.ts';
import { RunningServer, type ServerOptions } from '../../src/server/server.ts';
import type { ModuleSetting } from '../../src/server/settings/module-setting.ts';
import { FIXTURES, leavingNothing, newFolder } from '../helpers/with-reward.ts';

export interface Serving {
  server: RunningServer;
  url: string;
  folder: string;
  log: Record<string, unknown>[];
  /** POSTs JSON: a value, or text as it is. */
  post: (path: string, body: unknown, init?: RequestInit) => Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
  json: any;
}

export const answerOf = async (response: Response): Promise<Answer> => {
  const body = await response.text();
  const isJson = /[/+]json$/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text: body,
    json: isJson ? JSON.parse(body) : undefined,
  };
};

/** A reward that tells what it received, as Python writes it. */
const TELLS = `def reward_fn(completion, **kwargs):
    return 1.0, {"completion": repr(completion), "kwargs": repr(kwargs)}
`;

export interface ServingOptions extends Partial<ServerOptions> {
  /** The modules that the test uses: each is an agent and a sandbox to start. @default all */
  only?: readonly ('obeys' | 'tells' | 'plays')[];
}

/**
 * Serves `obeys`, `tells` and `plays`, and proves at the end that nothing is left.
 * @param options may need the folder that modules have to be in
 * @param load false where `body` loads them
 */
export const withServer = async (
  options: ServingOptions | ((folder: string) => ServingOptions),
  body: (serving: Serving) => Promise<void>,
  load = true,
): Promise<void> => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  for (const name of ['obeys.py', 'plays.py']) copyFileSync(join(FIXTURES, name), join(folder, name));
  writeFileSync(join(folder, 'tells.py'), TELLS);
  const modules: ModuleSetting[] = [
    {
      kind: 'reward',
      name: 'obeys',
      file: join(folder, 'obeys.py'),
      options: { timeout: '5s', concurrency: 2 },
    },
    { kind: 'reward', name: 'tells', file: join(folder, 'tells.py'), options: {} },
    { kind: 'environment', name: 'plays', file: join(folder, 'plays.py'), options: {} },
  ];
  const { only, ...changed } = typeof options === 'function' ? options(folder) : options;
  const log: Record<string, unknown>[] = [];
  // The first one of a process makes a descriptor that stays.
  watch(folder).close();
  await leavingNothing(folder, async () => {
    const server = await RunningServer.listen({
      version: '0.0.0',
      sandbox: {},
      modules: modules.filter(({ name }) => only === undefined || only.some((each) => each === name)),
      limits: { maxBody: 2 ** 20, queue: 100, busyStatus: 503 },
      log: new Log((line) => log.push(JSON.parse(line)), 'debug'),
      host: '127.0.0.1',
      port: 0,
      token: undefined,
      stallMs: 60_000,
      watch: false,
      ...changed,
    });
    try {
      if (load) await server.load();
      const { url } = server;
      const post = async (path: string, content: unknown, init: RequestInit = {}): Promise<Answer> =>
        answerOf(
          await fetch(`${url}${path}`, {
            method: 'POST',
            body: typeof content === 'string' ? content : JSON.stringify(content),
            ...init,
            headers: { 'content-type': 'application/json', ...init.headers },
          }),
        );
      await body({ server, url, folder, log, post });
    } finally {
      await server.close();
    }
  });
};

/** One server for several tests that do not count what it did. */
export const shareServer = (
  options: ServingOptions = {},
): ((body: (serving: Serving) => Promise<void>) => Promise<void>) => {
  let serving: Serving | undefined;
  let finish = (): void => {};
  let whole: Promise<void> | undefined;
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) => {
        whole = withServer(options, (started) => {
          serving = started;
          resolve();
          return new Promise((over) => {
            finish = over;
          });
        });
        whole.catch(reject);
      }),
  );
  afterAll(async () => {
    finish();
    await whole;
  });
  return async (body) => {
    if (serving === undefined) throw new Error('the server did not start');
    await body(serving);
  };
};

/** Sends bytes as they are, and resolves with all that comes back until the server ends the connection. */
export const raw = async (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
};

/** Resolves when the condition holds; looks after each turn of the event loop. */
export const when = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};
