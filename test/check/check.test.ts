/** From a file and rows to a verdict, with real calls. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { check } from '../../src/check/check.ts';
import { checkEnvironment } from '../../src/check/policies/check.ts';
import { TEXT_PROBES } from '../../src/check/probes/index.ts';
import type { Parts } from '../../src/check/registry.ts';
import { probesCheck } from '../../src/check/registry.ts';
import { replay } from '../../src/check/replay/replay.ts';
import type { Report } from '../../src/check/report.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckOptions } from '../../src/check/task.ts';
import { copyOf, leavingNothing } from '../helpers/with-reward.ts';
import { checkOptions } from './check-options.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Enough to see how they are judged; each has tests of its own. */
const SOME = new Set(['A01', 'A04', 'A08', 'A09', 'A16', 'E03']);

const parts: Parts = {
  analyse: async () => EMPTY_ANALYSIS,
  checks: [
    probesCheck(
      'text',
      TEXT_PROBES.filter(({ rule }) => SOME.has(rule)),
    ),
  ],
  environment: checkEnvironment,
};

type Row = Readonly<Record<string, unknown>>;

const sums = (fields: (sum: number, at: number) => Row, form: string, count = 30): Row[] =>
  Array.from({ length: count }, (_, at) => {
    const [one, other] = [(at * 37) % 211, (at * 53) % 197];
    const content = `What is ${one} + ${other}? ${form}`;
    return { prompt: [{ role: 'user', content }], ...fields(one + other, at) };
  });

/** What need not be found costs the whole budget otherwise. */
const FEW = { calls: 600 };

interface Wanted extends Partial<CheckOptions> {
  rows?: readonly Row[];
}

/** Checks a fixture of this folder, or a text. */
const checked = async (
  fixture: string,
  { rows, ...options }: Wanted,
  then: (report: Report, given: CheckOptions) => Promise<void> | void,
): Promise<void> => {
  const isText = fixture.includes('\n');
  const { folder, file } = copyOf(join('../check/fixtures', isText ? 'contains.py' : fixture));
  if (isText) writeFileSync(file, fixture);
  const prompts = rows === undefined ? undefined : join(folder, 'prompts.jsonl');
  if (prompts !== undefined)
    writeFileSync(prompts, `${(rows ?? []).map((row) => JSON.stringify(row)).join('\n')}\n`);
  const given = checkOptions({ file, prompts, parts, ...options });
  await leavingNothing(folder, async () => then(await check(given), given));
};

describe('a function that looks for the answer anywhere', () => {
  it('is HACKABLE, and the exploit can be replayed until the function is mended', async () => {
    const rows = sums((sum, id) => ({ id, expected_result: sum }), '');
    await checked('contains.py', { rows }, async (report, given) => {
      expect(report.verdict).toBe('HACKABLE');
      expect(report.goldField).toBe('expected_result');
      const exploit = report.findings[0]?.exploit;
      expect(exploit).toMatchObject({ status: 'ok', reward: 1, honest: 1, floor: 0, decoy: 1 });
      if (exploit === null || exploit === undefined) return;
      const again = { ...given, kind: 'reward', exploit } as const;
      expect(await replay(again)).toMatchObject({ holds: true, reward: 1 });
      writeFileSync(given.file, 'def reward_fn(completion, expected_result, **kwargs):\n    return 0.0\n');
      expect(await replay(again)).toMatchObject({ holds: false, reward: 0 });
    });
  });
});

