/** What a person reads when a command ends with an error. */
import { formatError, SandboxError, withHelp } from '../errors.ts';

/** Errors in input files bring their own frames, which name file, line and code; nothing is put in front of those. */
const hasFrames = (error: SandboxError): boolean => 'problems' in error; // no `instanceof`: its class is not loaded here

export const errorText = (error: unknown): string => {
  if (error instanceof SandboxError)
    return hasFrames(error) ? withHelp(error.message, error.help) : formatError(error);
  const stack = error instanceof Error ? error.stack : String(error);
  return `runrl-sandbox failed unexpectedly. This is a bug in it, not in your files:\n${stack}`;
};
