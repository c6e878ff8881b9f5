/** What a setup or a step can come to: it ends its own episode, says why, and no other episode notices. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Episode, type StepOutcome } from '../../src/index.ts';
import {
  type EnvironmentStage,
  FIXTURES,
  newFolder,
  sharedEnvironment,
  withEnvironment,
  withEpisodes,
} from '../helpers/with-reward.ts';

const FIXTURE = 'environments/obeys.py';
const lines = readFileSync(join(FIXTURES, FIXTURE), 'utf8').split('\n');

const lineOf = (start: string): number => lines.findIndex((line) => line.startsWith(start)) + 1;

/** `obeys.py", line N` of the line that is marked so. */
const at = (mark: string): string =>
  `obeys.py", line ${lines.findIndex((line) => line.endsWith(`# line: ${mark}`)) + 1}`;

const FIELDS = [
  ...[
    'status',
    'reward',
    'info',
    'duration_ms',
    'queue_ms',
    'cpu_ms',
    'max_rss_bytes',
    'error',
    'stack',
    'stdout',
  ],
  ...[
    'stderr',
    'warnings',
    'evidence',
    'fresh',
    'level',
    'version',
    'observation',
    'observation_json',
    'done',
  ],
];

const FAILED = { reward: null, observation: null, observation_json: null, done: false };

/** What is done in a step, and then in a setup: each ends an episode, and not the one that runs beside it. */
const bothFail = async (
  { environment }: EnvironmentStage,
  words: string,
  row: Record<string, unknown> = {},
): Promise<[step: StepOutcome, setup: StepOutcome]> => {
  let outcomes: [StepOutcome, StepOutcome] | undefined;
  await withEpisodes(environment, [row, {}], async (episode, neighbour) => {
    const beside = ['counts', 'waits 50', 'counts'].map((action) => neighbour.step(action));
    const [step, unset] = await Promise.all([episode.step(words), environment.start({ ...row, do: words })]);
    outcomes = [step, unset.setup];
    for (const ended of [episode, unset]) {
      expect(ended.ended).toBe('failed');
      await expect(ended.step('counts')).rejects.toMatchObject({ code: 'RS502' });
    }
    expect((await Promise.all(beside)).map(({ observation }) => observation)).toEqual(['1', 'waited', '3']);
    expect(await neighbour.step('counts')).toMatchObject({ status: 'ok', observation: '4' });
  });
  for (const outcome of outcomes ?? []) expect(outcome).toMatchObject(FAILED);
  return outcomes as [StepOutcome, StepOutcome];
};

describe('ok', () => {
  const stage = sharedEnvironment(FIXTURE);

  it('a setup and a step have every field, with plain values', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const step = await episode.step('says hello');
      for (const outcome of [episode.setup, step]) {
        expect(Object.keys(outcome).sort()).toEqual([...FIELDS].sort());
        expect(outcome).toMatchObject({
          status: 'ok',
          info: {},
          error: null,
          stack: null,
          stdout: '',
          stderr: '',
        });
        expect(outcome).toMatchObject({ warnings: [], evidence: [], level: 'namespaces', done: false });
        expect(outcome.max_rss_bytes).toBeGreaterThan(2 ** 20);
        for (const time of [outcome.duration_ms, outcome.queue_ms, outcome.cpu_ms])
          expect(time).toBeGreaterThanOrEqual(0);
      }
      expect(episode.setup).toMatchObject({ reward: null, observation: 'ready', fresh: true });
      expect(step).toMatchObject({
        reward: 1,
        observation: 'hello',
        observation_json: '"hello"',
        fresh: false,
      });
    });
  });

  it.each([
    ['four', { reward: 0.5, done: true, info: { note: 'é' } }],
    ['five', { reward: 0.5, done: true, info: {} }],
    ['end without observation', { reward: 2, done: true, observation: null }],
    ['messages', { observation_json: '[{"role": "user", "content": 18.0}]' }],
  ])('%s', async (what, expected) => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      expect(await episode.step(`gives ${what}`)).toMatchObject({ status: 'ok', ...expected });
    });
  });

  it('keeps of the info what can be kept, and says what cannot', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const outcome = await episode.step('gives info');
      expect(outcome).toMatchObject({ status: 'ok', info: { score: 2, note: 'é \ud800' } });
      expect(outcome.warnings).toEqual([expect.stringContaining('odd')]);
    });
  });

  it('what a step prints is in its own outcome, from wherever it was written', async () => {
    await withEpisodes(stage().environment, [{ do: 'prints' }, {}], async (episode, silent) => {
      const prints = ['prints', 'counts', 'prints'].map((action) => episode.step(action));
      const found = await Promise.all([...prints, silent.step('counts')]);
      expect([episode.setup, ...found].map(({ stdout, stderr }) => stdout + stderr)).toEqual(
        [0, 1, undefined, 3, undefined].map((step) =>
          step === undefined ? '' : `printed ${step}\nraw\noh\n`,
        ),
      );
    });
  });
});

