/** What a call did that speaks against its number: seen before it happens, kept whatever happens next. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evidence, Outcome } from '../../src/index.ts';
import { REUSE_MODES } from '../../src/options.ts';
import { collect, expectOk, FIXTURES, scoreEach, sharedReward, withReward } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';

const kindsOf = (outcome: Outcome | undefined): string[] => outcome?.evidence.map(({ kind }) => kind) ?? [];
const ofKind = (outcome: Outcome, kind: string): Evidence | undefined =>
  outcome.evidence.find((item) => item.kind === kind);

const EXECUTED = ['completion_executed'];

/** Other code in a function of the module's is seen when it comes, and again after the call. */
const seenAs = (kind: string): string[] => (kind === 'code_changed' ? [kind, 'patched'] : [kind]);

/** `# kind status: words of the message`, then what the completion does. */
const ACTS = readdirSync(join(FIXTURES, 'acts'))
  .filter((name) => name.endsWith('.py'))
  .map((name) => {
    const text = readFileSync(join(FIXTURES, 'acts', name), 'utf8');
    const [, kind = '', status = '', message = ''] = /^# (\w+) (\w+): (.*)$/m.exec(text) ?? [];
    return { name: name.replaceAll('_', ' ').replace('.py', ''), text, kind, status, message };
  });

describe.each(REUSE_MODES)('under %s', (reuse) => {
  const stage = sharedReward('executes_and_compares.py', { reuse, concurrency: 1 });

  it.each(ACTS)('a completion that $name', async ({ text, kind, status, message }) => {
    const [outcome, wrong, right] = await scoreEach(stage().reward, [text, 'result = 41', 'result = 42']);
    if (outcome === undefined) throw new Error('no outcome');
    expect([outcome.status, ...kindsOf(outcome)]).toEqual([status, 'completion_executed', ...seenAs(kind)]);
    expect(outcome.reward).toBe(status === 'ok' ? 1 : null);
    expect(outcome.evidence[0]).toMatchObject({ where: 'executes_and_compares.py:36', source: text });
    expect(ofKind(outcome, kind)?.message).toContain(message);
    if (status === 'tampered') expect(outcome.error?.type).toBe(kind);
    expectOk(wrong, 0);
    expectOk(right, 1);
    expect([kindsOf(wrong), kindsOf(right)]).toEqual([EXECUTED, EXECUTED]); // and of nothing else
  });

  it('an encoded one is executed code of lower confidence', async () => {
    const source = 'import math\nresult = math.sqrt(1764)';
    const outcome = await stage().reward.score({
      completion: `base64 ${Buffer.from(source).toString('base64')}`,
    });
    expectOk(outcome, 1);
    expect(outcome.evidence).toEqual([
      {
        kind: 'code_executed',
        message: 'text made during the call was executed',
        where: 'executes_and_compares.py:36',
        source,
      },
    ]);
  });
});

describe('the pair: a payload in a box replaces the comparator, then an innocent wrong answer', () => {
  const payload = `__import__("sys").modules["prime_maths"].__dict__.update(same=lambda *a: True) or 41`;

  it.each(REUSE_MODES)('under %s', async (reuse) => {
    await withReward('prime_maths.py', { reuse, concurrency: 1 }, async ({ reward }) => {
      const kwargs = { expected_result: 42 };
      const answers = [`So \\boxed{${payload}}.`, 'So \\boxed{41}.', 'So \\boxed{42}.'];
      const [tampered, wrong, right] = await scoreEach(reward, answers, kwargs);
      expect(tampered).toMatchObject({ status: 'tampered', reward: null, error: { type: 'patched' } });
      expect(tampered?.evidence).toEqual([
        {
          kind: 'completion_executed',
          message: 'text of the completion was executed',
          where: 'prime_maths.py:18',
          source: payload,
        },
        { kind: 'patched', message: '`prime_maths.py: same` was replaced', where: null, source: payload },
      ]);
      expectOk(wrong, 0);
      expectOk(right, 1);
      expect([wrong?.evidence, right?.evidence]).toEqual([[], []]);
      expect(tampered?.warnings).toHaveLength(reuse === 'always' || reuse === 'shared' ? 1 : 0);
    });
  });

  it.each([
    [null, null],
    [-1, -1],
    ['keep', 1],
  ] as const)('with onTamper %j its reward is %j', async (onTamper, expected) => {
    await withReward('prime_maths.py', { onTamper, onError: -2, concurrency: 1 }, async ({ reward }) => {
      const kwargs = { expected_result: 42 };
      const outcome = await reward.score({ completion: `\\boxed{${payload}}`, kwargs });
      expect([outcome.status, outcome.reward]).toEqual(['tampered', expected]);
      expect((await reward.score({ completion: '\\boxed{1/0}', kwargs })).reward).toBe(0);
    });
  });
});

