/** The page of a sandbox that a program made: a server of its own, with what the program's calls come to. */
import { z } from 'zod';
import { checkInput } from '../formats/files.ts';
import type { Sandbox as Host } from '../host.ts';
import type { Reward } from '../module/calls/call.ts';
import type { Environment, Episode, StepOutcome } from '../module/episodes/environment.ts';
import { resolveOptions, type SandboxOptions } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import { DEFAULT_AUDIT } from '../server/alarms/audits.ts';
import type { NamedEpisode } from '../server/episodes.ts';
import { Log } from '../server/log.ts';
import { ownVersion } from '../server/own-version.ts';
import { stepCall } from '../server/routes/handle-episodes.ts';
import { RunningServer } from '../server/server.ts';
import type { Service } from '../server/service.ts';
import type { ModuleSetting } from '../server/settings/module-setting.ts';
import { serverOptionsSchema } from '../server/settings/serve-config.ts';
import { resolveServer } from '../server/settings/settings.ts';
import type { Counted, EpisodeWatcher, Watch, Watcher } from './watch.ts';

const { data, prompts, basePath, frameAncestors, tokenFile } = serverOptionsSchema.shape;
const viewOptionsSchema = z.strictObject({
  port: z.int().min(0).max(65_535).default(0),
  data,
  prompts,
  basePath,
  frameAncestors,
  tokenFile,
});

/** What `Sandbox.view` takes. */
export interface ViewOptions {
  /** Port of 127.0.0.1 to listen on; 0 is any that is free. @default 0 */
  port?: number;
  /**
   * Folder that keeps what steps came to, for `runrl-sandbox view`. Rewards in whose folder it lies can read it, unless
   * `hide` of `createSandbox` names it. @default none: the newest 100 steps, in memory
   */
  data?: string;
  /** Prompt file whose rows can be tried in the page. @default none */
  prompts?: string;
  /** File with the token that browsers must send. @default none: everybody on this machine may look */
  tokenFile?: string;
  /** Path below which a proxy shows it, where the proxy does not cut it off. @default none */
  basePath?: string;
  /** Origins whose pages may show it in a frame: `https://lab.example`. @default none */
  frameAncestors?: string[];
}

/** A page that is served. */
export interface SandboxView extends AsyncDisposable {
  /** Where it is: `http://127.0.0.1:40123/`. */
  readonly url: string;
  /** Ends it. The sandbox goes on. Idempotent. */
  close(): Promise<void>;
}

interface Parts {
  watch: Watch;
  loaded: ReadonlyMap<Reward | Environment, ModuleSetting>;
  onLog: SandboxOptions['onLog'];
  onClosed: () => void;
}

export class SandboxPage implements SandboxView {
  readonly url: string;
  readonly #server: RunningServer;
  readonly #watcher: Watcher;
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  private constructor(server: RunningServer, watcher: Watcher, url: string, parts: Parts) {
    this.#server = server;
    this.#watcher = watcher;
    this.url = url;
    this.#parts = parts;
  }

  /** @throws SandboxError RS101, RS102, RS504 */
  static async start(host: Host, options: ViewOptions, parts: Parts): Promise<SandboxPage> {
    const { port, ...own } = resolveOptions(viewOptionsSchema, options);
    const settings = resolveServer({ ...own, http: `127.0.0.1:${port}` });
    if (own.prompts !== undefined) await checkInput(own.prompts, 'prompt file');
    const { onLog } = parts;
    const server = await RunningServer.listen({
      ...settings,
      acceptCode: undefined,
      version: ownVersion(),
      sandbox: {},
      sandboxGiven: host,
      modules: [],
      audit: { ...DEFAULT_AUDIT, sample: 0 },
      log: new Log((line) => onLog?.(line.trimEnd()), 'warn', 'text'),
      watch: false,
    });
    server.unref();
    const watcher = new ServiceWatcher(server.service);
    for (const [module, setting] of parts.loaded) watcher.loaded(setting, module);
    parts.watch.watcher = watcher;
    return new SandboxPage(server, watcher, `${server.url}${own.basePath ?? ''}/`, parts);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { watch, onClosed } = this.#parts;
    if (watch.watcher === this.#watcher) watch.watcher = undefined;
    try {
      await this.#server.close();
    } finally {
      onClosed();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Counts as the server counts what comes in by itself. */
class ServiceWatcher implements Watcher {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  loaded(setting: ModuleSetting, module: Reward | Environment): void {
    this.#service.modules.adopt(setting, module);
  }

  closed(module: Reward | Environment): void {
    this.#service.modules.abandon(module);
  }

  scored(module: string, outcome: Outcome, counted: Counted): void {
    this.#service.note('call', outcome, { ...counted, module });
  }

  started(module: string, episode: Episode, row: Uint8Array, step: number | undefined): EpisodeWatcher {
    const training = step === undefined ? undefined : { step, row };
    this.#service.note('setup', episode.setup, training && { ...training, module, said: '' });
    const named = this.#service.episodes.add(module, episode, training, row);
    return new ServiceEpisode(this.#service, named);
  }
}

class ServiceEpisode implements EpisodeWatcher {
  readonly #service: Service;
  readonly #named: NamedEpisode;

  constructor(service: Service, named: NamedEpisode) {
    this.#service = service;
    this.#named = named;
  }

  stepped(action: string, outcome: StepOutcome): void {
    const { module, training, episode } = this.#named;
    this.#service.note('step', outcome, training && stepCall({ module, training, episode }, action));
    this.#service.episodes.stepped(this.#named, action, outcome);
  }

  copied(copy: Episode): EpisodeWatcher {
    return new ServiceEpisode(this.#service, this.#service.episodes.addCopy(this.#named, copy));
  }
}
