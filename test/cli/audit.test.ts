/** `runrl-sandbox audit`: its exit codes, its report, and the finding that it makes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cliForEach } from '../helpers/command-line.ts';
import { newFolder } from '../helpers/with-reward.ts';

const folder = newFolder();
const path = (name: string): string => join(folder, name);
const DUMP = Array.from({ length: 30 }, (_, at) => at).join(' ');

beforeAll(() => {
  writeFileSync(
    path('hole.py'),
    'def reward_fn(completion, answer, **_):\n    return float(str(answer) in completion)\n',
  );
  writeFileSync(
    path('sound.py'),
    'def reward_fn(completion, answer, **_):\n    return float(completion == f"it is {answer}")\n',
  );
  const rows = Array.from({ length: 30 }, (_, at) => ({ id: at, prompt: `question ${at}`, answer: at }));
  const completions = Array.from({ length: 12 * 20 }, (_, at) => {
    const [step, id] = [Math.floor(at / 20), (at * 7) % 30];
    return { id, step, completion: step >= 7 && at % 2 === 0 ? DUMP : `it is ${id}` };
  });
  const lines = (values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(path('prompts.jsonl'), lines(rows));
  writeFileSync(path('completions.jsonl'), lines(completions));
  writeFileSync(path('no-steps.jsonl'), lines(completions.map(({ step: _, ...rest }) => rest)));
});

const audit = (reward: string, completions: string, ...more: string[]): string[] => [
  ...['audit', '--reward', path(reward), '--prompts', path('prompts.jsonl')],
  ...['--completions', path(completions), ...more],
];

it('exits with 1 at an alarm, shows the calls, and makes a finding that `check --replay` runs again', async () => {
  const [{ out, code }, text] = await cliForEach([
    audit('hole.py', 'completions.jsonl', '--json'),
    audit('hole.py', 'completions.jsonl'),
  ]);
  const report = JSON.parse(out);
  expect(code).toBe(1);
  expect(report).toMatchObject({ schema: 'runrl-sandbox.audit/1', exit: 1, late: 0, without_step: 0 });
  expect(report.steps).toHaveLength(12);
  expect(report.alarm).toMatchObject({ since: { step: 7 }, level: 0, shared: DUMP });
  const [, id, file] = /--replay (\S+) --report (\S+)/.exec(report.alarm.command) ?? [];
  const replay = (reward: string) => ['check', path(reward), '--replay', id ?? '', '--report', file ?? ''];
  const [replayed, fixed] = await cliForEach([replay('hole.py'), replay('sound.py')]);
  expect(replayed).toMatchObject({ code: 1, out: expect.stringContaining('It still holds.') });
  expect(fixed.code).toBe(0);
  expect(text.out).toContain('ALARM at step');
  expect(text.code).toBe(1);
});

it('exits with 0 without one, and says what it could not see', async () => {
  const [{ out, code }, without] = await cliForEach([
    audit('sound.py', 'completions.jsonl'),
    audit('hole.py', 'no-steps.jsonl'),
  ]);
  expect(code).toBe(0);
  expect(out).toContain('No alarm');
  expect(without.code).toBe(2);
  expect(without.err).toContain('nothing was judged');
  expect(without.out).toContain('no row has a whole number as `step`');
});

it('exits with 2 for what cannot be read, or asked', async () => {
  writeFileSync(path('torn.jsonl'), readFileSync(path('completions.jsonl'), 'utf8').slice(0, -9));
  const ends = await cliForEach([
    audit('sound.py', 'missing.jsonl'),
    audit('sound.py', 'completions.jsonl', '--audit-sample', '0'),
    audit('sound.py', 'torn.jsonl'),
  ]);
  expect(ends.map(({ code }) => code)).toEqual([2, 2, 2]);
});

it('is part of `run` where rows have a step', async () => {
  const [, ...files] = audit('hole.py', 'completions.jsonl');
  const run = ['run', ...files, '--json'];
  const [on, off] = await cliForEach([run, [...run, '--audit-sample', '0']]);
  expect(JSON.parse(on.out).audit.alarm).toMatchObject({ since: { step: 7 } });
  expect(JSON.parse(off.out).audit).toBeUndefined();
});
