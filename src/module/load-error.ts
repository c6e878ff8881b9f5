/** What the agent says when a module cannot be loaded → the error that is thrown. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
  const told = withLocalModule(message, file);
  return new SandboxError(
    CODES[reason],
    told.startsWith(`${name}:`) ? file + told.slice(name.length) : told,
    reason === 'timeout' ? { help: 'raise --load-timeout (loadTimeout), or import less' } : {},
  );
};

/** How many folders up a project's root may be. */
const UP = 4;

/** The sandbox sees nothing above the module's folder: only out here it is known that a missing module is a neighbour. */
const withLocalModule = (message: string, file: string): string => {
  const [help = '', name = ''] =
    /\n {2}= help: choose an interpreter[\s\S]*or, if `(\w+)` is yours: [^\n]*/.exec(message) ?? [];
  if (name === '') return message;
  let folder = dirname(file);
  for (let up = 0; up < UP; up++) {
    folder = dirname(folder);
    if ([name, `${name}.py`].some((entry) => existsSync(join(folder, entry))))
      return message.replace(
        help,
        () => `\n  = help: \`${name}\` is in ${folder}: --root ${folder} (root) lets the module import it`,
      );
  }
  return message;
};
