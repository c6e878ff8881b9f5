/** Many calls, and what must not grow with them: zombies, descriptors, memory of host, agent and zygote. */
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSandbox, type Reward } from '../../src/index.ts';
import { REUSE_MODES, type ReuseMode } from '../../src/options.ts';
import { castOf, processesFor, until } from '../helpers/processes.ts';
import { ALL_KINDS, expectedStatus, faultOf, HARMLESS_KINDS, type Kind, pick, randomOf } from './calls.ts';

export interface SoakOptions {
  calls: number;
  seed?: number;
  /** Calls of each mode before the first measurement: lazy imports, the first sizes of tables. */
  warmUp?: number;
  onLog?: (line: string) => void;
}

export interface SoakRow {
  mode: ReuseMode;
  calls: number;
  zombies: number;
  /** Open descriptors before and after. */
  hostFds: [number, number];
  agentFds: [number, number];
  zygoteFds: [number, number];
  /** KiB that were added per 10,000 calls; of the host its heap and buffers, of the others private memory. */
  hostKib: number;
  agentKib: number;
  zygoteKib: number;
}

export interface SoakReport {
  rows: SoakRow[];
  /** What must not be. Empty when all is well. */
  wrong: string[];
}

/** MiB per 10,000 calls. */
const MAX_GROWTH_KIB = 1024;
/** What allocators may keep, in KiB, however short the run is. */
const SLACK_KIB = 1536;
const TIMEOUT_MS = 300;
const CONCURRENCY = 2;
/** Of 1,000 calls so many cost a worker, a slot or a timeout. */
const COSTLY = 30;

export const soak = async ({
  calls,
  seed = 1,
  warmUp = 1_000,
  onLog = () => {},
}: SoakOptions): Promise<SoakReport> => {
  const rows: SoakRow[] = [];
  const wrong: string[] = [];
  const random = randomOf(seed);
  const sandbox = await createSandbox({ level: 'namespaces' });
  // The cheap modes take most of the calls.
  const share = { auto: 0.35, always: 0.35, shared: 0.2, never: 0.1 } as const;
  try {
    for (const mode of REUSE_MODES) {
      const count = Math.round(calls * share[mode]);
      const row = await soakMode({ sandbox, mode, count, warmUp, random, wrong });
      rows.push(row);
      onLog(`soak: ${mode}, ${count} calls done`);
      wrong.push(...complaints(row));
    }
  } finally {
    await sandbox.close();
  }
  return { rows, wrong };
};

interface ModeOptions {
  sandbox: Awaited<ReturnType<typeof createSandbox>>;
  mode: ReuseMode;
  count: number;
  warmUp: number;
  random: () => number;
  wrong: string[];
}

const soakMode = async ({ sandbox, mode, count, warmUp, random, wrong }: ModeOptions): Promise<SoakRow> => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'chaos.py');
  copyFileSync(join(import.meta.dirname, '../fixtures/chaos.py'), file);
  const settings = { reuse: mode, concurrency: CONCURRENCY, timeout: TIMEOUT_MS, memory: '256MiB' } as const;
  const reward = await sandbox.loadReward(file, settings);
  const batch = (from: number, to: number) => serve({ reward, mode, random, wrong, from, to });
  await batch(0, warmUp);
  const before = await measure(folder);
  await batch(warmUp, warmUp + count);
  const after = await measure(folder);
  const zombies = zombiesOf(folder);
  await reward.close();
  await until(
    () => processesFor(folder),
    (left) => left.length === 0,
  );
  rmSync(folder, { recursive: true, force: true });
  const growth = (name: 'hostKib' | 'agentKib' | 'zygoteKib'): number =>
    Math.round((Math.max(0, after[name] - before[name] - SLACK_KIB) / Math.max(count, 10_000)) * 10_000);
  return {
    mode,
    calls: count,
    zombies,
    hostFds: [before.hostFds, after.hostFds],
    agentFds: [before.agentFds, after.agentFds],
    zygoteFds: [before.zygoteFds, after.zygoteFds],
    hostKib: growth('hostKib'),
    agentKib: growth('agentKib'),
    zygoteKib: growth('zygoteKib'),
  };
};

