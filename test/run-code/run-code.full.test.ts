/** What `run_code` promises (checks.py), as root and as a user that is not, and without a sandbox. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/options.ts';
import { noOtherUser, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { otherUser, thisUser as self, type Who } from '../helpers/who.ts';
import { newFolder } from '../helpers/with-reward.ts';
import type { CaseReport } from '../host/report.ts';

const PROJECT = join(import.meta.dirname, '../..');
const CHECKS = join(import.meta.dirname, 'checks.py');
const names = [...readFileSync(CHECKS, 'utf8').matchAll(/^@check\ndef (\w+)/gm)].map(
  ([, name]) => name ?? '',
);

const thisUser = async (): Promise<Who> => self;

/** Runs test/host/report.ts as somebody: what the calls of one module came to. */
const report = async (who: Who, folder: string, described: object): Promise<CaseReport> => {
  const program = [process.execPath, '--import', 'tsx', join(PROJECT, 'test/host/report.ts')];
  const [file = '', ...args] = [...who.wrap, ...program];
  const child = spawn(file, args, {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TMPDIR: folder,
      HOME: join(folder, 'home'),
      RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
      RUNRL_SANDBOX_CACHE: who.cache,
    },
  });
  child.stdin.end(JSON.stringify({ case: described }));
  const [found, errors] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ]);
  if (found === undefined || errors !== '') throw new Error(`the report failed: ${errors}`);
  return (found as { case: CaseReport }).case;
};

const LEVELS = {
  namespaces: { level: 'namespaces' },
  strict: { level: 'namespaces', profile: 'strict' },
  landlock: { level: 'landlock' },
  none: { level: 'none' },
} as const satisfies Record<string, SandboxOptions>;

/** What each user has to run, in order: one user does not wait for the other, and is not in its own way. */
const lanes = new Map<string, (() => Promise<void>)[]>();

/** Runs it when the tests begin, after what the same user has to run before. @returns its result, once it is there */
const inTurn = <T>(lane: string, run: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const turn = (): Promise<void> => run().then(resolve, reject);
    lanes.set(lane, [...(lanes.get(lane) ?? []), turn]);
  });

beforeAll(() => {
  for (const turns of lanes.values())
    void (async () => {
      for (const turn of turns) await turn();
    })();
});

const promises = (at: keyof typeof LEVELS, name: string, as: () => Promise<Who>): void => {
  const options = LEVELS[at];
  const { level } = options;
  const own = names.filter((each) => {
    const [kind = ''] = each.split('_');
    return kind === 'confined'
      ? level !== 'none'
      : !['namespaces', 'landlock'].includes(kind) || kind === level;
  });

  describe(`${name}, at level ${at}`, () => {
    const folder = newFolder();
    let reported: CaseReport;
    const run = async (): Promise<CaseReport> => {
      const who = await as();
      const places = ['module', 'mounted', 'home'].map((each) => join(folder, each));
      for (const each of places) mkdirSync(each);
      const [module = '', mounted = ''] = places;
      copyFileSync(CHECKS, join(module, 'checks.py'));
      writeFileSync(join(mounted, 'answers.txt'), '42');
      // An interpreter whose packages lie below /tmp, which every run has of its own.
      const venv = join(folder, 'venv');
      execFileSync(who.python, ['-I', '-m', 'venv', '--without-pip', venv]);
      const version = execFileSync(
        who.python,
        ['-I', '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'],
        { encoding: 'utf8' },
      ).trim();
      writeFileSync(join(venv, `lib/python${version}/site-packages/of_the_venv.py`), '');
      for (const path of [folder, ...places]) chownSync(path, who.uid, who.uid);
      const paths = [mounted, join(mounted, 'answers.txt'), PROJECT, who.cache];
      const row = { paths, package: 'of_the_venv', level };
      const takesRow = /_grader|_network|_packages|says_whether/;
      return report(who, folder, {
        file: join(module, 'checks.py'),
        sandbox: { python: join(venv, 'bin/python'), ...options, mounts: [mounted] },
        options: { concurrency: 1, timeout: '120s', memory: '1GiB' },
        rounds: own.map((each) => [{ completion: each, ...(takesRow.test(each) && { kwargs: row }) }]),
      });
    };
    const running = inTurn(name, run);
    // Whoever asks for it is told.
    running.catch(() => undefined);

    beforeAll(async () => {
      reported = await running;
    }, 240_000);

    afterAll(async () => {
      await until(
        () => processesFor(folder),
        (left) => left.length === 0,
      );
    });

    it.each(own)('%s', (each) => {
      const outcome = reported.outcomes[own.indexOf(each)]?.[0];
      expect(reported.error).toBeUndefined();
      expect([outcome?.status, outcome?.reward, outcome?.error?.traceback ?? '']).toEqual(['ok', 1, '']);
    });
  });
};

promises('namespaces', 'this user', thisUser);
promises('strict', 'this user', thisUser);
promises('none', 'this user', thisUser);
if (noOtherUser() === undefined) {
  for (const at of ['namespaces', 'strict', 'landlock'] as const) promises(at, 'another user', otherUser);
  // Root can lend nothing there: the interpreter has to be one that everybody can read.
  promises('landlock', 'this user', async () => ({ ...(await thisUser()), python: otherPython() ?? '' }));
} else describe.skip(`another user: ${noOtherUser()}`, () => it('has the same', () => {}));
