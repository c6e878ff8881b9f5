/**
 * A worker that is restored instead of being replaced is what it was: nothing that a call leaves in it, says for it or
 * has begun reaches the call after it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Reward, type RewardOptions, type Sandbox } from '../../src/index.ts';
import { variants } from '../helpers/extent.ts';
import { newFolder, scoreEach } from '../helpers/with-reward.ts';

const MODULE = `
import ctypes, random
def reward_fn(completion, **kwargs):
    names = {}
    exec(completion, names)
    return float(names.get("x", 0))
`;

/** Finds the worker that the call runs in. */
const WORKER = `
import sys
frame = sys._getframe()
while not hasattr(frame.f_locals.get("self"), "restorable"): frame = frame.f_back
worker = frame.f_locals["self"]
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
import os
answer = lambda call, number: os.write(worker.fd, result_frame(call, 0, 3, number))
`;

const HONEST = 'x = 0.5';

/**
 * Each does its harm, and then what a probe after it would find. The first five are what differs under `never`; the last
 * five are shown by test_restorer.py, too.
 */
const ATTACKS: Readonly<Record<string, readonly [attack: string, probe: string]>> = {
  'a result ahead, and the next call taken': [
    `${WORKER}
answer(worker.current, 1.0)
while True:
    block = os.read(worker.fd, 65536)
    answer(wire.CALL_FRAME.unpack_from(block, 8)[1], 1.0)`,
    'x = 0.25',
  ],
  'two results at once': [
    `${WORKER}
answer(worker.current, 1.0); answer(worker.current + 1, 1.0)`,
    'x = 0.25',
  ],
  'two results in one piece': [
    `${WORKER}
os.write(worker.fd, result_frame(worker.current, 0, 3, 1.0) + result_frame(worker.current + 1, 0, 3, 1.0))`,
    'x = 0.25',
  ],
  'no word of the trace': [
    `${WORKER}
worker._must_retire = lambda peak: False
import builtins; builtins.float = lambda value: 1.0`,
    'x = 0.25',
  ],
  'a builtin': ['import builtins; builtins.float = lambda value: 1.0', 'x = 0.25'],
  'a thread': [
    'import threading, time; threading.Thread(target=time.sleep, args=(9,), daemon=True).start()',
    'x = 0.25',
  ],
  'a process': ['import os, time\nif os.fork() == 0: time.sleep(9)', 'x = 0.25'],
  'a file': ['open("/tmp/left", "w").close()', 'import os; x = 0.25 + os.path.exists("/tmp/left")'],
  'a timer': [
    'import signal; signal.setitimer(signal.ITIMER_REAL, 0.001)',
    'x = 0.25\nfor _ in range(10 ** 6): pass',
  ],
  'a crash': ['import ctypes; ctypes.string_at(8)', 'x = 0.25'],
  'a number of the interpreter': [
    'import ctypes; ctypes.c_int.from_address(id(255) + 24).value = 254',
    'x = 0.25 + (255 - 1 != 254) + (0xfe + 1 != int("255"))',
  ],
  'a descriptor': [
    'import os; os.dup2(1, 77)',
    'import os\ntry: os.fstat(77); x = 1\nexcept OSError: x = 0.25',
  ],
  'a handler': [
    'import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)',
    'import signal; x = 0.25 + (signal.getsignal(signal.SIGTERM) == signal.SIG_IGN)',
  ],
  'memory that was mapped': [
    'import mmap; kept = mmap.mmap(-1, 1 << 20); import sys; sys.kept = kept',
    'import sys; x = 0.25 + hasattr(sys, "kept")',
  ],
  'the stack': [
    'import ctypes\ndef f(n): return n and f(n - 1)\nimport sys; sys.setrecursionlimit(9000); f(8000)',
    'import sys; x = 0.25 + (sys.getrecursionlimit() == 9000)',
  ],
};

const withModule = async (
  options: RewardOptions,
  body: (reward: Reward) => Promise<void>,
  source = MODULE,
): Promise<void> => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(file, source);
  await using sandbox = await createSandbox();
  await using reward = await sandbox.loadReward(file, { concurrency: 1, restore: 'always', ...options });
  await body(reward);
};

/** Until workers are restored, in every slot. False: nothing can be restored here. */
const warm = async (reward: Reward): Promise<boolean> => {
  const outcomes = await scoreEach(reward, Array(60).fill(HONEST));
  expect(outcomes.map((outcome) => outcome.reward)).toEqual(Array(60).fill(0.5));
  return outcomes.some(({ restored }) => restored === true);
};

