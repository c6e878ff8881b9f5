/** Folders in the temporary folder: those of killed processes are removed by the next start, others never. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, lchownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { OTHER_UID } from '../helpers/other-user.ts';
import { until } from '../helpers/processes.ts';
import { newFolder } from '../helpers/with-reward.ts';

const MODULE = join(import.meta.dirname, '../../src/python/temporary.ts');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that makes a folder, says which, and waits; at the end of its input it removes it and ends. */
const start = async (temporary: string) => {
  const program = `
    const { makeTemporaryFolder, removeTemporaryFolder } = await import(${JSON.stringify(MODULE)});
    const folder = makeTemporaryFolder('test');
    console.log(folder);
    for await (const _ of process.stdin);
    removeTemporaryFolder(folder);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [folder] = (await once(createInterface(child.stdout), 'line')) as [string];
  const owner = join(temporary, basename(folder).slice(0, 'runrl-12345678'.length));
  return { child, folder, owner };
};

const namesIn = (temporary: string): string[] =>
  readdirSync(temporary)
    .filter((name) => name.startsWith('runrl-'))
    .sort();

const killed = async (temporary: string) => {
  const process = await start(temporary);
  process.child.kill('SIGKILL');
  await once(process.child, 'exit');
  return process;
};

it('leaves nothing when the last folder is removed', async () => {
  const temporary = newFolder();
  const { child, folder, owner } = await start(temporary);
  expect([existsSync(folder), existsSync(owner)]).toEqual([true, true]);
  child.stdin?.end();
  await once(child, 'exit');
  expect(namesIn(temporary)).toEqual([]);
});

it('removes what a killed process has left, and nothing of one that lives', async () => {
  const temporary = newFolder();
  const stopped = await start(temporary);
  stopped.child.kill('SIGSTOP');
  const dead = await killed(temporary);
  mkdirSync(join(dead.folder, 'closed', 'deep'), { recursive: true });
  writeFileSync(join(dead.folder, 'closed', 'file'), '');
  mkdirSync(`${dead.owner}-tmp-0123`); // as the sandbox makes one
  // Names like ours that nobody listens on, because they are no sockets.
  mkdirSync(join(temporary, 'runrl-deadbeef'));
  writeFileSync(join(temporary, 'runrl-01234567'), '');
  mkdirSync(join(temporary, 'runrl-01234567-kept'));
  const next = await start(temporary);
  await until(
    () => namesIn(temporary).filter((name) => name.startsWith(basename(dead.owner))),
    (left) => left.length === 0,
  );
  next.child.stdin?.end();
  await once(next.child, 'exit');
  expect(namesIn(temporary)).toEqual(
    [
      basename(stopped.owner),
      basename(stopped.folder),
      'runrl-01234567',
      'runrl-01234567-kept',
      'runrl-deadbeef',
    ].sort(),
  );
});

it.skipIf(process.getuid?.() !== 0)('leaves alone what belongs to another user', async () => {
  const temporary = newFolder();
  const theirs = await killed(temporary);
  lchownSync(theirs.owner, OTHER_UID, OTHER_UID);
  const ours = await killed(temporary);
  mkdirSync(`${ours.owner}-theirs`);
  chownSync(`${ours.owner}-theirs`, OTHER_UID, OTHER_UID);
  await start(temporary);
  await until(
    () => existsSync(ours.owner),
    (exists) => !exists,
  );
  expect([existsSync(theirs.folder), existsSync(theirs.owner)]).toEqual([true, true]);
  expect([existsSync(ours.folder), existsSync(`${ours.owner}-theirs`)]).toEqual([false, true]);
});
