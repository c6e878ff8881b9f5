/** `createSandbox` as programs import it: a sandbox whose rewards can be watched. */
import { SandboxError } from '../errors.ts';
import { createSandbox as createHost, type Sandbox as Host } from '../host.ts';
import type { Reward } from '../module/calls/call.ts';
import type { Environment } from '../module/episodes/environment.ts';
import type { EnvironmentOptions, RewardOptions, SandboxOptions } from '../options.ts';
import { type ModuleSetting, nameOfFile } from '../server/settings/module-setting.ts';
import { checkPath } from './given.ts';
import type { SandboxView, ViewOptions } from './view.ts';
import type { Watch } from './watch.ts';
import { WatchedEnvironment } from './watched-environment.ts';
import { WatchedReward } from './watched-reward.ts';

/** A sandbox: loads modules, and ends them all when it is closed. */
export interface Sandbox extends Host {
  /**
   * Serves the page on which its rewards can be watched, until it or the sandbox is closed. Calls and episodes are
   * counted from then on: those that carry the `step` that they belong to. It does not keep the process alive.
   * @throws SandboxError RS101 (options, or there is a page already), RS102 (`data`, `prompts`), RS504 (the port is
   *   not available), RS501 (the sandbox was closed)
   */
  view(options?: ViewOptions): Promise<SandboxView>;
}

/**
 * Makes a sandbox. Installs no signal handlers, keeps no global state, and does not keep the process alive
 * while no call runs.
 * @throws SandboxError RS101 (options), RS102 (the temporary folder), RS301 (no Python), RS302 (no agent environment),
 *   RS401 (level not available), RS404 (limits of the host)
 */
export const createSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  new WatchedSandbox(await createHost(options), options?.onLog);

class WatchedSandbox implements Sandbox {
  readonly #host: Host;
  readonly #onLog: SandboxOptions['onLog'];
  readonly #watch: Watch = { watcher: undefined };
  /** Those that are not closed. */
  readonly #loaded = new Map<Reward | Environment, ModuleSetting>();
  #view: Promise<SandboxView> | undefined;
  #closed = false;

  constructor(host: Host, onLog: SandboxOptions['onLog']) {
    this.#host = host;
    this.#onLog = onLog;
  }

  get level(): Host['level'] {
    return this.#host.level;
  }

  async loadReward(file: string, options: RewardOptions = {}): Promise<Reward> {
    checkPath(file, 'reward file');
    const reward = await this.#host.loadReward(file, options);
    const name = this.#add({ kind: 'reward', name: nameOfFile(file), file, options }, reward);
    return new WatchedReward(reward, this.#watch, name, () => this.#remove(reward));
  }

  async loadEnvironment(file: string, options: EnvironmentOptions = {}): Promise<Environment> {
    checkPath(file, 'environment file');
    const environment = await this.#host.loadEnvironment(file, options);
    const name = this.#add({ kind: 'environment', name: nameOfFile(file), file, options }, environment);
    return new WatchedEnvironment(environment, this.#watch, name, () => this.#remove(environment));
  }

  /** @returns its name: of several of one name that are open, later ones have a number. */
  #add(setting: ModuleSetting, module: Reward | Environment): string {
    const taken = new Set([...this.#loaded.values()].map(({ name }) => name));
    let { name } = setting;
    for (let number = 2; taken.has(name); number++) name = `${setting.name}-${number}`;
    const named = { ...setting, name };
    this.#loaded.set(module, named);
    this.#watch.watcher?.loaded(named, module);
    return name;
  }

  #remove(module: Reward | Environment): void {
    if (this.#loaded.delete(module)) this.#watch.watcher?.closed(module);
  }

  async view(options: ViewOptions = {}): Promise<SandboxView> {
    if (this.#closed) throw new SandboxError('RS501', 'The sandbox was closed');
    if (this.#view !== undefined)
      throw new SandboxError('RS101', 'The sandbox has a page already', { help: 'close that one first' });
    const begun = this.#begin(options);
    this.#view = begun; // before anything is waited for: another one is refused, and `close` ends it
    begun.catch(() => {
      this.#view = undefined;
    });
    return begun;
  }

  async #begin(options: ViewOptions): Promise<SandboxView> {
    const { SandboxPage } = await import('./view.ts');
    if (this.#closed) throw new SandboxError('RS501', 'The sandbox was closed');
    return SandboxPage.start(this.#host, options, {
      watch: this.#watch,
      loaded: this.#loaded,
      onLog: this.#onLog,
      onClosed: () => {
        this.#view = undefined;
      },
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const view = await this.#view?.catch(() => undefined);
    await this.#host.close();
    await view?.close(); // what was cancelled just now is counted, too
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
