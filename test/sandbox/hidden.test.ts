import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { around, cover, hiddenOf, withoutGone } from '../../src/sandbox/hidden.ts';
import { newFolder } from '../helpers/with-reward.ts';

const project = () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'data/deep'), { recursive: true });
  for (const name of ['reward.py', 'data/rows', 'data/words']) writeFileSync(join(folder, name), '');
  symlinkSync('data/rows', join(folder, 'link'));
  return { folder, rows: join(folder, 'data/rows'), moduleFile: join(folder, 'reward.py') };
};

it('hides what would be seen, but not what a mount names', () => {
  const { folder, rows, moduleFile } = project();
  const hide = [rows, '/elsewhere'];
  expect(hiddenOf({ moduleFile, hide, mounts: [] }, [folder])).toEqual([rows]);
  expect(hiddenOf({ moduleFile, hide, mounts: [join(folder, 'link')] }, [folder])).toEqual([]);
});

it('permits what lies around it by name, and follows no link', () => {
  const { folder, rows } = project();
  const { read, list } = around([folder, '/usr/lib'], [rows], ['/ours']);
  const allowed = ['data/deep', 'data/words', 'reward.py'].map((name) => join(folder, name));
  expect(new Set(read)).toEqual(new Set([...allowed, '/ours', '/usr/lib']));
  expect(list).toEqual([folder, join(folder, 'data')]);
});

it('covers at a later start what is still there', () => {
  const { folder, rows } = project();
  const data = join(folder, 'data/deep');
  const command = ['bwrap', '--ro-bind', '/usr', '/usr', ...cover(rows), ...cover(data), '--', 'python'];
  expect(withoutGone(command)).toEqual(command);
  rmSync(rows);
  rmSync(data, { recursive: true });
  expect(withoutGone(command)).toEqual(['bwrap', '--ro-bind', '/usr', '/usr', '--', 'python']);
});
