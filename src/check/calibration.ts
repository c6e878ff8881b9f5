/** What is known of a reward function before it is attacked: which field holds the answer, and what answers are paid. */
import type { CheckRow } from './subject/subject.ts';

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
  /**
   * Where no field decides: the best paid way to write down a field that is paid less once that text is corrupted, and what
   * it gets. A verifier that looks at the answer and not at the row.
   */
  plausible?: { completion: string; reward: number };
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
  /** Where the right answer is an object of several fields: all of them, `goldField` being the one that decides first. */
  columns?: readonly string[] | undefined;
  /** Where the answer has several parts: how any value of the kind of `goldField` (or of `columns`) is written. */
  arrange?: ((value: unknown, row?: CheckRow) => string | undefined) | undefined;
  /** What right answers must be able to get, where the best that were found get clearly less: they are not what is asked for. */
  full?: number | undefined;
  /** Wrappers under which right answers are paid, best first; for `answer` at least one. */
  wrappers: readonly Wrapper[];
  /** For each row that is checked. */
  levels: readonly RowLevels[];
  /** False: there was no time to try all answers in all ways. */
  isComplete?: boolean;
  /** Smallest and largest reward seen so far over all rows. */
  range: { low: number; high: number };
}
