/** `npm run soak -- [--calls 200000] [--seed N]` */
import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
});
const started = performance.now();
const { rows, wrong } = await soak({
  calls: Number(values.calls),
  seed: Number(values.seed),
  onLog: (line) => console.error(line),
});
console.table(
  rows.map(({ hostFds, agentFds, zygoteFds, ...row }) => ({
    ...row,
    hostFds: hostFds.join(' → '),
    agentFds: agentFds.join(' → '),
    zygoteFds: zygoteFds.join(' → '),
  })),
);
console.log('hostKib, agentKib, zygoteKib: KiB more per 10,000 calls');
for (const line of wrong) console.log(`WRONG ${line}`);
const seconds = Math.round((performance.now() - started) / 1e3);
console.log(
  `soak: ${values.calls} calls in ${seconds} s: ${wrong.length === 0 ? 'all is well' : 'something grows'}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
