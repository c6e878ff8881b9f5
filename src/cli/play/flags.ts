/** The flags of `play`, and what they come to. */
import { randomInt } from 'node:crypto';
import { FlagError } from '../../options/flag-error.ts';
import type { SandboxOptions } from '../../options.ts';
import type { RunFlags } from '../run/flags.ts';
import { type ModuleChoice, moduleChoice } from '../run/settings.ts';
import { wholeNumber } from '../settings/flag-values.ts';
import { sandboxSettings } from '../settings/module-settings.ts';
import { hideFrom } from '../settings/told-files.ts';
import { replayCommand } from '../shell.ts';

/** As commander hands them over: text, not yet checked. */
export interface PlayFlags extends Omit<RunFlags, 'completions'> {
  row?: string;
  id?: string;
}

export interface PlaySettings {
  sandbox: SandboxOptions;
  module: ModuleChoice;
  row: number | undefined;
  id: string | undefined;
  seed: number;
  replayCommand: (file: string) => string;
}

/** People think longer than trainers do. */
const IDLE_TIMEOUT = '24h';
/** Short enough to be typed again. */
const SEEDS = 2 ** 31;

/** @throws SandboxError RS101 */
export const playSettings = (flags: PlayFlags): PlaySettings => {
  if (flags.row !== undefined && flags.id !== undefined)
    throw new FlagError('row', ' cannot be used with --id');
  const given: RunFlags = { ...flags, completions: '' };
  if (flags.environment !== undefined) given.idleTimeout ??= IDLE_TIMEOUT;
  const module = moduleChoice(given);
  const row = wholeNumber('--row', flags.row, 0, Number.MAX_SAFE_INTEGER);
  // Picked here, so that every game can be played again, and what is saved can be replayed.
  const seed = module.options.seed ?? randomInt(SEEDS);
  module.options.seed = seed;
  if (module.kind === 'reward') module.options.concurrency = 1;
  const replay = (file: string): string => {
    const { row: _row, id: _id, json: _json, seed: _seed, prompts, ...rest } = flags;
    const all = { prompts, completions: file, ...rest, seed };
    return replayCommand(process.argv[1] ?? 'runrl-sandbox', all, process.env);
  };
  const sandbox = hideFrom(sandboxSettings(flags), [module.file], [flags.prompts]);
  return { sandbox, module, row, id: flags.id, seed, replayCommand: replay };
};
