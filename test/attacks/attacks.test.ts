/**
 * Every attack in this folder, in every configuration: its call ends as wanted, the honest call beside it is right and
 * on time, nothing is left of it, and the calls after it are right. Not every user in every configuration, unless
 * RUNRL_ATTACKS_ALL is set. With it they are also tried in a plain bubblewrap, which says nothing about this project.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/index.ts';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { realPython } from '../python/interpreters.ts';
import { AWAITED } from './awaited.ts';
import { ATTACKS, attacks } from './catalogue.ts';
import { fightPlainly, type PlainFight } from './plain.ts';
import { plant, SECRET_VARIABLE } from './plant.ts';
import type { Fight, Report } from './suite.ts';
import { TABLE, tableOf } from './table.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** `RUNRL_ATTACKS_GROUP=episodes`: only those of that folder, for whoever writes one. */
const GROUP = process.env.RUNRL_ATTACKS_GROUP;
const ALL = attacks().filter(({ group }) => GROUP === undefined || group === GROUP);
/** How much memory agent and zygote may keep of a whole group of attacks. */
const GROWTH = [12 * 2 ** 20, 4 * 2 ** 20] as const;
const SUITE_MS = 600_000;

interface Configuration {
  confinement: string;
  /** What the sandbox must say of itself. */
  level: string;
  sandbox: SandboxOptions;
}

const CONFIGURATIONS: readonly Configuration[] = [
  { confinement: 'namespaces', level: 'namespaces', sandbox: { level: 'namespaces' } },
  { confinement: 'strict', level: 'namespaces', sandbox: { level: 'namespaces', profile: 'strict' } },
  { confinement: 'landlock', level: 'landlock', sandbox: { level: 'landlock' } },
];

/** Folders go away when all is over, whatever failed. */
const folders: (() => void)[] = [];
afterAll(() => {
  for (const remove of folders) remove();
});

interface Who {
  name: string;
  uid: number;
  wrap: readonly string[];
  python: () => string;
  cache: () => Promise<string>;
}

const thisUid = process.getuid?.() ?? 0;
const other: Who = {
  name: `uid ${OTHER_UID}`,
  uid: OTHER_UID,
  wrap: AS_OTHER_USER,
  python: () => otherPython() ?? '',
  cache: () => otherCache(otherPython() ?? ''),
};
const self: Who = {
  name: thisUid === 0 ? 'root' : `uid ${thisUid}`,
  uid: thisUid,
  wrap: [],
  python: realPython,
  cache: async () => cacheFolder(),
};
const noOther = noOtherUser();
const users = noOther === undefined ? [self, other] : [self];

