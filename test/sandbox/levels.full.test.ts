/** The confinements in which slots have no namespaces of their own, as root and as a user that is not. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/index.ts';
import { noOtherUser, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { call, folderOf, found, otherUser, report, SECRET, thisUser, type Who } from '../helpers/who.ts';
import { FIXTURES } from '../helpers/with-reward.ts';
import type { CaseReport } from '../host/report.ts';

const reason = noOtherUser();
/** Without mounts nothing can be lent: the sandbox's user must be able to read the interpreter. */
const readable = otherPython();

interface Confinement {
  name: string;
  settings: SandboxOptions;
  level: string;
}

const CONFINEMENTS: Confinement[] = [
  { name: 'strict', settings: { profile: 'strict' }, level: 'namespaces' },
  { name: 'landlock', settings: { level: 'landlock' }, level: 'landlock' },
];

/** Whose module, and why it cannot be tried. */
const people = (level: string): [string, () => Promise<Who>, string | undefined][] => {
  const unreadable = level === 'landlock' && thisUser.uid === 0 ? reason : undefined;
  return [
    ['the user of the tests', async () => ({ ...thisUser, python: readable ?? thisUser.python }), unreadable],
    ['another user', otherUser, reason],
  ];
};

for (const { name, settings, level } of CONFINEMENTS) {
  describe.each(people(level))(`${name}: a call of %s`, (_, prepare, missing) => {
    let who: Who;
    let reported: Record<string, CaseReport>;
    let sockets: Server[];
    const abstractName = `runrl-levels-${process.pid}-${name}`;
    const outcomes = (round: number) => reported.it?.outcomes[round]?.map(({ status }) => status);

    beforeAll(async () => {
      if (missing !== undefined) return;
      who = await prepare();
      const socket = join(folderOf(who), `socket-${name}`);
      sockets = [
        createServer().listen(0, '127.0.0.1'),
        createServer().listen(`\0${abstractName}`),
        createServer().listen({ path: socket, writableAll: true }),
      ];
      await Promise.all(sockets.map((each) => until(() => each.listening)));
      const address = sockets[0]?.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const folder = join(folderOf(who), name);
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'reaches_out.py');
      copyFileSync(join(FIXTURES, 'reaches_out.py'), file);
      const secret = join(folderOf(who), `secret-of-${name}`);
      writeFileSync(secret, 'x');
      for (const path of [folder, file, secret]) chownSync(path, who.uid, who.uid);
      chmodSync(secret, 0o600);
      const paths = [folder, folderOf(who)];
      reported = await report(who, {
        it: {
          file,
          sandbox: { ...settings, python: who.python },
          options: { concurrency: 2, timeout: '6s' },
          rounds: [
            [call('network', { port, abstract: abstractName, socket })],
            [call('processes', { pids: [process.pid, 1] })],
            [
              call('files', {
                paths,
                secrets: [secret, '/etc/shadow', '/proc/self/environ', '/proc/1/stat'],
              }),
            ],
            [call('own_folder'), call('own_folder')],
            [call('environment')],
            [call('identity')],
            [call('hangs'), call('identity')],
            [call('kills_everything'), call('identity')],
            [call('leaves_a_daemon', { mark: `${folder}/daemon` })],
            [call('deep_folders')],
            [call('beside'), call('beside')],
          ],
        },
      });
    }, 180_000);

    afterAll(async () => {
      if (missing !== undefined) return;
      for (const each of sockets) each.close();
      await until(
        () => processesFor(join(folderOf(who), name)),
        (left) => left.length === 0,
      );
      // Other test files, at the same time, have theirs there too: each goes away with its module.
      const present = temporaryFolders(who);
      await until(
        () => temporaryFolders(who).filter((each) => present.includes(each)),
        (left) => left.length === 0,
        60_000,
      );
    });

    it.skipIf(missing)('is confined, and says at which level', () => {
      expect(reported.it?.error).toBeUndefined();
      expect(reported.it?.level).toBe(level);
      expect(new Set(reported.it?.outcomes.flat().map((each) => each.level))).toEqual(new Set([level]));
    });

    it.skipIf(missing)('reaches nothing over any kind of socket', () => {
      expect(found(reported.it)).toEqual([]);
    });

    it.skipIf(missing)('neither signals nor looks into any process that is not its own', () => {
      expect(found(reported.it, 1)).toEqual([]);
    });

    it.skipIf(missing)('changes and reads nothing that is not its own', () => {
      expect(found(reported.it, 2)).toEqual([]);
      expect(existsSync('/var/tmp/made-inside')).toBe(false);
    });

    it.skipIf(missing)('has a folder of its own for temporary files', () => {
      const own = [found(reported.it, 3), found(reported.it, 3, 1)] as unknown as [string, string[]][];
      expect(own.map(([, entries]) => entries)).toEqual([['a'], ['a']]);
      expect(own[0]?.[0]).not.toBe(own[1]?.[0]);
    });

    it.skipIf(missing)('finds nothing of the environment of the host', () => {
      const environment = found(reported.it, 4) as unknown as string[];
      expect(environment.join()).not.toContain(SECRET);
      expect(environment).toContain('USER=sandbox');
    });

    it.skipIf(missing)('is nobody, and can become nobody else', () => {
      const uid = who.uid === 0 ? 65_534 : who.uid;
      expect(found(reported.it, 5)).toEqual([uid, uid, uid, 1, expect.any(Number)]);
    });

    it.skipIf(missing)('is killed at its deadline, with the line, and leaves its neighbour alone', () => {
      expect(outcomes(6)).toEqual(['timeout', 'ok']);
      expect(reported.it?.outcomes[6]?.[0]?.stack).toContain('in hangs');
    });

    it.skipIf(missing)('ends nobody else with kill(-1)', () => {
      expect(outcomes(7)?.[1]).toBe('ok');
    });

    it.skipIf(missing)('leaves nothing to the calls after it, however deep', () => {
      expect(outcomes(8)).toEqual(['ok']);
      expect(outcomes(9)).toEqual(['ok']);
      expect([found(reported.it, 10), found(reported.it, 10, 1)]).toEqual([[], []]);
    });
  });
}

const temporaryFolders = (who: Parameters<typeof folderOf>[0]): string[] =>
  [folderOf(who), tmpdir()]
    .flatMap((folder) => readdirSync(folder))
    .filter((each) => each.startsWith('runrl-') && each.includes('-tmp-'));
