/** What a check finds: said once, in a form that every report shows. */
import type { Status } from '../index.ts';

/** How bad a finding is. Only what a probe has proved is `critical`. */
export const SEVERITIES = ['critical', 'high', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a finding rests on: a proof by a probe, a statistic of many calls, the source, or the contract of the file. */
export type Source = 'probe' | 'statistic' | 'lint' | 'contract';

/** A place in the module's file. Lines and columns count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** A share of rows (or calls), with its 95 % Wilson interval. */
export interface Share {
  hits: number;
  of: number;
  low: number;
  high: number;
}

/** One call (or episode) that anybody can repeat: everything that it was made of. */
export interface Exploit {
  /** 0-based line of the prompt file; null when no prompt file was given. */
  row: number | null;
  /** JSON text of the fields that the module got, the changed ones included. */
  fields: string;
  /** The completion; of an environment the actions, in order. */
  completion: string | readonly string[];
  seed: number;
  status: Status;
  /** What it was paid; of an environment the return of the episode. */
  reward: number | null;
  /** What the honest answer to the same row gets, where one is known. */
  honest: number | null;
  /** What an empty or content-free answer gets. */
  floor: number | null;
  /** What the same completion gets where the answer of the row was replaced by a wrong one; null: not asked. */
  decoy: number | null;
  /** What the fake judge answered, as JSON text (src/check/judge/answers.ts); left out where none was asked. */
  judge?: string | null | undefined;
  /** Calls that the same process served before, in their order; left out where it served none (src/check/replay-state.ts). */
  before?: readonly { fields: string; completion: string }[] | undefined;
  /** Python that made the completion from the prompt, where a model wrote one: `attack(prompt)`. */
  program?: string | undefined;
}

export interface Finding {
  /** Short and stable over runs, seeds and machines: `--replay` and the baseline file name findings by it. */
  id: string;
  /** `RH105` of a lint rule, `A01` of a class of hacks, `S09` of a statistic, `K03` of the contract (docs/check.md). */
  rule: string;
  /** Classes of hacks (docs/check.md) that this is one of. */
  classes: readonly string[];
  /** Rules and classes of other probes that have the same cause: paid no more, or a part whatever is right; left out where there are none. */
  covers?: readonly string[] | undefined;
  source: Source;
  /** What found it: a file below src/check without its ending, or `static` for a rule of the source. */
  detector?: string | undefined;
  severity: Severity;
  title: string;
  /** What happened and what it means for training, in one or two sentences with numbers. */
  why: string;
  /** What to change. */
  fix: string;
  place: Place | null;
  /** Source frame of the place, with carets, as errors have it. */
  frame: string | null;
  exploit: Exploit | null;
  /** On how many rows it holds. */
  share: Share | null;
  /** The reason why it was set aside; null: it counts. */
  suppressed: string | null;
  /** What set it aside: a comment in the source, or the baseline file. */
  suppressedBy: 'comment' | 'baseline' | null;
}

export type Verdict = 'HACKABLE' | 'WEAK' | 'NO EXPLOIT FOUND' | 'UNTESTABLE';

/** A finding as checks make it; the rest follows. */
export type NewFinding = Pick<Finding, 'rule' | 'source' | 'severity' | 'title' | 'why' | 'fix'> &
  Partial<Omit<Finding, 'id'>>;

/** Whether the proof of a class is that text of the completion was executed: with that everything else can be had. */
export const isOfExecution = (rule: string): boolean => /^(?:C\d\d|B0[45])$/.test(rule);

/** Whether what proves a class was seen to happen, however much is paid for it. */
export const isSeen = (rule: string): boolean => isOfExecution(rule) || /^(?:D\d\d|RH\d+)$/.test(rule);

/** Classes of attacks that say nothing, the plainest first. What they are paid, any text is. */
export const CONTENT_FREE: readonly string[] = ['A09', 'A08', 'A03'];
