/**
 * What one call leaves must change no later one, by whatever way it came about. Under `auto` a worker is kept only if
 * its module cannot run text unseen, nothing was seen, and what the module uses is what it was.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox, type Outcome, type Reward } from '../../src/index.ts';
import { FULL, variants } from '../helpers/extent.ts';
import { newFolder } from '../helpers/with-reward.ts';

interface Case {
  name: string;
  source: string;
  /** Other files beside it. */
  files?: Record<string, string>;
  /** Each with the reward that it earns by itself. Null: any, or none. */
  calls: readonly (readonly [completion: string, reward: number | null])[];
  /** What the module's warnings say. */
  warns?: RegExp;
  /** What is left is not in the worker's own memory, so that a worker of its own for each call is not enough. */
  outlives?: true;
  /** Another case shows the same way. */
  again?: true;
}

const sandbox = await createSandbox();
afterAll(() => sandbox.close());

const LOADER = `
import importlib.abc, importlib.util, math
class Loader(importlib.abc.SourceLoader):
    def __init__(self, source): self.source = source
    def get_data(self, path): return self.source.encode()
    def get_filename(self, name): return "<solution>"
def reward_fn(completion, **kwargs):
    spec = importlib.util.spec_from_loader("solution", Loader(completion))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return 1.0 if math.isclose(module.solve(), 42) else 0.0
`;

// As unsafe loaders of YAML, query languages and their like do it: by getattr and calls, without an audit event.
const ENGINE = `
import functools
def run(text):
    module, _, name = text.partition(":")
    owner = __import__("sys").modules[module]
    setattr(owner, name, lambda *arguments: True)
`;

const SHARED = `
import mmap, struct
MEMORY = mmap.mmap(-1, 4096)
MEMORY[:8] = struct.pack("d", 0.9)
def reward_fn(completion, **kwargs):
    names = {}
    exec(completion, names)
    return 1.0 if names.get("x", 0) >= struct.unpack("d", MEMORY[:8])[0] else 0.0
`;

const AHEAD = `
import sys
AHEAD = "statistics" in sys.modules
def reward_fn(completion, **kwargs):
    names = {}
    exec(completion, names)
    return float(names["x"]) if AHEAD is False else -1.0
`;

