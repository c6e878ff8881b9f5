/** What the contract and the statistics say of small reward functions, by the whole check. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { contractCheck } from '../../../src/check/contract/contract.ts';
import { stateCheck } from '../../../src/check/probes/programs/state.ts';
import { ALL_PARTS } from '../../../src/check/registry.ts';
import type { Report } from '../../../src/check/report.ts';
import { STATISTIC_IDS } from '../../../src/check/statistics/make.ts';
import { statisticsCheck } from '../../../src/check/statistics/statistics.ts';
import { leavingNothing, newFolder } from '../../helpers/with-reward.ts';

/** Milliseconds: what is found must not depend on how fast the machine is. */
const LONG_ENOUGH = 120_000;
vi.setConfig({ testTimeout: LONG_ENOUGH + 30_000 });

const EXTRACT = `import re
def answer_of(completion):
    found = re.findall(r"<answer>(.*?)</answer>", completion)
    return found[-1].strip() if found else None
`;

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  prompt: `What is ${index} + ${3 * index}? Write <answer>…</answer>.`,
  answer: 4 * index,
}));

/** Checks a reward function with these parts alone. */
const measured = async (source: string, rows: readonly object[] = ROWS): Promise<Report> => {
  const folder = newFolder();
  const file = join(folder, 'reward.py');
  const prompts = join(folder, 'prompts.jsonl');
  writeFileSync(file, source);
  writeFileSync(prompts, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return leavingNothing(folder, () =>
    check({
      file,
      prompts,
      budget: LONG_ENOUGH,
      seed: 1,
      sandbox: {},
      reward: {},
      environment: {},
      signal: new AbortController().signal,
      version: '0',
      command: '',
      parts: { ...ALL_PARTS, checks: [contractCheck, stateCheck, statisticsCheck] },
    }),
  );
};

const failed = ({ statistics }: Report): string[] =>
  statistics.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

describe('statistics', () => {
  it('of an exact function: nothing fails', async () => {
    const report = await measured(`${EXTRACT}
def reward_fn(completion, **kwargs):
    return float(answer_of(completion) == str(kwargs["answer"]))
`);
    expect(failed(report)).toEqual([]);
    expect(report.findings).toEqual([]);
    expect(report.statistics.map(({ id }) => id)).toEqual([...STATISTIC_IDS]);
    expect(report.distributions.find(({ family }) => family === 'gold')?.rewards).toEqual(Array(40).fill(1));
  });

  it('of one that caches by the text alone: a row leaks into the next (S08)', async () => {
    const report = await measured(`${EXTRACT}
last = {}
def reward_fn(completion, **kwargs):
    if last.get("text") != completion:
        last.update(text=completion, reward=float(answer_of(completion) == str(kwargs["answer"])))
    return last["reward"]
`);
    expect(failed(report)).toContain('S08');
  });

  it('of one that draws lots: test and retest differ (S05)', async () => {
    const report = await measured(`${EXTRACT}
import random
def reward_fn(completion, **kwargs):
    return float(answer_of(completion) == str(kwargs["answer"])) + 0.2 * random.random()
`);
    expect(failed(report)).toContain('S05');
  });

  it('of one that does not look at the row (S20)', async () => {
    const report = await measured(
      'def reward_fn(completion, **kwargs): return min(len(completion), 99) / 99',
    );
    expect(failed(report)).toContain('S20');
    expect(report.verdict).not.toBe('HACKABLE');
  });
});

describe('the contract', () => {
  it('names the line and the value that it does not take', async () => {
    const report = await measured(`${EXTRACT}
def reward_fn(completion, **kwargs):
    expected = kwargs["answer"].strip()
    return float(answer_of(completion) == expected)
`);
    const [finding] = report.findings.filter(({ rule }) => rule === 'K01');
    expect(finding).toMatchObject({
      severity: 'high',
      title: 'raises on every answer to 40 of 40 rows',
      place: { line: 7, column: 5 },
    });
    expect(finding?.why).toContain("'int' object has no attribute 'strip'");
  });

  it('tells of a path without a number, and of a column with two types', async () => {
    const rows = ROWS.map((row, index) => (index % 10 === 0 ? { ...row, answer: String(row.answer) } : row));
    const report = await measured(
      `${EXTRACT}
def reward_fn(completion, **kwargs):
    if answer_of(completion) is not None:
        return float(answer_of(completion) == str(kwargs["answer"]))
`,
      rows,
    );
    const rules = report.findings.map(({ rule, title }) => `${rule} ${title}`);
    expect(rules).toContain('K02 returns no valid reward on an ordinary answer to 40 of 40 rows');
  });
});
