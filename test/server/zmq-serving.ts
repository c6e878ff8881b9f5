/** A server with clients over ZeroMQ; all of them are closed in the end. */
import { afterAll, beforeAll } from 'vitest';
import { parseZmqAddress } from '../../src/server/zmq/address.ts';
import type { ZmqOptions } from '../../src/server/zmq/clients.ts';
import { type Serving, type ServingOptions, withServer } from './serving.ts';
import { ZmqClient } from './zmq-client.ts';

export interface ZmqServing extends Serving {
  endpoint: string;
  /** One that has said hello. */
  join: (more?: object) => Promise<ZmqClient>;
  /** One that has not, or is not in this process's own words. */
  open: (...args: ConstructorParameters<typeof ZmqClient> | []) => ZmqClient;
}

type ZmqSettings = Partial<ZmqOptions> & { server?: ServingOptions };

export const LOOPBACK = parseZmqAddress('tcp://127.0.0.1:0');

const HOUR_MS = 3_600_000;

/** Nobody is away because this machine is slow, unless a test says so. */
const zmqOptions = ({ server: _, token: __, ...settings }: ZmqSettings): Omit<ZmqOptions, 'token'> => ({
  addresses: [LOOPBACK],
  credits: 200,
  clientGraceMs: HOUR_MS,
  heartbeatMs: HOUR_MS,
  ...settings,
});

const zmqServing = (serving: Serving): ZmqServing & { closeAll: () => void } => {
  const [endpoint = ''] = serving.server.zmqEndpoints;
  const clients: ZmqClient[] = [];
  const open = (...args: ConstructorParameters<typeof ZmqClient> | []): ZmqClient => {
    const [at = endpoint, ...rest] = args;
    const client = new ZmqClient(at, ...(rest as []));
    clients.push(client);
    return client;
  };
  const join = async (more: object = {}): Promise<ZmqClient> => {
    const client = open();
    await client.hello(more);
    return client;
  };
  return {
    ...serving,
    endpoint,
    open,
    join,
    closeAll: () => {
      for (const client of clients) client.close();
    },
  };
};

export const withZmq = (
  settings: ZmqSettings,
  body: (serving: ZmqServing) => Promise<void>,
  load = true,
): Promise<void> =>
  withServer(
    { token: settings.token, ...settings.server, zmq: zmqOptions(settings) },
    async (serving) => {
      const { closeAll, ...zmq } = zmqServing(serving);
      try {
        await body(zmq);
      } finally {
        closeAll();
      }
    },
    load,
  );

/** One server for several tests that do not count what it did. */
export const shareZmq = (
  server: ServingOptions = {},
): ((body: (serving: ZmqServing) => Promise<void>) => Promise<void>) => {
  let started: Serving | undefined;
  let finish = (): void => {};
  let whole: Promise<void> | undefined;
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) => {
        whole = withServer({ ...server, zmq: zmqOptions({}) }, (serving) => {
          started = serving;
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
    if (started === undefined) throw new Error('the server did not start');
    const { closeAll, ...zmq } = zmqServing(started);
    try {
      await body(zmq);
    } finally {
      closeAll();
    }
  };
};

/** JSON text of a completion. */
export const says = (text: string): string => JSON.stringify(text);

/** Calls that come to their own number. */
export const numbers = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    call: from + index,
    completion: says(`number ${from + index}`),
  }));

export const OBEYS = { module: 'obeys' };