describe('raised', () => {
  const stage = sharedEnvironment(FIXTURE);

  it.each([
    ['ValueError', 'no such level'],
    ['SystemExit', '3'],
    ['KeyboardInterrupt', ''],
    ['Sulk', 'not today'],
    ['RecursionError', 'maximum recursion depth exceeded'],
  ])('%s: type, message and the line of the user', async (type, message) => {
    const [step, setup] = await bothFail(stage(), `raises ${type}`);
    for (const outcome of [step, setup]) {
      expect(outcome).toMatchObject({ status: 'raised', stack: null, error: { type } });
      expect(outcome.error?.message).toContain(message);
      expect(outcome.error?.traceback).toContain(at(type));
      expect(outcome.error?.traceback).not.toContain('runrl_shim');
    }
    expect(step.error?.traceback).toMatch(/in step\n/);
    expect(setup.error?.traceback).toMatch(/in setup\n/);
  });
});

describe('invalid', () => {
  const stage = sharedEnvironment(FIXTURE);

  it.each([
    ['None', /None.*expected a dict.*return/s],
    ['number', /1\.0.*expected a dict/s],
    ['list', /list.*expected a dict.*round brackets/s],
    ['triple', /'seen'.*expected.*tuple/s],
    ['no done', /without `done`.*`observation`, `reward`/s],
    ['no reward', /without `reward`/],
    ['no observation', /observation is missing/],
    ['nan', /reward is.*nan.*finite/s],
    ['infinite', /reward is.*-inf.*finite/s],
    ['text as reward', /reward is.*'1\.0'/s],
    ['None as reward', /reward is.*None.*0\.0/s],
    ['text as done', /`done` is.*'no'.*True or False/s],
    ['nan in messages', /observation is.*JSON/s],
    ['a set in messages', /observation is.*JSON.*set/s],
    ['text as info', /info is.*'well done'/s],
  ])('a step that gives %s: what came back, and what was expected', async (what, said) => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const outcome = await episode.step(`gives ${what}`);
      expect(outcome).toMatchObject({ ...FAILED, status: 'invalid', error: { type: 'InvalidStep' } });
      expect(outcome.error?.message).toMatch(said);
      expect(outcome.error?.message).toContain(`\`step\` is in obeys.py, line ${lineOf('    def step(')}.`);
      expect(episode.ended).toBe('failed');
      expect(await neighbour.step('counts')).toMatchObject({ observation: '1' });
    });
  });

  it.each([
    ['number', /`setup` returned.*1\.0/s],
    ['bytes', /`setup` returned.*b'seen'/s],
    ['message', /`setup` returned.*single message/s],
    ['list', /`setup` returned.*item 0 \(1\) is no message/s],
  ])('a setup that gives %s', async (what, said) => {
    const { setup, ended } = await stage().environment.start({ do: `gives ${what}` });
    expect(setup).toMatchObject({ ...FAILED, status: 'invalid', error: { type: 'InvalidSetup' } });
    expect(setup.error?.message).toMatch(said);
    expect(setup.error?.message).toContain(`\`setup\` is in obeys.py, line ${lineOf('    def setup(')}.`);
    expect(ended).toBe('failed');
  });
});

