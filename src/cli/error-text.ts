/** What a person reads when a command ends with an error. */
import { type ErrorCode, formatError, SandboxError, withHelp } from '../errors.ts';

/** Errors in input files bring their own frames, which name file, line and code; nothing is put in front of those. */
const hasFrames = (error: SandboxError): boolean => 'problems' in error; // no `instanceof`: its class is not loaded here

/** System errors that say what the machine is short of, whatever was being done. */
const HOST_FAULTS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  EMFILE: ['RS404', 'This process may open too few files (`ulimit -n`; at least 128 are needed)'],
  ENFILE: ['RS404', 'The machine has no open files left for any process'],
  EAGAIN: ['RS404', 'This user may start no more processes (`ulimit -u`)'],
  ENOMEM: ['RS404', 'The machine has no memory left'],
  ENOSPC: ['RS102', 'The disk has no space or no inodes left'],
  EDQUOT: ['RS102', 'The disk quota of this user is used up'],
  EROFS: ['RS102', 'The file system is read-only'],
};

export const errorText = (error: unknown): string => {
  if (error instanceof SandboxError)
    return hasFrames(error) ? withHelp(error.message, error.help) : formatError(error);
  const { code, message } = error as NodeJS.ErrnoException;
  const fault = HOST_FAULTS[code ?? ''];
  if (fault !== undefined) return formatError({ code: fault[0], message: `${fault[1]}: ${message}` });
  const stack = error instanceof Error ? error.stack : String(error);
  return `runrl-sandbox failed unexpectedly. This is a bug in it, not in your files:\n${stack}`;
};
