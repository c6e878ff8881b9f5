/** What an agent is told about a module: what all kinds share, and what each has of its own. */
import { realpathSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { SandboxError } from '../errors.ts';
import type {
  ResolvedEnvironmentOptions,
  ResolvedRewardOptions,
  ResolvedSandboxOptions,
} from '../options.ts';
import type { AgentSpec, ModuleSpec } from '../protocol/messages.ts';
import type { Interpreter } from '../python/interpreter.ts';
import { nameTemporaryFolder } from '../python/temporary.ts';
import { sandboxCommand } from '../sandbox/command.ts';
import type { ChosenLevel } from '../sandbox/level.ts';

/** What an agent is started with, but for what is of one start only. */
export type StartSpec = Omit<AgentSpec, 'protocol' | 'schema' | 'endpoint' | 'name' | 'files'>;

type Common = ResolvedRewardOptions | ResolvedEnvironmentOptions;

/** What depends on the kind of the module. */
export interface OwnSpec {
  settings: Common;
  spares: number;
  setupTimeout: number;
  kind: ModuleSpec['kind'];
  /** Of the reward function, or of the class. */
  name: string | undefined;
  completionFormat: ModuleSpec['completion_format'];
  columns: ModuleSpec['columns'];
  allowSharedState: boolean;
  mostCopied: number;
  threads: number;
  /** Each slot has a network of its own, unless `allowNet` gives them one. */
  ownNetwork: boolean;
}

export const rewardSpec = (settings: ResolvedRewardOptions): OwnSpec => ({
  settings,
  spares: spareSlots(settings),
  setupTimeout: settings.timeout,
  kind: 'reward',
  name: settings.function,
  completionFormat: settings.completionFormat,
  columns: settings.columns,
  allowSharedState: settings.allowSharedState,
  mostCopied: mostCopied(settings),
  threads: settings.concurrency,
  ownNetwork: true,
});

export const environmentSpec = (settings: ResolvedEnvironmentOptions): OwnSpec => ({
  settings,
  spares: Math.min(settings.maxEpisodes, availableParallelism()),
  setupTimeout: settings.setupTimeout,
  kind: 'environment',
  name: settings.class,
  completionFormat: 'auto',
  columns: 'auto',
  allowSharedState: true,
  mostCopied: 0,
  threads: 1,
  ownNetwork: settings.localNetwork,
});

/** Slots kept ready beyond those that are busy: while one forks its next worker, another serves. */
const spareSlots = ({ reuse, concurrency }: ResolvedRewardOptions): number => {
  if (reuse === 'never') return concurrency + 1;
  return reuse === 'auto' ? 1 : 0;
};

const COPIES = { auto: 32 * 2 ** 20, always: 128 * 2 ** 20, never: 0 };
/** The part of the machine's memory, or of this process's cgroup, that copies may take without being asked for. */
const MOST_OF_MACHINE = 1 / 8;

/** Bytes of a worker that may be copied. A slot takes twice that: a worker with a copy shares none with the others. */
const mostCopied = (settings: ResolvedRewardOptions): number => {
  const { restore, concurrency, moduleMemory } = settings;
  // What is made ready for calls, and copies of workers, would count as the module's memory.
  if (moduleMemory !== undefined) return 0;
  const machine = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const all = 2 * COPIES.auto * (concurrency + spareSlots(settings));
  return restore === 'auto' && all > machine * MOST_OF_MACHINE ? 0 : COPIES[restore];
};

export interface SpecRequest {
  /** Real, absolute path of the user's file. */
  path: string;
  interpreter: Interpreter;
  chosen: ChosenLevel;
  settings: ResolvedSandboxOptions;
  /** Variables for the module, by name. */
  secrets: Readonly<Record<string, string>>;
  own: OwnSpec;
}

/** @throws SandboxError RS102 when a mount, or what is to be hidden, does not exist; RS101 when that is the module */
export const agentSpec = ({
  path,
  interpreter,
  chosen,
  settings,
  secrets,
  own,
}: SpecRequest): { spec: StartSpec; warnings: string[] } => {
  const { level, bubblewrap } = chosen;
  const { allowNet } = settings;
  const { settings: module } = own;
  const root = settings.root === undefined ? [] : [settings.root];
  const { command, environment, tmpBinds, hidden, lend, landlock, seccomp, codeRoots, codeHidden, warnings } =
    sandboxCommand({
      level,
      bubblewrap,
      profile: settings.profile,
      // Named here and made by the launcher.
      tmp: nameTemporaryFolder('tmp'),
      interpreter,
      moduleFile: path,
      mounts: [...settings.mounts, ...root].map((mount) => existing(mount, 'mount')),
      hide: settings.hide.map((path) => realpathSync(existing(path, 'hide'))),
      hostIsRoot: process.getuid?.() === 0,
      // With a way out they need sockets, and share a network as calls do then (docs/judges.md).
      sharesNetwork: own.kind === 'environment' && !own.ownNetwork && allowNet.length === 0,
    });
  const spec: StartSpec = {
    command,
    environment,
    level,
    concurrency: module.concurrency,
    spares: own.spares,
    timeout_ms: module.timeout,
    setup_timeout_ms: own.setupTimeout,
    load_timeout_ms: module.loadTimeout,
    cpu_time_ms: module.cpuTime ?? null,
    module_memory: module.moduleMemory ?? null,
    module: {
      file: path,
      kind: own.kind,
      function: own.name ?? null,
      completion_format: own.completionFormat,
      columns: own.columns,
      sys_path: [...root.map((folder) => resolve(folder)), ...interpreter.sysPath],
      reuse: module.reuse,
      allow_shared_state: own.allowSharedState,
      most_copied: own.mostCopied,
      threads: own.threads,
      memory: module.memory,
      tmp_size: module.tmpSize,
      file_size: module.fileSize ?? module.tmpSize,
      processes: module.processes,
      open_files: module.openFiles,
      output_limit: module.outputLimit,
      max_result: module.maxResult,
      confined: level === 'namespaces' && landlock === null,
      landlock,
      tmp_binds: tmpBinds,
      hidden,
      lend,
      seccomp,
      code_roots: codeRoots,
      code_hidden: codeHidden,
      import_in_worker: false,
      in_cgroup: false, // the agent finds out
      own_network: own.ownNetwork && allowNet.length === 0,
      way_out: allowNet.length > 0,
      awaits_environment: allowNet.length > 0 || Object.keys(secrets).length > 0,
      timeout_ms: module.timeout,
      setup_timeout_ms: own.setupTimeout,
    },
    allow_net: allowNet,
    secrets,
  };
  return { spec, warnings };
};

const existing = (path: string, what: string): string => {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SandboxError('RS102', `${path}: no such file or folder to ${what}`);
  return resolve(path);
};
