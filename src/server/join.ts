/** `serve --join FOLDER`: a file in a shared folder says where this host listens, as long as it lives. */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemError } from '../errors/system.ts';
import { makeFolder } from '../formats/make-folder.ts';
import { FlagError } from '../options/flag-error.ts';
import type { Log } from './log.ts';

/** Clients leave out hosts whose file is ten seconds older than the newest. */
const WRITE_MS = 1_000;
/** What a host listens on when it listens everywhere; others reach it by its name. */
const EVERYWHERE = /^((?:tcp|http):\/\/)(?:0\.0\.0\.0|\[::\]):/;

export class Announcement {
  readonly #file: string;
  readonly #log: Log;
  readonly #entry: { address: string; generation: string; draining: boolean; http?: string };
  readonly #timer: NodeJS.Timeout;
  #failed = false;

  /**
   * Writes the file, and again each second: its age tells whether the host lives.
   * @param folder made where it is missing
   * @param endpoints addresses over ZeroMQ; the first is told
   * @param url where it answers over HTTP; empty when it does not
   * @throws SandboxError RS101 there is none; RS102 the folder cannot be written
   */
  constructor(folder: string, endpoints: readonly string[], url: string, log: Log) {
    const [endpoint] = endpoints;
    if (endpoint === undefined)
      throw new FlagError('join', ' needs an address over ZeroMQ', {
        help: 'add `--zmq tcp://ADDRESS:PORT`; port 0 picks a free one',
      });
    const address = endpoint.replace(EVERYWHERE, `$1${hostname()}:`);
    const http = url.replace(EVERYWHERE, `$1${hostname()}:`);
    // The same after a restart at the same address.
    const id = `${hostname()}-${address.replace(/^\w+:\/\//, '').replaceAll(/[^\w.-]+/g, '-')}`;
    this.#file = join(folder, `${id}.json`);
    this.#log = log;
    this.#entry = {
      address,
      generation: randomBytes(8).toString('hex'),
      draining: false,
      ...(http === '' ? {} : { http }),
    };
    try {
      makeFolder(folder);
      this.#write();
    } catch (cause) {
      throw systemError('RS102', `--join: ${folder} cannot be written`, cause);
    }
    this.#timer = setInterval(() => this.#writeAgain(), WRITE_MS).unref();
  }

  /** Clients send nothing new from now on. */
  drain(): void {
    this.#entry.draining = true;
    this.#writeAgain();
  }

  /** Removes the file. */
  end(): void {
    clearInterval(this.#timer);
    rmSync(this.#file, { force: true });
  }

  /** Renamed into place: a reader never sees half of it. */
  #write(): void {
    const next = `${this.#file}.next`;
    writeFileSync(next, `${JSON.stringify(this.#entry)}\n`);
    renameSync(next, this.#file);
  }

  #writeAgain(): void {
    try {
      this.#write();
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#log.event('error', 'join', { message: (error as Error).message });
      this.#failed = true;
    }
  }
}
