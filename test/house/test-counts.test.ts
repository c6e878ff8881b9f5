import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  countsLine,
  deselectedIn,
  pytestCounts,
  pytestTimes,
  slowestLines,
  vitestCounts,
  vitestTimes,
  withExit,
} from '../../scripts/test-counts.ts';

const report = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rs-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'report'), text);
  return join(folder, 'report');
};

const vitest = (...files: [status: string, ...tests: string[]][]): string =>
  report(
    JSON.stringify({
      testResults: files.map(([status, ...tests]) => ({
        status,
        assertionResults: tests.map((test) => ({ status: test })),
      })),
    }),
  );

describe('the counts of npm test', () => {
  it('are those of vitest, and a file that could not be imported is a failure', () => {
    const file = vitest(
      ['passed', 'passed', 'passed', 'pending'],
      ['failed', 'failed', 'passed'],
      ['failed'],
    );
    expect(vitestCounts(file)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it('are those of pytest', () => {
    const file = report(
      '<?xml version="1.0"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="1">',
    );
    expect(pytestCounts(file)).toEqual({ passed: 4, failed: 3, skipped: 3 });
  });

  it('count a runner that wrote no report, or failed without a failing test, as one failure', () => {
    expect(vitestCounts('/nowhere/report').failed).toBe(1);
    expect(pytestCounts('/nowhere/report').failed).toBe(1);
    const none = { passed: 5, failed: 0, skipped: 0 };
    expect(withExit(none, 1).failed).toBe(1);
    expect(withExit(none, 0)).toEqual(none);
    expect(withExit({ ...none, failed: 3 }, 1).failed).toBe(3);
  });

  it('make the line that CI reads', () => {
    const counts = { passed: 617, failed: 0, skipped: 0 };
    expect(countsLine([counts, counts])).toBe('1234 passed, 0 failed');
    expect(countsLine([{ ...counts, skipped: 2 }])).toBe('617 passed, 0 failed, 2 skipped');
  });

  it('name the slowest files of both runners', () => {
    const ofVitest = report(
      JSON.stringify({ testResults: [{ name: '/p/test/a.test.ts', startTime: 1_000, endTime: 3_500 }] }),
    );
    const ofPytest = report(
      '<testcase classname="shim.tests.test_b" name="x[1]" time="0.5"/><testcase classname="shim.tests.test_b.TestC" name="y" time="0.25"/>',
    );
    const times = [...pytestTimes(ofPytest), ...vitestTimes(ofVitest, '/p')];
    expect(slowestLines(times)).toBe('    2.5 s  test/a.test.ts\n    0.8 s  shim/tests/test_b.py');
    expect(deselectedIn('3 passed, 12 deselected in 0.51s')).toBe(12);
  });
});
