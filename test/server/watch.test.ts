/** Changes of a module's files are seen, however they come about. */
import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ModuleFiles } from '../../src/module/module-files.ts';
import { watchFolders } from '../../src/server/watch.ts';
import { leavingNothing, newFolder } from '../helpers/with-reward.ts';
import { when } from './serving.ts';

/** Runs `body` with a file that is watched; `changed` are the names of what was loaded and is no longer there. */
const watching = async (
  prepare: (folder: string) => string[],
  body: (folder: string, changed: () => string) => Promise<void>,
): Promise<void> => {
  const folder = newFolder();
  watch(folder).close(); // the first one of a process makes a descriptor that stays
  await leavingNothing(folder, async () => {
    const [file = '', ...imported] = prepare(folder);
    const main = realpathSync(file);
    const files = new ModuleFiles(main);
    const { onMessage } = files.listen({ onMessage: () => {}, onExit: () => {} });
    const texts = [main, ...imported].map((path) => [path, readFileSync(path, 'latin1')]);
    onMessage({ type: 'files', files: Object.fromEntries(texts) }, undefined);
    let changed = 'not looked at';
    const errors: Error[] = [];
    using _ = await watchFolders(
      () => files.folders(file),
      async () => {
        changed = (await files.changed(file)).join();
      },
      (error) => errors.push(error),
    );
    await when(() => changed === '');
    await body(folder, () => changed);
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
      return [join(folder, 'reward.py')];
    },
    async (folder, changed) => {
      for (const version of [2, 3, 4, 5]) {
        const isOther = version % 2 === 0; // the same text behind another link is no change
        project(folder, String(version), isOther ? `a = ${version}\n` : 'a = 1\n');
        rmSync(join(folder, `..${version - 1}`), { recursive: true });
        await when(() => changed() === (isOther ? 'reward.py' : ''));
      }
    },
  );
});

it('by editors that write another file and rename it, by links that lead elsewhere, and in packages', async () => {
  await watching(
    (folder) => {
      for (const name of ['elsewhere', 'tools', 'elsewhere/tools']) mkdirSync(join(folder, name));
      put(folder, 'one.py', 'a = 1\n');
      put(folder, 'elsewhere/two.py', 'a = 2\n');
      for (const name of ['tools/words.py', 'elsewhere/tools/words.py']) put(folder, name, 'b = 1\n');
      symlinkSync('one.py', join(folder, 'reward.py'));
      return [join(folder, 'reward.py'), join(folder, 'tools/words.py')];
    },
    async (folder, changed) => {
      renameSync(put(folder, '.one.py.swp', 'a = 3\n'), join(folder, 'one.py'));
      await when(() => changed() === 'one.py');
      put(folder, 'tools/words.py', 'b = 22\n');
      await when(() => changed() === 'one.py,tools/words.py');
      symlinkSync('elsewhere/two.py', join(folder, 'link'));
      renameSync(join(folder, 'link'), join(folder, 'reward.py'));
      await when(() => changed() === 'one.py');
      put(folder, 'elsewhere/two.py', 'a = 1\n');
      await when(() => changed() === '');
      rmSync(join(folder, 'elsewhere/tools'), { recursive: true });
      await when(() => changed() === 'tools/words.py');
    },
  );
});

it('a module may name what is no file: that is not read', async () => {
  const files = new ModuleFiles('/dev/zero');
  const { onMessage } = files.listen({ onMessage: () => {}, onExit: () => {} });
  onMessage({ type: 'files', files: { '/dev/zero': '', '/proc/self/mem': '' } }, undefined);
  expect(await files.changed('/dev/zero')).toEqual(['zero', '../proc/self/mem']);
});
