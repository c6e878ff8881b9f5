import { randomBytes } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { sharingTests, unitTests } from './scripts/unit-tests.ts';

const run = randomBytes(4).toString('hex');

const ALL = 'test/**/*.test.ts';
/** What `npm test` leaves out and `npm run test:full` runs, too. */
const FULL = 'test/**/*.full.test.ts';
/** What needs the machine alone: it measures how long others take, or does all it can to slow them down. */
const ALONE = 'test/attacks/**';
/**
 * Fork bombs, with calls that must not wait for them; stacks of killed calls, for which the deadline does not wait; and
 * examples whose own time limits are short.
 */
const BY_THEMSELVES = [
  'test/run-code/run-code.full.test.ts',
  'test/host/timeout.full.test.ts',
  'test/examples/examples.full.test.ts',
];

/** What shares processes, and waits for nothing: `npm test` runs it beside the checks and the Python tests. */
const UNITS = unitTests();
/** What shares processes, too, and starts others: a file has a worker to itself while it runs. */
const SHARING = sharingTests().filter((path) => !path.startsWith('test/attacks/'));

/** Groups of projects run one after the other, each with the machine to itself. */
const project = (
  groupOrder: number,
  name: string,
  include: string[],
  exclude: string[],
  maxWorkers: number,
  isolate = true,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude, maxWorkers, isolate, sequence: { groupOrder } },
});

// Most tests wait for processes most of the time; two workers on two cores leave half of them idle.
const workers = Math.max(3, availableParallelism() - 1);

export default defineConfig({
  test: {
    pool: 'forks',
    // For what never ends. No test is about this time, and a machine may be many times slower than usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share processes: see scripts/unit-tests.ts.
    restoreMocks: true,
    unstubEnvs: true,
    globalSetup: ['test/helpers/leftovers.ts'],
    setupFiles: ['test/helpers/own-temporary-folder.ts'],
    // Every process that a test starts inherits the marker, or has a path in this run's temporary folder on its
    // command line: that is how leftovers.ts finds those that outlive the run. Short: socket paths end at 107 bytes.
    env: { RUNRL_TEST_RUN: run, TMPDIR: join(tmpdir(), `rst-${run}`), NO_COLOR: '1' },
    projects: [
      project(0, 'units', UNITS, [], workers, false),
      project(1, 'short-shared', SHARING, [], workers, false),
      project(1, 'short', [ALL], [FULL, ALONE, ...UNITS, ...SHARING], workers),
      project(2, 'short-alone', [`${ALONE}/*.test.ts`], [FULL], 1),
      project(3, 'full', [FULL], [ALONE, ...BY_THEMSELVES], workers),
      project(4, 'full-alone', [`${ALONE}/*.full.test.ts`, ...BY_THEMSELVES], [], 1),
    ],
  },
});
