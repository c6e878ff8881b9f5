import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMAND } from '../helpers/command-line.ts';
import { testRun } from '../run/files.ts';

const ROOT = join(import.meta.dirname, '../..');

it('keeps what V8 compiled beside each file, and runs where that is wrong or cannot be written', () => {
  const folder = join(testRun(1).folder, 'dist/cli');
  cpSync(dirname(COMMAND[1]), folder, { recursive: true, filter: (path) => !path.includes('.code') });
  for (const name of ['package.json', 'node_modules'])
    symlinkSync(join(ROOT, name), join(folder, '../..', name));
  const help = (): string =>
    execFileSync(process.execPath, [join(folder, 'main.js'), '--help'], { encoding: 'utf8' });
  const kept = (): string[] => readdirSync(folder).filter((name) => name.includes('.code'));

  expect(() =>
    execFileSync(process.execPath, [join(folder, 'main.js'), 'rnu'], { stdio: 'ignore' }),
  ).toThrow();
  expect(kept()).toEqual([]); // it did little of what others do
  const first = help();
  expect(first).toContain('Exit codes:');
  const start = join(folder, kept().find((name) => name.startsWith('start-')) ?? '');
  expect(kept().filter((name) => !name.endsWith('.code') || name.startsWith('program'))).toEqual([]);
  const { ino } = statSync(start);
  expect(help()).toBe(first);
  expect(statSync(start).ino).toBe(ino); // it was good, and is not written again

  writeFileSync(start, 'of another version of V8');
  expect(help()).toBe(first);
  expect(statSync(start).size).toBeGreaterThan(10_000);

  // V8 looks at its head alone, and ends the process where the rest is wrong.
  const good = readFileSync(start);
  writeFileSync(start, Buffer.concat([good.subarray(0, 96), Buffer.alloc(good.length - 96)]));
  expect(help()).toBe(first);

  const names = kept();
  for (const name of names) {
    rmSync(join(folder, name));
    mkdirSync(join(folder, name, 'full'), { recursive: true }); // no file can be put there, whoever asks
  }
  expect(help()).toBe(first);
  expect(kept()).toEqual(names);
});
