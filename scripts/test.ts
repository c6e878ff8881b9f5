/**
 * `npm test`: all checks and the short tests of both languages, whatever fails on the way. Checks, unit tests and the Python
 * tests that compute share the cores; TypeScript tests have beside them only the Python tests that wait for servers, two
 * groups at a time; attacks have the machine for themselves. At the end come the slowest files, and in the last line
 * how many tests passed, failed and were left out.
 *
 *   --rest   then also the tests that are left out, but for what `--full` adds: what CI runs
 *   --full   everything: `npm run test:full`
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Counts,
  countsLine,
  deselectedIn,
  pytestCounts,
  pytestTimes,
  slowestLines,
  type Timed,
  vitestCounts,
  vitestTimes,
  withExit,
} from './test-counts.ts';

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, rest: { type: 'boolean', default: false } },
});
/** For tests whose number of random cases differs. */
const EXTENT: NodeJS.ProcessEnv = values.full || values.rest ? { RUNRL_TESTS_FULL: '1' } : {};
const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'rst-reports-'));
/** Files of a folder of Python tests of which the name after `test_` begins so. */
const beginning = (folder: string, ...names: string[]): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => names.some((name) => file.startsWith(`test_${name}`)))
    .map((file) => join(folder, file));
const AGENT = beginning('python-shim/tests', 'agent_');
const AUDIT = beginning('python-shim/tests', 'audit_');
const WALLS = beginning('python-shim/tests', 'proxy', 'restor', 'run_code', 'seccomp');
const FLEET = beginning('python-client/tests', 'fleet');
const SERVERS = beginning('python-client/tests', 'processes', 'spawn', 'docs');
const ADAPTERS = 'python-client/tests/adapters';
const without = (paths: string[]): string[] => paths.map((path) => `--ignore=${path}`);
/** What pytest is to run, in processes of their own. This waits for deadlines, beside whatever else runs … */
const WAITING: Record<string, string[]> = { 'python-shim, the agent': AGENT };
/** … these compute … */
const SHIM: Record<string, string[]> = {
  'python-shim, walls and restoring': WALLS,
  'python-shim, the rest': ['python-shim/tests', ...without([...AGENT, ...AUDIT, ...WALLS])],
  'python-shim, the audit': AUDIT,
};
/** … and these wait for servers most of the time. The longest come first. */
const CLIENT: Record<string, string[]> = {
  'python-client, servers': SERVERS,
  'python-client, the rest': ['python-client/tests', ...without([ADAPTERS, ...FLEET, ...SERVERS])],
  'python-client, fleets': FLEET,
  'python-client, adapters': [ADAPTERS],
};
/** How many groups that wait fit beside TypeScript tests: each uses a third of a core, and one lane would end last. */
const BESIDE = Math.max(2, availableParallelism() >> 1);
/** What takes longest, or installs gigabytes. Each says by its exit code whether all is well, and counts as one test. */
const LONGEST: Record<string, string[]> = {
  'chaos for a minute': ['run', 'chaos', '--', '--seconds', '60'],
  'chaos of a fleet': ['run', 'chaos:fleet'],
  'soak, 20,000 calls': ['run', 'soak', '--', '--calls', '20000'],
  'adapters with the packages of the trainers': ['run', 'test:adapters'],
};
/** pytest's exit code when no test was chosen. */
const NO_TESTS = 5;
/** How long after a command has ended what it printed may still arrive. */
const LAST_WORDS_MS = 10_000;

const counts: Counts[] = [];
const times: Timed[] = [];
let deselected = 0;

interface Ended {
  status: number;
  output: string;
}

