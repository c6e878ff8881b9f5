/** What `runrl-sandbox doctor` does: tells what this machine has, what it lacks, and the command that fixes it. */
import { join } from 'node:path';
import { styleText } from 'node:util';
import { EXIT } from '../../errors.ts';
import type { Level } from '../../outcome.ts';
import { ownCommandLine } from '../shell.ts';
import {
  bubblewrapCheck,
  type Check,
  limitsCheck,
  nodeCheck,
  openFilesCheck,
  programCheck,
  restoringCheck,
  temporaryCheck,
  userCheck,
  userNamespacesCheck,
} from './checks.ts';
import { type Machine, thisMachine } from './machine.ts';

export interface DoctorOptions {
  python?: string | undefined;
  /** Whether to make a real call at the end. */
  call: boolean;
  onLog: (line: string) => void;
  onCheck?: (check: Check) => void;
}

export interface DoctorReport {
  /** Whether a level is available and nothing that is needed is missing. */
  ok: boolean;
  /** The level that `auto` takes; null when none is. */
  level: Level | null;
  checks: Check[];
}

const WHAT_A_SANDBOX_NEEDS = ['bubblewrap', 'user namespaces'];

export const examine = async (machine: Machine, options: DoctorOptions): Promise<DoctorReport> => {
  const checks: Check[] = [];
  const add = (...found: Check[]): void => {
    checks.push(...found);
    for (const check of found) options.onCheck?.(check);
  };
  let level: Level | null = null;
  add(programCheck(machine), nodeCheck(machine));
  // zeromq and the rest are loaded only when it is known that this Node.js can.
  const { agentCheck, callCheck, levelChecks, pythonCheck } = await import('./python.ts');
  const { check, interpreter } = await pythonCheck(machine, options.python);
  add(check);
  if (interpreter !== undefined) add(await agentCheck(machine, interpreter, options.onLog));
  add(await bubblewrapCheck(machine), await userNamespacesCheck(machine));
  if (interpreter !== undefined) {
    const { SHIM_FOLDER } = await import('../../sandbox/command.ts');
    const program = join(SHIM_FOLDER, 'runrl_shim/agent/limits/hard_limits.py');
    add(await limitsCheck(machine, interpreter.executable, program));
    const restoring = join(SHIM_FOLDER, 'runrl_shim/inside/restore/try_restoring.py');
    add(await restoringCheck(machine, interpreter.executable, restoring));
  }
  add(openFilesCheck(machine), userCheck(machine), temporaryCheck(machine));
  if (interpreter !== undefined) {
    const explained = checks.some(
      ({ name, status }) => status === 'fail' && WHAT_A_SANDBOX_NEEDS.includes(name),
    );
    const found = await levelChecks(interpreter, explained);
    level = found.level;
    add(...found.checks);
    if (options.call && level !== null) add(await callCheck(options.python));
  }
  const ok = level !== null && checks.every(({ status }) => status !== 'fail');
  return { ok, level, checks };
};

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** `ok    python  Python 3.12.1 (…)`, and below it what to do. */
export const checkLines = ({ status, name, what, help }: Check, colour: boolean): string => {
  const mark = colour
    ? styleText(COLOURS[status], status.padEnd(4), { validateStream: false })
    : status.padEnd(4);
  const helpLines = help === undefined ? [] : help.split('\n').map((line) => `        ${line}`);
  return [`${mark}  ${name}: ${what}`, ...helpLines].join('\n');
};

const conclusion = ({ ok, level }: Pick<DoctorReport, 'ok' | 'level'>): string =>
  ok
    ? `Modules run confined here (level ${level}). Next: ${ownCommandLine()} init my-rewards`
    : `Not all that is needed is here: do what stands below each \`fail\`, then call \`${ownCommandLine()} doctor\` again.`;

/** What commander hands over. */
export interface DoctorFlags {
  python?: string;
  call: boolean;
  json?: true;
}

/** @returns the exit code */
export const doctorCommand = async ({ python, call, json }: DoctorFlags): Promise<number> => {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const onLog = (line: string): void => void process.stderr.write(`${line}\n`);
  const onCheck = (check: Check): void => void process.stdout.write(`${checkLines(check, colour)}\n`);
  const report = await examine(thisMachine(), { python, call, onLog, ...(json ? {} : { onCheck }) });
  if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else process.stdout.write(`\n${conclusion(report)}\n`);
  return report.ok ? EXIT.ok : EXIT.failed;
};