const CASES: Case[] = [
  {
    name: 'what was imported ahead for programs is changed by one',
    source: AHEAD,
    calls: [
      ['import statistics\nstatistics.mean = lambda _: 9\nx = statistics.mean([1, 3])', null],
      ['import statistics\nx = statistics.mean([1, 3])', 2],
      ['import sys\nsys.modules["statistics"].extra = 1\nsys.modules["decimal"] = None\nx = 1', 1],
      ['import statistics, decimal\nx = hasattr(statistics, "extra")', 0],
    ],
  },
  {
    name: 'a loader of its own imports the completion',
    source: LOADER,
    calls: [
      ['def solve(): return 1', 0],
      ['import math\nmath.isclose = lambda *a, **k: True\ndef solve(): return 1', null],
      ['def solve(): return 2', 0],
      ['def solve(): return 42', 1],
    ],
  },
  {
    name: 'a function of a library is replaced without an audit event',
    source: `
import math
def reward_fn(completion, **kwargs):
    if completion == "replace":
        setattr(math, "isclose", max)
        return 0.5
    return 1.0 if math.isclose(float(completion), 42) else 0.0
`,
    calls: [
      ['42', 1],
      ['41', 0],
      ['replace', 0.5],
      ['41', 0],
      ['42', 1],
    ],
  },
  {
    name: 'a new global hides a builtin',
    source: `
def reward_fn(completion, **kwargs):
    if completion == "hide":
        globals()["len"] = lambda _: 3
        return 0.5
    return float(len(completion))
`,
    calls: [
      ['ab', 2],
      ['hide', 0.5],
      ['ab', 2],
      ['abcd', 4],
    ],
  },
  {
    name: 'the builtins of the globals are replaced',
    again: true,
    source: `
import builtins
def reward_fn(completion, **kwargs):
    if completion == "replace":
        globals()["__builtins__"] = dict(vars(builtins), abs=lambda x: 0)
        return 0.5
    return float(all(abs(each - 42) < 1e-6 for each in [float(completion)]))
`,
    calls: [
      ['42', 1],
      ['replace', 0.5],
      ['41', 0],
      ['42', 1],
    ],
  },
  {
    name: 'the class of a module is replaced',
    source: `
import json, types
class M(types.ModuleType):
    def __getattribute__(self, name): return lambda *a: 42
def reward_fn(completion, **kwargs):
    if completion == "replace":
        json.__class__ = M
        return 0.5
    return float(json.loads(completion) == 42)
`,
    calls: [
      ['42', 1],
      ['replace', 0.5],
      ['41', 0],
      ['42', 1],
    ],
  },
  {
    name: 'a constant of a library is replaced',
    again: true,
    source: `
import string
def reward_fn(completion, **kwargs):
    if completion == "replace":
        setattr(string, "digits", "x")
        return 0.5
    return 1.0 if completion in string.digits else 0.0
`,
    calls: [
      ['1', 1],
      ['replace', 0.5],
      ['x', 0],
      ['1', 1],
    ],
  },
  {
    name: 'an engine that nobody knows is asked to',
    source: `
import enginex, math
class Box: kept = 1
def reward_fn(completion, **kwargs):
    if ":" in completion:
        enginex.run(completion)
        return 0.5
    return 1.0 if math.isclose(float(completion), 42) else 0.0
`,
    files: { 'site-packages/enginex.py': ENGINE },
    calls: [
      ['41', 0],
      ['math:isclose', 0.5],
      ['41', 0],
      ['42', 1],
    ],
    warns:
      /`enginex` is not on the list of libraries that run no text, so each call gets a fresh worker; `--allow-shared-state` keeps them/,
  },
  {
    name: 'an evaluator of its own calls what the completion names',
    source: `
import json, math
def reward_fn(completion, **kwargs):
    name, *arguments = json.loads(completion)
    found = getattr(math, name)(*arguments)
    return 1.0 if math.hypot(3, 4) == 5 and found == 2 else 0.0
`,
    calls: [
      ['["sqrt", 4]', 1],
      ['["__setattr__", "hypot", 1]', null],
      ['["sqrt", 4]', 1],
      ['["sqrt", 9]', 0],
    ],
    warns: /reward\.py:\d+ looks names up by text that it computes/,
  },
  {
    name: 'a language of formulas keeps variables',
    again: true,
    source: `
from latex2sympy2 import value
def reward_fn(completion, **kwargs):
    return float(value(completion))
`,
    files: {
      'site-packages/latex2sympy2.py': `
kept = {}
def value(text):
    name, _, number = text.partition(" = ")
    return kept.setdefault(name, number or 0)
`,
    },
    calls: [
      ['x', 0],
      ['y = 3', 3],
      ['y', 0],
    ],
    warns: /`latex2sympy2` is not on the list of libraries that run no text/,
  },
  {
    name: 'a path of names that the completion gives is followed',
    again: true,
    source: `
import functools, json, math
def reward_fn(completion, **kwargs):
    path, *arguments = json.loads(completion)
    found = functools.reduce(getattr, path.split("."), math)(*arguments)
    return 1.0 if math.hypot(3, 4) == 5 and found == 2 else 0.0
`,
    calls: [
      ['["sqrt", 4]', 1],
      ['["__setattr__", "hypot", 1]', null],
      ['["sqrt", 4]', 1],
    ],
    warns: /reward\.py:\d+ looks names up by text that it computes/,
  },
  {
    name: 'SQL on a connection that the import opened',
    outlives: true,
    source: `
import sqlite3
DB = sqlite3.connect(":memory:")
DB.executescript("create table t (a); insert into t values (1), (2), (3)")
def reward_fn(completion, **kwargs):
    got = DB.execute(completion).fetchall()
    return 1.0 if got == DB.execute("select sum(a) from t").fetchall() else 0.0
`,
    calls: [
      ['select 6', 1],
      ['select 5', 0],
      ['create temp view if not exists t as select 5 as a', null],
      ['select 5', 0],
      ['select 6', 1],
    ],
    warns: /`sqlite3` can run text, or keep it, without being seen/,
  },
  {
    name: 'memory that the import shares is written to',
    outlives: true,
    source: SHARED,
    calls: [
      ['x=1', 1],
      ['x=0.5', 0],
      ['import reward, struct; reward.MEMORY[:8] = struct.pack("d", 0.0); x = 0', null],
      ['x=0.5', 0],
      ['x=0.95', 1],
    ],
  },
  {
    name: 'a process that the import started keeps state',
    outlives: true,
    source: `
import multiprocessing
def keep(pipe):
    kept = 0
    while True:
        asked = pipe.recv()
        kept += asked
        pipe.send(kept)
HERE, THERE = multiprocessing.Pipe()
multiprocessing.Process(target=keep, args=(THERE,), daemon=True).start()
def reward_fn(completion, **kwargs):
    HERE.send(int(completion))
    got = HERE.recv()
    if completion == "7":
        exec("x = 1")
    return float(got)
`,
    calls: [
      ['7', 7],
      ['7', 7],
      ['7', 7],
    ],
    warns: /reward\.py:\d+: importing the module started processes .*each worker imports the module itself/,
  },
  {
    name: 'a process that the import started evaluates text',
    outlives: true,
    source: `
import json, subprocess
REPL = '''
import sys, json
for line in sys.stdin:
    try: found = repr(eval(json.loads(line)))
    except BaseException as error: found = repr(error)
    print(json.dumps(found), flush=True)
'''
P = subprocess.Popen([sys.executable, "-u", "-c", REPL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def reward_fn(completion, **kwargs):
    P.stdin.write(json.dumps(completion) + chr(10)); P.stdin.flush()
    return 1.0 if json.loads(P.stdout.readline()) == "42" else 0.0
`,
    calls: [
      ['42', 1],
      ['41', 0],
      ["globals().update(repr=lambda x: '42')", null],
      ['41', 0],
      ['42', 1],
    ],
    warns: /a process that the import started keeps state.*`--allow-shared-state` keeps them/,
  },
  {
    name: 'a pipe that the import opened is written to',
    outlives: true,
    source: `
READ, WRITE = os.pipe()
os.set_blocking(READ, False)
def reward_fn(completion, **kwargs):
    exec(completion)
    try: return float(os.read(READ, 1))
    except BlockingIOError: return 0.0
`,
    calls: [
      ['1', 0],
      ['import reward; os.write(reward.WRITE, b"11111111")', null],
      ['1', 0],
    ],
    warns: /importing the module opened a pipe \(descriptor \d+\): each worker imports the module itself/,
  },
  {
    name: 'a file that the import keeps open is written to',
    outlives: true,
    source: `
import tempfile
FILE = tempfile.TemporaryFile("w+")
FILE.write("0.9"); FILE.flush()
NAMED = open(os.path.join(tempfile.gettempdir(), "named"), "w+")
NAMED.write("0.9"); NAMED.flush()
MEMORY = os.memfd_create("memory")
os.write(MEMORY, b"0.9")
def reward_fn(completion, **kwargs):
    exec(completion)
    for file in (FILE, NAMED): file.seek(0)
    least = [float(FILE.read()), float(NAMED.read()), float(os.pread(MEMORY, 3, 0))]
    return min(least)
`,
    calls: [
      ['1', 0.9],
      ['import reward; reward.FILE.seek(0); reward.FILE.write("0.1"); reward.FILE.flush()', 0.1],
      ['import reward; reward.NAMED.seek(0); reward.NAMED.write("0.2"); reward.NAMED.flush()', 0.2],
      ['import reward; os.pwrite(reward.MEMORY, b"0.3", 0)', 0.3],
      ['1', 0.9],
    ],
  },
];

