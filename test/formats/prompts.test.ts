import { expect, it } from 'vitest';
import { InputError } from '../../src/formats/problems.ts';
import { checkPrompts, temporaryFolder, USER, writer } from './helpers.ts';

const write = writer(temporaryFolder());
const check = (content: string | Buffer, options = {}) =>
  checkPrompts(write('prompts.jsonl', content), options);

it('accepts every documented and every usual form', async () => {
  const rows = [
    `{"prompt": ${USER}, "expected_result": 42, "difficulty": "hard"}`,
    '{"prompt": [{"role": "system", "content": ""}, {"role": "user", "content": "A joke."}]}',
    '{"prompt": [{"role": "user", "content": [{"type": "text", "text": "hi"}], "name": "Ann"}]}',
    '{"prompt": [{"role": "assistant", "content": null, "tool_calls": [{}]}, {"role": "tool", "content": "3"}]}',
    `{"prompt": ${USER}, "n": 1e400, "s": "\\ud800", "id": null}`,
    '',
    `{"prompt": ${USER}, "id": {"not": "a key"}}`,
  ];
  const { prompts, brief } = await check(`${rows.join('\r\n')}\r\n`);
  expect(brief).toEqual([]);
  expect(prompts.validCount).toBe(6);
  expect(prompts.index.lineCount).toBe(7);
  expect(prompts.index.state(5)).toBe('blank');
  expect(prompts.index.row(4).toString()).toBe(rows[4]);
});

it('says of an `id` that is no key, but for null, that it is none', async () => {
  const row = (id: string) => `{"prompt": ${USER}, "id": ${id}}\n`;
  const { problems, prompts } = await check(row('null') + row('true') + row('"a"') + row('{}'));
  expect(problems.warnings).toEqual([
    expect.stringMatching(
      /: 2 rows have as `id` what is no string or number, and so no key \(first: line 2\)$/,
    ),
  ]);
  expect([prompts.validCount, prompts.index.keyCount]).toEqual([4, 1]);
});

it('takes a plain string as a prompt, with one warning for all', async () => {
  const { problems, brief } = await check('{"prompt": "a"}\n{"prompt": "b"}\n');
  expect(brief).toEqual([]);
  expect(problems.warnings).toEqual([
    expect.stringMatching(/: 2 rows have a plain string as `prompt`, not the .* \(first: line 1\)$/),
  ]);
});

it.each([
  ['[1]', '1:1: RS103 each line must be an object, got an array'],
  ['  "text"', '1:3: RS103 each line must be an object, got "text"'],
  ['{"question": "x"}', '1:1: RS103 `prompt` is missing: it must be an array of messages'],
  [
    '{"prompt": 3}',
    '1:12: RS103 `prompt` must be an array of messages `{"role": …, "content": …}`, got the number 3',
  ],
  [
    '{"prompt": []}',
    '1:12: RS103 `prompt` must be an array of messages `{"role": …, "content": …}`, with at least one',
  ],
  [
    '{"prompt": [3]}',
    '1:13: RS103 `prompt[0]` must be an object with `role` and `content`, got the number 3',
  ],
  [
    '{"prompt": [{"content": "x"}]}',
    '1:13: RS103 `prompt[0].role` is missing: it must be one of "system", "user"',
  ],
  [
    '{"prompt": [{"role": "asistant", "content": "x"}]}',
    '1:22: RS103 `prompt[0].role` must be one of "system"',
  ],
  [
    '{"prompt": [{"role": "user"}]}',
    '1:13: RS103 `prompt[0].content` is missing: it must be a string or an array',
  ],
  [
    '{"prompt": [{"role": "user", "content": null}]}',
    '1:41: RS103 `prompt[0].content` must be a string or an array of content parts, got null',
  ],
  [
    '{"prompt": [{"role": "user", "content": 7}]}',
    '1:41: RS103 `prompt[0].content` must be a string or an array of content parts, got the number 7',
  ],
  [
    '{"prompt": [{"role": "user", "content": ["x"]}]}',
    '1:42: RS103 `prompt[0].content[0]` must be an object with a `type`, got "x"',
  ],
  [`{"prompt": ${USER}, "completion": "x"}`, '1:48: RS103 the field name `completion` is reserved'],
  [`{"self": 1, "prompt": ${USER}}`, '1:2: RS103 the field name `self` is reserved'],
  [`{"prompt": ${USER}, "日本": 1, "action": "x"}`, '1:57: RS103 the field name `action` is reserved'],
  [`{"prompt": ${USER}, "x": NaN}`, '1:53: RS103 `NaN` is not JSON'],
])('%s: %s', async (row, expected) => {
  const { brief } = await check(`${row}\n`);
  expect(brief).toHaveLength(1);
  expect(brief[0]?.slice(0, expected.length)).toBe(expected);
});

