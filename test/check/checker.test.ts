import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportOf, runChecker } from '../../bench/check/checker.ts';

it('reads what another checker printed, SARIF or JSON, worst first', () => {
  const sarif = {
    runs: [
      {
        results: [
          { ruleId: 'X1', level: 'warning' },
          { ruleId: 'X2', level: 'error' },
        ],
      },
    ],
  };
  const read = reportOf(JSON.stringify(sarif));
  expect(read?.verdict).toBe('HACKABLE');
  expect(read?.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
    'X2 critical',
    'X1 warning',
  ]);
  const json = { verdict: 'fail', findings: [{ id: 'Y', severity: 'medium' }] };
  expect(reportOf(JSON.stringify(json))?.findings.map(({ rule }) => rule)).toEqual(['verdict', 'Y']);
  expect(reportOf('{"findings": []}')?.verdict).toBe('NO EXPLOIT FOUND');
  expect(reportOf('Traceback')).toBeNull();
});

it('runs a command with the names of the files, and says why it gave nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rst-checker-'));
  try {
    const print = `echo '{"findings":[{"rule":"{module} {prompts}","severity":"high"}]}'`;
    const { report } = await runChecker(print, folder, '/elsewhere/reward.py', 60_000);
    expect(report?.findings[0]?.rule).toBe('reward.py prompts.jsonl');
    const failed = await runChecker('echo no >&2; exit 3', folder, 'reward.py', 60_000);
    expect(failed).toEqual({ report: null, error: 'exit 3: no' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