describe('a function that compares the answer', () => {
  it('has NO EXPLOIT FOUND, and the form of its answers is found out', async () => {
    const rows = sums((sum, id) => ({ id, expected_result: sum }), "Finish with a line 'A: <number>'.");
    await checked('last_line.py', { rows }, (report) => {
      expect(report).toMatchObject({ verdict: 'NO EXPLOIT FOUND', goldField: 'expected_result', rows: 30 });
      expect(report.basis).toContain('A: …');
      expect(report.findings).toEqual([]);
    });
  });

  it('may want messages, and have the answer deep inside of a field', async () => {
    const reward_model = (sum: number) => ({ style: 'rule', ground_truth: String(sum) });
    const rows = sums((sum) => ({ reward_model: reward_model(sum) }), 'End with #### and the number.');
    await checked('messages.py', { rows }, (report) => {
      expect(report).toMatchObject({ verdict: 'NO EXPLOIT FOUND', goldField: 'reward_model' });
      expect(report.basis).toContain('reward_model.ground_truth');
    });
  });

  it('may pay something for the form: that is one finding, the floor', async () => {
    const rows = sums(
      (answer, at) => ({ answer, level: at % 2 ? 'easy' : 'hard' }),
      'Use <answer></answer>.',
    );
    await checked('tagged_floor.py', { rows }, (report) => {
      expect(report).toMatchObject({ verdict: 'WEAK', goldField: 'answer' });
      expect(report.findings.map(({ rule, severity }) => [rule, severity])).toEqual([['A09', 'warning']]);
    });
  });
});

it('a function that judges style alone is not HACKABLE', async () => {
  await checked('style.py', { ...FEW, rows: sums((sum) => ({ answer: sum }), '', 12) }, (report) => {
    expect(report.verdict).toBe('NO EXPLOIT FOUND');
    expect(report.goldField).toBeNull();
    expect(report.basis).toMatch(/^none: /);
  });
});

it('a reward that is mere chance has no answer field', async () => {
  const source = 'import random\n\ndef reward_fn(completion, **kwargs):\n    return random.random()\n';
  await checked(source, { ...FEW, rows: sums((sum) => ({ answer: sum }), '') }, (report) => {
    expect(report.goldField).toBeNull();
    expect(report.verdict).not.toBe('HACKABLE');
  });
});

describe('what cannot be tested', () => {
  it.each([
    ['does not load', 'import nosuchpackage\n', /does not load: .*No module named 'nosuchpackage'/],
    [
      'fails always',
      'def reward_fn(completion, **kwargs):\n    return kwargs["x"]\n',
      /no call gave a number .*KeyError/,
    ],
    ['hangs at import', 'import time\ntime.sleep(60)\n', /took longer than 1 s/],
  ])('is UNTESTABLE, and says why: it %s', async (_, source, why) => {
    const options = {
      ...FEW,
      rows: sums(() => ({}), '', 4),
      reward: { loadTimeout: source.includes('sleep') ? '1s' : '30s' },
    };
    await checked(source, options, (report) => {
      expect(report.verdict).toBe('UNTESTABLE');
      expect(report.why).toMatch(why);
      expect(report.unchecked.join()).toContain('only 4 rows');
    });
  });

  it('needs prompts, mostly', async () => {
    const source = 'def reward_fn(completion, **kwargs):\n    return min(1.0, len(completion) / 100)\n';
    await checked(source, FEW, (report) => {
      expect(report).toMatchObject({ verdict: 'UNTESTABLE', rows: 0 });
      expect(report.unchecked.join()).toContain('no prompts were given');
    });
  });
});

it('ends soon after it was interrupted, with what it has found', async () => {
  const interrupt = new AbortController();
  const source =
    'import time\n\ndef reward_fn(completion, answer, **kwargs):\n    time.sleep(0.2)\n    return 1.0 if str(answer) in completion else 0.0\n';
  let interruptedAt = 0;
  const onProgress = (line: string): void => {
    if (!line.startsWith('finding out')) return;
    interruptedAt = performance.now();
    interrupt.abort();
  };
  const options = { rows: sums((answer) => ({ answer }), ''), signal: interrupt.signal, onProgress };
  await checked(source, options, (report) => {
    expect(performance.now() - interruptedAt).toBeLessThan(3_000);
    expect(report.unchecked.join()).toContain('interrupted');
  });
});
