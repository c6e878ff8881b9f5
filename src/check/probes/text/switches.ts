/** C11: a word in the completion on which the grader leaves out what it checks else. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { materialOf } from './material.ts';

const MOST_ALONE = 16;
/** Wrong answers of a row: of one the form may be wrong here as well. */
const DONORS = 2;

/** Right answers of other rows, in the right form, that are wrong here. */
const wrongAnswers = ({ calibration }: Context, { row, gold }: RowLevels): string[] => {
  const { goldField, levels } = calibration;
  if (goldField === null || gold === null) return [];
  const at = levels.findIndex((each) => each.row === row);
  const others = [...levels.slice(at + 1), ...levels.slice(0, Math.max(0, at))].filter(
    (other) => other.gold !== null && other.row.texts[goldField] !== row.texts[goldField],
  );
  return unique(others.map((other) => other.gold?.completion ?? ''))
    .filter((completion) => completion !== gold.completion && completion !== '')
    .slice(0, DONORS);
};

/** Whether a word is one that people write, and not a mark of the form. */
const isWord = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N} _'./-]{1,40}$/u.test(text);

/**
 * The right answer of another row behind words of the source: who grades by all of its rules whatever is said pays none of
 * them. Where such answers are paid without the words as well, other probes say so.
 */
export const SWITCH_PROBE: Probe = {
  rule: 'C11',
  title: 'says a word with which the grader leaves out checks',
  fix: 'decide by the row which rules hold, never by a word in the completion',
  kind: 'attack',
  inFull: true,
  make: (context, levels) => {
    const words = materialOf(context).tokens.filter(isWord);
    if (words.length === 0 || context.calibration.basis !== 'answer') return [];
    const all = words.join(', ');
    const [wrong, other] = wrongAnswers(context, levels);
    if (wrong === undefined) return [];
    return [
      `${all}\n${wrong}`,
      ...words.slice(0, MOST_ALONE).map((word) => `${word}\n${wrong}`),
      `${wrong}\n${all}`,
      ...(other === undefined ? [] : [`${all}\n${other}`]),
    ];
  },
};
