/** `npm run chaos -- [--seconds 60] [--seed N] [--modes auto,never] [--verbose]` */
import { parseArgs } from 'node:util';
import { REUSE_MODES } from '../../src/options.ts';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    modes: { type: 'string', default: REUSE_MODES.join(',') },
    verbose: { type: 'boolean', default: false },
  },
});
const modes = REUSE_MODES.filter((mode) => values.modes.split(',').includes(mode));
const onLog = values.verbose ? (line: string) => console.error(line) : () => {};

console.log(`chaos: seed ${values.seed}, ${values.seconds} s, reuse ${modes.join(', ')}`);
const report = await runChaos({ seed: Number(values.seed), seconds: Number(values.seconds), modes, onLog });
console.table(report.faults);
console.table(report.statuses);
console.log(`${report.calls} calls; longest time without an outcome: ${report.longestSilenceMs} ms`);
for (const line of report.wrong.slice(0, 50)) console.log(`WRONG ${line}`);
console.log(
  report.wrong.length === 0 ? 'chaos: all is well' : `chaos: ${report.wrong.length} things are wrong`,
);
process.exitCode = report.wrong.length === 0 ? 0 : 1;
