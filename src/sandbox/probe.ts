/** Finds out what this machine can do by doing it: version numbers and sysctls only explain a refusal. */
import { readFileSync } from 'node:fs';
import type { Profile } from '../options/modes.ts';
import type { Level } from '../outcome.ts';
import { hold } from '../python/folder-owner.ts';
import type { Interpreter } from '../python/interpreter.ts';
import { nameTemporaryFolder, removeTemporaryFolder } from '../python/temporary.ts';
import { findBubblewrap, INSTALL_BUBBLEWRAP } from './bubblewrap.ts';
import { sandboxCommand } from './command.ts';

export interface MissingPiece {
  what: string;
  /** The command or option that adds it. */
  help: string;
}

export interface LevelProbe {
  level: Level;
  /** Undefined when the level is available. */
  missing: MissingPiece | undefined;
}

const MEND_FILTERS =
  'install runrl-sandbox again (in its sources: `npm run seccomp`); on a processor other than x86_64 and aarch64 there is no filter';

const PROBE_TIMEOUT_MS = 10_000;

/** What bubblewrap or the launcher says → what is missing. The first that matches counts. */
const EXPLANATIONS: readonly (readonly [RegExp, MissingPiece])[] = [
  [
    /landlock: the kernel has ABI 0/,
    {
      what: 'Landlock is not available: the kernel lacks it, it is switched off, or a container forbids it',
      help: 'boot with `lsm=landlock,…` in front of the other modules (Linux 6.12 or later); in Docker: a seccomp profile that permits landlock_create_ruleset, landlock_add_rule and landlock_restrict_self (that of Docker 23 and later does)',
    },
  ],
  [
    /landlock: the kernel has ABI/,
    { what: 'Landlock of this kernel cannot hold signals back', help: 'Linux 6.12 or later is needed' },
  ],
  [
    /uid map: Permission denied|RTM_NEWADDR|unshare\(0x1[0-9a-f]*\).*Permission denied/,
    {
      what: 'AppArmor forbids unprivileged user namespaces (Ubuntu 23.10 and later)',
      help: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    },
  ],
  [
    /No permissions to creat|Creating new namespace failed|unshare\(0x[0-9a-f]+\).*Operation not permitted|unshare.*No space left/,
    {
      what: 'the kernel or the container forbids user namespaces',
      help: 'on a host: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000; in Docker: --cap-drop ALL --security-opt no-new-privileges --security-opt seccomp=sandbox/container/seccomp.json --security-opt systempaths=unconfined (docs/deploy.md)',
    },
  ],
  [
    /Failed to make \/ slave|pivot_root|Failed to mount tmpfs/,
    {
      what: 'the container forbids mounts',
      help: 'in Docker: an AppArmor profile that permits mounts, such as sandbox/container/apparmor (docs/deploy.md)',
    },
  ],
  [
    /mount \/proc|Can't mount proc/,
    {
      what: 'the container masks parts of /proc',
      help: 'in Docker and Podman: --security-opt systempaths=unconfined (Podman: unmask=ALL)',
    },
  ],
];

/** Starts the real command with a canary in place of a module: it confines itself and tries what must fail. */
export const probeLevel = async (
  level: 'namespaces' | 'landlock',
  interpreter: Interpreter,
  profile: Profile = 'default',
): Promise<LevelProbe> => {
  const bubblewrap = findBubblewrap();
  if (level === 'namespaces' && bubblewrap === undefined)
    return { level, missing: { what: 'bubblewrap is not installed', help: INSTALL_BUBBLEWRAP } };
  const tmp = nameTemporaryFolder('tmp');
  hold(tmp);
  const { command, environment, landlock, lend, seccomp } = sandboxCommand({
    level,
    profile,
    tmp,
    bubblewrap: bubblewrap ?? '',
    interpreter,
    moduleFile: '/nonexistent/canary.py',
    mounts: [],
    hide: [],
    hostIsRoot: process.getuid?.() === 0,
    withModule: false,
  });
  const canary = JSON.stringify({ landlock, lend, seccomp });
  const [file = '', ...args] = command;
  const { execa } = await import('execa'); // late: a run that needs no probe should not pay for the import
  try {
    const result = await execa(file, [...args, 'canary', canary], {
      env: environment,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    if (result.exitCode === 0 && result.stdout.trim() === 'confined') return { level, missing: undefined };
    return { level, missing: explain(`${result.stderr}\n${result.stdout}\n${result.shortMessage ?? ''}`) };
  } finally {
    removeTemporaryFolder(tmp);
  }
};

/** What is missing, from what the attempt printed. */
export const explain = (output: string): MissingPiece => {
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(output))?.[1];
  if (known !== undefined) return { ...known, what: `${known.what}${sysctls()}` };
  const [closed, folder] =
    /(?<=RuntimeError: ).* cannot be read by .*: (.*) is closed to it/.exec(output) ?? [];
  if (closed !== undefined && folder !== undefined)
    return {
      what: closed,
      help: `chmod o+x ${folder}, or use a Python that everybody can read: --python PYTHON`,
    };
  const filter = /(?:the|a) seccomp filter .*/.exec(output)?.[0];
  if (filter !== undefined) return { what: filter, help: MEND_FILTERS };
  return {
    what: `the sandbox did not start: ${output.trim().slice(0, 2000)}`,
    help: 'run `runrl-sandbox doctor`',
  };
};

const sysctls = (): string => {
  const values = [
    'user/max_user_namespaces',
    'kernel/unprivileged_userns_clone',
    'kernel/apparmor_restrict_unprivileged_userns',
  ]
    .map((name) => {
      try {
        return `${name.replace('/', '.')}=${readFileSync(`/proc/sys/${name}`, 'utf8').trim()}`;
      } catch {
        return undefined;
      }
    })
    .filter((value) => value !== undefined);
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
};
