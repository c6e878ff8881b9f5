/**
 * `npm run bench:episodes`: P6, live episodes in number.
 *
 *   npm run bench:episodes -- [--episodes 1000] [--steps 10] [--branches 50] [--file bench/environments/arrays.py]
 *
 * Opens so many episodes of a small environment (that of `--file`), steps all of them ten times, and closes them; tells
 * rates, memory per episode, and the latency of a step while 1, 10, 100, … live. Stops where the machine has less than 2 GiB left.
 * Thousands of processes that end in one instant have locked up Linux 6.18: they end in waves, and are closed in groups
 * here. Do not kill it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSandbox, type Environment, type Episode } from '../src/index.ts';
import { percentile } from './harness.ts';
import { cores, file, python } from './machine.ts';

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '10' },
    branches: { type: 'string', default: '50' },
    file: { type: 'string', default: 'bench/environments/counter.py' },
  },
});
const EPISODES = Number(values.episodes);
const STEPS = Number(values.steps);
const BRANCHES = Number(values.branches);
const CLOSED_AT_ONCE = 500;
const LEAVE_FREE = 2 * 2 ** 30;
const FILE = file(values.file);

const available = (): number => {
  const line = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'));
  return Number(line?.[1]) * 1024;
};

/** Private bytes of the first so many processes whose command line names the environment's file, agents left out. */
const privateBytes = (): { processes: number; median: number } => {
  const sizes: number[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/status`, 'utf8').includes('Seccomp:\t2')) continue;
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launcher.py')) continue;
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]);
      sizes.push((of('Private_Dirty') + of('Private_Clean')) * 1024);
    } catch {
      // it has ended
    }
  }
  return { processes: sizes.length, median: percentile(sizes, 0.5) };
};

const MIB = 2 ** 20;
const say = (name: string, value: string): void => console.log(`${name.padEnd(46)} ${value}`);
const rate = (count: number, since: number): string =>
  `${Math.round((count / (performance.now() - since)) * 1e3).toLocaleString('en-US')}/s`;

const latency = async (environment: Environment, episode: Episode): Promise<string> => {
  const times: number[] = [];
  for (let turn = 0; turn < 1_000; turn++) {
    const began = performance.now();
    await episode.step('x');
    times.push((performance.now() - began) * 1e3);
  }
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  say(
    `step, one at a time, ${environment.live} live: p50, p99`,
    `${Math.round(p50)} µs, ${Math.round(p99)} µs`,
  );
  return `${p50}`;
};

const stepAll = async (episodes: readonly Episode[]): Promise<void> => {
  await Promise.all(
    episodes.map(async (episode) => {
      const outcome = await episode.step('x');
      if (outcome.status !== 'ok') throw new Error(`episode ${episode.id}: ${outcome.status}`);
    }),
  );
};

const before = available();
await using sandbox = await createSandbox({ python });
await using environment = await sandbox.loadEnvironment(FILE, {
  maxEpisodes: EPISODES + BRANCHES,
  maxSteps: 1_000_000,
  idleTimeout: '1h',
});
console.log(`${cores} cores, ${Math.round(before / 2 ** 30)} GiB free, level ${sandbox.level}\n`);

const first = await environment.start({ start: 0 });
await latency(environment, first);
let began = performance.now();
for (let turn = 0; turn < BRANCHES; turn++) {
  const [copy] = await first.branch(1);
  await copy?.close();
}
say(`branch(1) and close, one at a time`, `${((performance.now() - began) / BRANCHES).toFixed(2)} ms`);
began = performance.now();
const copies = await first.branch(BRANCHES);
say(`branch(${BRANCHES}), each`, `${((performance.now() - began) / BRANCHES).toFixed(2)} ms`);
await Promise.all(copies.map((copy) => copy.close()));
await first.close();

const episodes: Episode[] = [];
for (let size = 100; size / 10 < EPISODES; size *= 10) {
  const wanted = Math.min(size, EPISODES);
  began = performance.now();
  const free = available();
  const had = episodes.length;
  while (episodes.length < wanted && available() > LEAVE_FREE) {
    const more = Array.from({ length: Math.min(100, wanted - episodes.length) }, (_, index) =>
      environment.start({ start: index }),
    );
    episodes.push(...(await Promise.all(more)));
  }
  const opened = episodes.length - had;
  say(`opened ${opened} more`, rate(opened, began));
  say(`memory of the machine for each`, `${((free - available()) / opened / MIB).toFixed(2)} MiB`);
  const probe = episodes[0];
  if (probe !== undefined) await latency(environment, probe);
  if (episodes.length < wanted) break;
}
if (episodes.length < EPISODES) say('STOPPED: less than 2 GiB of memory left at', String(episodes.length));
const own = privateBytes();
say(`private memory of an idle episode (median of ${own.processes})`, `${(own.median / MIB).toFixed(2)} MiB`);
began = performance.now();
for (let turn = 0; turn < STEPS; turn++) await stepAll(episodes);
say(`${episodes.length} episodes stepped ${STEPS} times, all at once`, rate(episodes.length * STEPS, began));
began = performance.now();
// Never all in one instant: see above.
for (let from = 0; from < episodes.length; from += CLOSED_AT_ONCE)
  await Promise.all(episodes.slice(from, from + CLOSED_AT_ONCE).map((episode) => episode.close()));
say(`closed ${episodes.length}`, rate(episodes.length, began));
say('left: spares, for each agent', String(privateBytes().processes));
