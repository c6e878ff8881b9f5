/** Programs of a model: what they may do, and what they may not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Programs } from '../../../src/check/attacker/programs.ts';
import { python } from './scripted-endpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'attacker-'));
const rows = join(folder, 'prompts.jsonl');
let programs: Programs;

beforeAll(async () => {
  writeFileSync(rows, '{"prompt": "What is it?", "answer": 42}\n');
  process.env.RUNRL_ATTACKER_KEY = 'sk-secret-of-a-test';
  // All that a person may lend a module: none of it is for a program of a model.
  const lent = { mounts: [folder], root: folder, env: ['RUNRL_ATTACKER_KEY'], allowNet: ['localhost'] };
  programs = await Programs.open({ sandboxOptions: lent }, 2_000);
});

afterAll(async () => {
  await programs[Symbol.asyncDispose]();
  delete process.env.RUNRL_ATTACKER_KEY;
  rmSync(folder, { recursive: true });
});

const attack = async (source: string, prompts: readonly string[] = ['one', 'two']) =>
  programs.run(
    source,
    'attack',
    prompts.map((prompt) => JSON.stringify(prompt)),
  );

describe('a program', () => {
  it('is called once for each prompt', async () => {
    const ran = await attack(
      'import re\ndef attack(prompt):\n    print("no matter")\n    return re.sub("o", "0", prompt)',
    );
    expect(ran).toEqual({ texts: ['0ne', 'tw0'], error: null });
  });

  it('that fails on a prompt says why, and goes on', async () => {
    const ran = await attack('def attack(prompt):\n    return {"one": 1, "two": "yes"}[prompt]');
    expect(ran).toEqual({ texts: [null, 'yes'], error: 'TypeError: it must return a str, and returned int' });
  });

  it('leaves nothing for the next one', async () => {
    await attack(
      'import builtins\nbuiltins.len = lambda _: 7\nopen("/tmp/left", "w").write("it")\ndef attack(prompt): return ""',
    );
    const ran = await attack(
      'import os\ndef attack(prompt): return f"{len(prompt)} {os.path.exists(\'/tmp/left\')}"',
    );
    expect(ran.texts).toEqual(['3 False', '3 False']);
  });

  it.each([
    ['a file of the user', `open(${JSON.stringify(rows)}).read()`, /FileNotFoundError|PermissionError/],
    ['a variable of the environment', '__import__("os").environ["RUNRL_ATTACKER_KEY"]', /KeyError/],
    ['the environment of its parents', '"KEY" in open("/proc/1/environ").read() or None', /Error/],
    ['the network', 'str(__import__("socket").create_connection(("127.0.0.1", 80), 1))', /Error/],
    [
      'what is lent to modules',
      `str(__import__("os").listdir(${JSON.stringify(folder)}))`,
      /FileNotFoundError|PermissionError/,
    ],
  ])('that asks for %s', async (_, expression, came) => {
    const { texts, error } = await attack(`def attack(prompt):\n    return ${expression}`);
    expect(texts[0] ?? error ?? '').toMatch(came);
    expect(texts.join()).not.toMatch(/42|sk-secret/);
  });

  it.each([
    ['never ends', 'def attack(prompt):\n    while True: pass', /did not end in time/],
    ['ends its process', 'import os\ndef attack(prompt): os._exit(0)', /./],
    ['exits', 'def attack(prompt): raise SystemExit', /SystemExit/],
    ['takes all memory', 'def attack(prompt): return len("x" * 10**11)', /MemoryError/],
    ['is no Python', 'def attack(prompt)', /SyntaxError/],
    ['does not define it', 'def other(prompt): return ""', /KeyError/],
    ['is very long', `${'#'.repeat(30_000)}\ndef attack(prompt): return ""`, /longer than/],
    ['says something else', 'import os\nos.write(1, b"\\n\\x1erunrl-audit [1, 2]\\n")\nos._exit(0)', /./],
  ])('that %s gives no text', async (_, source, why) => {
    const { texts, error } = await attack(source);
    expect(texts).toEqual([null, null]);
    expect(error).toMatch(why);
  });

  it('says texts of a bounded size that any file can hold', async () => {
    const { texts } = await attack('def attack(prompt): return "\\ud800" + "x" * 10**6');
    expect(texts.map((text) => text?.length)).toEqual([20_000, 20_000]);
    expect(texts[0]?.[0]).toBe('?');
  });
});

describe('the program in an answer', () => {
  const CODE = 'def attack(prompt):\n    return """\n```python\npass\n```\n"""';

  it.each([
    ['in a fence', python('def attack(prompt): return ""'), 'def attack(prompt): return ""'],
    [
      'the last of two',
      `${python('def attack(p): return 1')}${python('def attack(p): return 2')}`,
      'def attack(p): return 2',
    ],
    ['without a fence', 'def attack(p): return 3', 'def attack(p): return 3'],
    ['cut off', '```python\ndef attack(p): return 4', 'def attack(p): return 4'],
    ['with fences inside', python(CODE), CODE],
    ['not there', python('def honest(row): return ""'), undefined],
  ])('is found %s', async (_, answer, source) => {
    expect(await programs.read(answer, 'attack')).toBe(source);
  });
});

it('runs nowhere without confinement', async () => {
  await expect(Programs.open({ sandboxOptions: { level: 'none' } })).rejects.toThrow(/without confinement/);
});
