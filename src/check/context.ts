/** What checks and probes of a reward function are given. */
import type { RewardOptions, Sandbox, SandboxOptions } from '../index.ts';
import type { Calibration } from './calibration.ts';
import type { Budget } from './calls/budget.ts';
import type { Scorer } from './calls/scorer.ts';
import type { NewFinding } from './finding.ts';
import type { Notes } from './notes.ts';
import type { Random } from './random.ts';
import type { Analysis } from './static/analysis.ts';
import type { Subject } from './subject/subject.ts';

export interface Context {
  subject: Subject;
  scorer: Scorer;
  budget: Budget;
  random: Random;
  analysis: Analysis;
  calibration: Calibration;
  /** Findings so far, in the order in which they were made; a later check may look at those before it. */
  findings: readonly NewFinding[];
  /** Statistics, what was left out, and rewards for the report. */
  notes: Notes;
  /** Every check as if it were the only one: none is left out for what another one found. */
  isExhaustive?: boolean;
  /** For checks that load something themselves: what the module was loaded with. */
  loaded: {
    sandbox: Sandbox;
    sandboxOptions: SandboxOptions;
    rewardOptions: RewardOptions;
    /** Of the reward function: a name, the shape, warnings, milliseconds of the import. */
    functionName: string;
    shape: string;
    warnings: readonly string[];
    loadMs: number;
  };
}

/** A check of a reward function. It ends by itself when its calls are used up, with what it has found so far. */
export interface Check {
  /** The file that it is from, below src/check: `probes/compared/others`. */
  detector?: string;
  name: string;
  /** How much of the calls it needs, compared with others. @default 1 */
  weight?: number;
  run(context: Context): Promise<NewFinding[]>;
}

/** A check with the name of its file. */
export const checkOf = (detector: string, check: Check): Check => ({ detector, ...check });