describe('crashed', () => {
  const stage = sharedEnvironment(FIXTURE);

  it.each([
    ['with exit code 0', 'ExitWithoutResult', /exit code 0 .*no result/, null],
    ['with exit code 3', 'ExitWithoutResult', /exit code 3/, null],
    ['with exit code 70', 'ExitWithoutResult', /exit code 70/, null],
    ['with a null pointer', 'SIGSEGV', /SIGSEGV/, 'null pointer'],
  ])('it ends %s: how, and the stack where there is one', async (how, type, message, mark) => {
    for (const outcome of await bothFail(stage(), `ends ${how}`)) {
      expect(outcome).toMatchObject({ status: 'crashed', error: { type, traceback: null } });
      expect(outcome.error?.message).toMatch(message);
      if (mark === null) expect(outcome.stack).toBeNull();
      else expect(outcome.stack).toContain(at(mark));
      expect(outcome.stack ?? '').not.toContain('runrl_shim');
      expect(outcome.stderr).toBe('');
    }
  });

  // An episode that was never branched is the first process of its namespace, from which the kernel keeps signals that
  // it sends to itself; its copies are not.
  it('an episode is deaf to its own SIGKILL until it is branched', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      expect(await episode.step('ends with SIGKILL')).toMatchObject({
        status: 'ok',
        observation: 'still here',
      });
      const [copy] = (await episode.branch(1)) as [Episode];
      for (const each of [copy, episode])
        expect(await each.step('ends with SIGKILL')).toMatchObject({
          status: 'crashed',
          error: { type: 'SIGKILL' },
        });
    });
  });

  it('abort: the stack names the line', async () => {
    for (const outcome of await bothFail(stage(), 'ends with abort')) {
      expect(outcome).toMatchObject({ status: 'crashed' });
      expect(outcome.error?.type).toMatch(/^SIG(ABRT|SEGV)$/); // glibc has other means where its signal is not heard
      expect(outcome.stack).toContain(at('abort'));
    }
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const [copy] = (await episode.branch(1)) as [Episode];
      const outcome = await copy.step('ends with abort');
      expect(outcome).toMatchObject({ status: 'crashed', error: { type: 'SIGABRT' } });
      expect(outcome.stack).toContain(at('abort'));
      expect(await episode.step('counts')).toMatchObject({ observation: '1' });
      await copy.close();
    });
  });

  it('a step that closes every descriptor has no way to answer', async () => {
    for (const outcome of await bothFail(stage(), 'ends deaf')) expect(outcome.status).toBe('crashed');
  });
});

describe('memory', () => {
  const stage = sharedEnvironment(FIXTURE, { memory: '96MiB', onTimeout: -2 });

  it('more than it may have in one step: a limit, with the line', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      expect(await episode.step('takes 40')).toMatchObject({ status: 'ok' });
      const outcome = await episode.step('takes 400');
      expect(outcome).toMatchObject({
        ...FAILED,
        status: 'memory',
        reward: -2,
        error: { type: 'MemoryError' },
      });
      expect(outcome.error?.traceback).toContain('obeys.py", line');
      expect(await neighbour.step('takes 40')).toMatchObject({ status: 'ok' });
    });
  });

  it('what one episode takes is not taken from another: ten of them take more than one may', async () => {
    await withEpisodes(stage().environment, Array(10).fill({ do: 'takes 30' }), async (...episodes) => {
      expect(episodes.map(({ setup }) => setup.observation)).toEqual(Array(10).fill('30 MiB'));
    });
  });

  it('in a setup: it has no number, whatever the policy', async () => {
    const { setup, ended } = await stage().environment.start({ do: 'takes 400' });
    expect(setup).toMatchObject({ ...FAILED, status: 'memory', error: { type: 'MemoryError' } });
    expect(ended).toBe('failed');
  });
});

describe('too large', () => {
  const stage = sharedEnvironment(FIXTURE, { maxResult: 2_000, maxAction: 1_000 });

  it('an observation beyond maxResult is invalid, and ends its episode alone', async () => {
    for (const outcome of await bothFail(stage(), 'makes 5000')) {
      expect(outcome).toMatchObject({ ...FAILED, status: 'invalid' });
      expect(outcome.error?.message).toMatch(/2,?000/);
      expect(outcome.error?.message).toMatch(/maxResult/);
    }
  });

  it('one below it is not', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      expect((await episode.step('makes 1500')).observation).toHaveLength(1_500);
    });
  });

  it('an action beyond maxAction is not run', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      expect(await episode.step(`says ${'x'.repeat(900)}`)).toMatchObject({ status: 'ok' });
      const outcome = await episode.step(`says ${'x'.repeat(1_000)}`);
      expect(outcome).toMatchObject({ ...FAILED, status: 'invalid', error: { type: 'ActionTooLarge' } });
      expect(outcome.error?.message).toContain('maxAction');
      expect(await neighbour.step('counts')).toMatchObject({ observation: '1' });
    });
  });
});

