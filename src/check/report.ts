/** All that a check came to: what every form of report is made of. */
import type { Level } from '../index.ts';
import type { Finding, Share, Verdict } from './finding.ts';

/** A statistic, with its verdict. */
export interface Statistic {
  /** `S01` to `S26`. */
  id: string;
  name: string;
  /** The principle that it speaks of. */
  principle: 'varied scores' | 'clear signal' | 'robustness' | 'low hackability';
  /** `skip`: it does not apply, or there is too little data; `text` says why. */
  verdict: 'pass' | 'warn' | 'fail' | 'skip';
  /** One line with its numbers. */
  text: string;
  value: number | null;
  share: Share | null;
}

/** Rewards that one family of completions got (`gold`, `empty`, `near miss`, `A01`, …), for the histogram. */
export interface Distribution {
  family: string;
  rewards: readonly number[];
  /** Calls without a number. */
  failed: number;
}

/** What a model that was asked for attacks took and said. */
export interface AttackerReport {
  url: string;
  model: string;
  /** Those that were refused included. */
  requests: number;
  /** As the endpoint counts them; where it does not, estimated by length. */
  tokens: { prompt: number; completion: number };
  /** `honest`: asked for right answers; `attack`: for programs that are paid without them. */
  exchanges: readonly { purpose: 'honest' | 'attack'; prompt: string; answer: string }[];
}

export interface Report {
  version: string;
  file: string;
  kind: 'reward' | 'environment';
  prompts: string | null;
  verdict: Verdict;
  /** What the verdict rests on, in one sentence. */
  why: string;
  /** Worst first; suppressed ones last. */
  findings: readonly Finding[];
  statistics: readonly Statistic[];
  /** What was not checked, and why. */
  unchecked: readonly string[];
  probes: number;
  rows: number;
  calls: number;
  /** Calls that there were at most: `--budget 4000calls` repeats it, whatever they take. */
  quota?: number | undefined;
  /** Calls of each detector; only of exhaustive checks. */
  work?: Readonly<Record<string, number>> | undefined;
  /** The model that was asked for attacks, what it was asked and said; left out where none was. */
  attacker?: AttackerReport | undefined;
  seconds: number;
  seed: number;
  level: Level;
  basis: string;
  goldField: string | null;
  distributions: readonly Distribution[];
  /** Length of a completion in characters, and its reward: at most 2,000 points. */
  lengths: readonly { family: string; length: number; reward: number }[];
  /** Milliseconds of calls: median, 95th percentile, longest; and of the import. */
  latency: { p50: number; p95: number; max: number; load: number };
  /** Rows (0-based lines) on which every completion was paid the same. */
  constantRows: readonly number[];
  /** `check` with these arguments repeats it. */
  command: string;
}