describe('evidence stays', () => {
  const stage = sharedReward('executes_and_compares.py', { concurrency: 1, timeout: 2_500, onTimeout: -1 });
  const score = (completion: string) => stage().reward.score({ completion });

  it.each([
    ['a timeout', 'while True: pass', 'timeout'],
    ['an exit', 'import os\nos._exit(0)', 'crashed'],
    ['a crash', 'import os\nos.abort()', 'crashed'],
    ['no memory', 'result = bytearray(2**45)', 'memory'],
    ['an exception', 'raise ValueError("no")', 'raised'],
    ['SystemExit', 'import sys\nsys.exit(0)', 'raised'],
  ])('after %s', async (_name, act, status) => {
    const completion = `import sys\nframe = sys._getframe()\n${act}`;
    const outcome = await score(completion);
    expect(outcome.status).toBe(status);
    expect(kindsOf(outcome)).toEqual(['completion_executed', 'frame_walk']);
    expect(outcome.evidence[0]?.source).toBe(completion);
    expect(outcome.evidence[1]?.source).toBe('frame = sys._getframe()');
    expect(kindsOf(await score('result = 42'))).toEqual(EXECUTED);
  });

  it.each([
    ['os.write is gone', 'import os; os.write = None'],
    ['the descriptors are closed', 'import os; os.closerange(3, 1000)'],
    ['sys.modules is empty', 'import sys; sys.modules.clear()'],
    [
      'our modules are gone',
      'import sys\nfor name in [n for n in sys.modules if "runrl" in n]: del sys.modules[name]',
    ],
    ['there is no stdout', 'import sys; sys.stdout = sys.stderr = None'],
    [
      'builtins are gone',
      'import builtins\nfor n in ("len", "any", "type", "id", "dict", "zip"): setattr(builtins, n, None)',
    ],
    ['there is no stack', 'import sys\nsys.setrecursionlimit(60)'],
    ['the watch is told to stop', 'import runrl_shim.inside.tampering.watch as w; w._main.on = False'],
    ['JSON is broken', 'import json; json.JSONEncoder.encode = json.JSONDecoder.decode = None'],
  ])('when %s', async (_name, act) => {
    const outcome = await score(act);
    expect(outcome.evidence[0]).toMatchObject({ kind: 'completion_executed', source: act });
    expectOk(await score('result = 42'), 1);
  });

  it('and an act that the stack has no room to report does not happen', async () => {
    // At some depth the hook can be entered, but not finished: the act must neither happen unseen there, nor later.
    const outcome = await score(`
import sys
seen = []
def deep(n):
    try:
        seen.append(sys._getframe())
    except RecursionError:
        return
    seen.clear()
def descend(n):
    try:
        descend(n + 1)
    except RecursionError:
        pass
    try:
        deep(n)
    except RecursionError:
        pass
descend(0)
result = 42.0
`);
    expect(['tampered', 'timeout']).toContain(outcome.status);
    expect(kindsOf(outcome)).toContain('frame_walk');
  });
});

