/** The values of `env`: nowhere but in the module, whatever a module does with them. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Outcome, SandboxError } from '../../src/index.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { FIXTURES, leavingNothing, newFolder, sharedReward, withReward } from '../helpers/with-reward.ts';

const SECRET = 'sk-judge-ä7"\\3a9c very+secret/value';
/** What of it no text may have, in any of the ways it is written. */
const TELLTALES = [
  'judge-',
  '3a9c',
  'secret',
  '673361',
  'c2stanVkZ2',
  'nNrLWp1ZGd',
  '6c6563726574',
  'zYTljIHZl',
  '2VjcmV0L3',
];

beforeAll(() => {
  process.env.JUDGE_KEY = SECRET;
});
afterAll(() => {
  delete process.env.JUDGE_KEY;
});

const expectNothingOf = (value: unknown): void => {
  const text = JSON.stringify(value);
  expect(TELLTALES.filter((telltale) => text.includes(telltale))).toEqual([]);
};

const ENV = { sandbox: { env: ['JUDGE_KEY'] } };

describe('a secret', () => {
  const stage = sharedReward('uses_network.py', {
    ...ENV,
    timeout: 5_000,
    outputLimit: 1_000,
    concurrency: 1,
  });
  const leak = (how: string): Promise<Outcome> =>
    stage().reward.score({ completion: JSON.stringify({ do: 'leak', how }) });

  it('is known to the module', async () => {
    const outcome = await stage().reward.score({ completion: '{"do": "environment"}' });
    expect(JSON.parse(String(outcome.info.found)).JUDGE_KEY).toBe('[JUDGE_KEY]');
  });

  it('is in no message, type or traceback of an exception', async () => {
    const outcome = await leak('raise');
    expect(outcome).toMatchObject({ status: 'raised', error: { message: 'no luck with [JUDGE_KEY]' } });
    expect(outcome.error?.traceback).toContain('[JUDGE_KEY]');
    expectNothingOf({
      ...outcome,
      error: { ...outcome.error, type: '', traceback: outcome.error?.traceback?.split('\n').slice(0, -2) },
    });
  });

  it('is in no output and no info, however it is written', async () => {
    for (const how of ['print', 'info', 'raw']) {
      const outcome = await leak(how);
      expect(outcome.status).toBe('ok');
      expect(JSON.stringify(outcome)).toContain('[JUDGE_KEY]');
      expectNothingOf(outcome);
    }
  });

  it('is in no output that a limit has cut in two', async () => {
    const outcome = await leak('truncated');
    expect(outcome.stdout).toMatch(/x\[JUDGE_KEY\]\n\[truncated/);
    expect(outcome.stderr).toMatch(/x\[JUDGE_KEY\]\n\[truncated/);
    expectNothingOf(outcome);
  });

  it('is in no stack of a call that hangs, nor in what one says that died', async () => {
    const [hung, died] = [await leak('hang'), await leak('die')];
    expect(hung).toMatchObject({ status: 'timeout', stack: expect.stringContaining('[JUDGE_KEY]') });
    expect(died).toMatchObject({ status: 'crashed', stderr: '[JUDGE_KEY]' });
    expectNothingOf([hung, died]);
  });

  it('is in no stack of a call that runs', async () => {
    const call = leak('hang');
    const running = await until(
      () => stage().reward.running(),
      ([first]) => first?.stack?.includes('JUDGE_KEY') === true,
    );
    expectNothingOf(running);
    await call;
  });

  it('is on no command line, and in no environment that a process was started with', () => {
    const processes = processesFor(stage().folder);
    expect(processes.length).toBeGreaterThan(4);
    for (const { pid } of processes) {
      for (const name of ['cmdline', 'environ'])
        expectNothingOf(readFileSync(`/proc/${pid}/${name}`, 'utf8'));
    }
  });
});

const loading = async (source: string, options: { loadTimeout?: number } = {}) => {
  const folder = newFolder();
  const lines: string[] = [];
  writeFileSync(
    join(folder, 'reward.py'),
    `import os, sys, time\nKEY = os.environ["JUDGE_KEY"]\n${source}\n`,
  );
  const error = await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox({ env: ['JUDGE_KEY'], onLog: (line) => lines.push(line) });
    return await sandbox.loadReward(join(folder, 'reward.py'), options).then(
      () => undefined,
      (reason) => reason,
    );
  });
  return { error, lines };
};

