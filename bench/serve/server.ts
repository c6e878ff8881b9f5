/** A `serve` of its own process, as people start it, and the clients of it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import type { EnvironmentOptions, RewardOptions } from '../../src/index.ts';
import { file, python } from '../machine.ts';
import { HttpClient } from './http-client.ts';
import { ZmqClient } from './zmq-client.ts';

export const TRANSPORTS = ['zmq', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];
export type Client = ZmqClient | HttpClient;

export interface Served {
  /** Of HTTP, and of ZeroMQ. */
  url: string;
  endpoint: string;
  /** @returns what `body` does, with so many clients that have each a connection of their own */
  withClients: <Result>(
    transport: Transport,
    count: number,
    body: (clients: Client[]) => Promise<Result>,
  ) => Promise<Result>;
}

/** A module by its kind and its file in the repository, and its options. */
export type Module = ({ reward: string } & RewardOptions) | ({ environment: string } & EnvironmentOptions);

/** Starts a server of one module, and ends it after `body`. */
export const withServer = async <Result>(
  module: Module,
  body: (served: Served) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  const config = join(folder, 'serve.json');
  const own =
    'reward' in module ? { reward: file(module.reward) } : { environment: file(module.environment) };
  const settings = {
    http: '127.0.0.1:0',
    zmq: `ipc://${join(folder, 'socket')}`,
    logLevel: 'warn',
    sandbox: { python },
    modules: { bench: { ...module, ...own } },
  };
  writeFileSync(config, JSON.stringify(settings));
  // What is built: it chooses its flags of V8 when it starts, and no compiler runs beside it.
  execFileSync('bash', [file('scripts/build.sh'), '--if-needed'], { stdio: 'inherit' });
  const command = [file('dist/cli/main.js'), 'serve', '--config', config];
  const child = execa(process.execPath, [...command, '--json', '--end-with-stdin'], {
    cwd: file('.'),
    stdin: 'pipe',
    stderr: 'inherit',
    reject: false,
    buffer: false,
  });
  try {
    const { url, zmq } = await readyLine(child);
    return await body({
      url,
      endpoint: zmq[0],
      withClients: async (transport, count, use) => {
        const clients: Client[] = Array.from({ length: count }, () =>
          transport === 'zmq' ? new ZmqClient(zmq[0]) : new HttpClient(url),
        );
        try {
          await Promise.all(clients.map((client) => client.open()));
          return await use(clients);
        } finally {
          await Promise.all(clients.map((client) => client.close()));
        }
      },
    });
  } finally {
    child.kill('SIGTERM');
    await child;
    rmSync(folder, { recursive: true, force: true });
  }
};

const readyLine = async (child: {
  stdout: NodeJS.ReadableStream;
}): Promise<{ url: string; zmq: [string] }> => {
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume();
    return JSON.parse(line);
  }
  throw new Error('the server did not start: see above');
};
