/** What a host has that attacks want: secrets in its environment, files, sockets. Attacks know only digests of them. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Planted {
  /** For attacks: where to look, and digest → place. */
  forAttacks: Record<string, unknown>;
  /** In the memory of an honest call that runs beside. */
  neighbourSecret: string;
  close: () => void;
}

const secret = (): string => `canary-${randomBytes(16).toString('hex')}`;

/** Name of the environment variable that holds one: set before this process was started. */
export const SECRET_VARIABLE = 'RUNRL_ATTACK_API_KEY';

/** Name of a file beside the module that is hidden from it. */
export const HIDDEN_FILE = 'hidden.txt';

/** Puts secrets everywhere: into a home folder, into `folder`, an empty one of the host's, and into that of the module. */
export const plant = async (folder: string, home: string, module: string): Promise<Planted> => {
  const digests: Record<string, string> = {};
  const place = (where: string, text: string): string => {
    digests[createHash('sha256').update(text).digest('hex')] = where;
    return text;
  };
  place("the host's environment", process.env[SECRET_VARIABLE] ?? '');
  mkdirSync(join(home, '.aws'), { recursive: true });
  writeFileSync(join(home, '.aws/credentials'), place('a file in the home folder', secret()));
  writeFileSync(join(folder, 'tokens'), place('a file of the host', secret()));
  writeFileSync(join(module, HIDDEN_FILE), place('a hidden file of the module', secret()));
  const greeting = place('a socket of the host', secret());
  const greet = () => createServer((socket) => socket.on('error', () => {}).end(greeting));
  const abstract = `runrl-attacks-${process.pid}`;
  const tcp = greet().listen(0, '127.0.0.1');
  const sockets = [tcp, greet().listen(`\0${abstract}`), greet().listen(join(folder, 'docker.sock'))];
  await Promise.all(sockets.map((server) => once(server, 'listening')));
  const address = tcp.address();
  return {
    forAttacks: {
      digests,
      abstract,
      home,
      folder,
      port: typeof address === 'object' ? address?.port : 0,
      hostPid: process.pid,
    },
    neighbourSecret: place("a neighbour's memory", secret()),
    close: () => {
      for (const server of sockets) server.close();
    },
  };
};
