/** The options of sandboxes. Their order is that of `--help` and docs/cli.md. */
import { PROFILES } from './modes.ts';
import type { Table } from './rows.ts';

/** What `createSandbox` takes, but for its functions (schema.ts). */
export const SANDBOX = {
  python: {
    type: 'text',
    sign: 'interpreter',
    help: 'interpreter of the modules: a path, a name on PATH, or the folder of a venv',
    usual: 'the active venv, else `python3`',
  },
  mounts: {
    type: 'texts',
    flag: 'mount',
    sign: 'path',
    help: 'another file or folder that modules may read',
    note: 'It is mounted read-only at the same path.',
    default: [],
  },
  hide: {
    type: 'texts',
    sign: 'path',
    help: 'a file or folder that modules must not see, wherever it lies',
    note: 'Opening it fails. The files that a command is given are hidden anyway, unless `--mount` names them.',
    default: [],
  },
  root: {
    type: 'text',
    sign: 'folder',
    help: 'folder that modules import from, after their own, such as the root of a project',
    note: 'All of it is mounted, read-only.',
  },
  allowNet: {
    type: 'hosts',
    help: 'a host that modules may reach, on this port or on 443 and 80',
    note: 'A name, `*.` and a name, an address, a network (`10.0.0.0/8`) or `localhost`: [judges.md](judges.md).',
    default: [],
  },
  env: {
    type: 'texts',
    sign: 'name',
    help: 'an environment variable that modules get, kept out of all output',
    note: 'See [judges.md](judges.md).',
    default: [],
  },
  level: {
    type: 'choice',
    flag: 'sandbox',
    sign: 'level',
    help: 'how strongly to confine: auto, namespaces, landlock or none',
    note: '`auto` takes the strongest level that this machine has, never `none`; a named level is used or refused ([security.md](security.md)).',
    values: ['auto', 'namespaces', 'landlock', 'none'],
    default: 'auto',
  },
  profile: {
    type: 'choice',
    sign: 'profile',
    help: 'default, or strict for reward files that you do not trust',
    note: 'What `strict` changes: [security.md](security.md). Level `namespaces` only.',
    values: PROFILES,
    default: 'default',
  },
} as const satisfies Table;
