/**
 * Which test files can share processes: a new one, with what it imports, costs more than most of them take. Unit tests
 * start no process, wait for no deadline and change nothing that is global, so they can also run beside other work.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MORE_THAN_A_UNIT =
  /createSandbox|child_process|Worker\(|doctor|listen\(|newFolder|\bvi\.|process\.(env\b.* =|chdir)/;
const OWN_IMPORT = /from '(\.{1,2}\/[^']+\.ts)'/g;

/** What a test changes in its own process, where another file would meet it. Spies, stubs and timers are put back. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(?!waitFor|fn\b|spyOn|stubEnv|unstub|restore|use(Fake|Real)Timers|advance)|(?<!#)process\.(env(\.\w+|\[[^\]]+\]) = |chdir|on\(|once\(|exitCode|umask)|globalThis|memoryUsage/;

/** Told by the text of a file and of the helpers that it imports; product code is not looked at. */
const isFreeOf = (pattern: RegExp, path: string, seen: Set<string>): boolean => {
  if (seen.has(path)) return true;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (pattern.test(text)) return false;
  return [...text.matchAll(OWN_IMPORT)]
    .map(([, target = '']) => join(dirname(path), target))
    .filter((target) => !/^(src|page\/src)\//.test(target) && existsSync(target))
    .every((target) => isFreeOf(pattern, target, seen));
};

/** Paths of all tests of `npm test`, as seen from the root of the repository. */
const shortTests = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.full.test.ts'))
    .map((name) => join('test', name));

const without = (pattern: RegExp): string[] =>
  shortTests().filter((path) => isFreeOf(pattern, path, new Set()));

export const unitTests = (): string[] => without(MORE_THAN_A_UNIT);

/** Those that are more than unit tests, and can share processes with one another all the same. */
export const sharingTests = (): string[] => {
  const units = new Set(unitTests());
  return without(CHANGES_ITS_PROCESS).filter((path) => !units.has(path));
};
