/** A probe: completions of one kind, made from the rows and the source, that a sound reward function does not pay. */
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';

export interface Probe {
  /** The file that it is from, below src/check: `probes/text/echo`. */
  detector?: string;
  /** Class of hacks, as in docs/check.md: `A01`. Several probes may have the same. */
  rule: string;
  /** Further classes that it is an example of. */
  also?: readonly string[];
  /** Short, for people: `lists every candidate`. */
  title: string;
  fix: string;
  /**
   * `attack`: made without the answer of its row, so that a model can emit it without any skill; only attacks prove that a
   * function is hackable. `integrity`: made with the answer, to test one property; it gives warnings.
   */
  kind: 'attack' | 'integrity';
  /**
   * What proves an attack. `decoy` (also without it): it is paid under a wrong answer too, so that a lucky guess does not
   * count. `reward`: being paid is proof where an answer decides, because no sound function pays this text (an echo of
   * the prompt holds the right answer and not the wrong ones). `always`: being paid is proof even where no field of the
   * row decides (empty tags, arithmetic that breaks the rules of the task). `decoys only`: nothing but being paid under wrong answers
   * is proof, however many rows pay it: what is read from files that lie about here need not lie there elsewhere. `decoys or one
   * text`: that, and where no field decides one text that all rows pay in full, though they have answers of their own.
   */
  proof?: 'decoy' | 'decoys only' | 'decoys or one text' | 'reward' | 'always';
  /** Only full marks are proof: sound functions pay a part of them for everything at once. */
  inFull?: true;
  /**
   * Of a probe that lists things: each of them alone. Where all of these are paid, the list is right and no trick; it is
   * proof only where it is paid under wrong answers.
   */
  single?(context: Context, levels: RowLevels): readonly string[];
  /** Completions for a row, the most promising first; none where the probe does not apply. */
  make(context: Context, levels: RowLevels): readonly string[];
}

/** Probes with the name of their file, where they have none. */
export const madeBy = (detector: string, probes: readonly Probe[]): Probe[] =>
  probes.map((probe) => ({ detector, ...probe }));