it('names the nearest role and the field that was probably meant', async () => {
  const { problems } = await check('{"prompt": [{"role": "asistant", "content": "x"}]}\n{"messages": []}\n');
  expect(problems.shown.map(({ help }) => help)).toEqual([
    'did you mean "assistant"?',
    'rename the field `messages` to `prompt`',
  ]);
});

it('reports all errors of a line, and of all lines, with the line numbers of the file', async () => {
  const { brief } = await check(`\n{"prompt": ${USER}}\n\n{"action": 1, "prompt": 2}\n{"prompt": "x"\n`);
  expect(brief.map((text) => text.split(' ', 2).join(' '))).toEqual([
    '4:25: RS103',
    '4:2: RS103',
    '5:15: RS103',
  ]);
});

it('points at a byte that is not UTF-8', async () => {
  const { brief } = await check(
    Buffer.concat([Buffer.from('{"prompt": "caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]),
  );
  expect(brief).toEqual(['1:16: RS102 byte 0xE9 is not UTF-8']);
});

it('refuses two rows with the same key, names both lines, and keeps 64-bit ids apart', async () => {
  const row = (id: string) => `{"prompt": ${USER}, "id": ${id}}\n`;
  const { brief, prompts } = await check(
    row('"a"') + row('1') + row('"1"') + row('9007199254740993') + row('9007199254740992') + row('"a"'),
  );
  expect(brief).toEqual(['6:54: RS103 the key `id` "a" is on line 1 already']);
  expect(prompts.index.lineOfKey('9007199254740993')).toBe(3);
  expect(prompts.index.keyOfLine(4)).toBe('9007199254740992');
  expect(prompts.index.keyOfLine(2)).toBe('"1"');
});

it('wants strings or numbers in a key field that was named', async () => {
  const { brief } = await check(`{"prompt": ${USER}, "k": [1]}\n`, { key: 'k' });
  expect(brief).toEqual(['1:53: RS103 the key `k` must be a string or a number, got an array']);
});

it('shows twenty errors and counts the others', async () => {
  const { problems } = await check('{\n'.repeat(50));
  expect(problems.shown).toHaveLength(20);
  const error = new InputError(problems);
  expect(error.code).toBe('RS103');
  expect(error.message).toMatch(/… and 30 more errors\n\n50 errors in .*prompts\.jsonl; nothing was scored$/);
});

it('says how to convert one big JSON document', async () => {
  const { problems } = await check(`[\n{"prompt": ${USER}}\n]`);
  expect(problems.shown[0]?.help).toMatch(/jq -c '\.\[\]'/);
});

it('refuses a file of blank lines only', async () => {
  await expect(check('\n  \n')).rejects.toMatchObject({
    code: 'RS102',
    message: expect.stringMatching(/is empty/),
  });
});

it('gives the same bytes and keys from disk as from memory', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `{"prompt": ${USER}, "id": "row-${index}", "é": "${'日'.repeat(index % 40)}"}`,
  );
  const path = write('many.jsonl', `\ufeff${rows.join('\n')}`);
  for (const inMemoryBytes of [0, 2 ** 30]) {
    const { prompts, problems } = await checkPrompts(path, { inMemoryBytes });
    expect(problems.warnings).toEqual([expect.stringMatching(/byte order mark/)]);
    expect(prompts.validCount).toBe(rows.length);
    for (const line of [0, 1, 2, 1234, 1235, 1240, 7, 2999, 2998, 1]) {
      expect(prompts.index.row(line).toString()).toBe(rows[line]);
      expect(prompts.index.lineOfKey(`"row-${line}"`)).toBe(line);
      expect(prompts.index.keyOfLine(line)).toBe(`"row-${line}"`);
    }
    expect(prompts.index.state(3_000)).toBe('outside');
  }
});

it('names what ShareGPT files call otherwise', async () => {
  const { problems } = await check(
    '{"prompt": [{"role": "human", "content": "x"}]}\n{"conversations": [{"from": "human", "value": "x"}]}\n',
  );
  expect(problems.shown.map(({ help }) => help)).toEqual([
    'did you mean "user"?',
    'rename the field `conversations` to `prompt`',
  ]);
});
