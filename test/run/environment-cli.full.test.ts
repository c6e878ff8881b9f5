/** What is left of a run of an environment that was killed, or whose disk was full. */
import { once } from 'node:events';
import { statSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cli, cliWithFileSize, hasWritten, start } from './command.ts';
import { DRAWS, ECHO, files, withEnvironment } from './environments.ts';
import { episodeRun, episodes } from './episode-files.ts';
import { sorted, upTo } from './files.ts';

const TIMEOUT = { timeout: 120_000 };

it('gives the same rows again for the same seed, however often it was killed', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(60, 5), DRAWS);
  const seeded = [...files(test), '-o', test.output, '--seed', '7'];
  const shown = () =>
    test
      .rows()
      .map(({ index, kind, step, observation, reward, return: sum }) =>
        JSON.stringify([index, kind, step, observation, reward, sum]),
      )
      .sort();
  await cli(...seeded, '--quiet');
  const whole = shown();
  truncateSync(test.output, 0);
  for (let kill = 1; kill <= 2; kill++) {
    const child = start([...seeded, '--resume', '--concurrency', '2']);
    const ended = once(child, 'exit'); // it may have done all, where this process was held up
    const size = statSync(test.output, { throwIfNoEntry: false })?.size ?? 0;
    await hasWritten(test.output, size + 5_000);
    child.kill('SIGKILL');
    await ended;
  }
  expect((await cli(...seeded, '--resume', '--reuse', 'never')).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(60));
  expect(shown()).toEqual(whole);
});

it('keeps whole episodes when the disk is full, counts them, and resumes', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(200, 4), ECHO);
  const args = [...files(test), '-o', test.output];
  const { code, err } = await cliWithFileSize(64, ...args);
  expect(code).toBe(3);
  expect(err).toMatch(/^RS106 .*EFBIG/m);
  const kept = episodes(test.rows()).length;
  expect(kept).toBeGreaterThan(0);
  expect(err).toContain(`${200 - kept} of 200 completions are not played.`);
  expect((await cli(...args, '--resume')).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(200));
});