/** Runs a command to its end. @param silent what it prints is shown when it has ended, not mixed with others' */
const run = (title: string, command: string, args: string[], silent = false, env = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const said: Buffer[] = [];
    const child = spawn(command, args, {
      cwd: root,
      stdio: silent ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    const heading = `\n== ${title}`;
    if (!silent) console.log(heading);
    child.stdout?.on('data', (data: Buffer) => said.push(data));
    child.stderr?.on('data', (data: Buffer) => said.push(data));
    child.on('error', (error) => {
      console.error(`${title}: ${error.message}`);
      resolve({ status: 1, output: '' });
    });
    let timer: NodeJS.Timeout | undefined;
    const finish = (status: number | null, left: string): void => {
      child.removeAllListeners('close');
      clearTimeout(timer);
      const output = `${Buffer.concat(said)}${left}`;
      if (silent) console.log(`${heading}\n${output}`);
      resolve({ status: left === '' ? (status ?? 1) : 1, output });
    };
    child.on('close', (status, signal) => {
      if (signal !== null) said.push(Buffer.from(`\n${title}: ended by ${signal}\n`)); // its report is not there then
      finish(status, '');
    });
    // A process that outlives it and has its output would keep this waiting for ever.
    child.on('exit', (status) => {
      timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish(status, `${title}: it ended, and a process that it started has not\n`);
      }, LAST_WORDS_MS);
    });
  });

/** A command that says by its exit code alone whether all is well. */
const single = async (title: string, command: string, args: string[], silent = false): Promise<void> => {
  const { status } = await run(title, command, args, silent);
  if (status !== 0) console.log(`\n${title} failed: see above`);
  counts.push({ passed: Number(status === 0), failed: Number(status !== 0), skipped: 0 });
};

/** Runs a group of Python tests: those with a marker, or without it. */
const pytest = async (title: string, chosen: string[], marked: 'full' | 'not full'): Promise<void> => {
  const report = join(reports, `${title}, ${marked}.xml`);
  const args = ['scripts/python-tools.sh', 'pytest', '-q', ...chosen, '-m', marked, `--junitxml=${report}`];
  const { status, output } = await run(`Python tests of ${title} (${marked})`, 'bash', args, true, EXTENT);
  if (marked === 'full' && status === NO_TESTS) return;
  if (marked === 'not full') deselected += deselectedIn(output);
  counts.push(withExit(pytestCounts(report), status));
  times.push(...pytestTimes(report));
};

/** Runs groups of Python tests, so many at a time. */
const pytests = async (
  groups: Record<string, string[]>,
  marked: 'full' | 'not full',
  atATime: number,
): Promise<void> => {
  const queue = Object.entries(groups);
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await pytest(...next, marked);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
};

const vitest = async (title: string, projects: string[], silent = false, env = {}): Promise<void> => {
  const report = join(reports, `${title}.json`);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const { status } = await run(title, join(root, 'node_modules/.bin/vitest'), [...args, ...chosen], silent, {
    ...EXTENT,
    ...env,
  });
  counts.push(withExit(vitestCounts(report), status));
  times.push(...vitestTimes(report, root));
};

const waiting = pytests(WAITING, 'not full', 1);
await Promise.all([
  single('checks', 'bash', ['scripts/check.sh', ...(values.full || values.rest ? [] : ['--quick'])], true),
  vitest('Unit tests', ['units'], true),
  pytests(SHIM, 'not full', Object.keys(SHIM).length),
]);
await Promise.all([
  vitest('TypeScript tests', ['short', 'short-shared']),
  pytests(CLIENT, 'not full', BESIDE),
  waiting,
]);
await vitest('Attacks', ['short-alone']);
if (values.full || values.rest) {
  const all = { ...CLIENT, ...SHIM, ...WAITING };
  await pytests(all, 'full', Object.keys(all).length);
  await vitest('TypeScript tests that npm test leaves out', ['full']);
  await vitest(
    'TypeScript tests that npm test leaves out, alone',
    ['full-alone'],
    false,
    values.full ? { RUNRL_ATTACKS_ALL: '1' } : {},
  );
}
if (values.full) for (const [title, args] of Object.entries(LONGEST)) await single(title, 'npm', args);

rmSync(reports, { recursive: true, force: true });
console.log(`\nThe slowest files\n${slowestLines(times)}`);
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.full.test.ts'),
).length;
const longest = `${Object.keys(LONGEST).join(', ')}, and attacks as root at every level`;
const leftOut = values.rest
  ? `; left out (npm run test:full): ${longest}`
  : `; left out (npm run test:full): the API reference, most random cases and some variants, ${files} files of vitest, ${deselected} tests of pytest, ${longest}`;
console.log(`\n${countsLine(counts)}${values.full ? '' : leftOut}`);
process.exitCode = counts.every(({ failed }) => failed === 0) ? 0 : 1;
