/**
 * `POST /run_code`. What clients send, and what they make of the answer, was read in their source: SandboxFusion 469de08
 * (sandbox/server/sandbox_api.py, sandbox/runners/types.py, its tests; the Python client 0.3.7 of PyPI), verl b178a3c
 * (verl/utils/reward_score/sandbox_fusion/utils.py), tinker-cookbook 9dfcc3a (sandbox/sandboxfusion.py,
 * recipes/code_rl/code_grading.py), ROLL 8eb27cc (rlvr/rewards/code_sandbox_reward_worker.py). test/adapters drives the
 * first of them.
 */
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/options.ts';
import { codeOptionsSchema } from '../../src/server/dialects/code-runs.ts';
import { Semaphore } from '../../src/server/dialects/semaphore.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { otherPython } from '../helpers/other-user.ts';
import { processesFor } from '../helpers/processes.ts';
import { answerOf, type Serving, when, withServer } from './serving.ts';

const withPrograms = (
  options: Parameters<typeof codeOptionsSchema.parse>[0],
  body: (serving: Serving) => Promise<void>,
  more: Partial<ServerOptions> = {},
): Promise<void> => withServer({ modules: [], runCode: codeOptionsSchema.parse(options), ...more }, body);

/** As verl sends it; `compile_timeout` is left out, where nothing is to be waited for. */
const request = (code: string, more: Record<string, unknown> = {}) => ({
  run_timeout: 10,
  code,
  stdin: null,
  memory_limit_MB: 1024,
  language: 'python',
  files: {},
  fetch_files: [],
  ...more,
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

it('runs a program, and answers in their words', async () => {
  await withPrograms({ concurrency: 2 }, async ({ post, url }) => {
    const { status, json } = await post('/run_code', request('print(int(input()) * 2)', { stdin: '21' }));
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'Success',
      message: '',
      compile_result: null,
      run_result: {
        status: 'Finished',
        execution_time: expect.any(Number),
        return_code: 0,
        stdout: '42\n',
        stderr: '',
      },
      executor_pod_name: null,
      files: {},
    });
    const least = await post('/run_code', { code: 'print(1)', language: 'python', expected_stdout: '1' });
    expect(least.json).toMatchObject({ status: 'Success', run_result: { stdout: '1\n' } });
    const ping = await answerOf(await fetch(`${url}/v1/ping`));
    expect(ping).toMatchObject({ status: 200, text: '"pong"' });
    const ready = await answerOf(await fetch(`${url}/readyz`));
    expect(ready.json.checks).toContainEqual(expect.objectContaining({ name: 'run_code', ok: true }));
  });
});

const SANDBOXES: SandboxOptions[] = [{ profile: 'strict' }];
const readable = otherPython();
if (readable !== undefined) SANDBOXES.push({ level: 'landlock', python: readable });

it.each(SANDBOXES)('runs programs in a sandbox that is %o', { timeout: 180_000 }, async (sandbox) => {
  await withPrograms(
    { concurrency: 1 },
    async ({ post }) => {
      const code = 'import helper, os\nopen("a", "w").write(helper.word)\nprint(os.listdir("."))';
      const files = { 'helper.py': base64('word = "hello"') };
      const { json } = await post('/run_code', request(code, { files, fetch_files: ['a'] }));
      expect(json).toMatchObject({ status: 'Success', files: { a: base64('hello') } });
      const hung = await post('/run_code', request('while True: pass', { run_timeout: 0.2 }));
      expect(hung.json.run_result.status).toBe('TimeLimitExceeded');
    },
    { sandbox },
  );
});

it('tells apart what fails: the exit code, a signal, the time, the memory', {
  timeout: 180_000,
}, async () => {
  await withPrograms({ concurrency: 2 }, async ({ post }) => {
    const run = async (code: string, more: Record<string, unknown> = {}) => {
      const { json } = await post('/run_code', request(code, more));
      return json;
    };
    const failed = (run_result: Record<string, unknown>) => ({ status: 'Failed', run_result });
    expect(await run('import sys; print("a"); sys.exit(3)')).toMatchObject(
      failed({ status: 'Finished', return_code: 3, stdout: 'a\n' }),
    );
    expect(await run('assert 1 == 2')).toMatchObject(
      failed({ return_code: 1, stderr: expect.stringContaining('AssertionError') }),
    );
    expect(await run('int a = 1')).toMatchObject(
      failed({ return_code: 1, stderr: expect.stringContaining('SyntaxError: invalid syntax') }),
    );
    expect(await run('import os; os.kill(os.getpid(), 9)')).toMatchObject(
      failed({ status: 'Finished', return_code: -9 }),
    );
    const hung = await run('print("begun", flush=True)\nwhile True: pass', { run_timeout: 4 });
    expect(hung).toMatchObject(failed({ status: 'TimeLimitExceeded', return_code: null, stdout: 'begun\n' }));
    expect(hung.run_result.execution_time).toBeGreaterThanOrEqual(4);
    const large = await run('x = bytearray(300 << 20)', { memory_limit_MB: 100 });
    expect(large).toMatchObject(failed({ return_code: 1, stderr: expect.stringContaining('MemoryError') }));
    expect(large.message).toMatch(/memory/);
    expect((await run('x = bytearray(300 << 20)', { memory_limit_MB: -1 })).status).toBe('Success');
  });
});

