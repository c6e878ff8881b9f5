/**
 * `npm run bench`: the performance goals, each as a ratio against a baseline measured in the same run.
 *
 *   npm run bench -- [--rounds 5] [--scale 1] [--only P1,P4]
 *   npm run bench -- --peers    beside verl, TRL, SandboxFusion and a sandbox per call
 *
 * Prints min / median / max of each figure and writes bench/results/latest.json. docs/performance.md explains.
 */
import { parseArgs } from 'node:util';
import { growth } from './growth.ts';
import { type Options, printRow, type Row, reached, writeResults } from './harness.ts';
import { freshLatency, hungCalls, startUp, warmLatency } from './latency.ts';
import { layers } from './layers.ts';
import { mathVerify } from './math-verify.ts';
import { peers } from './peers/peers.ts';
import { runCodeLatency } from './run-code.ts';
import { freshThroughput, scaling, warmThroughput } from './throughput.ts';
import { workloads } from './workloads.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    'math-python': { type: 'string' },
    math: { type: 'string' },
  },
});
const options: Options = { rounds: Number(values.rounds), scale: Number(values.scale) };
const only = values.only.split(',').filter((name) => name !== '');

const single = (measure: (options: Options) => Promise<Row>) => async (report: (row: Row) => void) => {
  const row = await measure(options);
  report(row);
  return [row];
};
const several = (measure: (options: Options) => Promise<Row[]>) => async (report: (row: Row) => void) => {
  const rows = await measure(options);
  rows.forEach(report);
  return rows;
};

type Benchmarks = Record<string, (report: (row: Row) => void) => Promise<Row[]>>;
const BENCHMARKS: Benchmarks = {
  P1: single(warmThroughput),
  P2: single(freshThroughput),
  P3a: single(warmLatency),
  P3b: single(freshLatency),
  P4: several(hungCalls),
  P5: several(startUp),
  P7: single(scaling),
  C1: several(runCodeLatency),
  L: several(layers),
  GROWTH: (report) => growth(options, report),
  W5: several((each) => mathVerify(each, { python: values['math-python'], answers: values.math })),
  P8: (report) => workloads(options, report),
};
const BESIDE_PEERS: Benchmarks = { peers: (report) => peers(options, report) };

const rows: Row[] = [];
console.log(
  'Each figure: min / median / max over the rounds. Ratios are ours over theirs, round by round.\n',
);
for (const [name, run] of Object.entries(values.peers ? BESIDE_PEERS : BENCHMARKS)) {
  if (only.length === 0 || only.includes(name)) rows.push(...(await run(printRow)));
}
const missed = rows.filter((row) => reached(row) === false);
console.log(
  `${rows.length - missed.length} of ${rows.length} rows as wanted; written to ` +
    writeResults(rows, options, values.peers ? 'peers.json' : 'latest.json'),
);
if (missed.length > 0)
  console.log(`not reached: ${missed.map((row) => `${row.name} (${row.baseline})`).join(', ')}`);
