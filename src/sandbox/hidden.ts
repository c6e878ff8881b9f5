/** What is kept from a module of the folders that are shown to it: answers that lie beside it, tokens, results. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusedOption } from '../options/flag-error.ts';
import { covered, outermost } from './paths.ts';

export interface Hiding {
  moduleFile: string;
  /** Real, absolute paths. */
  hide: readonly string[];
  mounts: readonly string[];
}

/**
 * Of what is to be hidden, all that would be seen. What a mount names itself is wanted.
 * @throws SandboxError RS101 when the module would be hidden
 */
export const hiddenOf = ({ moduleFile, hide, mounts }: Hiding, shown: readonly string[]): string[] => {
  const wanted = new Set(mounts.map((path) => realpathSync(path)));
  const hidden = outermost(hide.filter((path) => covered(path, shown) && !wanted.has(path)));
  const own = hidden.find((path) => covered(moduleFile, [path]));
  if (own === undefined) return hidden;
  throw refusedOption(
    'hide',
    `: the module itself lies in \`${own}\``,
    'name the files in it that the module must not see',
  );
};

/** Arguments of bubblewrap: opening a device of a mount without devices fails, and so does a folder without rights. */
export const cover = (path: string): string[] =>
  statSync(path).isDirectory()
    ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path]
    : ['--ro-bind', '/dev/null', path];

/** The command of a later start: what has gone meanwhile cannot be covered, and need not be. */
export const withoutGone = (command: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < command.length; at++) {
    const [first, second] = command.slice(at, at + 2);
    const [place, size] =
      first === '--ro-bind' && second === '/dev/null'
        ? [at + 2, 3]
        : first === '--perms'
          ? [at + 3, 6]
          : [at, 0];
    if (size > 0 && !existsSync(command[place] ?? '')) at += size - 1;
    else kept.push(command[at] ?? '');
  }
  return kept;
};

/**
 * The same by rules, which permit and cannot forbid: all that lies around what is hidden is permitted by name, as it is
 * now. What comes into these folders later cannot be read.
 * @param further permitted as they are
 */
export const around = (
  shown: readonly string[],
  hidden: readonly string[],
  further: readonly string[],
): { read: string[]; list: string[] } => {
  const read: string[] = [...further];
  const list: string[] = [];
  const permit = (path: string): void => {
    if (hidden.includes(path)) return;
    if (!hidden.some((each) => covered(each, [path]))) {
      read.push(path);
      return;
    }
    list.push(path);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      // A rule for a link would be one for what it leads to.
      if (!entry.isSymbolicLink()) permit(join(path, entry.name));
    }
  };
  for (const path of shown) permit(path);
  return { read, list };
};
