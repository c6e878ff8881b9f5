/** `serve --data`: a server that is killed, and one whose disk is full. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';
import { finish, start } from '../run/command.ts';
import { when } from './serving.ts';

const SOURCE = `def reward_fn(completion, **kwargs):
    return float(len(completion)), {"said": completion}
`;

const serve = async (folder: string) => {
  const file = join(folder, 'reward.py');
  writeFileSync(file, SOURCE);
  const flags = [
    '--http',
    '127.0.0.1:0',
    '--sandbox',
    'none',
    '--json',
    '--audit-sample',
    '0',
    '--data',
    join(folder, 'data'),
  ];
  const child = start(['serve', '--reward', file, ...flags]);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const log: Record<string, unknown>[] = [];
  const told = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  told.on('line', (line) => log.push(JSON.parse(line)));
  const ended = finish(child);
  const [ready] = (await Promise.race([once(lines, 'line'), ended.then(({ err }) => [err])])) as [string];
  const { url } = JSON.parse(ready) as { url: string };
  const ask = async (path: string, body?: object) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    const response = await fetch(url + path, body === undefined ? {} : init);
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
    return (await response.json()) as any;
  };
  const score = (step: number, completions: string[]) =>
    ask('/v1/score', { step, calls: completions.map((completion) => ({ completion })) });
  return { child, ended, ask, score, log, file: join(folder, 'data', 'steps.jsonl') };
};

const sizeOf = (file: string): number => statSync(file).size;

it('a server that is killed: the next one goes on with its file', { timeout: 180_000 }, async () => {
  const folder = newFolder();
  const first = await serve(folder);
  await first.score(1, ['a', 'bbb']);
  await first.score(2, ['cc']);
  await when(() => readFileSync(first.file, 'utf8').split('\n').length > 2);
  first.child.kill('SIGKILL');
  await first.ended;
  appendFileSync(first.file, '{"module":"reward","step":2,"calls":9'); // as if it had been about to write
  const second = await serve(folder);
  expect(second.log).toContainEqual(expect.objectContaining({ event: 'steps_damaged', torn_bytes: 37 }));
  await second.score(1, ['ccccc']);
  const { steps } = await second.ask('/v1/steps');
  expect(steps).toMatchObject([
    { step: 1, calls: 3, reward: { n: 3, mean: 3, min: 1, max: 5 } },
    { step: 2, calls: 1, reward: { n: 1, mean: 2 } },
  ]);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  const last = readFileSync(second.file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ step: 1, calls: 3 });
});

it('a file that cannot grow: calls are scored, the log says so, and later it is made up for', async () => {
  const { child, ended, ask, score, log, file } = await serve(newFolder());
  await score(1, ['a']);
  await when(() => sizeOf(file) > 0);
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
  const before = sizeOf(file);
  limit(String(before + 20));
  const { outcomes } = await score(2, ['bbb']);
  expect(outcomes).toMatchObject([{ status: 'ok', reward: 3 }]);
  await when(() => log.some(({ event }) => event === 'steps_not_written'));
  expect(log.at(-1)).toMatchObject({
    error: expect.stringMatching(/EFBIG/),
    help: expect.stringMatching(/room/),
  });
  expect(sizeOf(file)).toBe(before); // nothing torn is left
  expect((await ask('/v1/steps/2')).modules).toMatchObject([{ calls: 1 }]);
  limit('unlimited');
  await when(() => log.some(({ event }) => event === 'steps_written_again'));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).step)).toEqual([1, 2]);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}, 180_000);
