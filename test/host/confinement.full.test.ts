/** What a call can see and touch, as root and as a user that is not: the same tests for both. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { noOtherUser, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import {
  call,
  folderOf,
  found,
  otherUser,
  PROJECT,
  report,
  SECRET,
  thisUser,
  type Who,
} from '../helpers/who.ts';
import { FIXTURES, leavingNothing, newFolder } from '../helpers/with-reward.ts';
import type { Case, CaseReport } from './report.ts';

/** Puts the fixture into a new folder of the user's. */
const place = (who: Who, folder: string, name = 'looks_around.py', mode = 0o755): string => {
  const path = join(folderOf(who), folder);
  mkdirSync(path, { recursive: true });
  const file = join(path, name);
  copyFileSync(join(FIXTURES, 'looks_around.py'), file);
  chmodSync(file, mode & 0o666);
  chownSync(file, who.uid, who.uid);
  chmodSync(path, mode);
  chownSync(path, who.uid, who.uid);
  return file;
};

const reason = noOtherUser();

const confinement = (name: string, prepare: () => Promise<Who>): void => {
  describe(`a call of ${name}`, () => {
    let who: Who;
    let reports: Record<string, CaseReport>;
    let server: Server;
    let abstract: Server;
    let inTmp: string;
    const abstractName = `runrl-test-${process.pid}-${name.length}`;

    beforeAll(async () => {
      who = await prepare();
      server = createServer().listen(0, '127.0.0.1');
      abstract = createServer().listen(`\0${abstractName}`);
      await Promise.all([server, abstract].map((each) => until(() => each.listening)));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const own = place(who, 'own');
      const folder = join(folderOf(who), 'own');
      writeFileSync(join(folder, 'beside.txt'), 'x');
      const home = place(who, 'home', 'in_home.py');
      writeFileSync(join(folderOf(who), 'home', 'private.txt'), 'x');
      const inTmpdir = join(folderOf(who), 'in_tmpdir.py');
      inTmp = join('/tmp', `rs-in-tmp-${process.pid}-${who.uid}.py`);
      for (const file of [inTmpdir, inTmp]) {
        copyFileSync(own, file);
        chownSync(file, who.uid, who.uid);
      }
      const link = join(folderOf(who), 'linked.py');
      symlinkSync(own, link);
      const venv = join(folderOf(who), 'venv');
      execFileSync(who.python, ['-I', '-m', 'venv', '--without-pip', venv]);
      const version = execFileSync(
        who.python,
        ['-I', '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'],
        {
          encoding: 'utf8',
        },
      ).trim();
      writeFileSync(join(venv, 'lib', `python${version}`, 'site-packages', 'of_the_venv.py'), 'ANSWER = 42');
      const paths = [
        '/etc/shadow',
        '/etc/passwd',
        '/home',
        homedir(),
        PROJECT,
        who.cache,
        folderOf(who),
        folder,
      ];
      const sandbox = { python: who.python };
      const look = [call('files', { paths })];
      reports = await report(who, {
        own: {
          file: own,
          sandbox,
          options: { concurrency: 2, tmpSize: '1MiB' },
          rounds: [
            [call('network', { port, abstract: abstractName })],
            [call('environment')],
            [call('identity')],
            look,
            [call('writable', { paths: [folder, folderOf(who), PROJECT] })],
            [call('processes'), call('waits')],
            [call('temporary')],
            [call('descriptors')],
            [call('reads_its_init')],
            [call('waits'), call('kills_everything')],
            [call('waits'), call('kills_its_init')],
            [call('waits'), call('waits'), call('waits')],
          ],
        },
        mounts: {
          file: own,
          sandbox: { ...sandbox, mounts: [join(folderOf(who), 'home')] },
          rounds: [[call('files', { paths: [join(folderOf(who), 'home', 'private.txt')] })]],
        },
        home: { file: home, sandbox, rounds: [look] },
        tmpdir: { file: inTmpdir, sandbox, rounds: [look] },
        tmp: { file: inTmp, sandbox, rounds: [look] },
        link: { file: link, sandbox, rounds: [look] },
        private: { file: place(who, 'private', 'private.py', 0o700), sandbox, rounds: [look] },
        venv: {
          file: own,
          sandbox: { python: join(venv, 'bin/python') },
          rounds: [
            [call('imports', { modules: ['of_the_venv', 'ctypes', 'sqlite3', 'ssl', 'multiprocessing'] })],
          ],
        },
        none: {
          file: own,
          sandbox: { ...sandbox, level: 'none' },
          rounds: [[call('identity')], [call('own_environment')], look],
        },
      });
    }, 180_000);

    afterAll(async () => {
      for (const each of [server, abstract]) each?.close();
      rmSync(inTmp, { force: true });
      await until(
        () => [...processesFor(folderOf(who)), ...processesFor(inTmp)],
        (left) => left.length === 0,
      );
    });

    it('has no network, and reaches no socket of the host', () => {
      expect(found(reports.own)).toEqual({
        "host's port": 'ConnectionRefusedError',
        "host's abstract socket": 'ConnectionRefusedError',
        datagram: 'OSError',
        interfaces: ['lo'],
      });
    });

    it('finds nothing of the environment of the host anywhere', () => {
      const environment = found(reports.own, 1);
      expect(JSON.stringify(environment)).not.toContain(SECRET);
      expect(Object.keys(environment.own as object).sort()).toEqual(
        [
          ...['HOME', 'LANG', 'LOGNAME', 'PATH', 'PWD', 'TMPDIR', 'USER'],
          ...['PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'PYTHONUTF8'],
          ...['MKL', 'NUMEXPR', 'OMP', 'OPENBLAS'].map((library) => `${library}_NUM_THREADS`),
          ...['JE_ARROW_MALLOC_CONF', '_RJEM_MALLOC_CONF', 'MIMALLOC_ARENA_EAGER_COMMIT'],
          'VECLIB_MAXIMUM_THREADS',
        ].sort(),
      );
      expect(environment['command lines']).not.toMatch(/node|bwrap|agent/);
    });

    it('is nobody: no root, no groups, no capabilities and no way to more', () => {
      const uid = who.uid === 0 ? 65_534 : who.uid;
      expect(found(reports.own, 2)).toEqual({
        uid: [uid, uid, uid],
        gid: [uid, uid, uid],
        groups: who.uid === 0 ? [] : expect.any(Array),
        capabilities: [0, 0, 0, 0],
        'no new privileges': '1',
        'host name': 'sandbox',
        'core size': [0, 0],
      });
    });

    it('sees its own folder and what an interpreter needs, and nothing else of the machine', () => {
      const { there, readable, root, ...rest } = found(reports.own, 3);
      const folder = join(folderOf(who), 'own');
      expect(readable).toContain(folder);
      expect(there).not.toContain('/etc/shadow');
      expect(there).not.toContain('/etc/passwd');
      expect(there).not.toContain(who.cache);
      expect(rest).toEqual({
        'beside the module': ['beside.txt', 'looks_around.py'],
        'working folder': folder,
      });
      expect(root).not.toContain('var');
      expect(root).not.toContain('sys');
      expect(root).not.toContain('boot');
    });

    it('changes nothing: neither the module, nor the interpreter, nor anything else outside of /tmp', () => {
      // Of the folders that lead to the module below /tmp there are empty copies in the private /tmp.
      const copies = [`mkdir ${folderOf(who)}`, `open ${folderOf(who)}`, `chmod ${folderOf(who)}`];
      const done = found(reports.own, 4).done as string[];
      expect(done.filter((each) => !copies.includes(each))).toEqual([]);
    });

    it('has a pid namespace of its own, in which there is nobody else', () => {
      const { pid, parent, all } = found(reports.own, 5);
      expect(pid).toBeLessThan(20);
      expect(parent).toBe(1);
      expect(all).toEqual([1, pid]);
    });

    it('has a /tmp of its own, with the size that was asked for and /dev/shm in it', () => {
      const { bytes, shm, fill, 'fill shm': fillShm } = found(reports.own, 6);
      expect([bytes, shm]).toEqual([2 ** 20, []]);
      expect([fill, fillShm]).toEqual(['OSError', 'OSError']);
    });

    it('inherits no descriptors but its own', () => {
      const { descriptors } = found(reports.own, 7);
      expect(descriptors).toEqual([
        '0 /dev/null',
        '1 pipe',
        '2 pipe',
        // Its own, to forget its peak of memory: /proc is read-only.
        expect.stringMatching(/^\d \/proc\/\d+\/clear_refs$/),
        expect.stringMatching(/^\d+ socket$/),
        expect.stringMatching(/^10\d pipe$/),
        // Its own threads, counted after each call.
        expect.stringMatching(/^10\d \/proc\/\d+\/task$/),
        // The way to runs of code: a file that is in no folder any more and can only be connected to.
        expect.stringMatching(/^11\d \S+ \(deleted\)$/),
      ]);
    });

    it('cannot look into the process that keeps it', () => {
      expect(new Set(Object.values(found(reports.own, 8)))).toEqual(new Set(['PermissionError']));
    });

    it('ends nobody else with kill(-1) or with any signal to PID 1', () => {
      for (const round of [9, 10, 11]) found(reports.own, round);
      expect(found(reports.own, 10, 1)).toEqual({ parent: 1 });
      expect(reports.own?.outcomes.flat().map(({ status }) => status)).not.toContain('lost');
    });

    it('sees what was mounted for it', () => {
      expect(found(reports.mounts).readable).toEqual([join(folderOf(who), 'home', 'private.txt')]);
    });

    it.each([
      ['in the home', 'home', 'in_home.py'],
      ['in the folder for temporary files', 'tmpdir', 'in_tmpdir.py'],
      ['in /tmp', 'tmp', undefined],
    ])('of a module %s sees that file alone, and this is said', (_, name, file) => {
      expect(found(reports[name])['beside the module']).toEqual(
        file === undefined ? expect.arrayContaining([inTmp.slice('/tmp/'.length)]) : [file],
      );
      if (file === undefined)
        expect(found(reports[name])['beside the module']).toEqual(['.shm', inTmp.slice(5)]);
      expect(reports[name]?.warnings).toEqual([expect.stringContaining('a folder of its own')]);
    });

    it('of a symbolic link sees the folder that it leads to', () => {
      expect(found(reports.link)['working folder']).toBe(join(folderOf(who), 'own'));
    });

    it('sees a folder that is closed to everybody else', () => {
      expect(found(reports.private)['beside the module']).toEqual(['private.py']);
      expect(reports.private?.warnings).toEqual([]);
    });

    it('runs with the interpreter of a virtual environment', () => {
      expect(found(reports.venv)).toMatchObject({
        of_the_venv: 42,
        prefix: join(folderOf(who), 'venv'),
        executable: expect.stringContaining(join(folderOf(who), 'venv/bin/python')),
      });
    });

    it('is confined, and says so; without a sandbox it says that', () => {
      expect(reports.own?.level).toBe('namespaces');
      expect(reports.none?.level).toBe('none');
      expect(reports.none?.outcomes.flat().map(({ level }) => level)).toEqual(['none', 'none', 'none']);
      expect(found(reports.none).uid).toEqual([who.uid, who.uid, who.uid]);
      expect(JSON.stringify(found(reports.none, 1))).not.toContain(SECRET);
    });
  });
};

confinement(thisUser.uid === 0 ? 'root' : 'a user that is not root', async () => thisUser);

describe.skipIf(reason !== undefined)(`another user${reason === undefined ? '' : `: ${reason}`}`, () => {
  confinement('a user that is not root', otherUser);
});

describe('where the sandbox cannot be had', () => {
  const isolated = (script: string) => ({
    ...thisUser,
    wrap: ['unshare', ...(thisUser.uid === 0 ? ['-m'] : ['-rm']), 'sh', '-c', `${script}; exec "$@"`, 'sh'],
  });
  const aCase = (who: Who, settings = {}): Record<string, Case> => ({
    it: {
      file: place(who, 'own'),
      sandbox: { python: who.python, ...settings },
      rounds: [[call('own_environment')]],
    },
  });
  const bubblewraps = ['/usr/bin/bwrap', '/bin/bwrap'];
  const withoutBubblewrap = bubblewraps
    .map((path) => `mount --bind /dev/null $(readlink -f ${path})`)
    .join(' 2>&-;');

  it('bubblewrap is missing: RS401, with the command that installs it', async () => {
    const { it: refused } = await report(
      isolated(withoutBubblewrap),
      aCase(thisUser, { level: 'namespaces' }),
    );
    expect(refused?.error).toMatchObject({
      code: 'RS401',
      message: expect.stringContaining('not installed'),
    });
    expect(refused?.error?.help).toContain('apt-get install bubblewrap');
    expect(refused?.error?.help).toContain("level: 'none'");
  });

  it.skipIf(reason !== undefined)('bubblewrap is missing: auto takes landlock, and says so', async () => {
    const who = { ...isolated(withoutBubblewrap), python: otherPython() ?? '' };
    const { it: ran } = await report(who, aCase(who));
    expect(ran?.level).toBe('landlock');
    expect(ran?.outcomes.flat().map(({ level }) => level)).toEqual(['landlock']);
  });

  it('bubblewrap is missing, and `none` was asked for: it runs, and says so', async () => {
    const { it: ran } = await report(isolated(withoutBubblewrap), aCase(thisUser, { level: 'none' }));
    expect(ran?.level).toBe('none');
    found(ran);
  });

  it.skipIf(thisUser.uid === 0 && reason !== undefined)(
    'user namespaces are forbidden: RS401, says so, and what to do',
    async () => {
      const who = thisUser.uid === 0 ? await otherUser() : thisUser;
      const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces';
      const wrap = [
        ...who.wrap,
        ...['unshare', '--user', '--map-current-user', '--keep-caps'],
        ...['sh', '-c', `${forbid}; exec setpriv --inh-caps=-all --ambient-caps=-all "$@"`, 'sh'],
      ];
      const { it: refused } = await report({ ...who, wrap }, aCase(who, { level: 'namespaces' }));
      expect(refused?.error).toMatchObject({ code: 'RS401' });
      expect(refused?.error?.message).toMatch(/forbids user namespaces \(user\.max_user_namespaces=0/);
      expect(refused?.error?.help).toMatch(/sysctl/);
      expect(refused?.outcomes).toEqual([]);
    },
  );
});

it('leaves nothing at level none either', async () => {
  const folder = newFolder();
  copyFileSync(join(FIXTURES, 'leaves_a_daemon.py'), join(folder, 'leaves_a_daemon.py'));
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox({ level: 'none' });
    const reward = await sandbox.loadReward(join(folder, 'leaves_a_daemon.py'), { concurrency: 1 });
    const mark = `mark of ${folder}`;
    expect(await reward.score({ completion: 'start', kwargs: { mark } })).toMatchObject({
      status: 'ok',
      level: 'none',
    });
    await until(
      () => processesFor(mark),
      (left) => left.length === 0,
    );
    expect((await reward.score({ completion: 'look', kwargs: { mark } })).status).toBe('ok');
  });
});