describe.each(['auto', 'never'] as const)('reuse: %s', (reuse) => {
  it('restores workers, and says so', async () => {
    await withModule({ reuse }, async (reward) => {
      await warm(reward);
      const outcomes = await scoreEach(reward, Array(40).fill(HONEST));
      expect(outcomes.every(({ fresh }) => fresh)).toBe(true);
      expect(outcomes.filter(({ restored }) => restored).length).toBeGreaterThan(20);
      expect(outcomes.every(({ cpu_ms, max_rss_bytes }) => cpu_ms > 0 && max_rss_bytes > 2 ** 20)).toBe(true);
    });
  });

  // One after the other at the same module, which is loaded anew only when its workers are no longer restored.
  describe('what an attack leaves', () => {
    let sandbox: Sandbox;
    let reward: Reward | undefined;
    beforeAll(async () => {
      sandbox = await createSandbox();
    });
    afterAll(() => sandbox.close());

    const warmed = async (): Promise<Reward> => {
      if (reward !== undefined && (await warm(reward))) return reward;
      await reward?.close();
      const file = join(newFolder(), 'reward.py');
      writeFileSync(file, MODULE);
      reward = await sandbox.loadReward(file, { concurrency: 1, restore: 'always', reuse, timeout: '3s' });
      expect(await warm(reward)).toBe(true);
      return reward;
    };

    const names = Object.keys(ATTACKS);
    const chosen = reuse === 'auto' ? variants(names, names.length - 5) : variants(names.slice(0, 5), 2);
    it.each(chosen)('%s is gone', async (name) => {
      const [attack, probe] = ATTACKS[name] ?? ['', ''];
      const attacked = await warmed();
      await scoreEach(attacked, [attack]);
      const probes = await scoreEach(attacked, Array(8).fill(probe));
      expect(probes.map(({ status, reward: number }) => [status, number])).toEqual(
        Array(8).fill(['ok', 0.25]),
      );
      await scoreEach(attacked, [attack, attack]);
      const later = await scoreEach(attacked, Array(30).fill('x = 0.25'));
      expect(later.map((outcome) => outcome.reward)).toEqual(Array(30).fill(0.25));
    });
  });
});

it('draws other numbers in each call', async () => {
  await withModule({}, async (reward) => {
    await warm(reward);
    const drawn = await scoreEach(reward, Array(40).fill('import random; x = random.random()'));
    expect(new Set(drawn.map((outcome) => outcome.reward)).size).toBe(40);
    expect(drawn.filter(({ restored }) => restored).length).toBeGreaterThan(20);
  });
});

const DRAWS = `
import os, random, secrets, uuid
def reward_fn(completion, **kwargs):
    drawn = [random.random(), uuid.uuid1().hex]
    if completion == "asks":
        drawn += [os.urandom(8).hex(), random.SystemRandom().random(), secrets.token_hex(8), uuid.uuid4().hex]
    return 0.5, {"drawn": " ".join(map(str, drawn))}
`;

it.each([
  ['by the module', DRAWS],
  [
    'by what it executes',
    `${DRAWS}\n_own = reward_fn\ndef reward_fn(completion, **kwargs): return eval("_own(completion)")`,
  ],
])('draws nothing twice, %s', async (_, source) => {
  await withModule(
    { reuse: 'never' },
    async (reward) => {
      const outcomes = await scoreEach(reward, [
        ...Array(30).fill('draws'),
        ...Array(10).fill('asks'),
        ...Array(30).fill('draws'),
      ]);
      const drawn = outcomes.flatMap(({ info }) => String(info.drawn).split(' '));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(drawn).toHaveLength(70 * 2 + 10 * 4);
    },
    source,
  );
});

it('keeps under auto what calls without a trace leave, as a fork does', async () => {
  const counts = `
seen = []
def reward_fn(completion, **kwargs):
    if completion: exec(completion)
    seen.append(1)
    return float(len(seen))
`;
  await withModule(
    {},
    async (reward) => {
      const traced = await scoreEach(reward, Array(30).fill('pass'));
      const restored = traced.findIndex((outcome) => outcome.restored === true);
      const later = await scoreEach(reward, ['', '', '', '']);
      if (restored >= 0) expect(later.map((outcome) => outcome.reward)).toEqual([1, 2, 3, 4]);
      expect(traced.every((outcome) => outcome.reward === 1)).toBe(true);
    },
    counts,
  );
});

