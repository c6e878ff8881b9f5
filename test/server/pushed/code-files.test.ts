/** Files that a client sends: what is refused before anything is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packr } from '../../../src/protocol/packr.ts';
import {
  type CodeFiles,
  checkFiles as check,
  hashOf,
  readFiles,
  writeFiles,
} from '../../../src/server/pushed/code-files.ts';
import { newFolder } from '../../helpers/with-reward.ts';

const bytes = Buffer.from('x = 1\n');

/** What a client would send of this, as the server takes it. */
const checkFiles = (value: unknown, main: string, most: number): CodeFiles =>
  check(readFiles(Buffer.from(packr.pack(value)), most), main, most);

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

it('refuses a block that would unpack to far more than it has', () => {
  const bomb = Buffer.concat([Buffer.from([0xdf, 0, 1, 0, 0]), Buffer.alloc(3 * 65_536, 0x80)]);
  expect(() => readFiles(bomb, 1_000)).toThrow('65536 files; at most 10000');
  const nested = Buffer.from([0x81, 0xa1, 0x61, 0xdd, 0xff, 0xff, 0xff, 0xff]);
  expect(() => readFiles(nested, 1_000)).toThrow('has no bytes');
  expect(() => readFiles(Buffer.alloc(6_002_000), 1_000)).toThrow('at most 1000');
  for (const cut of [[], [0x81], [0x81, 0xa5, 0x61], [0x81, 0xa1, 0x61, 0xc6, 0xff, 0xff, 0xff, 0xff]])
    expect(() => readFiles(Buffer.from(cut), 1_000)).toThrow('cut off');
  expect(() => readFiles(Buffer.from([0x80, 0]), 1_000)).toThrow('follows');
});

it('writes the rest, and counts the hash as the client does', () => {
  const files = checkFiles({ 'own.py': bytes, 'deep/é.py': Buffer.from('y') }, 'own.py', 1_000);
  const folder = newFolder();
  writeFiles(files, folder);
  expect(readFileSync(join(folder, 'deep/é.py'), 'utf8')).toBe('y');
  // python: ModuleFiles("own.py", {...}).hash
  expect(hashOf(files)).toBe('b97052e3f275536cf1b8e92f5268f32238a9d456b327d43d9811a44cc8e1473d');
});