it('puts files into the working folder, and takes others from it', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post }) => {
    // The layout that tinker-cookbook sends: a program that imports and opens what stands beside it.
    const { json } = await post(
      '/run_code',
      request(
        'import helper, pathlib\npathlib.Path("out/a.txt").write_bytes(helper.read().encode() + b"\\xff")',
        {
          files: {
            'helper.py': base64('def read():\n    return open("out/in.txt").read()\n'),
            'out/in.txt': base64('übung'),
            absent: null,
          },
          fetch_files: ['out/a.txt', 'none.txt'],
        },
      ),
    );
    expect(json).toMatchObject({ status: 'Success', message: 'none.txt was not fetched: not there' });
    expect(Object.keys(json.files)).toEqual(['out/a.txt']);
    expect(Buffer.from(json.files['out/a.txt'], 'base64')).toEqual(
      Buffer.concat([Buffer.from('übung'), Buffer.from([0xff])]),
    );
  });
});

it('keeps a megabyte of output of each kind, whatever is in it, and says so', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post }) => {
    const code = 'import sys\nprint("\\x00" * 3_000_000)\nsys.stderr.write("é" * 200_000)';
    const { json } = await post('/run_code', request(code));
    expect(json.run_result.stdout).toBe('\0'.repeat(2 ** 20));
    expect(json.run_result.stderr).toBe('é'.repeat(200_000));
    expect(json).toMatchObject({ status: 'Success', message: 'stdout or stderr was cut at 1048576 bytes' });
  });
});

it('has no other language, and says so as a sandbox that failed: nothing is known of the program', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post }) => {
    const { status, json } = await post('/run_code', request('int main() {}', { language: 'cpp' }));
    expect({ status, json }).toMatchObject({
      status: 200,
      json: {
        status: 'SandboxError',
        run_result: null,
        message: expect.stringMatching(/"cpp" is not supported/),
      },
    });
  });
});

it('refuses what it cannot understand, before anything runs', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post }) => {
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ code: undefined }, /`code` is missing/],
      [{ run_timeout: 0 }, /`run_timeout` must be a number of seconds above 0/],
      [{ run_timeout: 1e9 }, /`run_timeout`/],
      [{ memory_limit_MB: 1.5 }, /`memory_limit_MB` must be a whole number/],
      [{ files: { '../x': base64('x') } }, /'\.\.\/x' is no plain relative path/],
      [{ files: { x: 'a' } }, /base64/],
      [{ fetch_files: ['/etc/passwd'] }, /'\/etc\/passwd' is no plain relative path/],
    ];
    for (const [more, detail] of cases) {
      const { status, json } = await post('/run_code', request('print(1)', more));
      expect({ status, type: json.type }, JSON.stringify(more)).toEqual({
        status: 422,
        type: 'urn:runrl-sandbox:problem:invalid',
      });
      expect(json.detail).toMatch(detail);
    }
  });
});

it('gives programs nothing of the server: no network, no packages, no variables', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post, url }) => {
    const code = `import os, socket, sys
try:
    socket.create_connection(("127.0.0.1", ${new URL(url).port}), 1)
    print("connected")
except OSError as error:
    print(type(error).__name__)
print([path for path in sys.path if "packages" in path], "HOST_SECRET" in os.environ)`;
    process.env.HOST_SECRET = 'x';
    const { json } = await post('/run_code', request(code));
    expect(json.run_result.stdout).toMatch(/^\w*Error\n\[\] False\n$/);
  });
});

it('lets the server set the longest time', async () => {
  await withPrograms({ concurrency: 1, timeout: '200ms' }, async ({ post }) => {
    const { json } = await post('/run_code', request('while True: pass', { run_timeout: 3_600 }));
    expect(json.run_result).toMatchObject({ status: 'TimeLimitExceeded', stdout: '' });
    expect(json.run_result.execution_time).toBeLessThan(60);
  });
});

it('many at once wait for their turn, and all are answered', { timeout: 180_000 }, async () => {
  await withPrograms({ concurrency: 2 }, async ({ post }) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => post('/run_code', request(`print(${at})`))),
    );
    expect(answers.map(({ json }) => json.run_result.stdout)).toEqual(answers.map((_, at) => `${at}\n`));
  });
});

it('a client that goes away has its program ended, and gives its turn back', {
  timeout: 180_000,
}, async () => {
  await withPrograms({ concurrency: 1 }, async ({ post, server }) => {
    const gone = new AbortController();
    const { signal } = gone;
    const hang = request('while True: pass', { run_timeout: 3_600 });
    const running = post('/run_code', hang, { signal });
    const waiting = post('/run_code', hang, { signal });
    await when(() => server.service.limits.taken === 2);
    const next = post('/run_code', request('print(1)'));
    await when(() => server.service.limits.taken === 3);
    gone.abort();
    await expect(running).rejects.toThrow();
    await expect(waiting).rejects.toThrow();
    expect((await next).json).toMatchObject({ status: 'Success' });
    await when(() => server.service.limits.taken === 0);
  });
});