describe('evidence', () => {
  const stage = sharedEnvironment(FIXTURE);
  const WALK = 'import sys\nframe = sys._getframe(1)\nresult = frame.f_locals';

  it('an action that is executed: said of its step, and only of that', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const source = 'result = sum(range(1000)) + environment.steps';
      const outcome = await episode.step(`executes ${source}`);
      expect(outcome).toMatchObject({ status: 'ok', observation: '499501' });
      expect(outcome.evidence).toMatchObject([{ kind: 'completion_executed', source }]);
      expect(await episode.step('counts')).toMatchObject({ status: 'ok', evidence: [] });
    });
  });

  it('one that walks the frames is tampered, and ends its episode alone', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const outcome = await episode.step(`executes ${WALK}`);
      expect(outcome).toMatchObject({ ...FAILED, status: 'tampered', error: { type: 'frame_walk' } });
      expect(episode.ended).toBe('failed');
      await expect(episode.step('counts')).rejects.toMatchObject({ code: 'RS502' });
      expect(await neighbour.step('counts')).toMatchObject({ status: 'ok', evidence: [] });
    });
  });

  it('it stays when the step then crashes', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const outcome = await episode.step('executes import os\nos._exit(0)');
      expect(outcome.status).toBe('crashed');
      expect(outcome.evidence).toMatchObject([{ kind: 'completion_executed' }]);
    });
  });
});

describe('policies', () => {
  const policies = { onError: -1, onTimeout: -2, onTamper: -3, timeout: 2_500 };
  const stage = sharedEnvironment(FIXTURE, policies);

  it.each([
    ['raises ValueError', 'raised', -1],
    ['gives None', 'invalid', -1],
    ['ends with exit code 1', 'crashed', -1],
    ['hangs asleep', 'timeout', -2],
    ['executes import sys\nresult = sys._getframe(1).f_locals', 'tampered', -3],
  ])('%j: its number, which counts for the return', async (action, status, reward) => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      await episode.step('counts');
      expect(await episode.step(action)).toMatchObject({ ...FAILED, status, reward });
      expect(episode).toMatchObject({ steps: 2, return: 1 + reward, ended: 'failed', observation: '1' });
    });
  });

  it('keep: a tampered step has the number that it gave', async () => {
    await withEnvironment(FIXTURE, { onTamper: 'keep' }, async ({ environment }) => {
      const episode = await environment.start({});
      const outcome = await episode.step('executes import sys\nresult = sys._getframe(1).f_locals');
      expect(outcome).toMatchObject({ status: 'tampered', reward: 1 });
    });
  });
});

it('the queue is not part of the time: steps and setups that wait longer than their timeout are served', async () => {
  const limits = { concurrency: 1, timeout: 3_000, setupTimeout: 3_000 };
  await withEnvironment(FIXTURE, limits, async ({ environment }) => {
    const episodes = await Promise.all([1, 2, 3].map(() => environment.start({})));
    const outcomes = episodes.map((episode) => episode.step('waits 1600'));
    const late = await environment.start({ do: 'waits 1' });
    const last = (await Promise.all(outcomes)).at(-1);
    expect(last).toMatchObject({ status: 'ok' });
    expect(last?.queue_ms).toBeGreaterThan(3_000);
    for (const outcome of [last, late.setup])
      expect(outcome?.duration_ms).toBeLessThan(Number(outcome?.queue_ms));
    expect(late.setup).toMatchObject({ status: 'ok', observation: 'waited' });
    expect(late.setup.queue_ms).toBeGreaterThan(3_000);
  });
});

it('names the field of the row that a misspelt key of `setup` is like', async () => {
  const file = join(newFolder(), 'misspelt.py');
  writeFileSync(
    file,
    'class Misspelt:\n    def setup(self, **kwargs):\n        self.answer = kwargs["answr"]\n    def step(self, action):\n        return "", 0.0, True, {}\n',
  );
  await using sandbox = await createSandbox({ level: 'none' });
  const environment = await sandbox.loadEnvironment(file);
  const { setup } = await environment.start({ answer: 1 });
  expect(setup.error?.message).toBe(
    'there is no key \'answr\' (at `self.answer = kwargs["answr"]`); the row has `answer`',
  );
});
