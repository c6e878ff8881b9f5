/** Where the values of options came from that nobody typed. */
import { SandboxError } from '../../errors.ts';
import { FlagError } from '../../options/flag-error.ts';
import { flagKey } from '../../options/rows.ts';

/** A value as commander hands flags over. */
export interface Found {
  /** False: a flag that is off. */
  value: string | string[] | boolean;
  origin: string;
}

/** Where a value came from: `runrl.toml:3`, or the name of a variable. By the key of its flag. */
export const origins = new Map<string, string>();

/** Whether nobody typed this option for this very command. */
export const isConfigured = (key: string): boolean => origins.has(key);

/** Says where a value came from, instead of the flag that nobody typed. */
export const withOrigin = (error: unknown): unknown => {
  if (!(error instanceof FlagError)) return error;
  const { flag, says } = error;
  const origin = origins.get(flagKey(flag, { type: 'text', help: '', flag }));
  if (origin === undefined) return error;
  const help = error.help === undefined ? {} : { help: error.help };
  return new SandboxError('RS101', `${origin}: ${flag}${says}`, { ...help, cause: error });
};
