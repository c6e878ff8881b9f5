/** The published examples, with the faults that are known of them: each is found, and said with the names of its source. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { check } from '../../src/check/check.ts';
import { contractCheck } from '../../src/check/contract/contract.ts';
import type { Finding } from '../../src/check/finding.ts';
import { TEXT_PROBES } from '../../src/check/probes/index.ts';
import { ALL_PARTS, probesCheck } from '../../src/check/registry.ts';
import type { Report } from '../../src/check/report.ts';
import { statisticsCheck } from '../../src/check/statistics/statistics.ts';
import { leavingNothing, newFolder } from '../helpers/with-reward.ts';

/** Milliseconds. A check ends when all is done; what it finds must not depend on how fast the machine is. */
const LONG_ENOUGH = 150_000;
vi.setConfig({ testTimeout: LONG_ENOUGH + 30_000 });

const PUBLISHED = join(import.meta.dirname, '../../python-shim/tests/published');

const SUMS = Array.from({ length: 40 }, (_, index) => {
  const [one, other] = [1 + ((index * 37) % 400), 1 + ((index * 91) % 400)];
  return { question: `What is ${one} + ${other}? Reply with <answer>…</answer>.`, sum: one + other };
});
const asked = (question: string) => [{ role: 'user', content: question }];
const INTEGERS = SUMS.map(({ question, sum }) => ({ prompt: asked(question), expected_result: sum }));
const TEXTS = SUMS.map(({ question, sum }) => ({ prompt: asked(question), expected_result: String(sum) }));
const FRUITS = Array.from({ length: 40 }, (_, index) => ({
  prompt: asked(`Which fruit is number ${index}?`),
  expected_result: ['apple', 'pear', 'plum', 'cherry', 'grape'][index % 5],
}));
const PROBLEMS = SUMS.map(({ question, sum }) => ({
  prompt: asked(question),
  problem: question,
  expected_answer: String(sum),
  max_attempts: 3,
}));
const JOKES = Array.from({ length: 40 }, () => ({ prompt: asked('Tell me a joke.') }));

const checked = async (name: string, rows: readonly object[]): Promise<Report> => {
  const folder = newFolder();
  const file = join(folder, `${name}.py`);
  const prompts = join(folder, 'prompts.jsonl');
  copyFileSync(join(PUBLISHED, `${name}.py`), file);
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
      parts: { ...ALL_PARTS, checks: [contractCheck, probesCheck('text', TEXT_PROBES), statisticsCheck] },
    }),
  );
};

const rulesOf = ({ findings }: Report): string[] => findings.map(({ rule }) => rule);
const found = ({ findings }: Report, rule: string): Finding | undefined =>
  findings.find((finding) => finding.rule === rule);

describe('reward functions', () => {
  it('E1 shadows its helper: every call raises', async () => {
    const report = await checked('e1_math', INTEGERS);
    expect(report.verdict).toBe('UNTESTABLE');
    expect(found(report, 'K01')?.title).toBe('raises on every answer to 40 of 40 rows');
    expect(found(report, 'K01')?.why).toContain('UnboundLocalError');
    expect(found(report, 'K01')?.why).toContain('response_penalty');
  });

  it('E1b compares a text with a number: its best branch is never reached', async () => {
    const report = await checked('e1b_math_batched', INTEGERS);
    expect(found(report, 'S20')?.title).toBe('reads `expected_result`, and no value of it matters');
    expect(found(report, 'RH149')?.why).toContain('`expected_result` is int in 40 of 40 rows');
  });

  it.each([
    ['e3_fruit', '.lower()', 'lower'],
    ['e4_math_reasoning', '.strip()', 'strip'],
  ])('%s calls %s on a number', async (name, _, method) => {
    const report = await checked(name, INTEGERS);
    expect(report.verdict).toBe('UNTESTABLE');
    expect(found(report, 'K01')?.why).toContain(`'int' object has no attribute '${method}'`);
  });

  it('E3 pays whoever names every fruit, and its favourite on any row', async () => {
    const report = await checked('e3_fruit', FRUITS);
    expect(report.verdict).toBe('HACKABLE');
    expect(rulesOf(report)).toContain('A05');
    const words = report.findings.filter(({ rule }) => rule === 'A12' || rule === 'E04');
    expect(words.map(({ exploit }) => exploit?.reward)).toContain(0.8);
  });

  it('E4 pays a list of numbers in one tag, and 0.3 for any tag', async () => {
    const report = await checked('e4_math_reasoning', TEXTS);
    expect(report.verdict).toBe('HACKABLE');
    expect(found(report, 'A01')).toMatchObject({
      severity: 'critical',
      exploit: { reward: 1, honest: 1, floor: 0 },
    });
    expect(found(report, 'A09')?.exploit?.reward).toBe(0.3);
  });

  it('E2 reads its judge badly: the first match counts', async () => {
    const report = await checked('e2_joke_judge', JOKES);
    expect(report.verdict).toBe('UNTESTABLE'); // without the package that it imports
    expect(report.why).toContain("No module named 'openai'");
    expect(rulesOf(report)).toEqual(expect.arrayContaining(['RH120']));
  });

  it('E9 takes an outage for a wrong answer', async () => {
    const report = await checked('e9_word_chain', JOKES);
    expect(report.verdict).toBe('UNTESTABLE');
    expect(report.why).toContain("No module named 'dspy'");
    expect(rulesOf(report)).toEqual(expect.arrayContaining(['RH121']));
  });
});

describe('environments', () => {
  it('E6 pays a list of numbers as one action', async () => {
    const report = await checked('e6_math_env', PROBLEMS);
    expect(report.verdict).toBe('HACKABLE');
    expect(rulesOf(report)).toContain('F16');
  });

  it('E7 returns nothing from its steps', async () => {
    const report = await checked('e7_custom_env', INTEGERS);
    expect(rulesOf(report)).toContain('K02');
  });
});
