/** Setups and steps that never end: killed at their deadline, with the line where they hung, and nobody else waits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Episode, StepOutcome } from '../../src/index.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { FIXTURES, sharedEnvironment, withEnvironment, withEpisodes } from '../helpers/with-reward.ts';

const FIXTURE = 'environments/obeys.py';
const lines = readFileSync(join(FIXTURES, FIXTURE), 'utf8').split('\n');
/** `obeys.py", line N` of the lines that the marked one may stand for. */
const at = (mark: string): RegExp => {
  const line = lines.findIndex((each) => each.endsWith(`# line: ${mark}`)) + 1;
  return new RegExp(`obeys\\.py", line (${line}|${line - 1}) in hangs`); // a loop is two lines
};

/** Honest steps beside those that hang must be done within it, on any machine. */
const TIMEOUT = 1_600;
const SETUP_TIMEOUT = 1_400;
/** Nobody else would end them: how late it is depends on the machine. */
const LATE_MS = 20_000;

describe('a setup or a step that never ends', () => {
  const stage = sharedEnvironment(FIXTURE, { timeout: TIMEOUT, setupTimeout: SETUP_TIMEOUT });

  const late: number[] = [];

  /** A step and a setup hang while other episodes go on. */
  const bothHang = async (how: string): Promise<[StepOutcome, StepOutcome]> => {
    const { environment, folder } = stage();
    const mark = `${folder}/child`;
    let outcomes: [StepOutcome, StepOutcome] | undefined;
    await withEpisodes(environment, [{ mark }, {}], async (episode, neighbour) => {
      await episode.step('counts');
      const both = Promise.all([
        episode.step(`hangs ${how}`),
        environment.start({ mark, do: `hangs ${how}` }),
      ]);
      for (let step = 1; step < 6; step++) {
        const outcome = await neighbour.step('waits 10');
        expect(outcome).toMatchObject({ status: 'ok' });
      }
      const [step, unset] = await both;
      outcomes = [step, unset.setup];
      expect([episode.ended, unset.ended]).toEqual(['failed', 'failed']);
      expect(await neighbour.step('counts')).toMatchObject({ observation: '6' });
      await until(
        () => processesFor(mark),
        (left) => left.length === 0,
      );
    });
    const [step, setup] = outcomes as [StepOutcome, StepOutcome];
    for (const [outcome, limit] of [
      [step, TIMEOUT],
      [setup, SETUP_TIMEOUT],
    ] as const) {
      expect(outcome).toMatchObject({ status: 'timeout', reward: null, observation: null, done: false });
      expect(outcome.error).toMatchObject({ type: 'Timeout', traceback: null });
      expect(outcome.error?.message).toContain(`${limit / 1e3} s`);
      expect(outcome.duration_ms).toBeGreaterThanOrEqual(limit);
      expect(outcome.duration_ms).toBeLessThan(limit + LATE_MS);
      late.push(outcome.duration_ms - limit);
      expect(outcome.stderr).toBe('');
    }
    return [step, setup];
  };

  it.each(['in a loop', 'asleep', 'in C', 'catching everything', 'waiting for a child'])(
    '%s: killed, and the stack names the line',
    async (how) => {
      const [step, setup] = await bothHang(how);
      for (const { stack } of [step, setup]) {
        expect(stack).toMatch(at(how));
        expect(stack).not.toContain('runrl_shim');
      }
      expect(step.stack).toContain('in step');
      expect(setup.stack).toContain('in setup');
    },
  );

  it('ignoring signals: killed, and the stack is there all the same', async () => {
    for (const { stack } of await bothHang('ignoring signals')) expect(stack).toMatch(/ in hangs\n/);
  });

  it('blocking signals: killed without a stack', async () => {
    for (const { stack } of await bothHang('blocking signals')) expect(stack).toMatch(/^unavailable/);
  });

  it('are not late by themselves: of all these, the one that the machine held up least', () => {
    expect(Math.min(...late)).toBeLessThan(1_000);
  });

  it('a copy that hangs is killed alone, with its stack, and so is an original', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const [first, second] = (await episode.branch(2)) as [Episode, Episode];
      const hung = first.step('hangs in C');
      expect(await second.step('counts')).toMatchObject({ observation: '1' });
      expect(await hung).toMatchObject({ status: 'timeout', stack: expect.stringMatching(at('in C')) });
      expect(await episode.step('hangs asleep')).toMatchObject({
        status: 'timeout',
        stack: expect.stringMatching(at('asleep')),
      });
      expect(await second.step('counts')).toMatchObject({ observation: '2' });
      await second.close();
    });
  });

  it('what it has printed until then is in its outcome', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const source = 'print("so far")\nimport os\nos.write(1, b"raw")\nwhile True: pass';
      const outcome = await episode.step(`executes ${source}`);
      expect(outcome).toMatchObject({ status: 'timeout', evidence: [{ kind: 'completion_executed' }] });
      expect(outcome.stdout).toContain('raw');
    });
  });

  it('twenty at once: all end at their time, and a step beside them is not late', async () => {
    const timeout = 6_000;
    await withEnvironment(FIXTURE, { timeout }, async ({ environment }) => {
      await withEpisodes(environment, Array(21).fill({}), async (neighbour, ...episodes) => {
        const hung = Promise.all((episodes as Episode[]).map((episode) => episode.step('hangs asleep')));
        const beside = await (neighbour as Episode).step('waits 1');
        expect(beside).toMatchObject({ status: 'ok' });
        expect(beside.queue_ms).toBeLessThan(timeout);
        for (const outcome of await hung) {
          expect(outcome.status).toBe('timeout');
          expect(outcome.duration_ms).toBeLessThan(timeout + LATE_MS);
        }
        expect(await (neighbour as Episode).step('counts')).toMatchObject({ observation: '2' });
      });
    });
  });
});

describe('CPU time', () => {
  const stage = sharedEnvironment(FIXTURE, { cpuTime: 1_000, timeout: '1m' });

  it('more than a step may use: a limit, with the line; sleep is none', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const asleep = neighbour.step('waits 1500');
      const outcome = await episode.step('hangs in a loop');
      expect(outcome).toMatchObject({ status: 'timeout', error: { type: 'CpuTime' } });
      expect(await asleep).toMatchObject({ status: 'ok' });
    });
  });

  it('is counted for each step anew', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const source = 'import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass';
      for (let step = 0; step < 5; step++)
        expect(await episode.step(`executes ${source}`)).toMatchObject({ status: 'ok' });
    });
  });
});
