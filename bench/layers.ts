/** What the layers of confinement cost: per call against level `none`, and per slot, one on top of the other. */
import { join } from 'node:path';
import { execa } from 'execa';
import { createSandbox, type RewardOptions, type SandboxOptions } from '../src/index.ts';
import { compare, type Options, type Row, spread } from './harness.ts';
import { file, python, shim } from './machine.ts';
import { callsPerSecond, textCall } from './throughput.ts';

const CALLS = 40_000;
const FRESH_CALLS = 600;
const completion = 'x'.repeat(2_000);

/** Calls per second at two levels in turn. */
const against = async (
  row: Omit<Row, 'ours' | 'theirs' | 'ratio'>,
  { rounds }: Options,
  count: number,
  ours: SandboxOptions,
  options: RewardOptions,
): Promise<Row> => {
  await using confined = await createSandbox({ python, ...ours });
  await using bare = await createSandbox({ python, level: 'none' });
  const path = file('bench/rewards/trivial.py');
  const [here, there] = [await confined.loadReward(path, options), await bare.loadReward(path, options)];
  const calls = Array.from({ length: count }, () => textCall(completion));
  return await compare(
    row,
    rounds,
    () => callsPerSecond(here, calls),
    () => callsPerSecond(there, calls),
  );
};

/** Milliseconds until a slot is confined, layer by layer. */
const slots = async ({ rounds }: Options): Promise<Row[]> => {
  const filters = ['base', 'arguments'].map((name) =>
    file(`sandbox/seccomp/${name}.${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.bpf`),
  );
  const runs: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await execa(python, [join(file('bench/python'), 'layers.py'), shim, ...filters]);
    runs.push(JSON.parse(stdout));
  }
  const names = Object.keys(runs[0] ?? {});
  const milliseconds = (name: string): number[] => runs.map((run) => (run[name] ?? Number.NaN) * 1e3);
  const first = milliseconds(names[0] ?? '');
  return names.slice(1).map((name) => ({
    name: 'L3',
    what: `a slot that has: ${names.slice(0, names.indexOf(name) + 1).join(' + ')}`,
    unit: 'ms',
    ours: spread(milliseconds(name)),
    baseline: names[0] ?? '',
    theirs: spread(first),
    ratio: spread(milliseconds(name).map((value, round) => value / (first[round] ?? Number.NaN))),
    goal: null,
  }));
};

export const layers = async (options: Options): Promise<Row[]> => {
  const warm = Math.ceil(CALLS * options.scale);
  const fresh = Math.ceil(FRESH_CALLS * options.scale);
  const row = (name: string, what: string) => ({
    name,
    what,
    unit: 'calls/s',
    baseline: 'level none',
    goal: null,
  });
  return [
    await against(row('L1', 'warm calls at level namespaces'), options, warm, {}, {}),
    await against(row('L1', 'warm calls, profile strict'), options, warm, { profile: 'strict' }, {}),
    await against(
      row('L2', 'a fresh worker each at level namespaces'),
      options,
      fresh,
      {},
      { reuse: 'never' },
    ),
    ...(await slots(options)),
  ];
};
