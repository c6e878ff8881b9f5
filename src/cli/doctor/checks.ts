/** What `doctor` looks at on a machine, one function for each, and the command that mends what is wrong. */
import { fitsSockets } from '../../python/folder-owner.ts';
import type { Machine } from './machine.ts';

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  what: string;
  /** What to do about it: one or more lines, a command where there is one. */
  help?: string;
}

export const programCheck = ({ program, version }: Machine): Check => ({
  name: 'runrl-sandbox',
  status: 'ok',
  what: `${version} (${program})`,
});

export const nodeCheck = ({ nodeVersion, node }: Machine): Check => {
  const [major = 0, minor = 0] = nodeVersion.slice(1).split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  const what = `Node.js ${nodeVersion} (${node})`;
  return enough
    ? { name: 'node', status: 'ok', what }
    : { name: 'node', status: 'fail', what: `${what} is too old`, help: 'install Node.js 20.19 or newer' };
};

const INSTALLERS = [
  ['apt-get', 'apt-get update && apt-get install -y bubblewrap'],
  ['dnf', 'dnf install -y bubblewrap'],
  ['apk', 'apk add bubblewrap'],
  ['pacman', 'pacman -S --noconfirm bubblewrap'],
  ['zypper', 'zypper install -y bubblewrap'],
] as const;

export const installBubblewrap = (machine: Machine): string => {
  const command = INSTALLERS.find(([program]) => machine.onPath(program) !== undefined)?.[1];
  if (command === undefined) return "install the package `bubblewrap` with this system's package manager";
  return machine.uid === 0 ? command : `sudo sh -c '${command}'`;
};

export const bubblewrapCheck = async (machine: Machine): Promise<Check> => {
  const path = machine.bubblewrap;
  if (path === undefined)
    return {
      name: 'bubblewrap',
      status: 'fail',
      what: '`bwrap` is not on PATH',
      help: installBubblewrap(machine),
    };
  const { code, output } = await machine.run(path, ['--version']);
  return code === 0
    ? { name: 'bubblewrap', status: 'ok', what: `${output} (${path})` }
    : {
        name: 'bubblewrap',
        status: 'fail',
        what: `${path} does not run: ${output}`,
        help: installBubblewrap(machine),
      };
};

/** Kernel settings that forbid user namespaces to a process that is not root. */
const SETTINGS: { path: string; forbids: (value: string) => boolean; alsoRoot: boolean; help: string }[] = [
  {
    path: '/proc/sys/user/max_user_namespaces',
    forbids: (value) => value === '0',
    alsoRoot: true,
    help: 'sudo sysctl -w user.max_user_namespaces=15000',
  },
  {
    path: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: (value) => value === '0',
    alsoRoot: false,
    help: 'sudo sysctl -w kernel.unprivileged_userns_clone=1',
  },
  {
    path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: (value) => value === '1',
    alsoRoot: false,
    help: [
      'allow bubblewrap (an AppArmor profile with `userns,` for it), or allow all:',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ].join('\n'),
  },
];

const CONTAINER_HELP = [
  'in a container, the container must allow it: for Docker',
  'docker run --cap-drop ALL --security-opt no-new-privileges --security-opt systempaths=unconfined \\',
  '  --security-opt seccomp=sandbox/container/seccomp.json …   (with AppArmor one option more: docs/deploy.md)',
].join('\n');

const inContainer = (machine: Machine): boolean =>
  machine.read('/.dockerenv') !== undefined ||
  machine.read('/run/.containerenv') !== undefined ||
  machine.env.KUBERNETES_SERVICE_HOST !== undefined;