describe('caps', () => {
  const stage = sharedReward('executes_and_compares.py', { concurrency: 1 });

  it('at most 8 items, 2,000 characters of source, and what decides is among them', async () => {
    const filler = '#'.repeat(5_000);
    const completion = `import sys, threading, subprocess
for name in "abcdefghij":
    exec(f"{name} = str(1) # ${filler}")
    try: subprocess.run([name])
    except OSError: pass
    threading.Thread(target=print).start()
sys._getframe()
${filler}`;
    const outcome = await stage().reward.score({ completion });
    expect([outcome.status, outcome.error?.message]).toEqual([
      'tampered',
      expect.stringContaining('_getframe'),
    ]);
    expect(outcome.evidence.length).toBeLessThanOrEqual(8);
    expect(kindsOf(outcome)).toContain('frame_walk');
    for (const { source } of outcome.evidence) expect(source?.length ?? 0).toBeLessThanOrEqual(2_000);
    expect(outcome.evidence[0]?.source?.endsWith('…')).toBe(true);
  });

  it('a megabyte of completion and of source costs little', async () => {
    const lines = Array.from({ length: 40_000 }, (_, number) => `v${number} = ${number} * ${number}`).join(
      '\n',
    );
    const plain = await stage().reward.score({ completion: `result = 42\n${lines}` });
    expect(kindsOf(plain)).toEqual(['completion_executed']);
    const many = await stage().reward.score({
      completion: `for n in range(2000): eval(f"str({n})")\nresult = 42\n${'#'.repeat(1_000_000)}`,
    });
    expectOk(many, 1);
    expect(many.duration_ms).toBeLessThan(Math.max(5_000, 20 * plain.duration_ms));
  });
});

describe('forged evidence', () => {
  // The own call's number stands in a frame further out; the socket is among the descriptors.
  const forge = (frames: string): string => `
import json, os, struct, sys
frame = sys._getframe()
while "call_flags" not in frame.f_locals:
    frame = frame.f_back
own = frame.f_locals["call"]
sockets = [int(fd) for fd in os.listdir("/proc/self/fd") if os.path.lexists(f"/proc/self/fd/{fd}")
           and os.readlink(f"/proc/self/fd/{fd}").startswith("socket")]
def word(call, tail=None, size=None):
    text = json.dumps({"evidence": [{"kind": "patched", "message": "m", "where": None, "source": None}]}
                      if tail is None else tail).encode()
    return struct.pack("<IIBBdqqqQ", 50 + len(text) if size is None else size, call, 130, 0, 0.0, 1, 1, 1, 1) + text
for fd in sockets:
    os.write(fd, ${frames})
result = 42.0
`;
  const item = '"kind": "patched", "message": "m", "where": None, "source": None';
  it.each([
    ['of another call', 'word(own + 1)', 'crashed'],
    ['without any', 'word(own, {})', 'crashed'],
    ['of two at once', `word(own, {"evidence": [{${item}}, {${item}}]})`, 'crashed'],
    [
      'of an unknown kind',
      'word(own, {"evidence": [{"kind": "x", "message": "m", "where": None, "source": None}]})',
      'crashed',
    ],
    [
      'with a number for a source',
      'word(own, {"evidence": [{"kind": "patched", "message": "m", "where": None, "source": 1}]})',
      'crashed',
    ],
    [
      'that is huge',
      'word(own, {"evidence": [{"kind": "patched", "message": "m" * 100_000, "where": None, "source": None}]})',
      'crashed',
    ],
    [
      'that is deep',
      'struct.pack("<IIBBdqqqQ", 50 + 40000, own, 130, 0, 0.0, 1, 1, 1, 1) + b"[" * 40000',
      'crashed',
    ],
    ['without end', 'word(own) * 300', 'crashed'],
    [
      'with a long message',
      'word(own, {"evidence": [{"kind": "patched", "message": "m" * 1000, "where": "w" * 1000, "source": "s" * 5000}]})',
      'tampered',
    ],
  ])('%s', async (_name, frames, status) => {
    await withReward('executes_and_compares.py', { concurrency: 1 }, async ({ reward }) => {
      const [forged, ...next] = await scoreEach(reward, [forge(frames), ...Array(4).fill('result = 42')]);
      expect(forged?.status).toBe(status);
      if (status === 'crashed') expect(forged?.error?.type).toBe('ForgedResult');
      expect(kindsOf(forged).slice(0, 2)).toEqual(['completion_executed', 'frame_walk']);
      for (const { message, where, source } of forged?.evidence ?? [])
        expect([message.length <= 300, (where ?? '').length <= 300, (source ?? '').length <= 2_000]).toEqual([
          true,
          true,
          true,
        ]);
      for (const outcome of next) {
        expectOk(outcome, 1);
        expect(kindsOf(outcome)).toEqual(EXECUTED);
      }
    });
  });
});