describe('a secret is in no error of a module that does not load because', () => {
  it.each([
    ['it raises', 'RS201', 'print("hello", KEY)\nraise ValueError(f"bad key {KEY}")', {}],
    ['it exits', 'RS203', 'print("hello", KEY, flush=True)\nos.write(2, KEY.encode())\nos._exit(4)', {}],
    [
      'it hangs',
      'RS202',
      'os.write(2, f"hello {KEY}\\n".encode())\nexec(compile("time.sleep(60)", KEY, "exec"))',
      { loadTimeout: 4_000 },
    ],
    ['it prints more than is kept', 'RS203', 'os.write(2, (KEY * 3000).encode())\nos._exit(4)', {}],
  ])('%s', async (_why, code, source, options) => {
    const { error, lines } = await loading(source, options);
    expect(error).toMatchObject({ code });
    expect(error.message).toContain('[JUDGE_KEY]');
    expectNothingOf([error.message, error.help, lines]);
  });
});

it('values that are too short to look for are passed, with a warning', async () => {
  process.env.JUDGE_PIN = '1234';
  await withReward('uses_network.py', { sandbox: { env: ['JUDGE_PIN'] } }, async ({ reward }) => {
    expect(reward.warnings).toEqual([
      'the value of JUDGE_PIN is shorter than 6 characters: it is not taken out of output and results',
      'the variable JUDGE_KEY is set here and hidden from the module: --env JUDGE_KEY passes it',
    ]);
    const outcome = await reward.score({ completion: '{"do": "environment"}' });
    expect(JSON.parse(String(outcome.info.found)).JUDGE_PIN).toBe('1234');
  });
  delete process.env.JUDGE_PIN;
});

it('a module that is not confined has them too, and they are taken out all the same', async () => {
  await withReward(
    'uses_network.py',
    { sandbox: { env: ['JUDGE_KEY'], level: 'none' } },
    async ({ reward }) => {
      const outcome = await reward.score({ completion: '{"do": "leak", "how": "print"}' });
      expect(outcome.stdout).toContain('[JUDGE_KEY]');
      expectNothingOf(outcome);
    },
  );
});

it('a module that each worker imports anew has them too', async () => {
  const folder = newFolder();
  const file = join(folder, 'reward.py');
  const threads =
    'import threading, time\nthreading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n';
  copyFileSync(join(FIXTURES, 'uses_network.py'), file);
  writeFileSync(file, threads + readFileSync(file, 'utf8').replace(/^""".*"""/, ''));
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox({ env: ['JUDGE_KEY'] });
    const reward = await sandbox.loadReward(file);
    expect(reward.warnings.join()).toContain('started threads');
    const outcome = await reward.score({ completion: '{"do": "environment"}' });
    expect(JSON.parse(String(outcome.info.found)).JUDGE_KEY).toBe('[JUDGE_KEY]');
  });
});

describe('`env` is refused', () => {
  const refusal = async (env: string[], others = {}): Promise<SandboxError> => {
    const error = await createSandbox({ env, ...others }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error.code).toBe('RS101');
    return error;
  };

  it('for what is not set, by its name', async () => {
    expect((await refusal(['NO_SUCH_KEY'])).message).toContain('`NO_SUCH_KEY` is not set');
  });

  it('with a value, which is not repeated', async () => {
    const error = await refusal([`JUDGE_KEY=${SECRET}`]);
    expect(error.message).toContain('JUDGE_KEY=…');
    expect(error.help).toContain('--env JUDGE_KEY');
    expectNothingOf([error.message, error.help]);
    expectNothingOf((await refusal([SECRET])).message);
  });

  it('for what the sandbox sets itself', async () => {
    for (const name of ['PATH', 'HOME', 'PYTHONHASHSEED'])
      expect((await refusal([name])).message).toContain('is set by the sandbox itself');
    process.env.https_proxy = 'http://proxy.example:8080';
    await refusal(['https_proxy'], { allowNet: ['api.example.com'] });
    delete process.env.https_proxy;
  });
});