/** Settings only explain: whether it works is tried, because distributions have ways around and ways against. */
export const userNamespacesCheck = async (machine: Machine): Promise<Check> => {
  const name = 'user namespaces';
  const found = SETTINGS.filter(({ path, forbids, alsoRoot }) => {
    const value = machine.read(path);
    return value !== undefined && forbids(value) && (alsoRoot || machine.uid !== 0);
  });
  const helps = found.map(({ help }) => help);
  const { bubblewrap } = machine;
  if (bubblewrap === undefined) {
    const what =
      found.length === 0
        ? 'no setting forbids them; not tried without bubblewrap'
        : settingsText(machine, found);
    return {
      name,
      status: found.length === 0 ? 'ok' : 'warn',
      what,
      ...(helps[0] ? { help: helps.join('\n') } : {}),
    };
  }
  const tried = await machine.run(bubblewrap, [
    '--unshare-user',
    '--ro-bind',
    '/',
    '/',
    '--',
    '/bin/sh',
    '-c',
    ':',
  ]);
  if (tried.code === 0) return { name, status: 'ok', what: 'available' };
  const what = [
    `not available: ${tried.output}`,
    ...(found.length > 0 ? [settingsText(machine, found)] : []),
  ].join('; ');
  if (inContainer(machine)) helps.push(CONTAINER_HELP);
  return {
    name,
    status: 'fail',
    what,
    help: helps.join('\n') || 'the kernel or a security module forbids them',
  };
};

const settingsText = (machine: Machine, found: readonly { path: string }[]): string =>
  found
    .map(({ path }) => `${path.slice('/proc/sys/'.length).replaceAll('/', '.')} is ${machine.read(path)}`)
    .join(', ');

/** Whether fresh workers are restored ones, which is faster, or forks: what it takes is tried. */
export const restoringCheck = async (machine: Machine, python: string, program: string): Promise<Check> => {
  const { output } = await machine.run(python, ['-I', '-B', program]);
  const what = output === 'restored' ? 'available' : `not available, fresh workers are forks: ${output}`;
  return { name: 'restoring', status: 'ok', what };
};

/** Whether limits of memory and processes are the kernel's (a cgroup) or ours (the agent's watch): it is tried. */
export const limitsCheck = async (machine: Machine, python: string, program: string): Promise<Check> => {
  const name = 'limits';
  const { output } = await machine.run(python, ['-I', '-B', program]);
  const [, hard, why = output] = /^\{"hard": (true|false), "why": "(.*)"\}$/.exec(output) ?? [];
  if (hard === 'true') return { name, status: 'ok', what: `hard: ${why}` };
  const what = `memory is hard for each process, and soft (sampled) for all processes of a call, without a cgroup: ${why}`;
  const systemd = machine.onPath('systemd-run') !== undefined && machine.env.XDG_RUNTIME_DIR !== undefined;
  return systemd
    ? {
        name,
        status: 'ok',
        what,
        help: 'for hard limits: systemd-run --user --scope -p Delegate=yes YOUR-COMMAND',
      }
    : { name, status: 'ok', what };
};

export const openFilesCheck = (machine: Machine): Check => {
  const name = 'open files';
  const limit = /^Max open files\s+(\S+)/m.exec(machine.read('/proc/self/limits') ?? '')?.[1] ?? 'unknown';
  if (limit === 'unlimited' || Number(limit) >= 4096) return { name, status: 'ok', what: `up to ${limit}` };
  const what = `up to ${limit}: enough for a few workers only`;
  return { name, status: 'warn', what, help: 'ulimit -n 65536' };
};

export const userCheck = ({ uid }: Machine): Check => ({
  name: 'user',
  status: 'ok',
  what: uid === 0 ? 'root; modules still run as an unprivileged user' : `uid ${uid}, not root`,
});

export const temporaryCheck = (machine: Machine): Check => {
  const name = 'temporary folder';
  const folder = machine.temporary;
  const help = 'name another one: TMPDIR=/tmp';
  if (!machine.writable(folder)) return { name, status: 'fail', what: `${folder} cannot be written`, help };
  if (fitsSockets(folder)) return { name, status: 'ok', what: folder };
  const what = `${folder} is too long a path for sockets: they go to /tmp`;
  return machine.writable('/tmp') ? { name, status: 'ok', what } : { name, status: 'fail', what, help };
};
