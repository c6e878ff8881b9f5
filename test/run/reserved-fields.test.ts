import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InputError } from '../../src/formats/problems.ts';
import { COMMAND } from '../helpers/command-line.ts';
import { FakeReward } from './fake-reward.ts';
import { indexes, sorted, testRun } from './files.ts';

/** Two prompts of which the second has a field `answer`, written in a way that hides it from a search for its text. */
const collidingRun = (field = '"answer"') => {
  const test = testRun(4);
  const rows = ['{"prompt": "a", "id": "p0", "note": "answer"}', `{"prompt": "b", "id": "p1", ${field}: 1}`];
  writeFileSync(test.prompts, `${rows.join('\n')}\n`);
  return test;
};

it('refuses, before any call, rows with a field that the function gets something else for', async () => {
  const test = collidingRun();
  const reward = new FakeReward({ reserved: ['completion', 'answer'] });
  const error = (await test.run({ reward }).catch((caught: unknown) => caught)) as InputError;
  expect(error).toBeInstanceOf(InputError);
  expect(error.message).toBe(
    [
      `${test.prompts}:2:29: RS103 the field name \`answer\` is taken: the call of \`reward_fn\` fills the parameter of that name itself`,
      '2 | {"prompt": "b", "id": "p1", "answer": 1}',
      '  |                             ^^^^^^^^',
      '  = help: rename the field, for example to `answer_`, or the parameter',
      '',
      `1 error in ${test.prompts}; nothing was scored`,
    ].join('\n'),
  );
  expect([reward.started, test.rows()]).toEqual([[], []]);
});

it('finds the field however JSON spells it', async () => {
  const fake = { reserved: ['answer'] };
  await expect(collidingRun('"\\u0061nswer"').run({ fake })).rejects.toMatchObject({ total: 1 });
});

it('leaves such rows and their completions out when asked to', async () => {
  const test = collidingRun();
  const seen: number[] = [];
  const summary = await test.run({
    fake: { reserved: ['answer'] },
    skipInvalid: true,
    events: { onInput: ({ problems }) => void seen.push(problems.total) },
  });
  expect(sorted(indexes(test.rows()))).toEqual([0, 1]);
  expect(summary).toMatchObject({
    state: 'finished',
    completions: 2,
    prompts: 1,
    remaining: 0,
    skipped: { prompts: 1, completions: 2 },
  });
  expect(seen).toEqual([0, 1]);
});

it('takes every field that is not in the way', async () => {
  const test = collidingRun();
  await test.run({ fake: { reserved: ['completion', 'response'] } });
  expect(sorted(indexes(test.rows()))).toEqual([0, 1, 2, 3]);
});

it('refuses, before any call, rows that all lack what the function requires', async () => {
  const test = testRun(4);
  const rows = ['{"prompt": "a", "id": "p0", "answer": "1"}', '{"prompt": "b", "id": "p1", "answer": "2"}'];
  writeFileSync(test.prompts, `${rows.join('\n')}\n`);
  const reward = new FakeReward({ required: [['answer'], ['expected_answer']] });
  for (const skipInvalid of [false, true]) {
    const error = (await test.run({ reward, skipInvalid }).catch((caught: unknown) => caught)) as InputError;
    expect(error.message.split('\n').toSpliced(1, 2)).toEqual([
      `${test.prompts}:1:1: RS103 no row has a field \`expected_answer\`, which \`reward_fn\` requires; fields of this one: \`prompt\`, \`id\`, \`answer\``,
      '  = help: did you mean `answer`? Rename the parameter, or the field in all rows',
      '',
      `1 error in ${test.prompts}; nothing was scored`,
    ]);
  }
  expect([reward.started, test.rows()]).toEqual([[], []]);
});

it('counts the rows that lack it where others have it', async () => {
  const test = collidingRun();
  const warnings: string[] = [];
  const onInput = ({ problems }: { problems: { warnings: string[] } }) =>
    void warnings.push(...problems.warnings);
  await test.run({ fake: { required: [['answer', 'label']] }, events: { onInput } });
  expect(warnings.filter((text) => text.includes('requires'))).toEqual([
    `${test.prompts}: 1 row has no field \`answer\` or \`label\`, which \`reward_fn\` requires (first: line 1); their calls will fail`,
  ]);
  expect(sorted(indexes(test.rows()))).toEqual([0, 1, 2, 3]);
});

it('knows the names from the signature of a real function', () => {
  const test = collidingRun();
  const reward = join(test.folder, 'reward.py');
  writeFileSync(reward, 'def reward_fn(answer: str, **kwargs):\n    return 1.0\n');
  const files = ['--prompts', test.prompts, '--completions', test.completions, '--reward', reward];
  const run = () =>
    execFileSync(COMMAND[0], [COMMAND[1], 'run', ...files, '--sandbox', 'none'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  expect(run).toThrow(
    expect.objectContaining({
      status: 2,
      stderr: expect.toSatisfy((text: Buffer) =>
        text.includes(`${test.prompts}:2:29: RS103 the field name \`answer\` is taken`),
      ),
    }),
  );
});