interface ServeOptions {
  reward: Reward;
  mode: ReuseMode;
  random: () => number;
  wrong: string[];
  from: number;
  to: number;
}

const serve = async ({ reward, mode, random, wrong, from, to }: ServeOptions): Promise<void> => {
  const kinds = new Map<number, Kind>();
  const cheap: readonly Kind[] = ['ok', 'ok', 'ok', 'raise', 'invalid'];
  const costly = mode === 'shared' ? HARMLESS_KINDS : ALL_KINDS;
  const calls = function* () {
    for (let call = from; call < to; call++) {
      const kind = random() * 1_000 < COSTLY ? pick(random, costly) : pick(random, cheap);
      kinds.set(call - from, kind);
      yield { completion: `${kind} ${call}` };
    }
  };
  let ends = 0;
  for await (const { index, outcome } of reward.scoreAll(calls())) {
    ends++;
    const kind = kinds.get(index) ?? 'ok';
    if (!kinds.delete(index)) wrong.push(`${mode}: call ${from + index} ended twice`);
    const other = outcome.status === expectedStatus(kind) ? undefined : `${outcome.status} (${kind})`;
    // On a busy machine any call may take longer than the short timeout.
    const what = outcome.status === 'timeout' ? undefined : (other ?? faultOf(kind, from + index, outcome));
    if (what !== undefined && wrong.length < 50) wrong.push(`${mode}: call ${from + index}: ${what}`);
  }
  if (ends !== to - from) wrong.push(`${mode}: ${to - from} calls, ${ends} outcomes`);
};

const measure = async (folder: string) => {
  // Slots that ended are replaced; the descriptors of the last one are on their way.
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { agent, zygote } = castOf(folder);
  const { heapUsed, external } = process.memoryUsage();
  return {
    hostFds: fdsOf(process.pid),
    agentFds: fdsOf(agent),
    zygoteFds: fdsOf(zygote),
    hostKib: (heapUsed + external) / 1024,
    agentKib: privateKib(agent),
    zygoteKib: privateKib(zygote),
  };
};

/** As with `node --expose-gc`, however this process was started. */
const collectGarbage = ((): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
})();

const fdsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Private memory of a process, in KiB. Not resident memory: what the zygote shares with workers counts as both's. */
const privateKib = (pid: number): number =>
  [
    ...readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(
      /^(?:Private_\w+|Shared_Dirty|Swap):\s+(\d+)/gm,
    ),
  ]
    .map(([, kib]) => Number(kib))
    .reduce((sum, kib) => sum + kib, 0);

/** Zombies below the module's agent; they have no command line that would tell. */
const zombiesOf = (folder: string): number => {
  const family = new Set(processesFor(folder).map(({ pid }) => pid));
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, state, parent] =
        /^\d+ \(.*\) (\w) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return state === 'Z' && family.has(Number(parent));
    } catch {
      return false;
    }
  }).length;
};

const complaints = (row: SoakRow): string[] => {
  const found: string[] = [];
  if (row.zombies > 0) found.push(`${row.mode}: ${row.zombies} zombies`);
  for (const name of ['hostFds', 'agentFds', 'zygoteFds'] as const) {
    const [before, after] = row[name];
    // A slot more or less may be there at the moment of counting: five descriptors of the agent, one of the zygote.
    if (after > before + 5) found.push(`${row.mode}: ${name} grew from ${before} to ${after}`);
  }
  for (const name of ['hostKib', 'agentKib', 'zygoteKib'] as const)
    if (row[name] > MAX_GROWTH_KIB)
      found.push(`${row.mode}: ${name}: ${row[name]} KiB more per 10,000 calls`);
  return found;
};
