/** An answer of a row as a completion, and what it is measured with. */

import type { Wrapper } from '../calibration.ts';
import type { Budget } from '../calls/budget.ts';
import type { Scorer } from '../calls/scorer.ts';
import type { Random } from '../random.ts';
import type { Analysis } from '../static/analysis.ts';
import type { CheckRow, Subject } from '../subject/subject.ts';

/** An answer in a way to write it down. */
export interface Candidate {
  /** What it is made of; the same in all rows. */
  key: string;
  /** Field that the answer is taken from; empty when it is from none. */
  field: string;
  path: readonly string[];
  /** The fields that it is made of, where these are several. */
  columns?: readonly string[] | undefined;
  /** How other values of its kind are written so, where the answer has several parts. */
  arrange?: ((value: unknown, row?: CheckRow) => string | undefined) | undefined;
  wrapper: Wrapper;
  isProgram: boolean;
  /** A program that was made from tests. */
  made: boolean;
  /** The completion for a row; undefined where the row has no such answer. */
  complete(row: CheckRow): string | undefined;
  /** What it was paid above the floor, on average over rows. */
  mean: number;
}

export interface Unmeasured {
  subject: Subject;
  scorer: Scorer;
  budget: Budget;
  random: Random;
  analysis: Analysis;
}
