/** Addresses of ZeroMQ: `ipc:///run/runrl/socket` and `tcp://127.0.0.1:5555`. */
import { chmodSync, lstatSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';
import { FlagError } from '../../options/flag-error.ts';
import { isLoopback } from '../http/auth.ts';

export type ZmqAddress = { kind: 'ipc'; path: string } | { kind: 'tcp'; host: string; port: number };

/** `sun_path` of a unix socket, terminator included. A longer path fails with a cryptic ENAMETOOLONG. */
const MAX_SOCKET_PATH = 107;
/** Of the folder that a socket is made in; mkdtemp adds six characters. */
const FOLDER = '.rs-';

const refuse =
  (flag: string) =>
  (text: string, what: string, help?: string): SandboxError =>
    new FlagError(flag, `: ${what}, got \`${text}\``, help === undefined ? {} : { help });

/** @throws SandboxError RS101 */
export const parseZmqAddress = (text: string, flag = 'zmq'): ZmqAddress => {
  const refused = refuse(flag);
  const path = /^ipc:\/\/(.+)$/s.exec(text)?.[1];
  if (path !== undefined) {
    // An abstract one has no rights, and `*` is a path that nobody knows.
    if (/^[@*]/.test(path))
      throw refused(text, 'expected the path of a socket', 'such as `ipc:///tmp/runrl.sock`');
    const absolute = resolve(path);
    const longest = Math.max(Buffer.byteLength(absolute), Buffer.byteLength(whileMade(absolute)));
    if (longest > MAX_SOCKET_PATH)
      throw refused(
        text,
        `expected a path with at most ${MAX_SOCKET_PATH - longest + Buffer.byteLength(absolute)} bytes`,
      );
    return { kind: 'ipc', path: absolute };
  }
  const [, six, four, digits] = /^tcp:\/\/(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { kind: 'tcp', host, port };
  throw refused(
    text,
    'expected an address such as `ipc:///tmp/runrl.sock` or `tcp://127.0.0.1:5555`',
    'port 0 picks a free one',
  );
};

/** Whether only this machine, or for sockets its owner, can reach an address. */
export const isPrivate = (address: ZmqAddress): boolean => address.kind === 'ipc' || isLoopback(address.host);

/** As ZeroMQ wants it: names are none of its business when it listens. */
export const tcpEndpoint = ({ host, port }: { host: string; port: number }): string => {
  const name = host.toLowerCase() === 'localhost' ? '127.0.0.1' : host;
  return `tcp://${name.includes(':') ? `[${name}]` : name}:${port === 0 ? '*' : port}`;
};

const whileMade = (path: string): string => join(dirname(path), `${FOLDER}XXXXXX`, basename(path));

/**
 * Makes a socket that only its owner may use: in a folder that nobody else can enter, and moved from there. ZeroMQ makes
 * them for everybody, and takes the place of whatever is there.
 * @param bind makes the socket at a path
 * @returns what removes it
 * @throws SandboxError RS504
 */
export const bindPrivately = async (
  path: string,
  bind: (endpoint: string) => Promise<void>,
): Promise<() => void> => {
  await mustBeFree(path);
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(dirname(path), FOLDER)); // mkdtemp makes it 0700
    const made = join(folder, basename(path));
    await bind(`ipc://${made}`);
    chmodSync(made, 0o600);
    renameSync(made, path);
  } catch (cause) {
    throw cannotListen(`ipc://${path}`, cause);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
  const { ino } = lstatSync(path);
  return () => {
    // Another server may have taken its place.
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
  };
};

/** @param cause what listening failed with */
export const cannotListen = (endpoint: string, cause: unknown): SandboxError =>
  systemError('RS504', `Cannot listen on ${endpoint}`, cause);

/** Removes a socket that a dead server left. @throws SandboxError RS504 when something else is there */
const mustBeFree = async (path: string): Promise<void> => {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  const refuse = (message: string): SandboxError =>
    new SandboxError('RS504', `Cannot listen on ipc://${path}: ${message}`, {
      help: 'name another path',
    });
  if (!there.isSocket()) throw refuse('the path is a file, not a socket');
  if (await isServed(path)) throw refuse('another program is listening on it');
  rmSync(path, { force: true });
};

const isServed = (path: string): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(path);
    const end = (served: boolean) => () => {
      socket.destroy();
      answer(served);
    };
    socket.once('connect', end(true));
    // Whoever may not even connect to it cannot tell, and leaves it alone.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      end(code !== 'ECONNREFUSED' && code !== 'ENOENT')(),
    );
  });
