/** Completions by family, from right to malformed: what statistics of a reward function are made of. */
import type { RowLevels } from '../../../calibration.ts';
import type { Context } from '../../../context.ts';
import { unique } from '../../../lists.ts';
import { filler } from './filler.ts';
import { MALFORMED } from './malformed.ts';
import { goldOf, materialOf, wrongOf } from './material.ts';
import { wrap } from './shells.ts';
import { nearMisses, type Variant, variantsOf } from './variants.ts';

/** Completions of one kind. */
export interface Family {
  /** Best first in `familiesOf`: an ordering that a clear signal follows, from `gold` to `empty`. */
  family: string;
  completions: readonly string[];
}

/** The variants of a row's right answer (S13 to S17), in its best wrapper; none where no answer is known. */
export const goldVariants = (context: Context, levels: RowLevels): readonly Variant[] => {
  const gold = goldOf(context, levels);
  if (gold === null || gold === '' || levels.gold === null || context.calibration.basis !== 'answer')
    return [];
  return variantsOf(gold, wrap(context));
};

/** Families for a row; those that do not apply are left out. */
export const familiesOf = (context: Context, levels: RowLevels): readonly Family[] => {
  const variants = goldVariants(context, levels);
  const shell = wrap(context);
  const honest = levels.gold === null ? [] : [levels.gold.completion];
  const answer = context.calibration.basis === 'answer' ? (goldOf(context, levels) ?? '') : '';
  const near = answer === '' ? [] : nearMisses(answer).map(shell);
  const wrong = others(context, levels).map(shell);
  const malformed = malformedFor(levels.row.line);
  const free = [shell('x'), 'I do not know.', filler(200), filler(1_000)];
  const families: Family[] = [
    { family: 'gold', completions: honest },
    ...(['whitespace', 'case', 'unicode', 'number format', 'verbosity'] as const).map(
      (family): Family => ({
        family: `gold, ${family}`,
        completions: variants
          .filter((variant) => variant.family === family)
          .map(({ completion }) => completion),
      }),
    ),
    { family: 'near miss', completions: near },
    { family: "another row's answer", completions: wrong },
    { family: 'content-free', completions: unique(free) },
    { family: 'malformed', completions: malformed },
    { family: 'empty', completions: [''] },
    { family: 'policy', completions: context.subject.completions.get(levels.row.line) ?? [] },
  ];
  return families.filter(({ completions }) => completions.length > 0);
};

/** Right answers of other rows, or the decoys. */
const others = (context: Context, levels: RowLevels): string[] => {
  const gold = goldOf(context, levels);
  if (gold === null || context.calibration.basis !== 'answer') return [];
  const { distinct } = materialOf(context);
  const from = distinct.length === 0 ? 0 : (levels.row.line * 7) % distinct.length;
  const turned = [...distinct.slice(from), ...distinct.slice(0, from)];
  return unique([...turned.filter((other) => other !== gold).slice(0, 3), ...wrongOf(context, levels)]).slice(
    0,
    4,
  );
};

/** Eight of the forty, another eight in the next row; the longest is left to the check of crashes. */
const malformedFor = (line: number): string[] => {
  const short = MALFORMED.filter((text) => text.length > 0 && text.length < 10_000);
  return Array.from({ length: 8 }, (_, at) => short[(line * 8 + at) % short.length] ?? ' ');
};
