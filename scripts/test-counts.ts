/** How many tests passed, failed and were skipped, and how long files took, from the reports of vitest and pytest. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A runner that wrote no report failed as a whole, and that counts as one. */
const NO_REPORT: Counts = { passed: 0, failed: 1, skipped: 0 };

interface VitestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string }[];
  }[];
}

/** Seconds of a test file. */
export type Timed = readonly [file: string, seconds: number];

const SLOWEST = 10;

const readReport = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

export const vitestCounts = (file: string): Counts => {
  const text = readReport(file);
  if (text === undefined) return NO_REPORT;
  const { testResults } = JSON.parse(text) as VitestReport;
  const statuses = testResults.flatMap((result) => result.assertionResults.map(({ status }) => status));
  const count = (...wanted: string[]): number => statuses.filter((status) => wanted.includes(status)).length;
  // A test file that could not even be imported fails without one failing test.
  const failedFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return {
    passed: count('passed'),
    failed: count('failed') + failedFiles.length,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
  };
};

export const pytestCounts = (file: string): Counts => {
  const suite = /<testsuite\b[^>]*>/.exec(readReport(file) ?? '')?.[0];
  if (suite === undefined) return NO_REPORT;
  const attribute = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = attribute('failures') + attribute('errors');
  const skipped = attribute('skipped');
  return { passed: attribute('tests') - failed - skipped, failed, skipped };
};

/** How many tests pytest left out, by what it printed: `3 passed, 12 deselected in 0.51s`. */
export const deselectedIn = (output: string): number => Number(/(\d+) deselected/.exec(output)?.[1] ?? 0);

/** The time of each file in a report of vitest. */
export const vitestTimes = (file: string, root: string): Timed[] => {
  const { testResults } = JSON.parse(readReport(file) ?? '{"testResults":[]}') as VitestReport;
  return testResults.map(({ name, startTime, endTime }) => [
    relative(root, name),
    (endTime - startTime) / 1e3,
  ]);
};

/** The time of each file in a report of pytest: that of its tests. */
export const pytestTimes = (file: string): Timed[] => {
  const times = new Map<string, number>();
  for (const [, name = '', time] of (readReport(file) ?? '').matchAll(
    /<testcase\b[^>]*\bclassname="([^"]+)"[^>]*\btime="([\d.]+)"/g,
  )) {
    const path = `${name.replace(/\.[A-Z].*$/, '').replaceAll('.', '/')}.py`;
    times.set(path, (times.get(path) ?? 0) + Number(time));
  }
  return [...times];
};

/** The slowest test files, a line each. */
export const slowestLines = (times: readonly Timed[]): string =>
  times
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
    .join('\n');

/** Runners fail for more than tests: an unhandled rejection, a process left behind. That counts as one failure. */
export const withExit = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** `1234 passed, 0 failed`, and `, 5 skipped` when there are any: the form that CI reads. */
export const countsLine = (all: readonly Counts[]): string => {
  const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
};
