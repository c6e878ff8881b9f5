/** The host is killed with SIGKILL: a second later nothing that it had started is alive, stopped or not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import {
  type Cast,
  castOf,
  kill,
  type Process,
  parentOf,
  processesFor,
  until,
} from '../helpers/processes.ts';
import { FIXTURES, newFolder } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';

interface Who {
  uid: number;
  wrap: readonly string[];
  python: string;
  cache: string;
}

const STOPPED: Record<string, (cast: Cast) => number[]> = {
  'nothing is stopped': () => [],
  'the workers and their inits are': ({ workers, slots }) => [...workers, ...slots],
  'zygote, launcher and bubblewrap are': ({ zygote, launcher, bubblewraps }) => [
    zygote,
    launcher,
    ...bubblewraps,
  ],
  'the agent is': ({ agent }) => [agent],
  'everything is': (cast) => Object.values(cast).flat(),
};

const hostOf = ({ uid, wrap, python, cache }: Who, level = 'auto', temporary = newFolder()) => {
  const folder = newFolder();
  const file = join(folder, 'hangs.py');
  copyFileSync(join(FIXTURES, 'hangs.py'), file);
  for (const path of [folder, temporary, file]) chownSync(path, uid, uid);
  const program = join(FIXTURES, 'host-program.ts');
  const node = [process.execPath, '--import', 'tsx', program, 'starts_a_daemon', file, level];
  const [name = '', ...args] = [...wrap, ...node];
  const child = spawn(name, args, {
    env: {
      ...process.env,
      TMPDIR: temporary,
      HOME: temporary,
      RUNRL_SANDBOX_CACHE: cache,
      PATH: `${dirname(python)}:${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const left = () => readdirSync(temporary).filter((entry) => entry.startsWith('runrl-'));
  return { child, folder, left, temporary };
};

const alive = (processes: readonly Process[]): Process[] => {
  const now = new Set(processesFor('daemon of the call').map(({ pid }) => pid));
  return processes.filter(({ pid }) => now.has(pid));
};

const isBelow = (pid: number, ancestor: number): boolean => {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === ancestor) return true;
  return false;
};

const users: [string, () => Promise<Who>, string | undefined][] = [
  [
    'this user',
    async () => ({ uid: process.getuid?.() ?? 0, wrap: [], python: realPython(), cache: cacheFolder() }),
    undefined,
  ],
  [
    'another user',
    async () => {
      const python = otherPython() ?? '';
      return { uid: OTHER_UID, wrap: AS_OTHER_USER, python, cache: await otherCache(python) };
    },
    noOtherUser(),
  ],
];

/** A host whose calls hang, and the daemons of these. */
const runningHost = async (who: Who, level?: string, shared?: string) => {
  const { child, folder, left, temporary } = hostOf(who, level, shared);
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  expect(line).toBe('"running"');
  const cast = castOf(folder);
  const daemons = await until(
    () => processesFor('daemon of the call').filter(({ pid }) => isBelow(pid, cast.agent)),
    (found) => found.length >= 2,
  );
  return { child, folder, left, temporary, cast, daemons };
};

describe.each(users)('a host of %s, while calls hang and their daemons sleep', (_, prepare, reason) => {
  it.skipIf(reason !== undefined).each(Object.keys(STOPPED))('%s', async (what) => {
    const { child, folder, left, cast, daemons } = await runningHost(await prepare());
    for (const pid of STOPPED[what]?.(cast) ?? []) kill(pid, 'SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(
      () => [...processesFor(folder), ...alive(daemons), ...left()],
      (found) => found.length === 0,
      1_000,
    );
  });

  // There is no namespace then that would end with the agent.
  it.skipIf(reason !== undefined)('and the agent with it, at the level landlock', async () => {
    const python = otherPython() ?? realPython(); // everybody can read it
    const who = { ...(await prepare()), python };
    const { child, folder, left, temporary, cast, daemons } = await runningHost(who, 'landlock');
    for (const pid of [child.pid ?? 0, cast.agent]) kill(pid);
    await until(
      () => [...processesFor(folder), ...alive(daemons)],
      (found) => found.length === 0,
      1_000,
    );
    // Nobody is there to remove its folders: the next start does.
    const orphans = left();
    expect(orphans.filter((name) => name.includes('-tmp-'))).toHaveLength(1);
    const next = await runningHost(who, 'landlock', temporary);
    await until(
      () => left().filter((name) => orphans.includes(name)),
      (found) => found.length === 0,
    );
    next.child.kill('SIGKILL');
    await until(
      () => [...processesFor(next.folder), ...left()],
      (found) => found.length === 0,
    );
  });
});
