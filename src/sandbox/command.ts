/** Turns the policy (../sandbox/policy.json), an interpreter and a module into the command that starts the launcher. */
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../options/modes.ts';
import type { Level } from '../outcome.ts';
import type { ModuleSpec } from '../protocol/messages.ts';
import type { Interpreter } from '../python/interpreter.ts';
import { homeFolder, isSharedFolder } from '../python/temporary.ts';
import { around, cover, hiddenOf } from './hidden.ts';
import { covered, outermost } from './paths.ts';

interface Policy {
  libraries: string[];
  files: string[];
  environment: Record<string, string>;
  zygoteTmpBytes: number;
}

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
const policy: Policy = JSON.parse(readFileSync(join(packageRoot, 'sandbox/policy.json'), 'utf8'));

/** Where the Python side of this package lies. */
export const SHIM_FOLDER = join(packageRoot, 'python-shim');
const SHIM_MOUNT = '/runrl/runrl_shim';
/** In the sandbox's own /tmp. */
const STRICT_TMP = '/tmp/slots';
const FILTER_FOLDER = join(packageRoot, 'sandbox/seccomp');
const FILTER_MOUNT = '/runrl/seccomp';
/** See sandbox/README.md. */
const FILTERS = ['base', 'arguments'];
const FILTERS_OF_SHARED_PIDS = ['shared-processes'];
const FILTERS_OF_RUNS = [...FILTERS_OF_SHARED_PIDS, 'one-session'];
const FILTERS_OF_SHARED_NETWORK = ['no-servers'];
const FILTERS_WITHOUT_NETWORK = [...FILTERS, 'no-network'];
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
/** What rewards import from us: `from runrl import run_code`. */
const RUNRL_FOLDER = join(SHIM_FOLDER, 'runrl');
const RUNRL_MOUNT = '/runrl/runrl';

export interface SandboxRequest {
  level: Level;
  /** `strict`: no namespaces, and so no capabilities, for single slots. */
  profile: Profile;
  /** Folder for the slots' files at level `landlock`; made by whoever starts the command. */
  tmp: string;
  /** Path of bubblewrap; not used at level `none`. */
  bubblewrap: string;
  interpreter: Interpreter;
  /** Real, absolute path of the user's file. */
  moduleFile: string;
  /** Further files and folders to show, read-only. */
  mounts: readonly string[];
  /** Files and folders not to show, where they lie in one that is: real, absolute paths. */
  hide: readonly string[];
  /** Whether the host's real uid is 0. */
  hostIsRoot: boolean;
  /** Slots have no network of their own, and must not meet in that of their module. @default false */
  sharesNetwork?: boolean;
  /** False for a probe that loads nothing. @default true */
  withModule?: boolean;
}

export interface SandboxCommand {
  command: string[];
  environment: Record<string, string>;
  /** Mounts below /tmp, which every worker's private /tmp would hide. */
  tmpBinds: string[];
  /** What is hidden of what would be shown. */
  hidden: string[];
  /** Mounts that only root may read, to be lent to the sandbox's user. */
  lend: string[];
  /** How slots are confined that have no namespaces of their own. */
  landlock: ModuleSpec['landlock'];
  /** Seccomp filters, in the order in which they are loaded, as they are found inside. */
  seccomp: ModuleSpec['seccomp'];
  /** What a run of model-written code sees of the mounts: the interpreter and the system's libraries. */
  codeRoots: string[];
  /** Mounts that it must not see, even where they lie below those. */
  codeHidden: string[];
  /** What the person should know. */
  warnings: string[];
}

/** Names that every module's environment has already. */
export const fixedVariables: ReadonlySet<string> = new Set([
  ...Object.keys(policy.environment),
  'PATH',
  'PWD',
]);

