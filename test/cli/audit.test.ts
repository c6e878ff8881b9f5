/** `runrl-sandbox audit`: its exit codes, its report, and the finding that it makes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';
import { cli } from './command.ts';

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

const audit = (reward: string, completions: string, ...more: string[]) =>
  cli([
    ...['audit', '--reward', path(reward), '--prompts', path('prompts.jsonl')],
    ...['--completions', path(completions), ...more],
  ]);

it('exits with 1 at an alarm, shows the calls, and makes a finding that `check --replay` runs again', async () => {
  const { out, code } = await audit('hole.py', 'completions.jsonl', '--json');
  const report = JSON.parse(out);
  expect(code).toBe(1);
  expect(report).toMatchObject({ schema: 'runrl-sandbox.audit/1', exit: 1, late: 0, without_step: 0 });
  expect(report.steps).toHaveLength(12);
  expect(report.alarm).toMatchObject({ since: { step: 7 }, level: 0, shared: DUMP });
  const [, id, file] = /--replay (\S+) --report (\S+)/.exec(report.alarm.command) ?? [];
  const replayed = await cli(['check', path('hole.py'), '--replay', id ?? '', '--report', file ?? '']);
  expect(replayed).toMatchObject({ code: 1, out: expect.stringContaining('It still holds.') });
  const fixed = await cli(['check', path('sound.py'), '--replay', id ?? '', '--report', file ?? '']);
  expect(fixed.code).toBe(0);
  const text = await audit('hole.py', 'completions.jsonl');
  expect(text.out).toContain('ALARM at step');
  expect(text.code).toBe(1);
});

it('exits with 0 without one, and says what it could not see', async () => {
  const { out, code } = await audit('sound.py', 'completions.jsonl');
  expect(code).toBe(0);
  expect(out).toContain('No alarm');
  const without = await audit('hole.py', 'no-steps.jsonl');
  expect(without.code).toBe(2);
  expect(without.err).toContain('nothing was judged');
  expect(without.out).toContain('no row has a whole number as `step`');
});

it('exits with 2 for what cannot be read, or asked', async () => {
  expect((await audit('sound.py', 'missing.jsonl')).code).toBe(2);
  expect((await audit('sound.py', 'completions.jsonl', '--audit-sample', '0')).code).toBe(2);
  writeFileSync(path('torn.jsonl'), readFileSync(path('completions.jsonl'), 'utf8').slice(0, -9));
  expect((await audit('sound.py', 'torn.jsonl')).code).toBe(2);
});

it('is part of `run` where rows have a step', async () => {
  const run = (...more: string[]) =>
    cli([
      ...['run', '--reward', path('hole.py'), '--prompts', path('prompts.jsonl')],
      ...['--completions', path('completions.jsonl'), '--json', ...more],
    ]);
  expect(JSON.parse((await run()).out).audit.alarm).toMatchObject({ since: { step: 7 } });
  expect(JSON.parse((await run('--audit-sample', '0')).out).audit).toBeUndefined();
});
