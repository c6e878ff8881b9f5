/** `createSandbox`: the modules of one trainer, the channel they share, and their end. */
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { startAgent } from './agent/agent.ts';
import { Channel } from './agent/channel.ts';
import { SandboxError } from './errors.ts';
import { checkInput } from './formats/files.ts';
import { agentSpec, environmentSpec, type OwnSpec, rewardSpec, type StartSpec } from './module/agent-spec.ts';
import type { Reward } from './module/calls/call.ts';
import { RewardModule } from './module/calls/reward-module.ts';
import type { Environment } from './module/episodes/environment.ts';
import { EnvironmentModule } from './module/episodes/environment-module.ts';
import type { ModuleHost } from './module/module-agent.ts';
import { ModuleFiles, noteFiles } from './module/module-files.ts';
import { makeRedact, type Redact, redactEvents, shortSecrets } from './module/redact.ts';
import { refusedOption } from './options/flag-error.ts';
import {
  type EnvironmentOptions,
  environmentOptionsSchema,
  type ResolvedSandboxOptions,
  type RewardOptions,
  resolveOptions,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
} from './options.ts';
import type { Level } from './outcome.ts';
import { agentPython } from './python/agent-environment.ts';
import { cacheFolder } from './python/cache-folder.ts';
import { findInterpreter, type Interpreter } from './python/interpreter.ts';
import { moduleEnvironment } from './python/requirements.ts';
import { SHIM_FOLDER } from './sandbox/command.ts';
import { withoutGone } from './sandbox/hidden.ts';
import { checkHostLimits } from './sandbox/host-limits.ts';
import { type ChosenLevel, chooseLevel, refusal } from './sandbox/level.ts';
import { explain } from './sandbox/probe.ts';
import { passedVariables } from './sandbox/variables.ts';

/** A sandbox: loads modules, and ends them all when it is closed. */
export interface Sandbox extends AsyncDisposable {
  /** How strongly its modules are confined. */
  readonly level: Level;
  /**
   * Loads a reward file.
   * @param file its path @param options defaults are those of `runrl-sandbox run`
   * @throws SandboxError RS101 (options), RS102 (file), RS201, RS202, RS203 (it does not load), RS303 (its requirements),
   *   RS401 (the level is not available), RS402 (the agent does not start), RS501 (the sandbox was closed)
   */
  loadReward(file: string, options?: RewardOptions): Promise<Reward>;
  /**
   * Loads an environment file.
   * @param file its path @param options defaults are those of `runrl-sandbox run`
   * @throws SandboxError as `loadReward`
   */
  loadEnvironment(file: string, options?: EnvironmentOptions): Promise<Environment>;
  /** Ends every module and everything they started. Calls and steps that still run end as `cancelled`. Idempotent. */
  close(): Promise<void>;
}

/**
 * Makes a sandbox. Installs no signal handlers, keeps no global state, and does not keep the process alive
 * while no call runs.
 * @throws SandboxError RS101 (options), RS102 (the temporary folder), RS301 (no Python), RS302 (no agent environment),
 *   RS401 (level not available), RS404 (limits of the host)
 */
export const createSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const settings = resolveOptions(sandboxOptionsSchema, options);
  checkHostLimits();
  const secrets = passedVariables(settings.env, process.env, settings.allowNet.length > 0);
  const cacheDir = cacheFolder();
  const interpreter = await findInterpreter({ python: settings.python, env: process.env, cacheDir });
  const chosen = await chooseLevel(settings, interpreter, cacheDir);
  const python = await agentPython({ cacheDir, interpreter, onLog: settings.onLog });
  return new HostSandbox({
    chosen,
    cacheDir,
    interpreter,
    python,
    settings,
    secrets,
    channel: Channel.open(),
  });
};

interface HostParts {
  chosen: ChosenLevel;
  cacheDir: string;
  interpreter: Interpreter;
  /** Interpreter of the agents. */
  python: string;
  settings: ResolvedSandboxOptions;
  /** Variables for the modules, by name. */
  secrets: Readonly<Record<string, string>>;
  channel: Channel;
}

