/** The modules that are served, by name: loaded, looked up, and replaced when their file changes. */
import { existsSync } from 'node:fs';
import { nearestName, SandboxError } from '../errors.ts';
import type { Sandbox } from '../host.ts';
import { type Health, healthOf, MANY_DEATHS } from '../module/activity.ts';
import type { Reward } from '../module/calls/call.ts';
import { type Gate, gated } from '../module/calls/gate.ts';
import type { Environment } from '../module/episodes/environment.ts';
import { filesOf, type ModuleFiles } from '../module/module-files.ts';
import { HttpProblem, problemOf } from './http/problem.ts';
import type { Log } from './log.ts';
import type { Kind, ModuleSetting } from './settings/module-setting.ts';

/** What is asked of a reward here: who changes outcomes need know no other way to them. */
export type Scorer = Pick<Reward, 'begin' | 'score' | 'reserved' | 'concurrency'>;

interface ModuleOf {
  reward: Scorer;
  environment: Environment;
}

/** A module while somebody needs it: it is not closed before `release`. */
export interface Lease<K extends Kind> {
  name: string;
  module: ModuleOf[K];
  release: () => void;
}

/** One loading of a file. */
interface Generation {
  module: Reward | Environment;
  uses: number;
  /** Another has taken its place: it ends when nobody uses it any more. */
  replaced: boolean;
}

/** How often replaced environments are asked whether their last episode has ended: that is no event of a request. */
const LOOK_MS = 500;

export class ServedModule {
  readonly setting: ModuleSetting;
  readonly #log: Log;
  readonly #replaced = new Set<Generation>();
  #current: Generation | undefined;
  /** What the latest load was of, whether or not it came to something. */
  #latest: ModuleFiles | undefined;
  #changed: readonly string[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #look: NodeJS.Timeout | undefined;
  loads = 0;
  /** When it was leased last. */
  usedMs = Number.NEGATIVE_INFINITY;
  /** What calls of a reward pass, where others decide how many may run. */
  gate: Gate | undefined;
  /** Why no call may begin now. */
  held: () => string | undefined = () => undefined;
  /** Why the latest load failed. */
  #loadError: SandboxError | undefined;

  constructor(setting: ModuleSetting, log: Log) {
    this.setting = setting;
    this.#log = log;
  }

  /** Why it cannot serve, or why the latest reload failed. */
  get error(): SandboxError | undefined {
    return this.#health.refusal ?? this.#loadError;
  }

