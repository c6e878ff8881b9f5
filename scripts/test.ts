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
const pytestReport = (title: string): string => join(reports, `${title}.xml`);
/** What pytest is to run, in processes of their own: they wait for others most of the time. */
const PYTHON: Record<string, string[]> = {
  'python-shim, the agent': ['python-shim/tests', '-k', 'test_agent_'],
  'python-shim, the rest': ['python-shim/tests', '-k', 'not test_agent_'],
  'python-client': ['python-client/tests', '--ignore=python-client/tests/adapters'],
  'python-client, adapters': ['python-client/tests/adapters'],
};

/** How long after a command has ended what it printed may still arrive. */
const LAST_WORDS_MS = 10_000;

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
    let timer: NodeJS.Timeout | undefined;
    const finish = (status: number | null, left: string): void => {
      child.removeAllListeners('close');
      clearTimeout(timer);
      if (silent) console.log(`${heading}\n${Buffer.concat(said)}${left}`);
      resolve(left === '' ? (status ?? 1) : 1);
    };
    child.on('close', (status) => finish(status, ''));
    // A process that outlives it and has its output would keep this waiting for ever.
    child.on('exit', (status) => {
      timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish(status, `${title}: it ended, and a process that it started has not\n`);
      }, LAST_WORDS_MS);
    });
  });

const [checks = 1, ...pytests] = await Promise.all([
  run('checks', 'bash', ['scripts/check.sh'], true),
  ...Object.entries(PYTHON).map(([title, chosen]) =>
    run(
      `Python tests of ${title}`,
      'bash',
      ['scripts/python-tools.sh', 'pytest', '-q', ...chosen, `--junitxml=${pytestReport(title)}`],
      true,
    ),
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
  ...Object.keys(PYTHON).map((title, at) => withExit(pytestCounts(pytestReport(title)), pytests[at] ?? 1)),
];
rmSync(reports, { recursive: true, force: true });

if (checks !== 0) console.log('\nchecks failed: see above');
console.log(`\n${countsLine(counts)}`);
process.exitCode = checks === 0 && counts.every(({ failed }) => failed === 0) ? 0 : 1;
