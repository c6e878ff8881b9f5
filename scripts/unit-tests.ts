/**
 * Which test files are unit tests: they start no process, wait for no deadline and change nothing that is global. So they
 * can share processes (a new one costs more than most of them take) and run beside other work.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MORE_THAN_A_UNIT =
  /createSandbox|child_process|Worker\(|doctor|listen\(|newFolder|\bvi\.|process\.(env\b.* =|chdir)/;
const OWN_IMPORT = /from '(\.{1,2}\/[^']+\.ts)'/g;

/** Told by the text of a file and of the helpers that it imports; product code is not looked at. */
const isUnit = (path: string, seen: Set<string>): boolean => {
  if (seen.has(path)) return true;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (MORE_THAN_A_UNIT.test(text)) return false;
  return [...text.matchAll(OWN_IMPORT)]
    .map(([, target = '']) => join(dirname(path), target))
    .filter((target) => !/^(src|page\/src)\//.test(target) && existsSync(target))
    .every((target) => isUnit(target, seen));
};

/** Paths of all unit tests, as seen from the root of the repository. */
export const unitTests = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.full.test.ts'))
    .map((name) => join('test', name))
    .filter((path) => isUnit(path, new Set()));
