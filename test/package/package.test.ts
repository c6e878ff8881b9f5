/** What the npm package would hold. It is made, installed and used in package.full.test.ts. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const MEGABYTE = 1_000_000;

describe('the tarball', () => {
  let packed: string[] = [];
  let size = 0;
  beforeAll(async () => {
    // Without scripts: the build of this run is there already, and other tests use it at this moment.
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: join(import.meta.dirname, '../..'),
      maxBuffer: 16 * MEGABYTE,
    });
    // npm 12 prints an object by package name, older ones an array.
    const [made] = Object.values(JSON.parse(stdout)) as [{ size: number; files: { path: string }[] }];
    packed = made.files.map(({ path }) => path);
    size = made.size;
  });

  it('has what runs, and neither tests, source maps nor what was compiled here', () => {
    expect(packed).toEqual(expect.arrayContaining(['dist/cli/main.js', 'LICENSE', 'README.md']));
    for (const part of ['runrl', 'runrl_shim', 'runrl_served', 'runrl_audit'])
      expect(packed.some((path) => path.startsWith(`python-shim/${part}/`) && path.endsWith('.py'))).toBe(
        true,
      );
    expect(packed.filter((path) => /\.map$|\.pyc$|\.code$|(^|\/)tests?\//.test(path))).toEqual([]);
  });

  it('is smaller than 3 MB', () => {
    expect(size).toBeGreaterThan(MEGABYTE / 10);
    expect(size).toBeLessThan(3 * MEGABYTE);
  });
});
