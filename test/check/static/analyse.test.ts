/** The source of a module, read in the sandbox: what comes back, as findings with frames. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../src/check/static/analyse.ts';
import { EMPTY_ANALYSIS } from '../../../src/check/static/empty.ts';
import { fieldTypes } from '../../../src/check/static/field-types.ts';
import { lintFindings } from '../../../src/check/static/findings.ts';
import type { Subject } from '../../../src/check/subject/subject.ts';
import { createSandbox } from '../../../src/index.ts';
import { leavingNothing, newFolder } from '../../helpers/with-reward.ts';
import { rowOf } from '../stage.ts';

const subjectOf = (source: string, rows: Subject['rows'] = []): Subject => ({
  kind: 'reward',
  file: 'reward.py',
  path: '/nowhere/reward.py',
  source,
  rows,
  completions: new Map(),
  actions: new Map(),
});

const CONTAINS = `import re

def reward_fn(completion, **kwargs):
    match = re.search(r"<answer>(.*?)</answer>", completion)
    if match is None:
        return 0.0
    expected = str(kwargs["expected_result"]).strip()
    return float(expected in match.group(1))  # runrl: ignore[RH105] answers are long here
`;

describe('the source of a module', () => {
  it('is read in the sandbox, with the types of the columns', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'unused.py'), '');
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox();
      const rows = [1, 2, 3].map((line) => rowOf({ prompt: 'p', expected_result: line }, line));
      const subject = subjectOf(CONTAINS, rows);
      const analysis = await analyse(sandbox, subject);
      expect(analysis.fields).toEqual(['expected_result']);
      expect(analysis.executesCompletion).toBe(false);
      expect(analysis.patterns.map(({ pattern }) => pattern)).toEqual(['<answer>(.*?)</answer>']);
      const findings = lintFindings(analysis, subject);
      expect(findings.map(({ rule, severity, suppressed }) => [rule, severity, suppressed])).toEqual([
        ['RH105', 'high', 'answers are long here'],
      ]);
      expect(findings[0]).toMatchObject({
        source: 'lint',
        title: 'The answer is looked for anywhere in the completion',
        place: { file: 'reward.py', line: 8, column: 18, endLine: 8, endColumn: 44 },
      });
      expect(findings[0]?.frame).toContain(`\n  | ${' '.repeat(17)}${'^'.repeat(26)}\n`);

      await expect(analyse(sandbox, subjectOf('def reward_fn(:\n'))).rejects.toMatchObject({
        code: 'RS201',
        message: expect.stringMatching(/^reward\.py:1:15: Python cannot read the source: /),
      });
    });
  });
});

describe('types of fields', () => {
  it('are those of the JSON text', () => {
    const row = {
      line: 0,
      prompt: '',
      fields: {},
      texts: { a: '1', b: '1.0', c: '"x"', d: 'null', e: '[ ]', f: '{"k":1}', g: 'true', h: '-1e3', i: '""' },
    };
    expect(fieldTypes([row, row])).toEqual({
      a: { int: 2 },
      b: { float: 2 },
      c: { str: 2 },
      d: { null: 2 },
      e: { list: 2, empty: 2 },
      f: { dict: 2 },
      g: { bool: 2 },
      h: { float: 2 },
      i: { str: 2, empty: 2 },
    });
  });

  it('hold fields that are named like parts of every object', () => {
    expect(Object.keys(fieldTypes([rowOf({ constructor: 1, toString: 'x' })]))).toEqual([
      'constructor',
      'toString',
    ]);
  });
});

describe('findings of the source', () => {
  it('are none where nothing matched', () => {
    expect(lintFindings(EMPTY_ANALYSIS, subjectOf(''))).toEqual([]);
  });
});
