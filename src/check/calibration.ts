/** What is known of a reward function before it is attacked: which field holds the answer, and what answers are paid. */
import type { CheckRow } from './subject.ts';

/** How an answer has to be written so that the function finds it. */
export interface Wrapper {
  /** `<answer>…</answer>`, for people. */
  name: string;
  wrap(answer: string): string;
}

export interface RowLevels {
  row: CheckRow;
  /** The best honest completion that is known, and what it is paid; null: none is known. */
  gold: { completion: string; reward: number } | null;
  /** What an empty completion is paid (0 when it fails). */
  floor: number;
  /** The most that any completion was paid so far. */
  top: number;
  /** Wrong answers to this row, of the type and shape of the right one, as JSON texts for `goldField`; at least two. */
  decoys: readonly string[];
}

export interface Calibration {
  /**
   * `answer`: an answer field and a wrapper were found, wrong answers in its place lower the reward.
   * `tests`: a field of tests decides what a program is paid. `judge`: a model is asked. `none`: no field of the row
   * decides (style, format), so the decoy-gold differential is off, and `why` says so.
   */
  basis: 'answer' | 'tests' | 'judge' | 'none';
  why: string;
  /** The field that holds the right answer, or the tests; null when there is none. */
  goldField: string | null;
  /** Wrappers under which right answers are paid, best first; for `answer` at least one. */
  wrappers: readonly Wrapper[];
  /** For each row that is checked. */
  levels: readonly RowLevels[];
  /** Smallest and largest reward seen so far over all rows. */
  range: { low: number; high: number };
}
