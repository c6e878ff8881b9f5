/** The bundled examples and the whole of GSM8K, scored for real: every number is known beforehand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Outcome, type RewardOptions, type TextCall } from '../../src/index.ts';
import { installedPythons } from '../python/interpreters.ts';

const ROOT = join(import.meta.dirname, '../..');

const textOf = (path: string): string =>
  (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString();

type Row = Record<string, unknown> & { id: string };

const readRows = (path: string): { text: Buffer; row: Row }[] =>
  textOf(join(ROOT, path))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ text: Buffer.from(line), row: JSON.parse(line) }));

/** Joins completions to prompts by `id` and scores them; `prefix` is put before every completion. */
const score = async (
  reward: string,
  prompts: string,
  completions: string,
  options: RewardOptions & { python?: string; prefix?: string; first?: number } = {},
): Promise<{ row: Row; outcome: Outcome }[]> => {
  const { python, prefix, first, ...settings } = options;
  const rowOf = new Map(readRows(prompts).map(({ text, row }) => [row.id, text]));
  const rows = readRows(completions).slice(0, first);
  const calls = rows.map(({ text, row }): TextCall => {
    const completion =
      prefix === undefined
        ? text
        : Buffer.from(JSON.stringify({ ...row, completion: prefix + row.completion }));
    return { row: rowOf.get(row.id) ?? Buffer.from('{}'), completionRow: completion };
  });
  await using sandbox = await createSandbox(python === undefined ? {} : { python });
  const loaded = await sandbox.loadReward(join(ROOT, reward), settings);
  const found: { row: Row; outcome: Outcome }[] = [];
  for await (const { index, outcome } of loaded.scoreAll(calls)) {
    found[index] = { row: rows[index]?.row ?? { id: '' }, outcome };
  }
  expect(found).toHaveLength(rows.length);
  return found;
};

const count = <Item>(items: readonly Item[], keep: (item: Item) => boolean): number =>
  items.filter(keep).length;

describe('gsm8k', () => {
  it('agrees with the published label on all 5,276 completions', async () => {
    const scored = await score(
      'examples/gsm8k/reward.py',
      'test/data/gsm8k/prompts.jsonl.gz',
      'test/data/gsm8k/completions.jsonl.gz',
    );
    expect(count(scored, ({ outcome }) => outcome.status === 'ok')).toBe(5_276);
    expect(scored.filter(({ row, outcome }) => (outcome.reward === 1) !== row.is_correct)).toEqual([]);
    const right = (model: string): number =>
      count(scored, ({ row, outcome }) => row.model === model && outcome.reward === 1);
    expect({
      '6b_finetuning': right('6b_finetuning'),
      '6b_verification': right('6b_verification'),
      '175b_finetuning': right('175b_finetuning'),
      '175b_verification': right('175b_verification'),
    }).toEqual({
      '6b_finetuning': 286,
      '6b_verification': 515,
      '175b_finetuning': 458,
      '175b_verification': 742,
    });
  });

  it.each(installedPythons())('scores its subset alike on Python $version', async ({ python }) => {
    const scored = await score(
      'examples/gsm8k/reward.py',
      'examples/gsm8k/prompts.jsonl',
      'examples/gsm8k/completions.jsonl',
      { python },
    );
    expect(scored.filter(({ row, outcome }) => (outcome.reward === 1) !== row.is_correct)).toEqual([]);
  });
});

// Some 1,600 runs for the reference completions: minutes on a machine that is busy.
describe('humaneval', { timeout: 240_000 }, () => {
  const files = [
    'examples/humaneval/reward.py',
    'examples/humaneval/prompts.jsonl',
    'examples/humaneval/completions.jsonl',
  ] as const;

  it('scores 1 for every one of the 164 reference completions', async () => {
    const scored = await score(...files, { timeout: '60s' });
    const wrong = scored.filter(({ outcome }) => outcome.status !== 'ok' || outcome.reward !== 1);
    expect(wrong.map(({ outcome: { status, info, error } }) => ({ status, info, error }))).toEqual([]);
    expect(scored).toHaveLength(164);
  });

  it('scores 0 for each of them when it ends the interpreter first', async () => {
    const scored = await score(...files, { prefix: '    import os; os._exit(0)\n', timeout: '60s' });
    expect(count(scored, ({ outcome }) => outcome.status === 'ok' && outcome.reward === 0)).toBe(164);
  });

  it('scores 0 for those that loop for ever', async () => {
    const scored = await score(...files, { prefix: '    while True: pass\n', timeout: '60s', first: 4 });
    expect(scored.map(({ outcome }) => [outcome.status, outcome.reward, outcome.info.failure])).toEqual(
      Array(4).fill(['ok', 0, 'timeout']),
    );
  });

  it('scores 0 for those that return what is equal to everything', async () => {
    const prefix = '    return type("E", (), {"__eq__": lambda *_: True, "__ne__": lambda *_: False})()\n';
    const scored = await score(...files, { prefix, timeout: '60s' });
    expect(count(scored, ({ outcome }) => outcome.status === 'ok' && outcome.reward === 0)).toBe(164);
  });

  it('leaves nothing of a run whose call is killed', async () => {
    const scored = await score(...files, { prefix: '    while True: pass\n', timeout: '300ms', first: 16 });
    expect(count(scored, ({ outcome }) => outcome.status === 'timeout' && outcome.reward === null)).toBe(16);
    expect(count(scored, ({ outcome }) => outcome.stack?.includes('reward.py') === true)).toBeGreaterThan(12);
  });
});

describe('countdown', () => {
  it.each(installedPythons())(
    'times out for the one that hangs, with its line, and is right for the other 200 (Python $version)',
    async ({ python }) => {
      const scored = await score(
        'examples/countdown/reward.py',
        'examples/countdown/prompts.jsonl',
        'examples/countdown/completions.jsonl',
        { python, timeout: '1s' },
      );
      const hung = scored.filter(({ outcome }) => outcome.status === 'timeout');
      expect(hung.map(({ row }) => row.completion)).toEqual([expect.stringContaining('19**44**35')]);
      expect(hung[0]?.outcome.stack).toMatch(/reward\.py", line \d+ in /);
      const honest = scored.filter(({ outcome }) => outcome.status !== 'timeout');
      expect(honest).toHaveLength(200);
      expect(honest.filter(({ row, outcome }) => outcome.reward !== row.expected_reward)).toEqual([]);
    },
  );
});