class HostSandbox implements Sandbox {
  readonly level: Level;
  readonly #parts: HostParts;
  readonly #modules = new Set<{ close: () => Promise<void> }>();
  /** Imports that run at a time: more than there are CPUs would lengthen each, up to its load timeout. */
  readonly #loading = pLimit(availableParallelism());
  readonly #redact: Redact | undefined;
  #closed = false;

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#redact = makeRedact(parts.secrets);
    this.level = parts.chosen.level;
  }

  async loadReward(file: string, options: RewardOptions = {}): Promise<Reward> {
    this.#mustBeOpen();
    const settings = resolveOptions(rewardOptionsSchema, options);
    if (settings.cpuTime !== undefined && settings.reuse === 'shared') {
      throw refusedOption(
        'cpuTime',
        ' cannot be used with `reuse: shared`: calls of one worker share its CPU time',
        'leave it out, or use another `reuse`; `timeout` holds under `shared` too',
      );
    }
    const prepared = await this.#prepare(file, 'reward file', settings);
    return this.#load(prepared, rewardSpec(settings), (parts) => RewardModule.load({ ...parts, settings }));
  }

  async loadEnvironment(file: string, options: EnvironmentOptions = {}): Promise<Environment> {
    this.#mustBeOpen();
    const settings = resolveOptions(environmentOptionsSchema, options);
    const { allowNet, profile } = this.#parts.settings;
    if (settings.localNetwork && (this.level !== 'namespaces' || profile === 'strict')) {
      const has = this.level === 'namespaces' ? 'the profile is `strict`' : `the level is \`${this.level}\``;
      throw refusedOption(
        'localNetwork',
        `: only the level \`namespaces\` has networks for single episodes, ${has}`,
        'leave it out; `runrl-sandbox doctor` says what this machine lacks for the level `namespaces`',
      );
    }
    if (settings.localNetwork && allowNet.length > 0) {
      throw refusedOption(
        'localNetwork',
        ' cannot be used with `allowNet`, whose network is shared',
        'leave one of the two out',
      );
    }
    const prepared = await this.#prepare(file, 'environment file', settings);
    return this.#load(prepared, environmentSpec(settings), (parts, spec) =>
      EnvironmentModule.load({ ...parts, settings, hashSeed: spec.environment.PYTHONHASHSEED ?? '' }),
    );
  }

  /** Finds the file, and the interpreter with what it requires. */
  async #prepare(
    file: string,
    what: string,
    { requirements }: { requirements?: string | undefined },
  ): Promise<{ file: string; path: string; interpreter: Interpreter }> {
    const { interpreter, cacheDir, settings } = this.#parts;
    await checkInput(file, what);
    const path = realpathSync(file);
    const { onLog } = settings;
    return {
      file,
      path,
      interpreter: await moduleEnvironment({ file: path, requirements, interpreter, cacheDir, onLog }),
    };
  }

  async #load<T extends object>(
    { file, path, interpreter }: { file: string; path: string; interpreter: Interpreter },
    own: OwnSpec,
    load: (parts: ModuleHost, spec: StartSpec) => Promise<T>,
  ): Promise<T> {
    const { python, settings, secrets, channel, chosen } = this.#parts;
    const { spec, warnings } = agentSpec({ path, interpreter, chosen, settings, secrets, own });
    const files = new ModuleFiles(path, settings.sources);
    const parts: ModuleHost = {
      file,
      files,
      level: chosen.level,
      warnings: [...warnings, ...shortSecrets(secrets)],
      redact: this.#redact,
      start: (events) =>
        startAgent(
          python,
          SHIM_FOLDER,
          channel,
          // Nobody can speak in the name of an agent who cannot guess it; short, whatever the file is called.
          { ...spec, command: withoutGone(spec.command), files: files.forAgent(), name: randomUUID() },
          files.listen(redactEvents(events, this.#redact)),
        ),
      hold: (count) => channel.hold(count),
      release: (count) => channel.release(count),
      onLog: settings.onLog ?? (() => {}),
      recover: settings.recover,
      registry: this.#modules,
    };
    return this.#loading(async () => {
      this.#mustBeOpen();
      try {
        const module = await load(parts, spec);
        noteFiles(module, files);
        return module;
      } catch (error) {
        if (error instanceof SandboxError) noteFiles(error, files);
        if (chosen.level === 'none' || !(error instanceof SandboxError) || error.code !== 'RS401')
          throw error;
        chosen.forget();
        // Says what is missing instead of what the tool printed.
        throw refusal([[chosen.level, explain(error.message)]], error);
      }
    });
  }

  /** @throws SandboxError RS501 */
  #mustBeOpen(): void {
    if (this.#closed) throw new SandboxError('RS501', 'The sandbox was closed');
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#modules].map((module) => module.close()));
    this.#parts.channel.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
