/** The five published ways to write a reward function, sync and async, end to end; and files that do not load. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Message, type Sandbox, SandboxError } from '../../src/index.ts';
import { FIXTURES, leavingNothing, newFolder } from '../helpers/with-reward.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  await (await sandbox.loadReward(join(FIXTURES, 'returns.py'))).close(); // the first load makes the socket, which all share
});
afterAll(() => sandbox.close());

const write = (source: string, name = 'reward.py'): string => {
  const file = join(newFolder(), name);
  writeFileSync(file, source);
  return file;
};

/** Loads a source, scores a completion with these fields, and closes the module. */
const scored = async (
  source: string,
  completion: string | Message[],
  kwargs: Record<string, unknown> = {},
  options = {},
) => {
  const file = write(source);
  return leavingNothing(dirname(file), async () => {
    await using reward = await sandbox.loadReward(file, { concurrency: 1, ...options });
    const { functionName, shape, warnings } = reward;
    return { outcome: await reward.score({ completion, kwargs }), functionName, shape, warnings };
  });
};

const MESSAGES: Message[] = [
  { role: 'user', content: 'and?' },
  { role: 'assistant', content: 'an answer' },
];
const PROMPT = [{ role: 'user', content: 'why?' }];
const FIELDS = { prompt: PROMPT, expected_result: 9, difficulty: 'easy' };

/** Each gives the length of the completion's text if everything else came as it was promised. */
const SHAPES: Record<string, { body: string; shape: RegExp; name?: string }> = {
  'completion: str, **kwargs': {
    body: `def reward_fn(completion: str, **kwargs):
    assert type(completion) is str, type(completion)
    assert kwargs == ${"{'prompt': [{'role': 'user', 'content': 'why?'}], 'expected_result': 9, 'difficulty': 'easy'}"}, kwargs
    return float(len(completion)), {"expected": kwargs["expected_result"]}
`,
    shape: /the completion as a string and every field of the row by name/,
  },
  'completion as messages': {
    body: `def reward_fn(completion, **kwargs):
    assert kwargs["difficulty"] == "easy"
    return float(len(completion[-1]["content"])), {"expected": kwargs["expected_result"]}
`,
    shape: /the completion as a list of messages/,
  },
  'prompt, response, named fields': {
    body: `def reward_fn(prompt, response, expected_result=None):
    assert prompt[0]["content"] == "why?", prompt
    return float(len(response)), {"expected": expected_result}
`,
    shape: /the prompt as `prompt`, the completion as a string as `response` and, by name, `expected_result`/,
  },
  'prompts, completions, **kwargs (batched)': {
    name: 'reward_func',
    body: `def reward_func(prompts, completions, **kwargs):
    assert prompts[0][0]["content"] == "why?", prompts
    return [float(len(completion[-1]["content"])) for completion in completions]
`,
    shape: /lists of one prompt and one completion/,
  },
  'no **kwargs': {
    body: `def reward_fn(completion: str, difficulty):
    assert difficulty == "easy"
    return len(completion)
`,
    shape: /the completion as a string and, by name, `difficulty`/,
  },
};

describe.each(Object.entries(SHAPES))('%s', (_, { body, shape: words, name = 'reward_fn' }) => {
  it.each([
    ['sync', body],
    [
      'async',
      `import asyncio\n${body.replace('def ', 'async def ').replace(/( +)return /, '$1await asyncio.sleep(0)\n$1return ')}`,
    ],
  ])('%s: a string and a list of messages', async (kind, source) => {
    for (const [completion, length] of [
      ['an answer', 9],
      [MESSAGES, 9],
    ] as const) {
      const { outcome, functionName, shape } = await scored(source, completion as string, FIELDS);
      expect(outcome).toMatchObject({ status: 'ok', reward: length, error: null });
      if (Object.keys(outcome.info).length > 0) expect(outcome.info).toEqual({ expected: 9 });
      expect(functionName).toBe(name);
      expect(shape).toMatch(words);
      expect(shape.startsWith('async, ')).toBe(kind === 'async');
    }
  });
});

it('an async function fails and hangs like any other', async () => {
  const source = `import asyncio
async def reward_fn(completion, **kwargs):
    if completion == "raise":
        raise ValueError("no")
    await asyncio.sleep(10**6)
`;
  const raised = await scored(source, 'raise');
  expect(raised.outcome).toMatchObject({ status: 'raised', error: { type: 'ValueError', message: 'no' } });
  expect(raised.outcome.error?.traceback).toContain('reward.py", line 4');
  expect(raised.outcome.error?.traceback).not.toContain('asyncio');
  const hung = await scored(source, 'hang', {}, { timeout: 200 });
  expect(hung.outcome).toMatchObject({ status: 'timeout' });
});

it('a function of another name, and a format that was asked for', async () => {
  const source = `def grade(completion, **kwargs):
    return float(completion[0]["role"] == "assistant")

def reward_fn(completion, **kwargs):
    raise RuntimeError
`;
  const { outcome } = await scored(source, 'x', {}, { function: 'grade', completionFormat: 'messages' });
  expect(outcome).toMatchObject({ status: 'ok', reward: 1 });
});