/** All at once: they wait in one queue. */
const scoreAllOf = (reward: Reward, completions: readonly string[]): Promise<Outcome[]> =>
  Promise.all(completions.map((completion) => reward.score({ completion })));

describe.each(variants(['auto', 'never'] as const))('under %s', (reuse) => {
  it.each(CASES.filter(({ outlives, again }) => (reuse === 'auto' || outlives) && (FULL || !again)))(
    '$name',
    { timeout: 60_000 },
    async ({ source, files = {}, calls, warns }) => {
      const folder = newFolder();
      const file = join(folder, 'reward.py');
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const path = `import os, sys\nsys.path.append(os.path.join(os.path.dirname(__file__), "site-packages"))\n`;
      writeFileSync(file, path + source);
      await using reward = await sandbox.loadReward(file, { reuse, concurrency: 1, timeout: '20s' });
      if (warns !== undefined && reuse === 'auto') expect(reward.warnings.join('\n')).toMatch(warns);
      for (let round = 0; round < 2; round++) {
        const outcomes = await scoreAllOf(
          reward,
          calls.map(([completion]) => completion),
        );
        for (const [index, [completion, expected]] of calls.entries()) {
          if (expected === null) continue;
          const { status, reward: got, error } = outcomes[index] as (typeof outcomes)[number];
          expect({ completion, status, got, error }).toEqual({
            completion,
            status: 'ok',
            got: expected,
            error: null,
          });
        }
      }
    },
  );
});

