/** Episodes are the same under every interpreter, at every level, and for every user. */
import { spawn } from 'node:child_process';
import { chownSync, copyFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Level, SandboxOptions } from '../../src/index.ts';
import { noOtherUser, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { otherUser, PROJECT, type Who } from '../helpers/who.ts';
import { copyOf, FIXTURES, leavingNothing, newFolder } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';
import { type EpisodeCase, type EpisodeReport, tellOfEpisodes } from './episode-report.ts';

const FIXTURE = 'environments/branches.py';
const reason = noOtherUser();
const readable = otherPython();

const expected = (level: Level): EpisodeReport => ({
  level,
  hung: ['timeout', true],
  beside: [
    ['ok', 'a,b', null, level],
    ['ok', 'a,c', null, level],
  ],
  draws: 3,
  failures: [
    ['crashed', 'ExitWithoutResult'],
    ['crashed', 'SIGKILL'],
  ],
  after: ['ok', 'a,b,d', null, level],
  threaded: 'RS503',
  copied: ['ok', 'a,c,e', null, level],
  live: 2,
});

const temporary = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('runrl-'));

/** What an environment of our own shows, and that nothing of it is left. */
const tellHere = async (settings: SandboxOptions): Promise<EpisodeReport> => {
  const { folder, file } = copyOf(FIXTURE);
  const mark = `${folder}/daemon`;
  const report = await leavingNothing(folder, () => tellOfEpisodes({ file, sandbox: settings, mark }));
  expect(temporary(tmpdir())).toEqual([]);
  return report;
};

/** The same for another user, who has a process of its own for it. */
const tellAs = async (who: Who, settings: SandboxOptions): Promise<EpisodeReport> => {
  const folder = newFolder();
  const file = join(folder, 'branches.py');
  copyFileSync(join(FIXTURES, FIXTURE), file);
  for (const path of [folder, file]) chownSync(path, who.uid, who.uid);
  const program = join(import.meta.dirname, 'episode-report.ts');
  const [command = '', ...args] = [...who.wrap, process.execPath, '--import', 'tsx', program];
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH,
      TMPDIR: folder,
      HOME: folder,
      RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
      RUNRL_SANDBOX_CACHE: who.cache,
    },
  });
  const sandbox = { ...settings, python: who.python };
  const asked: EpisodeCase = { file, sandbox, mark: `${folder}/daemon` };
  child.stdin.end(JSON.stringify(asked));
  const [told, errors] = await Promise.all([json(child.stdout).catch(() => undefined), text(child.stderr)]);
  expect(errors).toBe('');
  await until(
    () => [...processesFor(folder).map(({ command }) => command), ...temporary(folder)],
    (left) => left.length === 0,
  );
  return told as EpisodeReport;
};

describe('under each interpreter', () => {
  it.each(installedPythons())('Python $version', async ({ python }) => {
    expect(await tellHere({ python })).toEqual(expected('namespaces'));
  });
});

describe('in each confinement', () => {
  const CONFINEMENTS: readonly [name: string, settings: SandboxOptions, level: Level][] = [
    ['strict', { profile: 'strict' }, 'namespaces'],
    ['landlock', { level: 'landlock' }, 'landlock'],
    ['none', { level: 'none' }, 'none'],
  ];

  it.each(CONFINEMENTS)('%s', async (name, settings, level) => {
    // Without mounts nothing can be lent: everybody must be able to read the interpreter.
    if (name === 'landlock' && readable === undefined) return;
    const python = name === 'landlock' ? { python: readable } : {};
    expect(await tellHere({ ...settings, ...python } as SandboxOptions)).toEqual(expected(level));
  });

  it.skipIf(reason !== undefined).each([['namespaces', {}, 'namespaces'] as const, ...CONFINEMENTS])(
    '%s, for a user that is not root',
    async (_, settings, level) => {
      expect(await tellAs(await otherUser(), settings)).toEqual(expected(level));
    },
  );
});
