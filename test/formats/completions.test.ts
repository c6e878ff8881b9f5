import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { checkCompletions, temporaryFolder, USER, writer } from './helpers.ts';

const write = writer(temporaryFolder());
const prompts = write(
  'prompts.jsonl',
  [
    `{"prompt": ${USER}, "id": "a-1"}`,
    '',
    `{"prompt": ${USER}, "id": 17}`,
    `{"prompt": ${USER}, "id": "b-2"}`,
    '{"prompt": 3, "id": "bad"}',
  ].join('\n'),
);
const check = (content: string, options = {}) =>
  checkCompletions(prompts, write('completions.jsonl', content), options);

it('joins by index, by string key and by number key, several rows per prompt, blank lines counted', async () => {
  const rows = [
    '{"completion": "x", "prompt_index": 0}',
    '{"completion": "", "id": "b-2"}',
    '',
    '{"id": 17.0, "completion": [{"role": "assistant", "content": "x"}]}',
    '{"id": "cmpl-1", "prompt_index": 3, "completion": "x"}',
    '{"id": "b-2", "completion": "x", "further": {"fields": []}}',
  ];
  const { completions, brief } = await check(rows.join('\n'));
  expect(brief).toEqual([]);
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => completions.promptLineOf(index))).toEqual([
    0,
    3,
    undefined,
    2,
    3,
    3,
    undefined,
  ]);
  expect(completions.validCount).toBe(5);
  const streamed: [number, number, string][] = [];
  for await (const row of completions.rows((index) => index === 1)) {
    streamed.push([row.index, row.promptLine, row.bytes.toString()]);
  }
  expect(streamed).toEqual([
    [0, 0, rows[0]],
    [3, 2, rows[3]],
    [4, 3, rows[4]],
    [5, 3, rows[5]],
  ]);
});

it.each([
  [
    '{"completion": "x"}',
    '1:1: RS104 the row names no prompt: it needs `prompt_index` or the key `id`',
    undefined,
  ],
  [
    '{"completion": "x", "promptindex": 1}',
    '1:1: RS104 the row names no prompt',
    /is `promptindex` the field/,
  ],
  [
    '{"completion": "x", "id": "a-2"}',
    '1:27: RS104 `id` "a-2" matches no prompt of',
    /did you mean "a-1" \(line 1\)/,
  ],
  [
    '{"completion": "x", "id": "17"}',
    '1:27: RS104 `id` "17" matches no prompt of',
    /line 3 has 17 \(a number\)/,
  ],
  [
    '{"completion": "x", "id": null}',
    '1:27: RS104 the key `id` must be a string or a number, got null',
    undefined,
  ],
  [
    '{"completion": "x", "prompt_index": "0"}',
    '1:37: RS104 `prompt_index` must be a whole number',
    undefined,
  ],
  ['{"completion": "x", "prompt_index": -1}', '1:37: RS104 `prompt_index` must be a whole number', undefined],
  [
    '{"completion": "x", "prompt_index": 0.5}',
    '1:37: RS104 `prompt_index` must be a whole number',
    undefined,
  ],
  ['{"completion": "x", "prompt_index": 5}', '1:37: RS104 `prompt_index` 5 is outside', /counts from 0/],
  ['{"completion": "x", "prompt_index": 1}', '1:37: RS104 `prompt_index` 1 names a blank line', undefined],
  [
    '{"completion": "x", "prompt_index": 0, "id": "b-2"}',
    '1:37: RS104 `prompt_index` 0 and `id` "b-2" name different',
    undefined,
  ],
  [
    '{"completion": 5, "id": 17}',
    '1:16: RS104 `completion` must be a string or an array of messages, got the number 5',
    undefined,
  ],
  [
    '{"completion": [{"role": "user"}], "id": 17}',
    '1:17: RS104 `completion[0].content` is missing',
    undefined,
  ],
  [
    '{"response": "x", "id": 17}',
    '1:1: RS104 `completion` is missing',
    /rename the field `response` to `completion`/,
  ],
  ['{"actions": ["x"], "id": 17}', '1:1: RS104 `completion` is missing', /for environments/],
  ['{"completion": "x", "id": 17', '1:29: RS104 the line ends inside the object', undefined],
])('%s: %s', async (row, expected, help) => {
  const { brief, problems, completions } = await check(`${row}\n`);
  expect(brief).toHaveLength(1);
  expect(brief[0]?.slice(0, expected.length)).toBe(expected);
  if (help !== undefined) expect(problems.shown[0]?.help).toMatch(help);
  expect([completions.validCount, completions.invalidCount]).toEqual([0, 1]);
});

it('takes no key for near that has nothing in common with it but quotes, or another type', async () => {
  const one = write('one.jsonl', `{"prompt": ${USER}, "id": "a"}\n{"prompt": ${USER}, "id": 17}`);
  const rows = ['z', '', '71', 'A'].map((id) => JSON.stringify({ completion: 'x', id }));
  const { problems } = await checkCompletions(one, write('completions.jsonl', rows.join('\n')), {});
  const near = 'did you mean "a" (line 1)?';
  expect(problems.shown.map(({ help }) => help)).toEqual([undefined, undefined, undefined, near]);
});

it.each([
  ['', '`prompt_index` 1 is outside one.jsonl, which has 1 line, 0'],
  [`{"prompt": ${USER}}`, '`prompt_index` 2 is outside one.jsonl, which has 2 lines, 0 to 1'],
])('says how many prompts there are, behind which counting from 1 leads', async (more, message) => {
  const one = write('one.jsonl', `{"prompt": ${USER}}\n${more}`);
  const row = { completion: 'x', prompt_index: more === '' ? 1 : 2 };
  const { problems } = await checkCompletions(one, write('completions.jsonl', JSON.stringify(row)), {});
  expect(problems.shown[0]?.message.replace(dirname(one), '').replace('/', '')).toBe(message);
  expect(problems.shown[0]?.help).toBe('it counts from 0');
});

it('leaves out rows whose prompt has errors, without a second error', async () => {
  const { brief, completions } = await check(
    '{"completion": "x", "id": "bad"}\n{"completion": "x", "prompt_index": 4}\n',
  );
  expect(brief).toEqual([]);
  expect(completions.invalidCount).toBe(2);
});

it('says when the prompts have no such key at all', async () => {
  const { problems } = await check('{"completion": "x", "uid": 1}\n', { key: 'uid' });
  expect(problems.shown[0]?.help).toMatch(/no row of .*prompts\.jsonl has a field `uid`/);
});

it('reports wrong completion and wrong prompt of one row together', async () => {
  const { brief } = await check('{"completion": 1, "id": "zzzzzz"}\n');
  expect(brief.map((text) => text.split(':', 2).join(':'))).toEqual(['1:16', '1:25']);
});

it('notices that the file was changed between the passes', async () => {
  const { completions } = await check('{"completion": "x", "id": 17}\n');
  appendFileSync(completions.path, '{"completion": "x", "id": 17}\n');
  await expect(completions.rows(() => false).next()).rejects.toMatchObject({
    code: 'RS102',
    message: expect.stringMatching(/changed/),
  });
});