it('a program whose run is cancelled has no result, and its client is asked to come again', async () => {
  await withPrograms({ concurrency: 1 }, async ({ post, server }) => {
    const hung = post('/run_code', request('while True: pass', { run_timeout: 3_600 }), {
      headers: { 'x-request-id': 'h' },
    });
    await when(() => server.service.limits.taken === 1);
    await post('/v1/cancel', { request_id: 'h' });
    expect((await hung).status).toBe(504);
  });
});

it('answers 504 while it is busy or about to end: verl asks again then, and after no other status', async () => {
  const limits = { maxBody: 2 ** 20, queue: 1, busyStatus: 429 } as const;
  await withPrograms(
    { concurrency: 1 },
    async ({ post, server }) => {
      const hung = post('/run_code', request('while True: pass', { run_timeout: 3_600 }), {
        headers: { 'x-request-id': 'h' },
      });
      await when(() => server.service.limits.taken === 1);
      const busy = await post('/run_code', request('print(1)'));
      expect(busy).toMatchObject({ status: 504, json: { status: 504, retryable: true } });
      expect(busy.json.type).toBe('urn:runrl-sandbox:problem:busy');
      expect(busy.headers.get('retry-after')).toBe('1');
      await post('/v1/cancel', { request_id: 'h' });
      await hung;
      server.service.beginDrain();
      const draining = await post('/run_code', request('print(1)'));
      expect(draining).toMatchObject({ status: 504, json: { type: 'urn:runrl-sandbox:problem:draining' } });
    },
    { limits },
  );
});

it('a client that names a compile_timeout is told that it is busy before it gives up', {
  timeout: 180_000,
}, async () => {
  await withPrograms({ concurrency: 1 }, async ({ post, server }) => {
    const hung = post('/run_code', request('while True: pass', { run_timeout: 3_600 }), {
      headers: { 'x-request-id': 'h' },
    });
    await when(() => server.service.limits.taken === 1);
    const late = await post('/run_code', request('print(1)', { compile_timeout: 0.1 }));
    expect(late).toMatchObject({ status: 504, json: { type: 'urn:runrl-sandbox:problem:busy' } });
    await post('/v1/cancel', { request_id: 'h' });
    await hung;
  });
});

it('is not there unless it was asked for, nor unconfined without a token', async () => {
  await withServer({}, async ({ post, url }) => {
    const { status, json } = await post('/run_code', request('print(1)'));
    expect({ status, help: json.help }).toEqual({ status: 404, help: 'start it with `--run-code`' });
    expect((await fetch(`${url}/v1/ping`)).status).toBe(404);
  });
  await withPrograms(
    {},
    async ({ post }) => {
      expect((await post('/run_code', request('print(1)'))).json).toMatchObject({
        status: 403,
        help: expect.stringMatching(/--token-file/),
      });
    },
    { sandbox: { level: 'none' } },
  );
});

const SERVED = 'runrl_served';

/** Of this test's server, not of what others on the machine serve. */
const ownProcesses = (): number[] => {
  const family = new Set([process.pid]);
  const all = processesFor(SERVED);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  family.delete(process.pid);
  return [...family];
};

it('stands beside the modules: they are found as if it were not there, and it leaves no process behind', async () => {
  const runCode = codeOptionsSchema.parse({});
  const started = new Set<number>();
  await withServer({ runCode }, async ({ post }) => {
    expect((await post('/v1/score', { completion: 'number 1' })).json.detail).toMatch(
      /there are obeys, tells$/,
    );
    expect((await post('/v1/score', { module: 'run_code', completion: '' })).status).toBe(404);
    for (const pid of ownProcesses()) started.add(pid);
    expect(started.size).toBeGreaterThan(2);
  });
  await when(() => !processesFor(SERVED).some(({ pid }) => started.has(pid)));
});

describe('turns', () => {
  const never = new AbortController().signal;

  it('come in the order of asking, and only so many at a time', async () => {
    const turns = new Semaphore(2);
    const order: number[] = [];
    const take = async (number: number): Promise<(() => void) | undefined> => {
      const giveBack = await turns.take(60_000, never);
      order.push(number);
      return giveBack;
    };
    const [first, second] = await Promise.all([take(1), take(2)]);
    const [third, fourth] = [take(3), take(4)];
    second?.();
    const afterSecond = await third;
    expect(order).toEqual([1, 2, 3]);
    first?.();
    await fourth;
    afterSecond?.();
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('do not come to those who waited too long, or left; nor are they lost on them', async () => {
    const turns = new Semaphore(1);
    const giveBack = await turns.take(60_000, never);
    expect(await turns.take(1, never)).toBeUndefined();
    const leaving = new AbortController();
    const left = turns.take(60_000, leaving.signal);
    leaving.abort();
    expect(await left).toBeUndefined();
    expect(await turns.take(60_000, leaving.signal)).toBeUndefined();
    giveBack?.();
    expect(await turns.take(1, never)).toBeTypeOf('function');
  });
});