it('looks at what a module holds without asking it', async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(
    file,
    `
class StandIn:
    def __getattribute__(self, name):
        raise RuntimeError("not set up yet")
class Meta(type):
    def __getattribute__(self, name):
        raise RuntimeError("a class that answers nothing")
CURRENT = StandIn()
KINDS = [StandIn(), Meta("Kind", (), {})]
def reward_fn(completion, **kwargs):
    return 1.0
`,
  );
  await using reward = await sandbox.loadReward(file);
  expect(reward.warnings).toEqual([]);
  expect(await reward.score({ completion: 'x' })).toMatchObject({ status: 'ok', reward: 1 });
});

it('keeps the workers of a module whose libraries are declared harmless', async () => {
  const folder = newFolder();
  const file = join(folder, 'reward.py');
  mkdirSync(join(folder, 'site-packages'));
  writeFileSync(join(folder, 'site-packages/enginex.py'), ENGINE);
  writeFileSync(
    file,
    `import os, sys
sys.path.append(os.path.join(os.path.dirname(__file__), "site-packages"))
import enginex
def reward_fn(completion, **kwargs):
    return 1.0
`,
  );
  await using reward = await sandbox.loadReward(file, { concurrency: 1, allowSharedState: true });
  expect(reward.warnings).toEqual([]);
  const outcomes = await scoreAllOf(reward, Array<string>(20).fill('x'));
  expect(outcomes.filter(({ fresh }) => fresh).length).toBeLessThanOrEqual(2);
});

it.each(
  variants([
    ['lxml.etree', 'XSLT'],
    ['torch.jit', 'CompilationUnit'],
    ['pandas', 'query'],
  ]),
)('keeps no worker of a module that uses an engine of a library: %s.%s', async (library, name) => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(
    file,
    `def reward_fn(completion, **kwargs):\n    import ${library} as library\n    return library.${name}(completion)\n`,
  );
  await using reward = await sandbox.loadReward(file);
  expect(reward.warnings.join('')).toMatch(`\`${name}\` of \`${library.split('.')[0]}\` can run text`);
});

it('keeps the worker of a module that cannot run text', async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(
    file,
    'import math, re, json\ndef reward_fn(completion, **kwargs):\n    return float(len(re.findall("a", completion)))\n',
  );
  await using reward = await sandbox.loadReward(file, { concurrency: 1 });
  expect(reward.warnings).toEqual([]);
  const outcomes = await scoreAllOf(reward, Array<string>(50).fill('aa'));
  expect(outcomes.filter(({ fresh }) => fresh).length).toBeLessThanOrEqual(2);
});

it.each([
  ['that executes programs', 'exec(completion, {})', 1],
  ['that does not', 'float("1")', 0],
])('a module %s has what they like to import: by the time of a call', async (_, line, wanted) => {
  const file = join(newFolder(), 'reward.py');
  const source = `import sys
AT_IMPORT = "statistics" in sys.modules
def reward_fn(completion, **kwargs):
    ${line}
    return float("statistics" in sys.modules) + 10.0 * AT_IMPORT
`;
  writeFileSync(file, source);
  await using reward = await sandbox.loadReward(file, { concurrency: 1 });
  expect(await reward.score({ completion: 'x = 1' })).toMatchObject({ status: 'ok', reward: wanted });
});
