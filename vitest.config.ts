import { randomBytes } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const run = randomBytes(4).toString('hex');

const ATTACKS = 'test/attacks/**/*.test.ts';

/** Files are started in the order of their size; small ones that take long would be alone at the end. */
const LONG = ['test/chaos/chaos.test.ts', 'test/check/judge-written.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongFirst },
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
