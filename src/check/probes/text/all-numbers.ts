/**
 * Answers whose numbers stand among other things (further numbers, a unit), each of them put out of its place at once: what
 * is left of such an answer is its form.
 */
import { coreOf } from '../../answers/in-prompt.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';

const NUMBERS = /(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?![\w.]*\d)/g;
const MOST = 60;

/** The right answer with each number replaced; none where it is one number by itself, of which other probes are made. */
const replaced = (
  { calibration }: Context,
  levels: RowLevels,
  replacements: readonly ((number: string) => string)[],
): readonly string[] => {
  const text = levels.gold?.completion ?? '';
  const count = text.match(NUMBERS)?.length ?? 0;
  const isNumber = (coreOf(calibration, levels)?.replace(NUMBERS, '').trim() ?? '') === '';
  return count === 0 || count > MOST || (count === 1 && isNumber)
    ? []
    : unique(replacements.map((replace) => text.replace(NUMBERS, replace)));
};

const notFinite: Probe = {
  rule: 'B03',
  title: 'has no finite number in the place of any of its numbers',
  fix: 'Reject each number that `math.isfinite` rejects before anything is compared or added up: a comparison with NaN is always false.',
  kind: 'attack',
  proof: 'decoys only',
  make: (context, levels) =>
    replaced(
      context,
      levels,
      ['nan', 'inf', '-inf', '1e999'].map((text) => () => text),
    ),
};

const nothings: Probe = {
  rule: 'A08',
  also: ['C07', 'A09'],
  title: 'has zeros in the place of all numbers',
  fix: 'Check that the answer is one for its row (what may be used, that different things differ, that something is said) before rules that zeros keep.',
  kind: 'attack',
  proof: 'decoys only',
  make: (context, levels) => replaced(context, levels, [(number) => number.replace(/\d/g, '0'), () => '0']),
};

export const ALL_NUMBERS_PROBES: readonly Probe[] = [notFinite, nothings];
