/** The settings of a container that docs/deploy.md names, as flags of `docker run`, and the level that each gives. */
import { join } from 'node:path';

export const PROFILE = join(import.meta.dirname, '../../sandbox/container/seccomp.json');

/** What gives the level `namespaces`. */
export const OURS = [
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--security-opt', `seccomp=${PROFILE}`, '--security-opt', 'systempaths=unconfined'],
] as const;

/** What Kubernetes' Pod Security Standard `restricted` asks for, with the runtime's default seccomp profile. */
const RESTRICTED = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only'] as const;

const without = (flags: readonly string[], value: string): string[] => {
  const index = flags.indexOf(value);
  return [...flags.slice(0, index - 1), ...flags.slice(index + 1)];
};

export interface Setting {
  name: string;
  flags: readonly string[];
  /** The level that `auto` takes; null where it must refuse. */
  level: 'namespaces' | 'landlock' | null;
}

export const SETTINGS: readonly Setting[] = [
  { name: "Docker's defaults", flags: [], level: 'landlock' },
  { name: "Docker's defaults, as root", flags: ['--user', '0'], level: 'landlock' },
  {
    name: 'restricted: no capabilities, read-only',
    flags: [...RESTRICTED, '--tmpfs', '/tmp'],
    level: 'landlock',
  },
  { name: 'restricted, nothing to write to', flags: RESTRICTED, level: null },
  { name: 'our profile', flags: OURS, level: 'namespaces' },
  { name: 'our profile, read-only', flags: [...OURS, '--read-only', '--tmpfs', '/tmp'], level: 'namespaces' },
  { name: 'our profile, another uid', flags: [...OURS, '--user', '12345:0'], level: 'namespaces' },
  { name: 'our profile, masked /proc', flags: without(OURS, 'systempaths=unconfined'), level: 'landlock' },
  {
    name: "our profile's flags, Docker's profile",
    flags: without(OURS, `seccomp=${PROFILE}`),
    level: 'landlock',
  },
  {
    name: 'no profile at all (not recommended)',
    flags: ['--security-opt', 'seccomp=unconfined', '--security-opt', 'systempaths=unconfined'],
    level: 'namespaces',
  },
];
