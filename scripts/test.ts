/**
 * `npm test`: all checks, all Python tests, all TypeScript tests, whatever fails on the way. The last line counts
 * the tests as the runners reported them. Checks and Python tests share the cores; TypeScript tests, whose deadlines are
 * real, have them for themselves.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countsLine, pytestCounts, vitestCounts, withExit } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'rst-reports-'));
const vitestReport = join(reports, 'vitest.json');
const pytestReport = join(reports, 'pytest.xml');

/** Runs a command to its end. @param silent what it prints is shown when it has ended, not mixed with others' */
const run = (title: string, command: string, args: string[], silent = false): Promise<number> =>
  new Promise((resolve) => {
    const said: Buffer[] = [];
    const child = spawn(command, args, { cwd: root, stdio: silent ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    const heading = `\n== ${title}`;
    if (!silent) console.log(heading);
    child.stdout?.on('data', (data: Buffer) => said.push(data));
    child.stderr?.on('data', (data: Buffer) => said.push(data));
    child.on('error', (error) => {
      console.error(`${title}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (status) => {
      if (silent) console.log(`${heading}\n${Buffer.concat(said)}`);
      resolve(status ?? 1);
    });
  });

const [checks, pytest] = await Promise.all([
  run('checks', 'bash', ['scripts/check.sh'], true),
  run(
    'Python tests',
    'bash',
    ['scripts/python-tools.sh', 'pytest', '-q', `--junitxml=${pytestReport}`],
    true,
  ),
]);
const vitest = await run('TypeScript tests', join(root, 'node_modules/.bin/vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);

const counts: Counts[] = [
  withExit(vitestCounts(vitestReport), vitest),
  withExit(pytestCounts(pytestReport), pytest),
];
rmSync(reports, { recursive: true, force: true });

if (checks !== 0) console.log('\nchecks failed: see above');
console.log(`\n${countsLine(counts)}`);
process.exitCode = checks === 0 && counts.every(({ failed }) => failed === 0) ? 0 : 1;