  /** What keeps work away from it now, in words. */
  get trouble(): string | undefined {
    const { refusal, deaths } = this.#health;
    if (this.#current === undefined) return 'not loaded';
    if (refusal !== undefined) return `${refusal.code} ${refusal.message}; it is tried again`;
    if (deaths >= MANY_DEATHS) return `its sandbox died ${deaths} times in the last minute; the log says why`;
    return this.held();
  }

  get ready(): boolean {
    return this.trouble === undefined;
  }

  get #health(): Health {
    return healthOf(this.#current?.module);
  }

  get module(): Reward | Environment | undefined {
    return this.#current?.module;
  }

  /** Name of the function or class. */
  get functionName(): string | null {
    const { module } = this;
    if (module === undefined) return null;
    return 'functionName' in module ? module.functionName : module.className;
  }

  /**
   * Loads the file, lets its agent answer a no-op, and then puts it in the place of the one before. One at a time.
   * @throws SandboxError when it does not load; the one before goes on serving
   */
  load(sandbox: Sandbox): Promise<void> {
    const loading = this.#turn.then(() => this.#load(sandbox));
    this.#turn = loading.catch(() => {});
    return loading;
  }

  /** Takes a module that somebody else has loaded, and will close. */
  adopt(module: Reward | Environment): void {
    this.#current = { module, uses: 0, replaced: false };
    this.loads++;
  }

  /** The folders in which the files of the module are, and those of a later version that did not load. */
  async folders(): Promise<Set<string>> {
    const { file } = this.setting;
    const found = await Promise.all(this.#versions().map((files) => files.folders(file)));
    return new Set(found.flatMap((folders) => [...folders]));
  }

  /** Names of the files that on disk are not what is served; the log tells it once. */
  async findChanged(): Promise<readonly string[]> {
    const { module } = this;
    const changed = (await filesOf(module)?.changed(this.setting.file)) ?? [];
    if (module !== this.module) return this.#changed; // it was replaced meanwhile
    if (changed.length > 0 && this.#changed.length === 0)
      this.#log.event('warn', 'file_differs', {
        module: this.setting.name,
        served_version: module?.version,
        changed_files: changed,
        help: 'the loaded version is still served; `--watch` or a restart loads the current one',
      });
    this.#changed = changed;
    return changed;
  }

  /** Loads the module again when another version than the latest is on disk. @throws SandboxError when that does not load */
  async reloadChanged(sandbox: Sandbox): Promise<void> {
    const { file } = this.setting;
    // Between two acts of an editor there may be no file.
    if (existsSync(file) && ((await this.#latest?.changed(file)) ?? []).length > 0) await this.load(sandbox);
  }

  #versions(): ModuleFiles[] {
    return [filesOf(this.module), this.#latest].filter((files) => files !== undefined);
  }

  /** @throws HttpProblem `not-ready`, `module-failed` */
  lease(): Lease<Kind> {
    const generation = this.#current;
    const { name } = this.setting;
    if (generation === undefined)
      throw new HttpProblem('not-ready', `The module \`${name}\` is being loaded; ask again in a second`);
    const [{ refusal }, held] = [this.#health, this.held()];
    if (refusal !== undefined) throw problemOf(refusal);
    if (held !== undefined) throw new HttpProblem('not-ready', `The module \`${name}\` has ${held}`);
    generation.uses++;
    this.usedMs = performance.now();
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      generation.uses--;
      this.#closeUnused();
    };
    return { name, module: generation.module, release };
  }

  /** Stops looking at replaced ones; the sandbox ends them. */
  stop(): void {
    clearInterval(this.#look);
  }

  async #load(sandbox: Sandbox): Promise<void> {
    const { kind, file, name, options } = this.setting;
    try {
      const module =
        kind === 'reward'
          ? await sandbox.loadReward(file, options)
          : await sandbox.loadEnvironment(file, options);
      this.#latest = filesOf(module);
      if (this.gate !== undefined) gated(module)?.limitBy(this.gate);
      // A no-op: it is ready when its agent has answered.
      await ('probe' in module ? module.probe() : module.running(1));
      const before = this.#current;
      this.#current = { module, uses: 0, replaced: false };
      this.#changed = [];
      this.loads++;
      this.#loadError = undefined;
      this.#log.event('info', 'module_loaded', {
        module: name,
        kind,
        file,
        version: module.version,
        function: this.functionName,
        shape: module.shape,
        load_ms: Math.round(module.loadMs),
        loads: this.loads,
        ...(module.warnings.length === 0 ? {} : { warnings: module.warnings }),
      });
      if (before !== undefined) this.#replace(before);
    } catch (error) {
      if (error instanceof SandboxError) this.#loadError = error;
      this.#latest = filesOf(error) ?? this.#latest;
      throw error;
    }
  }

  #replace(generation: Generation): void {
    generation.replaced = true;
    this.#replaced.add(generation);
    this.#look ??= setInterval(() => this.#closeUnused(), LOOK_MS).unref();
    this.#closeUnused();
  }

  #closeUnused(): void {
    for (const generation of this.#replaced) {
      const { module, uses } = generation;
      if (uses > 0 || ('live' in module && module.live > 0)) continue;
      this.#replaced.delete(generation);
      module
        .close()
        .then(() => this.#log.event('info', 'module_closed', { module: this.setting.name }))
        .catch((error: unknown) => this.#log.event('error', 'close_failed', { error: String(error) }));
    }
    if (this.#replaced.size > 0) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }
}

export class Modules {
  readonly all: ServedModule[];
  readonly #log: Log;

  /** @throws SandboxError RS101 when two have one name */
  constructor(settings: readonly ModuleSetting[], log: Log) {
    const names = settings.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined)
      throw new SandboxError('RS101', `Two modules are called \`${twice}\``, {
        help: 'give one of them another name: `--reward name=FILE`',
      });
    this.#log = log;
    this.all = settings.map((setting) => new ServedModule(setting, log));
  }

  get ready(): boolean {
    return this.all.every((module) => module.ready);
  }

  /** See `ServedModule.adopt`. */
  adopt(setting: ModuleSetting, module: Reward | Environment): void {
    const served = new ServedModule(setting, this.#log);
    served.adopt(module);
    this.all.push(served);
  }

  /** Takes an adopted module out again, when it is closed. */
  abandon(module: Reward | Environment): void {
    const at = this.all.findIndex((served) => served.module === module);
    if (at !== -1) this.all.splice(at, 1);
  }

  /**
   * The module that a request means.
   * @param name undefined when it names none: then there must be only one of the kind
   * @throws HttpProblem `unknown-module`, `invalid`, `not-ready`, `module-failed`
   */
  lease<K extends Kind>(kind: K, name: string | undefined): Lease<K> {
    // `find` looked at the kind.
    return this.#find(kind, name).lease() as Lease<K>;
  }

  /** The options that a module was given. @throws HttpProblem `unknown-module`, `invalid` */
  optionsOf(kind: Kind, name: string): ModuleSetting['options'] {
    return this.#find(kind, name).setting.options;
  }

  #find(kind: Kind, name: string | undefined): ServedModule {
    const fitting = this.all.filter(({ setting }) => setting.kind === kind);
    const [only, another] = fitting;
    const isAsked = ({ setting }: ServedModule): boolean => setting.name === name;
    const found = name !== undefined ? fitting.find(isAsked) : another === undefined ? only : undefined;
    if (found !== undefined) return found;
    const names = fitting.map(({ setting }) => setting.name);
    const there = names.length === 0 ? `this server has no ${kind}` : `there are ${names.join(', ')}`;
    if (name === undefined) {
      if (only === undefined) throw new HttpProblem('unknown-module', `This server has no ${kind}`);
      throw new HttpProblem('invalid', `The body must name its \`module\`: ${there}`);
    }
    const near = nearestName(name, names);
    throw new HttpProblem('unknown-module', `There is no ${kind} called \`${name.slice(0, 60)}\``, {
      help: near === undefined ? there : `did you mean \`${near}\`?`,
    });
  }
}
