/** What the checks of both kinds of modules are given, and what they come to. */
import {
  type EnvironmentOptions,
  type RewardOptions,
  type Sandbox,
  SandboxError,
  type SandboxOptions,
} from '../index.ts';
import type { Attacker, AttackerOptions } from './attacker/attacker.ts';
import type { Budget } from './calls/budget.ts';
import type { NewFinding } from './finding.ts';
import type { Notes } from './notes.ts';
import type { Random } from './random.ts';
import type { Parts } from './registry.ts';
import type { Analysis } from './static/analysis.ts';
import type { Subject } from './subject/subject.ts';

export interface CheckOptions {
  file: string;
  /** @default what the text of the file shows */
  kind?: 'reward' | 'environment' | undefined;
  prompts?: string | undefined;
  completions?: string | undefined;
  key?: string | undefined;
  /** Milliseconds: how many calls are made is chosen once, by what calls take; they may take longer than that. */
  budget: number;
  /** So many calls, whatever they take. */
  calls?: number | undefined;
  seed: number;
  sandbox: SandboxOptions;
  reward: RewardOptions;
  environment: EnvironmentOptions;
  /** Reasons of known findings, by id. */
  baseline?: ReadonlyMap<string, string>;
  /** Aborted: the check ends within a second, with what it has found. */
  signal: AbortSignal;
  /** A model that is asked for right answers and attacks. */
  attacker?: AttackerOptions | undefined;
  /** One line for each thing that is done. */
  onProgress?: (line: string) => void;
  version: string;
  /** The command that repeats it. */
  command: string;
  parts?: Parts;
  /** Every check as if it were the only one, to measure what each is worth. @default false */
  exhaustive?: boolean | undefined;
}

/** What the checks of either kind of module came to. */
export interface Checked {
  findings: NewFinding[];
  /** Why nothing can be said; null when it can. */
  untestable: string | null;
  /** What the verdict rests on, in words, and the field with the answer. */
  calibration: { basis: string; goldField: string | null } | null;
  /** Milliseconds of calls, or of steps. */
  durations: readonly number[];
  loadMs: number;
  /** Rows whose right answer was tried, or of which a play that is paid is known; left out where there can be none. */
  answered?: number | undefined;
  /** Of an environment: rows that were played. */
  played?: number;
}

/** What both kinds of checks are given. */
export interface Task {
  options: CheckOptions;
  parts: Parts;
  subject: Subject;
  sandbox: Sandbox;
  budget: Budget;
  random: Random;
  notes: Notes;
  attacker?: Attacker | undefined;
  analysis: Analysis;
  /** Aborted when calls are to end: the time is used up, or the person has had enough. */
  signal: AbortSignal;
  progress: (line: string) => void;
}

/** Whether a module itself is at fault that it cannot be loaded. */
export const loadFailure = (error: unknown): string | null => {
  if (!(error instanceof SandboxError) || !error.code.startsWith('RS2')) return null;
  const [first = '', ...rest] = error.message.split('\n');
  const help = error.help ?? rest.find((line) => line.includes('= help: '))?.replace(/^.*= help: /, '');
  return `the module does not load: ${first}${help === undefined ? '' : `; ${help.split('\n')[0]}`}`;
};
