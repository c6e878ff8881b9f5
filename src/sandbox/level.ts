/** Decides how strongly to confine, before any module is loaded: the strongest level that this machine has, or refusal. */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError } from '../errors.ts';
import { makeFolder } from '../formats/make-folder.ts';
import { refusedOption } from '../options/flag-error.ts';
import type { ResolvedSandboxOptions } from '../options.ts';
import type { Level } from '../outcome.ts';
import type { Interpreter } from '../python/interpreter.ts';
import { findBubblewrap, INSTALL_BUBBLEWRAP } from './bubblewrap.ts';
import { type MissingPiece, probeLevel } from './probe.ts';

export interface ChosenLevel {
  level: Level;
  /** Path of bubblewrap; empty where it is not used. */
  bubblewrap: string;
  /** To be called when the level turns out not to be available after all: the next start will try again. */
  forget: () => void;
}

const NO_CONFINEMENT = "`--sandbox none` (level: 'none') runs without any confinement";

/**
 * Takes the level that was asked for, or under `auto` tries what is available.
 * @throws SandboxError RS401 when no level is available, with the reason of each level; RS101 for a combination that
 *   does not exist
 */
export const chooseLevel = async (
  { level, profile, allowNet, onLog }: ResolvedSandboxOptions,
  interpreter: Interpreter,
  cacheDir: string,
): Promise<ChosenLevel> => {
  const nothing = (): void => {};
  if (profile === 'strict' && (level === 'none' || level === 'landlock')) {
    throw refusedOption('profile', `: \`strict\` exists at the level \`namespaces\`, not at \`${level}\``);
  }
  if (allowNet.length > 0 && level === 'none')
    throw unenforceable(level, 'the module has the whole network there');
  if (allowNet.length > 0 && level === 'landlock') throw unenforceable(level, NO_NETWORK);
  if (level === 'none' || level === 'landlock') return { level, bubblewrap: '', forget: nothing };
  const bubblewrap = findBubblewrap();
  if (level === 'namespaces' || profile === 'strict') {
    if (bubblewrap === undefined) throw refusal([['namespaces', NO_BUBBLEWRAP]]);
    return { level: 'namespaces', bubblewrap, forget: nothing };
  }
  const missing: [Level, MissingPiece][] = [];
  if (bubblewrap === undefined) missing.push(['namespaces', NO_BUBBLEWRAP]);
  else {
    const memory = probeCachePath(cacheDir, bubblewrap, interpreter);
    const forget = (): void => rmSync(memory, { force: true });
    if (remembered(memory)) return { level: 'namespaces', bubblewrap, forget };
    const probe = await probeLevel('namespaces', interpreter);
    if (probe.missing === undefined) {
      remember(memory);
      return { level: 'namespaces', bubblewrap, forget };
    }
    missing.push(['namespaces', probe.missing]);
  }
  if (allowNet.length > 0) throw refusal([...missing, ['landlock', { what: NO_NETWORK, help: '' }]]);
  const probe = await probeLevel('landlock', interpreter);
  if (probe.missing === undefined) {
    for (const [, { what, help }] of missing)
      onLog?.(`level landlock: weaker than namespaces, which is not available: ${what}; ${help}`);
    return { level: 'landlock', bubblewrap: '', forget: nothing };
  }
  throw refusal([...missing, ['landlock', probe.missing]]);
};

const NO_BUBBLEWRAP: MissingPiece = { what: 'bubblewrap is not installed', help: INSTALL_BUBBLEWRAP };

const NO_NETWORK = '--allow-net (allowNet) needs a network of its own, which this level has not';

/** A list of hosts that holds nobody back must not look like one that does. */
const unenforceable = (level: Level, why: string): SandboxError =>
  refusedOption(
    'allowNet',
    ` cannot be enforced at the level \`${level}\`: ${why}`,
    'leave it out, or use the level `namespaces`',
  );

/** No level: what each lacks, and what adds it. */
export const refusal = (
  missing: readonly (readonly [Level, MissingPiece])[],
  cause?: unknown,
): SandboxError => {
  const [first] = missing;
  const message =
    missing.length === 1 && first !== undefined
      ? `The sandbox level \`${first[0]}\` is not available: ${first[1].what}`
      : `No sandbox level is available: ${missing.map(([level, { what }]) => `\`${level}\`: ${what}`).join('; ')}`;
  const help = [...missing.map(([, piece]) => piece.help), NO_CONFINEMENT].filter(Boolean).join(';\n');
  return new SandboxError('RS401', message, cause === undefined ? { help } : { help, cause });
};

/**
 * A file whose existence says that the level was had here, in this boot, container and configuration. It only saves
 * the trial before the start: the canary of each start decides.
 */
const probeCachePath = (cacheDir: string, bubblewrap: string, interpreter: Interpreter): string => {
  const facts = [
    read('/proc/sys/kernel/random/boot_id'),
    link('/proc/self/ns/mnt'),
    link('/proc/self/ns/user'),
    process.getuid?.(),
    bubblewrap,
    statSync(bubblewrap).mtimeMs,
    interpreter.executable,
  ];
  const name = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
  return join(cacheDir, 'levels', `namespaces-${name}`);
};

const remembered = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const remember = (file: string): void => {
  try {
    makeFolder(join(file, '..'));
    writeFileSync(file, '');
  } catch {
    // a read-only cache: it is tried each time
  }
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const link = (file: string): string | undefined => {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
};
