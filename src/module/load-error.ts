/** What the agent says when a module cannot be loaded → the error that is thrown. */
import { basename } from 'node:path';
import { SandboxError } from '../errors.ts';
import type { AgentMessage } from '../protocol/messages.ts';

const CODES = { module: 'RS201', timeout: 'RS202', ended: 'RS203', sandbox: 'RS401' } as const;

/**
 * The message already has the user's file, line and caret. Inside, the file is known by its name alone: it is
 * told as the person wrote it, so that it can be found from where they are.
 */
export const loadError = (
  { reason, message }: Extract<AgentMessage, { type: 'load_failed' }>,
  file: string,
): SandboxError => {
  const name = basename(file);
  return new SandboxError(
    CODES[reason],
    message.startsWith(`${name}:`) ? file + message.slice(name.length) : message,
    reason === 'timeout' ? { help: 'raise --load-timeout (loadTimeout), or import less' } : {},
  );
};
