/**
 * Who fights which attacks, in which configuration of the sandbox. `npm test` fights every attack once; what it leaves
 * out is in attacks.full.test.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { SandboxOptions } from '../../src/index.ts';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { realPython } from '../python/interpreters.ts';
import { ATTACKS, type Attack, attacks } from './catalogue.ts';
import { SECRET_VARIABLE } from './plant.ts';
import { RESTORE_VARIABLE, RESTORES } from './restoring.ts';
import type { Report } from './suite.ts';

export const PROJECT = join(import.meta.dirname, '../..');
/** `RUNRL_ATTACKS_GROUP=network,next-call/leaves`: only those whose names begin so, for whoever writes one. */
export const GROUP = process.env.RUNRL_ATTACKS_GROUP;
export const ALL = attacks().filter(({ name }) =>
  (GROUP ?? '').split(',').some((begin) => name.startsWith(begin)),
);
// A module that shares memory with its workers is never restored.
const fightable = ALL.filter(({ name }) => !RESTORES || !name.includes('memory-of-the-import'));
interface Configuration {
  confinement: string;
  /** What the sandbox must say of itself. */
  level: string;
  sandbox: SandboxOptions;
  /** The groups of attacks that find something else there, where not everything is run; undefined: all of them. */
  groups?: readonly string[];
}

const CONFIGURATIONS: readonly Configuration[] = [
  { confinement: 'namespaces', level: 'namespaces', sandbox: { level: 'namespaces' } },
  { confinement: 'strict', level: 'namespaces', sandbox: { level: 'namespaces', profile: 'strict' } },
  { confinement: 'landlock', level: 'landlock', sandbox: { level: 'landlock' } },
  {
    confinement: 'allow-net',
    level: 'namespaces',
    sandbox: { level: 'namespaces', allowNet: ['runrl-sandbox.invalid'] },
    groups: ['network', 'next-call'],
  },
];

/** Folders go away when all is over, whatever failed. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface Who {
  name: string;
  uid: number;
  wrap: readonly string[];
  python: () => string;
  cache: () => Promise<string>;
}

const thisUid = process.getuid?.() ?? 0;
/** Made once: two cases may use it at a time. */
let cacheOfOther: Promise<string> | undefined;
const other: Who = {
  name: `uid ${OTHER_UID}`,
  uid: OTHER_UID,
  wrap: AS_OTHER_USER,
  python: () => otherPython() ?? '',
  cache: () => (cacheOfOther ??= otherCache(otherPython() ?? '')),
};
const self: Who = {
  name: thisUid === 0 ? 'root' : `uid ${thisUid}`,
  uid: thisUid,
  wrap: [],
  python: realPython,
  cache: async () => cacheFolder(),
};
const users = noOtherUser() === undefined ? [self, other] : [self];
/** Who is not root, if there is such a user. */
export const unprivileged = users.find(({ uid }) => uid !== 0) ?? self;

export interface Case extends Configuration {
  who: Who;
  chosen: readonly Attack[];
}

/** Who fights an attack in `npm test`: within a group the users take turns. */
const turn = (attack: Attack): Who | undefined =>
  users[ALL.filter(({ group }) => group === attack.group).indexOf(attack) % users.length];

const casesOf = (chooses: (attack: Attack, who: Who, configuration: Configuration) => boolean): Case[] =>
  CONFIGURATIONS.flatMap((configuration) =>
    users.map((who) => ({
      ...configuration,
      who,
      chosen: fightable.filter((attack) => chooses(attack, who, configuration)),
    })),
  ).filter(({ chosen }) => chosen.length > 0);

const isShort = (attack: Attack, who: Who, { confinement }: Configuration): boolean =>
  confinement === 'namespaces' && who === turn(attack);

/** Every attack once, and every group as each user. */
export const shortCases = (): Case[] => casesOf(isShort);

/** What `shortCases` leaves out, but all configurations beside `namespaces` only as a user who is not root, if there is one. */
export const otherCases = (): Case[] =>
  casesOf(
    (attack, who, configuration) =>
      !isShort(attack, who, configuration) &&
      (configuration.groups?.includes(attack.group) ?? true) &&
      (configuration.confinement === 'namespaces' || who === unprivileged),
  );

/** Every attack as every user in every configuration. */
export const allCases = (): Case[] => casesOf(() => true);

/** Outside of /tmp, which a plain bubblewrap hides: what is secret must be where hosts have it. */
export const stage = async (who: Who): Promise<{ folder: string; driver: string }> => {
  const folder = mkdtempSync('/var/tmp/runrl-attacks-');
  folders.push(folder);
  chmodSync(folder, 0o755);
  cpSync(ATTACKS, join(folder, 'module'), {
    recursive: true,
    filter: (path) => !/\.ts$|__pycache__/.test(path),
  });
  for (const name of ['host', 'home', 'tmp', 'plain', 'plain-home']) mkdirSync(join(folder, name));
  if (who.uid !== thisUid) {
    const chown = spawn('chown', ['-R', `${who.uid}:${who.uid}`, folder]);
    await new Promise((resolve) => chown.on('exit', resolve));
  }
  return {
    folder,
    driver: join(folder, 'module/driver.py'),
  };
};

/** Fights the attacks of a case, in a process of its user. */
export const suite = async ({ who, confinement, sandbox, chosen }: Case): Promise<Report> => {
  const { folder, driver } = await stage(who);
  const program = [process.execPath, '--import', 'tsx', join(ATTACKS, 'suite.ts')];
  const [file = '', ...args] = [...who.wrap, ...program];
  const child: ChildProcess = spawn(file, args, {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
      [RESTORE_VARIABLE]: process.env[RESTORE_VARIABLE],
      RUNRL_SANDBOX_CACHE: await who.cache(),
      [SECRET_VARIABLE]: 'canary-0123456789abcdef0123456789abcdef',
    },
  });
  if (child.stdin === null || child.stdout === null || child.stderr === null) throw new Error('no pipes');
  child.stdin.end(
    JSON.stringify({
      driver,
      folder: join(folder, 'host'),
      confinement,
      // Where nothing can be mounted, nothing can be lent: the interpreter must be one that everybody can read.
      sandbox: {
        ...sandbox,
        python: confinement === 'landlock' ? (otherPython() ?? realPython()) : who.python(),
      },
      attacks: chosen,
    }),
  );
  const [report, errors] = await Promise.all([json(child.stdout).catch(() => undefined), text(child.stderr)]);
  if (report === undefined || errors !== '') throw new Error(`the suite failed: ${errors}`);
  await until(
    () => processesFor(folder),
    (left) => left.length === 0,
  );
  return report as Report;
};
