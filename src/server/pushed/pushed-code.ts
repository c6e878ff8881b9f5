/**
 * Modules that clients send (`--accept-code`). Each is served under its name and the hash of its files, so calls of two
 * versions cannot meet: a call names the version that it wants. Files of one hash are taken once, whoever sends them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { totalOf } from '../../formats/statistics.ts';
import type { Sandbox } from '../../host.ts';
import { activityOf } from '../../module/activity.ts';
import { FlagError } from '../../options/flag-error.ts';
import type { EnvironmentOptions, RewardOptions } from '../../options.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../python/temporary.ts';
import type { Log } from '../log.ts';
import { type Modules, ServedModule } from '../modules.ts';
import type { Kind, ModuleSetting } from '../settings/module-setting.ts';
import { checkFiles, hashOf, readFiles, writeFiles } from './code-files.ts';

export interface CodeSettings {
  /** Bytes of one module with its files. */
  most: number;
  /** What a module that comes is loaded with. */
  reward: RewardOptions;
  environment: EnvironmentOptions;
}

export interface Offer {
  kind: Kind;
  /** Of the module, without the version. */
  name: string;
  /** SHA-256 of its files. */
  hash: string;
}

/** `wanted`: send it. `coming`: it is being sent by another, or loads: ask again. */
export type OfferState = 'wanted' | 'coming' | 'ready' | 'failed';

interface Pushed {
  /** Of the version: that of the module, with the beginning of its hash. */
  name: string;
  state: OfferState;
  /** When it was asked for last. */
  askedMs: number;
  /** When it came to be wanted, or failed. */
  sinceMs: number;
  /** Of this taking: a version that is sent again has another one. */
  folder: string | undefined;
  served: ServedModule | undefined;
  error: string | undefined;
}

/** Versions at the same time. A further one takes the place of one that nobody uses. */
const MOST_VERSIONS = 4;
/** Whoever was told to send it has so long. One that did not load may be sent again after as long. */
const SEND_MS = 30_000;
/** Whoever was told that it is there begins to use it so soon. */
const BEGIN_MS = 5_000;

export class PushedCode {
  readonly #settings: CodeSettings;
  readonly #modules: Modules;
  readonly #sandbox: () => Sandbox;
  readonly #log: Log;
  /** By kind and name. */
  readonly #versions = new Map<string, Pushed>();
  #turn: Promise<unknown> = Promise.resolve();
  #folder: string | undefined;

  constructor(settings: CodeSettings, modules: Modules, sandbox: () => Sandbox, log: Log) {
    this.#settings = settings;
    this.#modules = modules;
    this.#sandbox = sandbox;
    this.#log = log;
  }

  /** @throws SandboxError RS101 where a module that comes could do whatever this process can */
  static mustConfine(level: Sandbox['level']): void {
    if (level !== 'none') return;
    throw new FlagError('accept-code', ' needs a sandbox, but the level is `none`', {
      help: 'whoever may connect could run anything as this user: leave out `--sandbox none`, or `--accept-code`',
    });
  }

  /** Name under which a version is served. */
  static nameOf({ name, hash }: Offer): string {
    return `${name}@${hash.slice(0, 16)}`;
  }

  /** What is to be done about an offer; one after the other. @throws Error when there is no room */
  offer(offer: Offer): Promise<Pushed> {
    const told = this.#turn.then(() => this.#offer(offer));
    this.#turn = told.catch(() => {});
    return told;
  }