/** The command for a level. What the machine lacks of the policy's paths is left out; the rest must work. */
export const sandboxCommand = (request: SandboxRequest): SandboxCommand => {
  const { interpreter, hostIsRoot } = request;
  const environment = {
    ...policy.environment,
    PATH: [...new Set([dirname(interpreter.executable), '/usr/bin', '/bin'])].join(':'),
  };
  const python = [interpreter.executable, '-s', '-S', '-B'];
  if (request.level === 'none') {
    return {
      command: [...python, join(SHIM_FOLDER, 'runrl_shim/inside/launcher.py')],
      environment: { ...environment, HOME: homeFolder() ?? '/nonexistent', TMPDIR: tmpdir() },
      tmpBinds: [],
      hidden: [],
      lend: [],
      landlock: null,
      seccomp: { before_import: [], slot: [], run: [] },
      codeRoots: [],
      codeHidden: [],
      warnings: [],
    };
  }
  const own = request.withModule === false ? { mounts: [], warnings: [] } : moduleMounts(request.moduleFile);
  const mounts = outermost([...interpreter.roots, ...own.mounts, ...request.mounts]);
  const shown = outermost([...policy.libraries.filter(exists), ...mounts, ...policy.files.filter(exists)]);
  const hidden = hiddenOf(request, shown);
  const codeRoots = outermost([
    ...policy.libraries.filter(exists),
    ...interpreter.roots,
    ...policy.files.filter(exists),
  ]);
  const codeHidden = [...own.mounts, ...request.mounts];
  if (request.level === 'landlock') {
    const shim = join(SHIM_FOLDER, 'runrl_shim');
    return {
      command: [...python, join(shim, 'inside/launcher.py')],
      environment,
      tmpBinds: [],
      hidden,
      lend: [],
      seccomp: {
        before_import: filters(FILTERS_WITHOUT_NETWORK, FILTER_FOLDER),
        slot: filters(FILTERS_OF_SHARED_PIDS, FILTER_FOLDER),
        run: filters(FILTERS_OF_RUNS, FILTER_FOLDER),
      },
      codeRoots,
      codeHidden,
      landlock: {
        ...around(shown, hidden, [shim, RUNRL_FOLDER, FILTER_FOLDER]),
        tmp: request.tmp,
        tcp: false,
        own_users: false,
      },
      warnings: own.warnings,
    };
  }
  const strict = request.profile === 'strict';
  const ofNetwork = request.sharesNetwork === true ? FILTERS_OF_SHARED_NETWORK : [];
  const command = [
    request.bubblewrap,
    ...(hostIsRoot ? [] : ['--unshare-user']),
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    // Without `--as-pid-1`: bubblewrap's own first process keeps its user, so that the kernel may kill it when bubblewrap
    // dies, and all others with it. A launcher that has given up root would not be killed, and may be stopped.
    ...['--die-with-parent', '--new-session'],
    ...['--size', String(policy.zygoteTmpBytes), '--tmpfs', '/tmp', '--dev', '/dev'],
    // Root's launcher mounts /proc itself: bubblewrap covers parts of it then, and workers could mount none.
    ...(hostIsRoot ? ['--dir', '/proc'] : ['--proc', '/proc']),
    ...parents([...shown, SHIM_MOUNT]).flatMap((folder) => ['--dir', folder]),
    ...shown.flatMap((path) => bind(path, own.mounts.includes(path))),
    ...hidden.flatMap(cover),
    ...['--ro-bind', join(SHIM_FOLDER, 'runrl_shim'), SHIM_MOUNT],
    ...['--ro-bind', FILTER_FOLDER, FILTER_MOUNT],
    ...['--ro-bind', RUNRL_FOLDER, RUNRL_MOUNT],
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
    ...python,
    `${SHIM_MOUNT}/inside/launcher.py`,
  ];
  return {
    command,
    environment,
    tmpBinds: mounts.filter((path) => covered(path, ['/tmp'])),
    hidden,
    lend: hostIsRoot
      ? mounts.filter((path) => !readableByAll(path, own.mounts.includes(path) ? request.moduleFile : path))
      : [],
    // Its network namespace is its own, so TCP reaches nothing but itself.
    landlock: strict
      ? {
          read: [...shown, SHIM_MOUNT, RUNRL_MOUNT, FILTER_MOUNT],
          list: [],
          tmp: STRICT_TMP,
          tcp: true,
          own_users: true,
        }
      : null,
    seccomp: {
      // A zygote that makes namespaces needs what the filters refuse.
      before_import: filters(strict ? FILTERS : [], FILTER_MOUNT),
      slot: filters([...(strict ? FILTERS_OF_SHARED_PIDS : FILTERS), ...ofNetwork], FILTER_MOUNT),
      run: filters(FILTERS, FILTER_MOUNT), // runs have namespaces of their own under either profile
    },
    codeRoots,
    codeHidden,
    warnings: own.warnings,
  };
};

/** An architecture without filters is refused inside, by the name of the file that is missing. */
const filters = (names: readonly string[], folder: string): string[] =>
  names.map((name) => join(folder, `${name}.${ARCHITECTURES[process.arch] ?? process.arch}.bpf`));

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Folders on the way to mounts, outer ones first. Left to itself bubblewrap makes them 0700, root's. */
const parents = (paths: readonly string[]): string[] => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '/' && folder !== '/tmp'; folder = dirname(folder))
      folders.add(folder);
  }
  return [...folders].sort();
};

/**
 * On merged-/usr systems /lib is a link: a link inside too, or the same files would be mounted twice.
 * @param mayBeGone when the module starts again: what was loaded of it is kept
 */
const bind = (path: string, mayBeGone: boolean): string[] =>
  lstatSync(path).isSymbolicLink() && policy.libraries.includes(path)
    ? ['--symlink', readlinkSync(path), path]
    : [mayBeGone ? '--ro-bind-try' : '--ro-bind', path, path];

const readableByAll = (path: string, file: string): boolean =>
  [path, dirname(file), file].every((each) => {
    const stats = statSync(each, { throwIfNoEntry: false });
    return (
      stats === undefined ||
      (stats.mode & (stats.isDirectory() ? 0o005 : 0o004)) === (stats.isDirectory() ? 0o005 : 0o004)
    );
  });

/** The module's folder; only the file itself where the folder is a person's home or the like. */
const moduleMounts = (file: string): { mounts: string[]; warnings: string[] } => {
  const folder = dirname(file);
  if (!isSharedFolder(folder)) return { mounts: [folder], warnings: [] };
  return {
    mounts: [file],
    warnings: [
      `${file} lies in ${folder}, which is not shown to it as a whole: put it into a folder of its own to let it read the files beside it`,
    ],
  };
};
