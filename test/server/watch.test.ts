/** Changes of a module's file are seen, however they come about; and those of what it imports from its folder. */
import { mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { readWithImports } from '../../src/server/imported-files.ts';
import { watchFile } from '../../src/server/watch.ts';
import { leavingNothing, newFolder } from '../helpers/with-reward.ts';
import { when } from './serving.ts';

/** Runs `body` with a file that is watched; `changes` counts. */
const watching = async (
  prepare: (folder: string) => string,
  body: (folder: string, changes: () => number) => Promise<void>,
): Promise<void> => {
  const folder = newFolder();
  watch(folder).close(); // the first one of a process makes a descriptor that stays
  await leavingNothing(folder, async () => {
    const file = prepare(folder);
    let count = 0;
    const errors: Error[] = [];
    using _ = await watchFile(
      file,
      async () => {
        count++;
      },
      (error) => errors.push(error),
    );
    await body(folder, () => count);
    expect(errors).toEqual([]);
  });
};

const put = (folder: string, name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** As Kubernetes does: the file is a link through `..data`, which is replaced by rename; the old folder is deleted. */
const project = (folder: string, version: string, text: string): void => {
  mkdirSync(join(folder, `..${version}`));
  put(join(folder, `..${version}`), 'reward.py', text);
  symlinkSync(`..${version}`, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
};

it('of a Kubernetes ConfigMap, again and again', async () => {
  await watching(
    (folder) => {
      project(folder, '1', 'a = 1\n');
      symlinkSync('..data/reward.py', join(folder, 'reward.py'));
      return join(folder, 'reward.py');
    },
    async (folder, changes) => {
      for (const version of [2, 3, 4]) {
        project(folder, String(version), `a = ${version}\n`);
        rmSync(join(folder, `..${version - 1}`), { recursive: true });
        await when(() => changes() === version - 1);
      }
    },
  );
});

it('by editors that write another file and rename it, and by links that lead elsewhere', async () => {
  await watching(
    (folder) => {
      put(folder, 'one.py', 'a = 1\n');
      mkdirSync(join(folder, 'elsewhere'));
      put(join(folder, 'elsewhere'), 'two.py', 'a = 2\n');
      symlinkSync('one.py', join(folder, 'reward.py'));
      return join(folder, 'reward.py');
    },
    async (folder, changes) => {
      renameSync(put(folder, '.one.py.swp', 'a = 3\n'), join(folder, 'one.py'));
      await when(() => changes() === 1);
      symlinkSync('elsewhere/two.py', join(folder, 'link'));
      renameSync(join(folder, 'link'), join(folder, 'reward.py'));
      await when(() => changes() === 2);
      put(join(folder, 'elsewhere'), 'two.py', 'a = 4\n');
      await when(() => changes() === 3);
    },
  );
});

it('of what it imports; and of nothing else in the folder', async () => {
  await watching(
    (folder) => {
      mkdirSync(join(folder, 'tools'));
      put(join(folder, 'tools'), '__init__.py', '');
      put(join(folder, 'tools'), 'parse.py', 'from . import words\n');
      put(join(folder, 'tools'), 'words.py', 'a = 1\n');
      put(folder, 'other.py', 'a = 1\n');
      return put(
        folder,
        'reward.py',
        'import os, sys\n\ndef f():\n    from tools.parse import (\n        x,  # y\n    )\n',
      );
    },
    async (folder, changes) => {
      put(folder, 'other.py', 'a = 2\n');
      put(join(folder, 'tools'), 'words.py', 'a = 2\n');
      await when(() => changes() === 1);
      put(folder, 'late.py', 'a = 1\n');
      put(folder, 'reward.py', 'import late\n');
      await when(() => changes() === 2);
      put(folder, 'late.py', 'a = 2\n');
      await when(() => changes() === 3);
    },
  );
});

it.each([
  ['import a, b as c', ['a.py', 'b.py']],
  ['import d.e.f', ['d/__init__.py', 'd/e.py']],
  ['if x:\n\tfrom d import e, g\n', ['d/__init__.py', 'd/e.py']],
  ['from a import *\n# import b', ['a.py']],
  ['x = "import"; from nowhere import b', []],
])('finds what %j imports', async (text, wanted) => {
  const folder = newFolder();
  mkdirSync(join(folder, 'd'));
  for (const name of ['a.py', 'b.py', 'd/__init__.py', 'd/e.py']) put(folder, name, '');
  const found = await readWithImports(put(folder, 'reward.py', text));
  const names = [...found.keys()].map((path) => path.slice(folder.length + 1));
  expect(names.filter((name) => basename(name) !== 'reward.py').sort()).toEqual(wanted);
  rmSync(folder, { recursive: true });
});
