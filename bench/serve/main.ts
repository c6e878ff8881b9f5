/**
 * `npm run bench:serve`: what the server leaves of the library's speed, and the workloads of trainers through it.
 *
 *   npm run bench:serve -- [--rounds 3] [--scale 1] [--only G,PY,ONE,S,W1,…,W7,W9] [--clients 1,4,16,64,256]
 *                          [--sandbox-fusion http://127.0.0.1:8080]
 *
 * Everything is measured in turns; trust the ratios. Writes bench/results/serve.json, and exits with 1 where something
 * was wrong (a reward, a false timeout), which has nothing to do with speed. docs/performance.md explains.
 */
import { parseArgs } from 'node:util';
import { printRow, type Row, reached, writeResults } from '../harness.ts';
import { environments } from './environments.ts';
import { oneAtATime, pythonClient, saturates, saturation, throughput } from './goals.ts';
import { eightRanks } from './ranks.ts';
import { type Check, type MethodResult, printCheck, printMethods } from './report.ts';
import { runWorkload, type ServeOptions } from './run-workload.ts';
import { TRANSPORTS } from './server.ts';
import { WORKLOADS } from './workloads.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    clients: { type: 'string', default: '1,4,16,64,256' },
    'sandbox-fusion': { type: 'string' },
  },
});
const list = (text: string): string[] => text.split(',').filter((part) => part !== '');
const options: ServeOptions = {
  rounds: Number(values.rounds),
  scale: Number(values.scale),
  clients: list(values.clients).map(Number),
  fusion: values['sandbox-fusion'],
};
const only = list(values.only);
const rows: Row[] = [];
const methods: MethodResult[] = [];
const checks: Check[] = [];

const keepRow = (row: Row): void => {
  printRow(row);
  rows.push(row);
};
const keepMethods = (title: string, found: MethodResult[]): void => {
  console.log(title);
  printMethods(found);
  methods.push(...found);
};
const keepChecks = (found: Check[]): void => {
  found.forEach(printCheck);
  checks.push(...found);
};

const BENCHMARKS: Record<string, () => Promise<void>> = {
  G: async () => {
    await throughput(options, keepRow);
  },
  PY: () => pythonClient(options, keepRow),
  ONE: () => oneAtATime(options, keepRow),
  S: async () => {
    const found = await saturation(options, options.clients);
    keepMethods('S  trivial reward, 2 kB, each client one call at a time', found);
    for (const transport of TRANSPORTS) console.log(`  ${saturates(found, transport)}\n`);
  },
  ...Object.fromEntries(
    WORKLOADS.map((workload) => [
      workload.name,
      async () => {
        const { results, checks: found } = await runWorkload(workload, options);
        keepMethods(`${workload.name}  ${workload.what}`, results);
        keepChecks(found);
      },
    ]),
  ),
  W6: async () => keepChecks((await environments(options, keepMethods)).checks),
  W9: async () => {
    const { results, checks: found } = await eightRanks(options);
    keepMethods('W9  eight ranks at one host; the percentiles are those of ranks', results);
    keepChecks(found);
  },
};

// So that what is to be ended at the end of this process is: the processes of baselines have groups of their own.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
for (const [name, run] of Object.entries(BENCHMARKS))
  if (only.length === 0 || only.includes(name)) await run();
const missed = rows.filter((row) => reached(row) === false);
const failed = checks.filter(({ met }) => !met);
console.log(`${rows.length - missed.length} of ${rows.length} goals reached`);
console.log(`${checks.length - failed.length} of ${checks.length} checks hold`);
console.log(`written to ${writeResults(rows, options, 'serve.json', { methods, checks })}`);
if (failed.length > 0) process.exitCode = 1;
