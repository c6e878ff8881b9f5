/**
 * `npm run bench -- --peers`: ours beside what people run instead, on the same work, in turn. Peers are their own packages
 * where those are there: verl and TRL in the environment of `npm run test:adapters -- verl`, SandboxFusion where
 * $SANDBOX_FUSION_SOURCE names a checkout of it (its requirements are installed, once). Else the same calls are made by
 * a few lines, and the table says "reproduced".
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { compare, type Options, type Row } from '../harness.ts';
import { cores, file, python } from '../machine.ts';
import { callsPerSecond, textCall, withReward } from '../throughput.ts';
import { ourServer, type Peer, programsPerSecond, startPeer } from './peer.ts';
import { PROGRAMS, REWARDS, type RewardWork } from './workloads.ts';

/** @returns the Python that has what the file names; the machine's, where nothing has been installed */
const pythonWith = async (requirements: string, install: boolean): Promise<string> => {
  const args = [file('scripts/python-with.sh'), file(requirements), ...(install ? [] : ['--if-there'])];
  const { stdout } = await execa('bash', args, { stderr: 'inherit' });
  return stdout || python;
};

const trainers = () => pythonWith('test/adapters/torch.txt', false);
const fusion = () => {
  const install = process.env.SANDBOX_FUSION_SOURCE !== undefined;
  return install ? pythonWith('bench/peers/sandbox-fusion.txt', true) : python;
};
const TRAINERS = ['verl_prime.py', 'trl_in_process.py'];
const SERVERS = { 'sandbox_fusion.py': fusion, 'snekbox_like.py': () => python };

const rowOf = (what: string, peer: Peer, goal: Row['goal'] = null) => ({
  name: 'peers',
  what,
  unit: 'calls/s',
  baseline: peer.first.name ?? '',
  goal,
});

const rewardRows = async (work: RewardWork, { rounds, scale }: Options, report: (row: Row) => void) => {
  const { workload } = work;
  const input = Array.from({ length: Math.ceil(work.rows * scale) }, (_, index) => workload.row(index));
  const calls = input.map(({ completion, ...row }) => textCall(completion, row));
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  try {
    const rows = join(folder, 'rows.jsonl');
    const lines = input.map(({ completion, ...kwargs }) =>
      JSON.stringify({ completion, kwargs, expected: work.expected(completion) }),
    );
    writeFileSync(rows, `${lines.join('\n')}\n`);
    await withReward(workload.module, { concurrency: cores }, async (reward) => {
      await callsPerSecond(reward, calls.slice(0, 200));
      for (const script of TRAINERS) {
        await using peer = await startPeer(await trainers(), [
          file(`bench/peers/${script}`),
          rows,
          file(workload.module),
        ]);
        const ours = () => callsPerSecond(reward, calls);
        report(await compare(rowOf(workload.what, peer), rounds, ours, peer.measure));
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const programRows = async ({ rounds, scale }: Options, report: (row: Row) => void) => {
  const programs = Array.from({ length: Math.ceil(PROGRAMS.rows * scale) }, (_, index) =>
    PROGRAMS.row(index),
  );
  await using ours = await ourServer();
  for (const [script, interpreter] of Object.entries(SERVERS)) {
    await using peer = await startPeer(await interpreter(), [file(`bench/peers/${script}`)]);
    for (const { first } of [ours, peer]) await programsPerSecond(first.url, programs.slice(0, 8));
    const rate = (server: Peer) => () => programsPerSecond(server.first.url, programs);
    const goal = script === 'sandbox_fusion.py' ? { atLeast: 20 } : null;
    report(await compare(rowOf(PROGRAMS.what, peer, goal), rounds, rate(ours), rate(peer)));
  }
};

const digits = (value: number): string =>
  value >= 10 ? value.toFixed() : Number(value.toPrecision(2)).toString();

/** The table of docs/performance.md. */
const tableOf = (rows: readonly Row[]): string => {
  const peers = [...new Set(rows.map((row) => row.baseline))];
  const works = [...new Set(rows.map((row) => row.what))];
  const cell = (what: string, peer: string): string => {
    const row = rows.find((each) => each.what === what && each.baseline === peer);
    if (row === undefined) return '';
    const { median, min, max } = row.ratio;
    return `${digits(median)} (${digits(min)} – ${digits(max)})`;
  };
  const lines = [
    ['ours over', ...peers],
    ['---', ...peers.map(() => '---')],
    ...works.map((what) => [what, ...peers.map((peer) => cell(what, peer))]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

export const peers = async (options: Options, report: (row: Row) => void): Promise<Row[]> => {
  const rows: Row[] = [];
  const note = (row: Row): void => {
    report(row);
    rows.push(row);
  };
  const before = loadavg()[0] ?? Number.NaN;
  for (const work of REWARDS) await rewardRows(work, options, note);
  await programRows(options, note);
  console.log(`${tableOf(rows)}\n`);
  console.log(
    `${cores} cores; load average ${before.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after\n`,
  );
  return rows;
};
