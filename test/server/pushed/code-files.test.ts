/** Files that a client sends: what is refused before anything is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFiles, hashOf, writeFiles } from '../../../src/server/pushed/code-files.ts';
import { newFolder } from '../../helpers/with-reward.ts';

const bytes = Buffer.from('x = 1\n');

it.each([
  ['../up.py', 'no path below'],
  ['/etc/passwd', 'no path below'],
  ['a/../../b.py', 'no path below'],
  ['.ssh/keys', 'no path below'],
  ['a//b.py', 'no path below'],
  ['a\0b', 'no path below'],
  ['', 'no path below'],
])('refuses the path %j', (path, why) => {
  expect(() => checkFiles({ 'own.py': bytes, [path]: bytes }, 'own.py', 1_000)).toThrow(why);
});

it('refuses what is too large, no bytes, or without the module itself', () => {
  expect(() => checkFiles({ 'own.py': Buffer.alloc(2_000) }, 'own.py', 1_000)).toThrow('at most 1000');
  expect(() => checkFiles({ 'own.py': 'text' }, 'own.py', 1_000)).toThrow('has no bytes');
  expect(() => checkFiles({ 'a.py': bytes }, 'own.py', 1_000)).toThrow('not among them');
  expect(() => checkFiles(7, 'own.py', 1_000)).toThrow('no map');
});

it('writes the rest, and counts the hash as the client does', () => {
  const files = checkFiles({ 'own.py': bytes, 'deep/é.py': Buffer.from('y') }, 'own.py', 1_000);
  const folder = newFolder();
  writeFiles(files, folder);
  expect(readFileSync(join(folder, 'deep/é.py'), 'utf8')).toBe('y');
  // python: ModuleFiles("own.py", {...}).hash
  expect(hashOf(files)).toBe('b97052e3f275536cf1b8e92f5268f32238a9d456b327d43d9811a44cc8e1473d');
});
