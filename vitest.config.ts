import { randomBytes } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const run = randomBytes(4).toString('hex');

const ATTACKS = 'test/attacks/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // For what never ends. No test is about this time, and a machine may be many times slower than usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['test/helpers/leftovers.ts'],
    // Every process that a test starts inherits the marker, or has a path in this run's temporary folder on its
    // command line: that is how leftovers.ts finds those that outlive the run. Short: socket paths end at 107 bytes.
    env: { RUNRL_TEST_RUN: run, TMPDIR: join(tmpdir(), `rst-${run}`), NO_COLOR: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [ATTACKS],
          sequence: { groupOrder: 0 },
          // Most tests wait for processes most of the time; two workers on two cores leave half of them idle.
          maxWorkers: Math.max(3, availableParallelism() - 1),
        },
      },
      // By themselves, and last: some of them do all they can to slow the machine down.
      {
        extends: true,
        test: { name: 'attacks', include: [ATTACKS], sequence: { groupOrder: 1 }, maxWorkers: 1 },
      },
    ],
  },
});
