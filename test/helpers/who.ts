/** People that the sandbox is tried as: whoever runs the tests, and a user that is not root. */
import { spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import type { Case, CaseReport } from '../host/report.ts';
import { realPython } from '../python/interpreters.ts';
import { AS_OTHER_USER, OTHER_UID, otherCache, otherPython } from './other-user.ts';
import { newFolder } from './with-reward.ts';

/** In the environment of the host that `report` starts. */
export const SECRET = `secret-${process.pid}`;
const REPORT = join(import.meta.dirname, '../host/report.ts');
export const PROJECT = join(import.meta.dirname, '../..');

export interface Who {
  uid: number;
  wrap: readonly string[];
  python: string;
  cache: string;
}

/** Has a process of that user load modules and make calls, with a secret in its environment. */
export const report = async (who: Who, cases: Record<string, Case>, env: Record<string, string> = {}) => {
  const [file = '', ...args] = [...who.wrap, process.execPath, '--import', 'tsx', REPORT];
  const child = spawn(file, args, {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TMPDIR: folderOf(who),
      HOME: join(folderOf(who), 'home'),
      RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
      RUNRL_SANDBOX_CACHE: who.cache,
      THE_SECRET: SECRET,
      ...env,
    },
  });
  child.stdin.end(JSON.stringify(cases));
  const [found, errors] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ]);
  if (found === undefined || errors !== '') throw new Error(`the report failed: ${errors}`);
  return found as Record<string, CaseReport>;
};

const folders = new Map<number, string>();

/** A folder of the user's own. */
export const folderOf = (who: Who): string => {
  let folder = folders.get(who.uid);
  if (folder === undefined) {
    folder = newFolder();
    chownSync(folder, who.uid, who.uid);
    folders.set(who.uid, folder);
  }
  return folder;
};

export const call = (completion: string, kwargs?: Record<string, unknown>) => ({
  completion,
  ...(kwargs && { kwargs }),
});

/** What the n-th call of a round found. */
export const found = (reported: CaseReport | undefined, round = 0, position = 0): Record<string, unknown> => {
  const outcome = reported?.outcomes[round]?.[position];
  if (outcome?.status !== 'ok') expect({ reported, outcome }).toMatchObject({ outcome: { status: 'ok' } });
  return JSON.parse(String(outcome?.info.found));
};

export const thisUser: Who = {
  uid: process.getuid?.() ?? 0,
  wrap: [],
  python: realPython(),
  cache: cacheFolder(),
};

export const otherUser = async (): Promise<Who> => {
  const python = otherPython() ?? '';
  return { uid: OTHER_UID, wrap: AS_OTHER_USER, python, cache: await otherCache(python) };
};