it('a module that imports the file beside it, reads the data beside it, and is found by pickle and dataclasses', async () => {
  const file = write(`import pickle
from dataclasses import dataclass
from helper_beside import bonus

@dataclass
class Case:
    value: float

with open("data.txt") as data:
    BASE = float(data.read())

def reward_fn(completion, **kwargs):
    return pickle.loads(pickle.dumps(Case(BASE + bonus()))).value
`);
  writeFileSync(join(dirname(file), 'helper_beside.py'), 'def bonus():\n    return 0.5\n');
  writeFileSync(join(dirname(file), 'data.txt'), '2');
  await using reward = await sandbox.loadReward(file);
  expect(await reward.score({ completion: 'x' })).toMatchObject({ status: 'ok', reward: 2.5 });
});

it('a module whose import starts a thread is imported by each worker itself, and this is said', async () => {
  const source = `import threading, time
started = threading.Thread(target=time.sleep, args=(10**6,), daemon=True)
started.start()
count = 0

def reward_fn(completion, **kwargs):
    global count
    count += 1
    return float(started.is_alive()) + count
`;
  for (const reuse of ['auto', 'never', 'shared']) {
    const { outcome, warnings } = await scored(source, 'x', {}, { reuse });
    expect(outcome).toMatchObject({ status: 'ok', reward: 2 });
    expect(warnings).toEqual([
      expect.stringMatching(/reward\.py(:3)?: importing the module started threads.*each worker imports/),
    ]);
  }
});

describe('a file that does not load', () => {
  const refused = async (source: string, options = {}, name = 'reward.py'): Promise<SandboxError> => {
    const file = write(source, name);
    return leavingNothing(dirname(file), async () => {
      const error = await sandbox.loadReward(file, options).catch((caught: unknown) => caught);
      if (!(error instanceof SandboxError)) throw new Error(`loaded, or failed otherwise: ${error}`);
      return error;
    });
  };
  const GOOD = 'def reward_fn(completion, **kwargs):\n    return 1.0\n';

  it.each([
    ['a syntax error', `${GOOD}\n\nx = (1,\ny = 2]\n`, /reward\.py:\d:\d+: SyntaxError: /, '^'],
    [
      'an indentation error',
      'def reward_fn(completion):\nreturn 1.0\n',
      /reward\.py:2:1: IndentationError/,
      '^',
    ],
    [
      'a package that is missing',
      `import json\nimport no_such_package\n${GOOD}`,
      /reward\.py:2:\d+: ModuleNotFoundError/,
      'help:',
    ],
    [
      'an exception',
      `${GOOD}\nvalues = {}\nprint("so far")\nvalues["x"]\n`,
      /reward\.py:6:\d: KeyError: 'x'/,
      'so far',
    ],
    [
      'sys.exit',
      `import sys\n${GOOD}\nsys.exit(3)\n`,
      /reward\.py:5:\d: SystemExit: .*exit code 3/,
      'if __name__',
    ],
    ['no function', 'def other():\n    pass\n', /reward\.py:\d+:\d: /, 'reward_fn'],
    [
      'no parameter for the completion',
      'def reward_fn():\n    return 1.0\n',
      /reward\.py:1:\d: NoParameters/,
      '^',
    ],
    [
      'a generator',
      'def reward_fn(completion):\n    yield 1.0\n',
      /reward\.py:1:\d: GeneratorFunction/,
      'return',
    ],
  ])('%s: RS201, with file, line and column', async (_, source, place, more) => {
    const error = await refused(source);
    expect(error.code).toBe('RS201');
    expect(error.message).toMatch(place);
    expect(error.message).toContain(more);
    expect(error.message).not.toContain('runrl_shim');
    expect(error.exitCode).toBe(2);
  });

  it('two candidates: RS201, and both are named', async () => {
    const error = await refused(`${GOOD}\ndef reward_func(prompts, completions):\n    return [1.0]\n`);
    expect(error.code).toBe('RS201');
    expect(error.message).toMatch(/reward_fn/);
    expect(error.message).toMatch(/reward_func/);
  });

  it('a function that it does not have: RS201, with the nearest name', async () => {
    const error = await refused(GOOD, { function: 'reward_fm' });
    expect(error.code).toBe('RS201');
    expect(error.message).toContain('reward_fn');
  });

  it.each([
    ['os._exit', 'import os\nprint("so far")\nos._exit(0)\n', /exit code 0/],
    [
      'a segmentation fault',
      'import ctypes\nprint("so far")\nctypes.string_at(0)\n',
      /SIGSEGV[\s\S]*reward\.py", line 3/,
    ],
    ['an abort', 'import os\nprint("so far")\nos.abort()\n', /(SIGABRT|SIGSEGV)[\s\S]*reward\.py", line 3/],
  ])('%s ends the interpreter: RS203, and what it printed', async (_, source, how) => {
    const error = await refused(`${source}\n${GOOD}`);
    expect(error.code).toBe('RS203');
    expect(error.message).toContain('reward.py');
    expect(error.message).toMatch(how);
    expect(error.message).toContain('so far');
  });

  it('is no file, or not one that can be read: RS102', async () => {
    const folder = newFolder();
    symlinkSync('/nowhere/at/all', join(folder, 'dangling.py'));
    for (const file of [join(folder, 'missing.py'), folder, join(folder, 'dangling.py')]) {
      await expect(sandbox.loadReward(file)).rejects.toMatchObject({
        code: 'RS102',
        message: expect.stringContaining(basename(file)),
      });
    }
  });

  it('does not keep another one from loading', async () => {
    const [bad, good] = await Promise.allSettled([
      sandbox.loadReward(write('import no_such_package\n')),
      sandbox.loadReward(write(GOOD)),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    if (good.status === 'fulfilled')
      expect(await good.value.score({ completion: 'x' })).toMatchObject({ reward: 1 });
  });
});
