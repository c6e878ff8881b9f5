/**
 * Modules that clients send (`--accept-code`). Each is served under its name and the hash of its files, so calls of two
 * versions cannot meet: a call names the version that it wants. Files of one hash are taken once, whoever sends them.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../host.ts';
import { activityOf } from '../../module/activity.ts';
import type { EnvironmentOptions, RewardOptions } from '../../options.ts';
import type { Log } from '../log.ts';
import { type Kind, type ModuleSetting, type Modules, ServedModule } from '../modules.ts';
import { checkFiles, hashOf, writeFiles } from './code-files.ts';

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
  state: OfferState;
  /** When it was asked for last. */
  askedMs: number;
  served: ServedModule | undefined;
  error: string | undefined;
}

/** Versions at the same time. A further one takes the place of one that nobody uses. */
const MOST_VERSIONS = 4;
/** Whoever was told to send it has so long. */
const SEND_MS = 30_000;

export class PushedCode {
  readonly #settings: CodeSettings;
  readonly #modules: Modules;
  readonly #sandbox: () => Sandbox;
  readonly #log: Log;
  readonly #versions = new Map<string, Pushed>();
  #folder: string | undefined;

  constructor(settings: CodeSettings, modules: Modules, sandbox: () => Sandbox, log: Log) {
    this.#settings = settings;
    this.#modules = modules;
    this.#sandbox = sandbox;
    this.#log = log;
  }

  /** Name under which a version is served. */
  static nameOf({ name, hash }: Offer): string {
    return `${name}@${hash.slice(0, 16)}`;
  }

  /** What is to be done about an offer. @throws Error when there is no room */
  async offer(offer: Offer): Promise<Pushed> {
    const name = PushedCode.nameOf(offer);
    const now = performance.now();
    const known = this.#versions.get(name);
    if (known !== undefined && !(known.state === 'wanted' && now - known.askedMs > SEND_MS)) {
      const { state } = known;
      if (state !== 'wanted') known.askedMs = now;
      return { ...known, state: state === 'wanted' ? 'coming' : state };
    }
    if (known === undefined) await this.#makeRoom();
    const pushed: Pushed = { state: 'wanted', askedMs: now, served: undefined, error: undefined };
    this.#versions.set(name, pushed);
    return pushed;
  }

  /**
   * Takes the files of a version, and has it loaded.
   * @param files as the client sent them
   * @throws Error in words: it is refused
   */
  take(offer: Offer, main: string, files: unknown): Pushed {
    const name = PushedCode.nameOf(offer);
    const pushed = this.#versions.get(name);
    if (pushed === undefined) throw new Error('it was not asked for: offer it first');
    if (pushed.state !== 'wanted') return pushed;
    const checked = checkFiles(files, main, this.#settings.most);
    if (hashOf(checked) !== offer.hash)
      throw new Error('its files have another hash than it was offered with');
    this.#folder ??= mkdtempSync(join(tmpdir(), 'runrl-code-'));
    const folder = join(this.#folder, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
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
      pushed.error = (error as Error).message;
      this.#log.event('error', 'code_failed', { module: served.setting.name, error: pushed.error });
    }
  }

  /** @throws Error when all versions are in use */
  async #makeRoom(): Promise<void> {
    const byAge = [...this.#versions].sort(([, a], [, b]) => a.askedMs - b.askedMs);
    for (const [name, pushed] of byAge) {
      if (this.#versions.size < MOST_VERSIONS) return;
      if (pushed.state === 'coming' || (await isBusy(pushed.served))) continue;
      this.#versions.delete(name);
      await this.#end(pushed.served);
    }
    if (this.#versions.size >= MOST_VERSIONS)
      throw new Error(`${MOST_VERSIONS} versions of modules are in use already`);
  }

  async #end(served: ServedModule | undefined): Promise<void> {
    const module = served?.module;
    if (served === undefined) return;
    served.stop();
    if (module !== undefined) {
      this.#modules.abandon(module);
      await module.close();
    }
    if (this.#folder !== undefined)
      rmSync(join(this.#folder, served.setting.name), { recursive: true, force: true });
  }

  /** When all modules have ended. */
  close(): void {
    for (const { served } of this.#versions.values()) served?.stop();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

const isBusy = async (served: ServedModule | undefined): Promise<boolean> => {
  const module = served?.module;
  if (module !== undefined && 'live' in module && module.live > 0) return true;
  const activity = await activityOf(module);
  return activity !== undefined && activity.waiting + sumOf(activity.running) > 0;
};

const sumOf = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