  async #offer(offer: Offer): Promise<Pushed> {
    const key = keyOf(offer);
    const known = this.#versions.get(key);
    if (known !== undefined && !isStale(known)) {
      const { state } = known;
      if (state !== 'wanted') known.askedMs = performance.now();
      return { ...known, state: state === 'wanted' ? 'coming' : state };
    }
    if (known === undefined) await this.#makeRoom();
    else {
      this.#versions.delete(key); // or its files could still come, and be forgotten
      await this.#end(known);
    }
    const now = performance.now();
    const [askedMs, sinceMs] = [now, now];
    const none = { served: undefined, error: undefined, folder: undefined };
    const pushed: Pushed = { name: PushedCode.nameOf(offer), state: 'wanted', askedMs, sinceMs, ...none };
    this.#versions.set(key, pushed);
    return pushed;
  }

  /**
   * Takes the files of a version, and has it loaded.
   * @param block files as the client sent them: looked at only if they are wanted
   * @throws Error in words: it is refused
   */
  take(offer: Offer, main: string, block: Buffer): Pushed {
    const { most } = this.#settings;
    const name = PushedCode.nameOf(offer);
    const pushed = this.#versions.get(keyOf(offer));
    if (pushed === undefined) throw new Error('it was not asked for: offer it first');
    if (pushed.state !== 'wanted') return pushed;
    const checked = checkFiles(readFiles(block, most), main, most);
    if (hashOf(checked) !== offer.hash)
      throw new Error('its files have another hash than it was offered with');
    this.#folder ??= makeTemporaryFolder('code');
    const folder = mkdtempSync(join(this.#folder, `${name}-`));
    pushed.folder = folder;
    writeFiles(checked, folder);
    const { kind } = offer;
    const setting = { kind, name, file: join(folder, main), options: this.#settings[kind] } as ModuleSetting;
    pushed.state = 'coming';
    pushed.served = new ServedModule(setting, this.#log);
    void this.#load(pushed, pushed.served);
    return pushed;
  }

  async #load(pushed: Pushed, served: ServedModule): Promise<void> {
    try {
      await served.load(this.#sandbox());
      this.#modules.all.push(served);
      pushed.state = 'ready';
    } catch (error) {
      pushed.state = 'failed';
      pushed.sinceMs = performance.now();
      pushed.error = (error as Error).message;
      this.#log.event('error', 'code_failed', { module: served.setting.name, error: pushed.error });
    }
  }

  /** @throws Error when all versions are in use */
  async #makeRoom(): Promise<void> {
    const byAge = [...this.#versions].sort(([, a], [, b]) => lastMs(a) - lastMs(b));
    for (const [key, pushed] of byAge) {
      if (this.#versions.size < MOST_VERSIONS) return;
      // Meanwhile it may have come into use.
      if (isNeeded(pushed) || (await isBusy(pushed.served)) || isNeeded(pushed)) continue;
      this.#versions.delete(key);
      await this.#end(pushed);
    }
    if (this.#versions.size < MOST_VERSIONS) return;
    const names = [...this.#versions.values()].map(({ name }) => name).join(', ');
    throw new Error(`${MOST_VERSIONS} versions of modules are in use: ${names}`);
  }

  async #end({ served, folder }: Pushed): Promise<void> {
    const module = served?.module;
    served?.stop();
    if (module !== undefined) this.#modules.abandon(module);
    try {
      await module?.close();
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    }
  }

  /** When all modules have ended. */
  close(): void {
    for (const { served } of this.#versions.values()) served?.stop();
    if (this.#folder !== undefined) removeTemporaryFolder(this.#folder);
  }
}

const keyOf = (offer: Offer): string => `${offer.kind} ${PushedCode.nameOf(offer)}`;

const usedMsOf = ({ served }: Pushed): number => served?.usedMs ?? Number.NEGATIVE_INFINITY;

/** When somebody used it, or asked for it. */
const lastMs = (pushed: Pushed): number => Math.max(pushed.askedMs, usedMsOf(pushed));

/** Whether it did not come, or did not load, and may be sent again. */
const isStale = ({ state, sinceMs }: Pushed): boolean =>
  (state === 'wanted' || state === 'failed') && performance.now() - sinceMs > SEND_MS;

/** Whether it comes, or is about to be used. One that only rests makes room: its client brings it again. */
const isNeeded = (pushed: Pushed): boolean => {
  const { state, askedMs } = pushed;
  if (state === 'coming') return true;
  if (state === 'wanted') return !isStale(pushed);
  if (state === 'failed') return false;
  return askedMs > usedMsOf(pushed) && performance.now() - askedMs < BEGIN_MS;
};

const isBusy = async (served: ServedModule | undefined): Promise<boolean> => {
  const module = served?.module;
  if (module !== undefined && 'live' in module && module.live > 0) return true;
  const activity = await activityOf(module);
  return activity !== undefined && activity.waiting + totalOf(activity.running) > 0;
};
