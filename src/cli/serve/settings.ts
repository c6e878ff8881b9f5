/** The flags of `serve` and its config file → settings of the server. Flags win. */
import { existsSync } from 'node:fs';
import { SandboxError } from '../../errors.ts';
import { FlagError } from '../../options/flag-error.ts';
import { CODE, SERVER } from '../../options/server.ts';
import type { SandboxOptions } from '../../options.ts';
import { codeOptionsSchema } from '../../server/dialects/code-runs.ts';
import type { CodeSettings } from '../../server/pushed/pushed-code.ts';
import { type Kind, type ModuleSetting, nameOfFile } from '../../server/settings/module-setting.ts';
import {
  type Config,
  readConfig,
  type ServerSettings,
  serverOptionsSchema,
} from '../../server/settings/serve-config.ts';
import { checkOptions, optionsOf, withoutUndefined } from '../settings/flag-values.ts';
import {
  environmentOptions,
  ONLY_ENVIRONMENT,
  ONLY_REWARD,
  refuseFlags,
  rewardOptions,
  sandboxSettings,
} from '../settings/module-settings.ts';
import { isConfigured } from '../settings/origins.ts';
import type { ServeFlags } from './serve.ts';

/** Read without being named, where it is there. */
const DEFAULT_CONFIG = 'runrl-sandbox.json';

export interface ServeSettings {
  /** Config file that was read. */
  config: string | undefined;
  server: ServerSettings;
  sandbox: SandboxOptions;
  modules: ModuleSetting[];
  /** Options of modules that clients send. */
  pushed: Pick<CodeSettings, 'reward' | 'environment'>;
}

/** @throws SandboxError RS101, RS102 */
export const serveSettings = (flags: ServeFlags): ServeSettings => {
  const path = flags.config ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined);
  const config: Config = path === undefined ? { server: {}, sandbox: {}, modules: [] } : readConfig(path);
  const given = [
    ...config.modules,
    ...(flags.reward ?? []).map((text) => moduleOf('reward', text)),
    ...(flags.environment ?? []).map((text) => moduleOf('environment', text)),
  ];
  // What was typed wins over the config file, and that over what is configured for all commands.
  const usual = flagsWhere(flags, isConfigured);
  const typed = flagsWhere(flags, (key) => !isConfigured(key));
  const before = { ...serverFlags(usual, undefined), ...config.server };
  const server = { ...before, ...serverFlags(typed, before.runCode) };
  if (
    given.length === 0 &&
    (server.runCode ?? false) === false &&
    server.grantLeases !== true &&
    server.acceptCode === undefined
  )
    throw new SandboxError('RS101', 'There is nothing to serve', {
      help: 'name a file: `--reward FILE` or `--environment FILE`, or a config file with `modules`; or `--run-code`',
    });
  const kinds = new Set(given.map(({ kind }) => kind));
  const isAny = server.acceptCode !== undefined;
  if (!kinds.has('reward') && !isAny) refuseFlags(flags, ONLY_REWARD, '--reward', '--environment');
  if (!kinds.has('environment') && !isAny) refuseFlags(flags, ONLY_ENVIRONMENT, '--environment', '--reward');
  return {
    config: path,
    server,
    sandbox: { ...sandboxSettings(usual), ...config.sandbox, ...sandboxSettings(typed) },
    modules: given.map((module) => withFlags(module, usual, typed)),
    pushed: {
      reward: { ...rewardOptions(usual), ...rewardOptions(typed) },
      environment: { ...environmentOptions(usual), ...environmentOptions(typed) },
    },
  };
};

/** `name=FILE`, or a file whose name without `.py` is the module's. */
const moduleOf = (kind: Kind, text: string): ModuleSetting => {
  const [, name, file = text] = /^([^/=]*)=(.*)$/s.exec(text) ?? [];
  if (file !== '' && /^[\w.-]+$/.test(name ?? 'none'))
    return { kind, name: name ?? nameOfFile(file), file, options: {} };
  throw new FlagError(kind, `: expected FILE or NAME=FILE, got \`${text}\``, {
    help: 'a name has letters, digits, `_`, `.` and `-`; a file in whose own name `=` stands is written `./FILE`',
  });
};

const flagsWhere = (flags: ServeFlags, holds: (key: string) => boolean): ServeFlags =>
  Object.fromEntries(Object.entries(flags).filter(([key]) => holds(key)));

const withFlags = (module: ModuleSetting, usual: ServeFlags, typed: ServeFlags): ModuleSetting =>
  module.kind === 'reward'
    ? { ...module, options: { ...rewardOptions(usual), ...module.options, ...rewardOptions(typed) } }
    : {
        ...module,
        options: { ...environmentOptions(usual), ...module.options, ...environmentOptions(typed) },
      };

/** @param before what the config file says */
const runCodeOf = (flags: ServeFlags, before: ServerSettings['runCode']): ServerSettings['runCode'] => {
  const file = typeof before === 'object' ? before : {};
  if (flags.runCode === undefined && (before ?? false) === false) {
    if (flags.runCodePackages === undefined) return before;
    throw new FlagError('run-code-packages', ' needs --run-code', {
      help: 'add `--run-code`, or leave out `--run-code-packages`',
    });
  }
  const given = optionsOf(CODE, flags);
  checkOptions(codeOptionsSchema, given);
  return { ...file, ...given };
};

const serverFlags = (flags: ServeFlags, runCode: ServerSettings['runCode']): ServerSettings => {
  const settings = withoutUndefined({ ...optionsOf(SERVER, flags), runCode: runCodeOf(flags, runCode) });
  checkOptions(serverOptionsSchema, settings);
  return settings as ServerSettings;
};
