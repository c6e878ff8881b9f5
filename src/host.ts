/** `createSandbox`: the modules of one trainer, the channel they share, and their end. */
import { randomUUID } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { startAgent } from './agent/agent.ts';
import { Channel } from './agent/channel.ts';
import { SandboxError } from './errors.ts';
import { checkInput } from './formats/files.ts';
import type { Reward } from './module/call.ts';
import { makeRedact, type Redact, redactEvents, shortSecrets } from './module/redact.ts';
import { RewardModule } from './module/reward-module.ts';
import {
  type ResolvedRewardOptions,
  type ResolvedSandboxOptions,
  type RewardOptions,
  resolveOptions,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
} from './options.ts';
import type { Level } from './outcome.ts';
import type { AgentSpec } from './protocol/messages.ts';
import { agentPython } from './python/agent-environment.ts';
import { cacheFolder } from './python/cache-folder.ts';
import { findInterpreter, type Interpreter } from './python/interpreter.ts';
import { moduleEnvironment } from './python/requirements.ts';
import { SHIM_FOLDER, sandboxCommand } from './sandbox/command.ts';
import { type ChosenLevel, chooseLevel, refusal } from './sandbox/level.ts';
import { explain } from './sandbox/probe.ts';
import { passedVariables } from './sandbox/variables.ts';

/** A sandbox: loads modules, and ends them all when it is closed. */
export interface Sandbox extends AsyncDisposable {
  /** How strongly its modules are confined. */
  readonly level: Level;
  /**
   * Loads a reward file.
   * @throws SandboxError RS101 (options), RS102 (file), RS2xx (the file does not load), RS3xx (Python),
   *   RS401 (the level cannot be had)
   */
  loadReward(file: string, options?: RewardOptions): Promise<Reward>;
  /** Ends every module and everything they started. Calls that still run end as `cancelled`. Idempotent. */
  close(): Promise<void>;
}

/** Slots kept ready beyond those that are busy: while one forks its next worker, another serves. */
const spareSlots = ({ reuse, concurrency }: ResolvedRewardOptions): number => {
  if (reuse === 'never') return concurrency + 1;
  return reuse === 'auto' ? 1 : 0;
};

/**
 * Makes a sandbox. Installs no signal handlers, keeps no global state, and does not keep the process alive
 * while no call runs.
 * @throws SandboxError RS101, RS301 (no Python), RS302 (no agent environment), RS401 (level cannot be had)
 */
export const createSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const settings = resolveOptions(sandboxOptionsSchema, options);
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
    channel: await Channel.open(),
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
  readonly #modules = new Set<RewardModule>();
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
    if (this.#closed) throw new SandboxError('RS501', 'The sandbox was closed');
    const { interpreter: standard, cacheDir, settings: sandboxSettings } = this.#parts;
    const settings = resolveOptions(rewardOptionsSchema, options);
    if (settings.cpuTime !== undefined && settings.reuse === 'shared') {
      throw new SandboxError(
        'RS101',
        'Option `cpuTime`: calls of one worker (`reuse: shared`) cannot be told apart',
        {
          help: 'leave it out, or use another `reuse`; `timeout` holds under `shared` too',
        },
      );
    }
    const path = await modulePath(file);
    const interpreter = await moduleEnvironment({
      file: path,
      requirements: settings.requirements,
      interpreter: standard,
      cacheDir,
      onLog: sandboxSettings.onLog,
    });
    return this.#loading(() => this.#load(file, path, interpreter, settings));
  }

  async #load(
    file: string,
    path: string,
    interpreter: Interpreter,
    settings: ResolvedRewardOptions,
  ): Promise<Reward> {
    if (this.#closed) throw new SandboxError('RS501', 'The sandbox was closed');
    const { python, settings: sandboxSettings, secrets, channel, chosen } = this.#parts;
    const { level } = chosen;
    const { spec, warnings } = this.#spec(path, interpreter, settings);
    try {
      return await RewardModule.load({
        file,
        level,
        settings,
        warnings: [...warnings, ...shortSecrets(secrets)],
        redact: this.#redact,
        start: (events) =>
          startAgent(
            python,
            SHIM_FOLDER,
            channel,
            // Nobody can speak in the name of an agent who cannot guess it; short, whatever the file is called.
            { ...spec, name: randomUUID() },
            redactEvents(events, this.#redact),
          ),
        hold: (count) => channel.hold(count),
        release: (count) => channel.release(count),
        onLog: sandboxSettings.onLog ?? (() => {}),
        registry: this.#modules,
      });
    } catch (error) {
      if (level === 'none' || !(error instanceof SandboxError) || error.code !== 'RS401') throw error;
      chosen.forget();
      // Says what is missing instead of what the tool printed.
      throw refusal([[level, explain(error.message)]], error);
    }
  }

  #spec(
    path: string,
    interpreter: Interpreter,
    settings: ResolvedRewardOptions,
  ): { spec: Omit<AgentSpec, 'protocol' | 'schema' | 'endpoint' | 'name'>; warnings: string[] } {
    const { chosen, secrets, settings: sandboxSettings } = this.#parts;
    const { level, bubblewrap } = chosen;
    const { allowNet } = sandboxSettings;
    const { command, environment, tmpBinds, lend, landlock, seccomp, codeRoots, codeHidden, warnings } =
      sandboxCommand({
        level,
        bubblewrap,
        profile: sandboxSettings.profile,
        // Named here and made by the launcher.
        tmp: join(tmpdir(), `runrl-tmp-${randomUUID()}`),
        interpreter,
        moduleFile: path,
        mounts: sandboxSettings.mounts.map((mount) => existing(mount)),
        hostIsRoot: process.getuid?.() === 0,
      });
    const spec = {
      command,
      environment,
      level,
      concurrency: settings.concurrency,
      spares: spareSlots(settings),
      timeout_ms: settings.timeout,
      load_timeout_ms: settings.loadTimeout,
      cpu_time_ms: settings.cpuTime ?? null,
      module_memory: settings.moduleMemory ?? null,
      module: {
        file: path,
        function: settings.function ?? null,
        completion_format: settings.completionFormat,
        sys_path: interpreter.sysPath,
        reuse: settings.reuse,
        threads: settings.concurrency,
        memory: settings.memory,
        tmp_size: settings.tmpSize,
        file_size: settings.fileSize ?? settings.tmpSize,
        processes: settings.processes,
        open_files: settings.openFiles,
        output_limit: settings.outputLimit,
        max_result: settings.maxResult,
        confined: level === 'namespaces' && landlock === null,
        landlock,
        tmp_binds: tmpBinds,
        lend,
        seccomp,
        code_roots: codeRoots,
        code_hidden: codeHidden,
        import_in_worker: false,
        in_cgroup: false, // the agent finds out
        way_out: allowNet.length > 0,
        awaits_environment: allowNet.length > 0 || Object.keys(secrets).length > 0,
      },
      allow_net: allowNet,
      secrets,
    };
    return { spec, warnings };
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

const modulePath = async (file: string): Promise<string> => {
  await checkInput(file, 'reward file');
  return realpathSync(file);
};

const existing = (path: string): string => {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SandboxError('RS102', `${path}: no such file or folder to mount`);
  return resolve(path);
};