it.each(variants(['auto', 'never'] as const))(
  'shows no call what those before it were given (%s)',
  async (reuse) => {
    const looks = `
import re
def looks():
    found = 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            span, rights = line.split()[:2]
            low, high = (int(each, 16) for each in span.split("-"))
            if rights.startswith("rw") and high - low < 1 << 28:
                memory.seek(low)
                found += len(set(re.findall(rb"mark-[0-9a-f]{32}", memory.read(high - low))))
    return float(found)
def reward_fn(completion, secret="", **kwargs):
    if completion == "look": return looks()
    exec(completion, {})
    return 0.5
`;
    await withModule(
      { reuse },
      async (reward) => {
        const secret = (): string => `mark-${crypto.randomUUID().replaceAll('-', '')}`;
        for (const completion of [
          ...Array(20).fill('x = 1'),
          'import os; os.getpid()',
          ...Array(5).fill('x = 1'),
        ])
          await reward.score({ completion, kwargs: { secret: secret() } });
        const looked = await scoreEach(reward, Array(5).fill('look'));
        expect(looked.map((outcome) => outcome.reward)).toEqual(Array(5).fill(0));
      },
      looks,
    );
  },
);

it('gives no worker what its init may ask of the kernel', async () => {
  const asks = `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def reward_fn(completion, **kwargs):
    exec(completion, {})
    if completion == "x = 0.5": return 0.5
    return sum(libc.syscall(number, 0, 0, 0, 0, 0, 0) >= 0 for number in (101, 310, 311, 323, 438))
`;
  await withModule(
    {},
    async (reward) => {
      const first = await scoreEach(reward, Array(12).fill('pass')); // by forks, as they never only compute
      expect(first.map((outcome) => outcome.reward)).toEqual(Array(12).fill(0));
    },
    asks,
  );
  await withModule(
    {},
    async (reward) => {
      await warm(reward);
      const later = await scoreEach(reward, Array(4).fill('pass'));
      expect(later.map((outcome) => outcome.reward)).toEqual(Array(4).fill(0));
    },
    asks,
  );
});

it.each([{ restore: 'never' }, { restore: 'always', moduleMemory: '2GiB' }] as const)(
  'replaces every worker by a fork with %o',
  async (options) => {
    await withModule(options, async (reward) => {
      expect(await warm(reward)).toBe(false);
    });
  },
);

it('forks workers where none can be prepared', async () => {
  const limited = 'import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))\n';
  await withModule(
    {},
    async (reward) => {
      expect(await warm(reward)).toBe(false);
    },
    limited + MODULE,
  );
});

it('does not count what it makes ready for calls as their memory', async () => {
  const grows = 'import time\nkept = bytearray(b"x") * (38 << 20)\ntime.sleep(0.3)\nx = 0.5';
  await withModule({ memory: '64MiB' }, async (reward) => {
    if (!(await warm(reward))) return;
    for (let round = 0; round < 2; round += 1) {
      expect(await scoreEach(reward, [grows])).toMatchObject([{ status: 'ok', reward: 0.5 }]);
      await scoreEach(reward, Array(10).fill(HONEST));
    }
  });
});

it('says all of a call that was killed in a restored worker', async () => {
  await withModule({ timeout: '500ms' }, async (reward) => {
    await warm(reward);
    for (const ends of [
      'import sys; sys._getframe(1)\nwhile True: pass',
      'import ctypes; ctypes.string_at(8)',
    ]) {
      const outcomes = await scoreEach(reward, [HONEST, ends]);
      expect(outcomes).toMatchObject([{ fresh: true }, { fresh: true }]);
      if (ends.startsWith('import sys')) {
        expect(outcomes[1]).toMatchObject({
          status: 'timeout',
          evidence: [{ kind: 'completion_executed' }, { kind: 'frame_walk' }],
        });
        expect(outcomes[1]?.stack?.match(/reward\.py/g)).toHaveLength(1);
      }
      expect(await scoreEach(reward, Array(20).fill(HONEST))).toMatchObject(Array(20).fill({ reward: 0.5 }));
    }
  });
});

it.each(variants(['auto', 'never'] as const))(
  'lets a worker go that has no room for its call: %s',
  async (reuse) => {
    await withModule({ reuse }, async (reward) => {
      await warm(reward);
      const large = 'y'.repeat(24 << 20);
      for (let round = 0; round < 3; round += 1) {
        expect(await scoreEach(reward, [HONEST], { large })).toMatchObject([{ status: 'ok', reward: 0.5 }]);
        expect(await scoreEach(reward, [HONEST, HONEST])).toMatchObject([{ reward: 0.5 }, { reward: 0.5 }]);
      }
    });
  },
);