/** Outside of /tmp, which a plain bubblewrap hides: what is secret must be where hosts have it. */
const stage = async (who: Who): Promise<{ folder: string; driver: string; remove: () => void }> => {
  const folder = mkdtempSync('/var/tmp/runrl-attacks-');
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const suite = async (who: Who, { confinement, sandbox }: Configuration): Promise<Report> => {
  const { folder, driver, remove } = await stage(who);
  folders.push(remove);
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
      attacks: ALL,
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

const reports: { who: string; confinement: string; report: Report }[] = [];
const plainly: PlainFight[] = [];

const cases = CONFIGURATIONS.flatMap((configuration) =>
  users
    .filter(({ uid }) => {
      if (configuration.confinement === 'namespaces' || process.env.RUNRL_ATTACKS_ALL) return true;
      return uid !== 0 || users.length === 1;
    })
    .map((who) => ({ who, ...configuration })),
);

describe.each(cases)('at $confinement, for $who.name', ({ who, ...configuration }) => {
  const { confinement, level } = configuration;
  let report: Report;
  let fights: Map<string, Fight>;

  beforeAll(async () => {
    report = await suite(who, configuration);
    fights = new Map(report.fights.map((fight) => [fight.name, fight]));
    reports.push({ who: who.name, confinement, report });
    if (process.env.RUNRL_ATTACKS_ALL)
      console.log(`${confinement}, ${who.name}: ${report.seconds.toFixed(0)} s`);
  }, SUITE_MS);

  const fought = (name: string): Fight => {
    const fight = fights.get(name);
    if (fight === undefined) throw new Error(`${name} was not run`);
    return fight;
  };

  it('is the level that was asked for', () => expect(report.level).toBe(level));

  it.each(ALL.filter(({ name }) => !(name in AWAITED)))('$name', (attack) => {
    const { status, reward, said, wronged, slowdown, next, left } = fought(attack.name);
    const promise = attack.levels[confinement] ?? attack.wanted;
    const promised = !promise.startsWith('not promised');
    expect({ next, left }).toEqual({ next: [], left: [] });
    // A victim may be wronged by what is not promised, an honest call never.
    if (promised || attack.beside === undefined) expect(wronged).toEqual([]);
    expect(slowdown).toBeLessThan(attack.slows[confinement] ?? 0);
    if (!promised) return;
    expect({ status, said, gotWhatItWanted: reward === 1 }).toEqual({
      status: promise.split(' or ').includes(status) ? status : promise,
      said,
      gotWhatItWanted: false,
    });
  });

  it('keeps no memory and no file of it', () => {
    for (const [group, [agent, zygote]] of Object.entries(report.growth)) {
      expect(agent, `agent after ${group}`).toBeLessThan(GROWTH[0]);
      expect(zygote, `zygote after ${group}`).toBeLessThan(GROWTH[1]);
    }
    expect(report.hostLeft).toEqual([]);
  });
});

const holds = ({ name, status, reward, wronged, next, left }: Fight): boolean => {
  const attack = ALL.find((each) => each.name === name);
  if (attack === undefined || reward === 1) return false;
  return attack.wanted === status && [wronged, next, left].every((each) => each.length === 0);
};

it('awaits only layers that are not there', () => {
  const names = Object.keys(AWAITED);
  expect(names.filter((name) => !ALL.some((attack) => attack.name === name))).toEqual([]);
  const stopped = names.filter((name) =>
    reports.every(({ report }) => report.fights.some((fight) => fight.name === name && holds(fight))),
  );
  expect(stopped, 'stopped now: take them out of awaited.ts').toEqual([]);
});

describe.skipIf(!process.env.RUNRL_ATTACKS_ALL)('in a plain bubblewrap', () => {
  // Never as root, which would be no sandbox at all.
  const who = thisUid === 0 && noOther === undefined ? other : self;

  beforeAll(async () => {
    const { folder, driver, remove } = await stage(who);
    folders.push(remove);
    process.env[SECRET_VARIABLE] = 'canary-0123456789abcdef0123456789abcdef';
    const planted = await plant(join(folder, 'plain'), join(folder, 'plain-home'));
    chmodSync(join(folder, 'plain/docker.sock'), 0o777);
    const queue = ALL.filter(({ plain }) => plain !== 'not tried');
    const next = async (): Promise<void> => {
      for (let attack = queue.shift(); attack !== undefined; attack = queue.shift())
        plainly.push(await fightPlainly(attack, { wrap: who.wrap, python: who.python(), driver, planted }));
    };
    await Promise.all([next(), next()]);
    planted.close();
  }, SUITE_MS);

  it.skipIf(who.uid === 0)('succeeds what is marked so, and nothing else', () => {
    const marked = new Map(ALL.map(({ name, plain }) => [name, plain]));
    const wrong = plainly
      .filter(
        ({ name, reasons, lacks }) => (marked.get(name) === 'succeeds') !== reasons.length > 0 && !lacks,
      )
      .map(({ name, reasons }) => `${name}: ${reasons.join(', ') || 'stopped'}`);
    expect(wrong).toEqual([]);
  });
});

const path = join(PROJECT, TABLE);

afterAll(() => {
  if (process.env.RUNRL_ATTACKS_TABLE) writeFileSync(path, tableOf(ALL, reports));
});

describe('docs/attacks.md', () => {
  it.skipIf(GROUP ?? process.env.RUNRL_ATTACKS_TABLE)('lists every attack, and no other', () => {
    const listed = [...readFileSync(path, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(ALL.map(({ name }) => name));
  });
});
