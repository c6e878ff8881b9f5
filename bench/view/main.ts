/**
 * A run of 10,000 steps × 20 floats × 8 strings × 5 samples: what it costs the server that counts it, and how long the
 * page waits for what it asks. `npx tsx bench/view/main.ts [--steps N] [--keep FOLDER]`
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Outcome } from '../../src/outcome.ts';
import { Views } from '../../src/view/routes/views.ts';
import { openSource } from '../../src/view/sources/open-source.ts';
import { Steps } from '../../src/view/store/steps.ts';

const FLOATS = 20;
const STRINGS = 8;
const CALLS = 16;

const { values } = parseArgs({ options: { steps: { type: 'string' }, keep: { type: 'string' } } });
const STEPS = Number(values.steps ?? 10_000);

const outcomeOf = (step: number, call: number): Outcome => ({
  status: call === 7 && step % 10 === 0 ? 'raised' : 'ok',
  reward: ((step * 31 + call * 17) % 100) / 100,
  info: Object.fromEntries([
    ...Array.from(
      { length: FLOATS },
      (_, at) => [`group${at % 4}/float${at}`, Math.sin(step / 500 + at) + call / 10] as const,
    ),
    ...Array.from(
      { length: STRINGS },
      (_, at) =>
        [`string${at}`, `value ${(call * 7 + at) % 5} of step ${step}: ${'text '.repeat(20)}`] as const,
    ),
  ]),
  duration_ms: 1 + ((step * call) % 50),
  queue_ms: 0,
  cpu_ms: 1,
  max_rss_bytes: 2 ** 24,
  error:
    call === 7 && step % 10 === 0
      ? { type: 'ValueError', message: `no number in ${step}`, traceback: null }
      : null,
  stack: null,
  stdout: '',
  stderr: '',
  warnings: [],
  evidence: [],
  fresh: false,
  level: 'namespaces',
  version: '0123456789abcdef',
});

const ms = (from: number): string => `${(performance.now() - from).toFixed(1)} ms`;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const say = (what: string, how: string): void => void process.stdout.write(`${what.padEnd(52)} ${how}\n`);

const fill = async (folder: string): Promise<void> => {
  const steps = await Steps.open(folder, {
    event: (_level, event, fields) => say(event, JSON.stringify(fields)),
  });
  let counting = 0;
  let worst = 0;
  for (let step = 0; step < STEPS; step++) {
    const calls = Array.from({ length: CALLS }, (_, call) => ({
      outcome: outcomeOf(step, call),
      row: Buffer.from(
        JSON.stringify({
          prompt: [{ role: 'user', content: `Question ${step}.${call >> 2} ${'words '.repeat(40)}` }],
          answer: call,
        }),
      ),
      said: Buffer.from(JSON.stringify(`Answer ${step}.${call} ${'reasoning '.repeat(80)}`)),
    }));
    const begun = performance.now();
    for (const { outcome, row, said } of calls)
      steps.note('call', outcome, { module: 'maths', step, row, said });
    const took = performance.now() - begun;
    counting += took;
    worst = Math.max(worst, took);
  }
  const closing = performance.now();
  steps.close();
  say(
    `cost of a step of ${CALLS} calls, written included`,
    `${(counting / STEPS).toFixed(3)} ms (longest ${worst.toFixed(1)} ms)`,
  );
  say('close', ms(closing));
  for (const name of ['steps.jsonl', 'rows.jsonl']) say(name, mebibytes(statSync(join(folder, name)).size));
};

const ask = async (folder: string): Promise<void> => {
  global.gc?.();
  const before = process.memoryUsage().rss;
  const views = new Views({ version: '0', serving: false, sources: [openSource(folder)] });
  const opening = performance.now();
  await views.runs();
  say('open, and list of runs', ms(opening));
  for (const points of [1_000, 20_000]) {
    const begun = performance.now();
    const text = JSON.stringify(await views.series('r0', { points }));
    say(`series of all numbers, ${points} points`, `${ms(begun)}, ${mebibytes(text.length)}`);
  }
  const again = performance.now();
  const { version } = await views.series('r0', { points: 20_000 });
  await views.series('r0', { points: 20_000, since: version });
  say('the same with nothing new', ms(again));
  const times: number[] = [];
  for (let at = 0; at < 200; at++) {
    const begun = performance.now();
    JSON.stringify(await views.step('r0', String((at * 7_919) % STEPS), { key: `string${at % STRINGS}` }));
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  say(
    'one step, with samples: p50, p95, longest',
    [0.5, 0.95, 0.999]
      .map((share) => `${(times[Math.floor(share * times.length)] as number).toFixed(2)} ms`)
      .join(', '),
  );
  const failing = performance.now();
  await views.failures('r0', {});
  say('failures', ms(failing));
  say('memory that it took', mebibytes(process.memoryUsage().rss - before));
  views.close();
};

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'runrl-bench-view-'));
try {
  await fill(folder);
  await ask(folder);
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