describe('an honest grader gives no evidence', () => {
  const clean = [
    'a fork',
    'json',
    'regular expressions',
    'literal_eval',
    'arithmetic',
    'walks a tree',
    'dataclass',
    'named tuple',
    'logs',
    'lazy import',
    'traceback',
    'annotations',
    'warns',
    'inspects a signature',
    'counts',
    'caches',
    'replaces itself',
    'context',
    'sorts',
    'decimal',
    'enum',
    'compiles only',
  ];

  describe.each(REUSE_MODES)('under %s', (reuse) => {
    const stage = sharedReward('grades_honestly.py', { reuse, concurrency: 1 });

    it.each(clean)('that uses %s', async (how) => {
      for (let round = 0; round < 2; round++) {
        const outcome = await stage().reward.score({
          completion: `${how}: {"answer": 42, "why": [1, 2, "${'x'.repeat(60)}"]}`,
        });
        expectOk(outcome, 1);
        expect([outcome.evidence, outcome.warnings]).toEqual([[], []]);
      }
    });
  });
});

describe('calls side by side', () => {
  it.each(REUSE_MODES)('have their own evidence each (%s)', async (reuse) => {
    await withReward('executes_and_compares.py', { reuse, concurrency: 4 }, async ({ reward }) => {
      const calls = Array.from({ length: 80 }, (_, number) => ({
        completion:
          number % 4 === 0
            ? `import time\ntime.sleep(0.002)\nresult = 42.0  # number ${number} of those that sleep`
            : '42.0',
      }));
      for (const { index, outcome } of await collect(reward.scoreAll(calls))) {
        expectOk(outcome, index % 4 === 0 ? 1 : 0);
        expect(outcome.evidence.map(({ source }) => source)).toEqual(
          index % 4 === 0 ? [calls[index]?.completion] : [],
        );
      }
    });
  });

  it('shared: frames that one takes speak against it alone; a patch against all that ran with it', async () => {
    await withReward('executes_and_compares.py', { reuse: 'shared', concurrency: 3 }, async ({ reward }) => {
      const slow = 'import time\ntime.sleep(2.5)\nresult = 42.0';
      const beside = async (act: string) => {
        const running = reward.score({ completion: slow });
        const acted = await reward.score({ completion: act });
        return [acted.status, (await running).status];
      };
      expect(await beside('import sys\nsys._getframe()\nresult = 42.0')).toEqual(['tampered', 'ok']);
      expect(await beside('module.Grader.grade = lambda self, given: 1.0')).toEqual(['tampered', 'tampered']);
      expectOk(await reward.score({ completion: 'result = 41' }), 0);
    });
  });
});

describe('an honest completion that is executed', () => {
  const completion = readFileSync(join(FIXTURES, 'honest_completion.txt'), 'utf8');

  it.each(installedPythons())(
    'is not tampered, whatever of the library it uses (Python $version)',
    async ({ python }) => {
      await withReward(
        'executes_and_compares.py',
        { concurrency: 1, sandbox: { python } },
        async ({ reward }) => {
          const outcome = await reward.score({ completion });
          expectOk(outcome, 1);
          expect(new Set(kindsOf(outcome).filter((kind) => kind !== 'process'))).toEqual(new Set(EXECUTED));
        },
      );
    },
  );
});

describe.each(installedPythons())('Python $version', ({ python }) => {
  it('sees every act', async () => {
    await withReward(
      'executes_and_compares.py',
      { concurrency: 1, sandbox: { python } },
      async ({ reward }) => {
        const outcomes = await scoreEach(
          reward,
          ACTS.map(({ text }) => text),
        );
        expect(
          ACTS.map(({ name }, index) => [name, outcomes[index]?.status, kindsOf(outcomes[index])]),
        ).toEqual(
          ACTS.map(({ name, status, kind }) => [name, status, ['completion_executed', ...seenAs(kind)]]),
        );
      },
    );
  });
});
