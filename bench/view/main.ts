/**
 * A run of 10,000 steps × 20 floats × 8 strings × 5 samples: what it costs the server that counts it, and how long the
 * page waits for what it asks. `npx tsx bench/view/main.ts [--steps N] [--keep FOLDER]`
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
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

/** Of this thread, where the kernel counts it: what others do on the machine is not in it. */
const cpuMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
const ms = (from: number): string => `${(performance.now() - from).toFixed(1)} ms`;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const say = (what: string, how: string): void => void process.stdout.write(`${what.padEnd(52)} ${how}\n`);

const quantiles = (times: number[]): string => {
  times.sort((a, b) => a - b);
  return [0.5, 0.95, 1]
    .map((share) => `${(times[Math.ceil(share * times.length) - 1] as number).toFixed(2)} ms`)
    .join(', ');
};

const fill = async (folder: string): Promise<void> => {
  const steps = await Steps.open(folder, {
    event: (_level, event, fields) => say(event, JSON.stringify(fields)),
  });
  const times: number[] = [];
  let cpu = 0;
  for (let step = 0; step < STEPS; step++) {
    const calls = Array.from({ length: CALLS }, (_, call) => ({
      // As it comes from a worker: texts that are put together in here would be joined on our bill.
      outcome: JSON.parse(JSON.stringify(outcomeOf(step, call))) as Outcome,
      row: Buffer.from(
        JSON.stringify({
          prompt: [{ role: 'user', content: `Question ${step}.${call >> 2} ${'words '.repeat(40)}` }],
          answer: call,
        }),
      ),
      said: Buffer.from(JSON.stringify(`Answer ${step}.${call} ${'reasoning '.repeat(80)}`)),
    }));
    const used = cpuMs();
    const begun = performance.now();
    for (const { outcome, row, said } of calls)
      steps.note('call', outcome, { module: 'maths', step, row, said });
    times.push(performance.now() - begun);
    cpu += cpuMs() - used;
  }
  const closing = performance.now();
  steps.close();
  say(
    `a step of ${CALLS} calls, written included: p50, p95, longest`,
    `${quantiles(times)}; ${(cpu / STEPS).toFixed(3)} ms of CPU`,
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
  say('one step, with samples: p50, p95, longest', quantiles(times));
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
