/** Runs the built command as a person would, in a folder that has the module and its rows and nothing that tells more. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import type { Report } from '../../src/check/report.ts';
import { file } from '../machine.ts';
import { runChecker } from './checker.ts';
import type { Item } from './items.ts';

const COMMAND = file('dist/cli/main.js');
/** A check that takes longer than this, beside its budget, has hung. */
const GRACE = 420_000;

export interface Checked {
  item: Item;
  seed: number;
  /** null: the command gave none; `error` says why. */
  report: Report | null;
  error: string | null;
  seconds: number;
  /** Mutants: what is said of the item without the bug, as `keyOf` has it; that is not found again. */
  known?: readonly string[];
  /** Findings whose exploit was run again in a new process, and those of them that did not hold. */
  replayed: number;
  broken: readonly string[];
}

export interface Settings {
  /** In seconds. */
  budget: number;
  /** How many exploits of each item are run again, the worst first. */
  replay: number;
  /** Further arguments of the command. */
  more: readonly string[];
  /** Another checker in the place of ours: a command (checker.ts). */
  checker?: string | undefined;
}

export const runCheck = async (item: Item, seed: number, settings: Settings): Promise<Checked> => {
  const folder = mkdtempSync(join(tmpdir(), 'rst-bench-'));
  try {
    copyFileSync(item.path, join(folder, basename(item.path)));
    copyFileSync(item.prompts, join(folder, 'prompts.jsonl'));
    return await checkIn(folder, item, seed, settings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const checkIn = async (folder: string, item: Item, seed: number, settings: Settings): Promise<Checked> => {
  if (settings.checker !== undefined) {
    const start = performance.now();
    const checked = await runChecker(settings.checker, folder, item.path, settings.budget * 1000 + GRACE);
    return { item, seed, seconds: (performance.now() - start) / 1000, ...checked, replayed: 0, broken: [] };
  }
  const run = (...words: string[]) =>
    execa(
      process.execPath,
      [COMMAND, 'check', basename(item.path), '--prompts', 'prompts.jsonl', '--quiet', ...words],
      { cwd: folder, reject: false, timeout: settings.budget * 1000 + GRACE, forceKillAfterDelay: 5000 },
    );
  const start = performance.now();
  const words = ['--seed', `${seed}`, '--budget', `${settings.budget}s`, '--json', 'report.json'];
  const { exitCode, stderr, timedOut } = await run(...words, ...settings.more);
  const seconds = (performance.now() - start) / 1000;
  const report = readReport(join(folder, 'report.json'));
  const base = { item, seed, report, seconds };
  if (report === null) {
    const said = `${stderr}`.trim().split('\n').slice(0, 3).join(' | ');
    const error = timedOut ? 'hung' : `exit ${exitCode ?? 'by a signal'}: ${said}`;
    return { ...base, error, replayed: 0, broken: [] };
  }
  const ids = report.findings.filter(({ exploit }) => exploit !== null).slice(0, settings.replay);
  const broken: string[] = [];
  for (const { id, rule } of ids) {
    const again = await run('--replay', id, '--report', 'report.json');
    if (again.exitCode !== 1) broken.push(`${rule} ${id} (exit ${again.exitCode})`);
  }
  return { ...base, error: null, replayed: ids.length, broken };
};

const readReport = (path: string): Report | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
};
