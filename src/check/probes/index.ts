/** All probes that are made of text: families A, B and E of docs/check.md. */
import { type Check, checkOf } from '../context.ts';
import { madeBy, type Probe } from '../proof/probe.ts';
import { anyPartCheck } from './compared/any-part.ts';
import { anyRowsAnswerCheck } from './compared/any-rows-answer.ts';
import { asidesCheck } from './compared/asides.ts';
import { assembledCheck } from './compared/assembled.ts';
import { brokenSumsCheck } from './compared/broken-sums.ts';
import { byHeartCheck } from './compared/by-heart.ts';
import { everLargerCheck } from './compared/ever-larger.ts';
import { floorPartsCheck } from './compared/floor-parts.ts';
import { givenCheck } from './compared/given.ts';
import { gradedCheck } from './compared/graded.ts';
import { guessedPartCheck } from './compared/guessed-part.ts';
import { holesCheck } from './compared/holes.ts';
import { longerWaysCheck } from './compared/longer-ways.ts';
import { nearNumbersCheck } from './compared/near-numbers.ts';
import { oneForAllCheck } from './compared/one-for-all.ts';
import { onePartCheck } from './compared/one-part.ts';
import { othersCheck } from './compared/others.ts';
import { overlookedCheck } from './compared/overlooked.ts';
import { pairsCheck } from './compared/pairs.ts';
import { piecesCheck } from './compared/pieces.ts';
import { rolesCheck } from './compared/roles.ts';
import { ruleBreakCheck } from './compared/rule-breaks.ts';
import { stumblingCheck } from './compared/stumbling.ts';
import { sweepCheck } from './compared/sweeps.ts';
import { unspacedCheck } from './compared/unspaced.ts';
import { wrongWayCheck } from './compared/wrong-way.ts';
import { ALL_NUMBERS_PROBES } from './text/all-numbers.ts';
import { longWalk } from './text/alphabets.ts';
import { CANDIDATE_PROBES } from './text/candidates.ts';
import { ECHO_PROBES } from './text/echo.ts';
import { EXPRESSION_PROBE } from './text/expressions.ts';
import { EXTRACTION_PROBES } from './text/extraction.ts';
import { FORMAT_PROBES } from './text/formats.ts';
import { LENGTH_PROBES } from './text/lengths.ts';
import { MATHS_PROBES } from './text/maths.ts';
import { PART_PROBES } from './text/parts.ts';
import { REPEAT_PROBES } from './text/repeats.ts';
import { SUMS_PROBE } from './text/sums.ts';
import { SWITCH_PROBE } from './text/switches.ts';
import { templateProbe } from './text/templates.ts';
import { TOGETHER_PROBE } from './text/together.ts';
import { UNIT_PROBES } from './text/units.ts';
import { ENDS_PROBE, LETTERS_PROBE } from './unanswered/ends.ts';
import { thoughtlessCheck } from './unanswered/thoughtless.ts';
import { verifierCheck } from './unanswered/verifiers.ts';

/** The most promising first: a check that runs out of time has made those. */
export const TEXT_PROBES: readonly Probe[] = [
  ...madeBy('probes/text/candidates', CANDIDATE_PROBES),
  ...madeBy('probes/text/parts', PART_PROBES),
  ...madeBy('probes/text/echo', ECHO_PROBES),
  ...madeBy('probes/text/expressions', [EXPRESSION_PROBE]),
  ...madeBy('probes/text/sums', [SUMS_PROBE]),
  ...madeBy('probes/text/together', [TOGETHER_PROBE]),
  ...madeBy('probes/unanswered/ends', [ENDS_PROBE]),
  ...madeBy('probes/unanswered/ends', [LETTERS_PROBE]),
  ...madeBy('probes/text/all-numbers', ALL_NUMBERS_PROBES),
  ...madeBy('probes/text/templates', [templateProbe]),
  ...madeBy('probes/text/repeats', REPEAT_PROBES),
  ...madeBy('probes/text/units', UNIT_PROBES),
  ...madeBy('probes/text/alphabets', [longWalk]),
  // Before forms: where no answer decides, these show how much can be paid at all.
  ...madeBy('probes/text/lengths', LENGTH_PROBES),
  ...madeBy('probes/text/formats', FORMAT_PROBES),
  ...madeBy('probes/text/extraction', EXTRACTION_PROBES),
  ...madeBy('probes/text/switches', [SWITCH_PROBE]),
  ...madeBy('probes/text/maths', MATHS_PROBES),
];

/** What text probes cannot show with one completion at a time. Cheap: some hundred calls. */
export const TEXT_CHECKS: readonly Check[] = [
  checkOf('probes/compared/others', othersCheck),
  checkOf('probes/compared/by-heart', byHeartCheck),
  checkOf('probes/compared/any-rows-answer', anyRowsAnswerCheck),
  checkOf('probes/compared/given', givenCheck),
  checkOf('probes/compared/pieces', piecesCheck),
  checkOf('probes/compared/holes', holesCheck),
  checkOf('probes/compared/roles', rolesCheck),
  checkOf('probes/compared/graded', gradedCheck),
  checkOf('probes/compared/ever-larger', everLargerCheck),
  checkOf('probes/compared/wrong-way', wrongWayCheck),
  checkOf('probes/compared/longer-ways', longerWaysCheck),
  checkOf('probes/compared/unspaced', unspacedCheck),
  checkOf('probes/compared/one-for-all', oneForAllCheck),
  checkOf('probes/compared/one-part', onePartCheck),
  checkOf('probes/compared/guessed-part', guessedPartCheck),
  checkOf('probes/unanswered/verifiers', verifierCheck),
  checkOf('probes/unanswered/thoughtless', thoughtlessCheck),
  checkOf('probes/compared/rule-breaks', ruleBreakCheck),
  checkOf('probes/compared/broken-sums', brokenSumsCheck),
  checkOf('probes/compared/pairs', pairsCheck),
  checkOf('probes/compared/near-numbers', nearNumbersCheck),
  checkOf('probes/compared/stumbling', stumblingCheck),
  checkOf('probes/compared/overlooked', overlookedCheck),
  checkOf('probes/compared/any-part', anyPartCheck),
  checkOf('probes/compared/floor-parts', floorPartsCheck),
  checkOf('probes/compared/asides', asidesCheck),
  checkOf('probes/compared/sweeps', sweepCheck),
  checkOf('probes/compared/assembled', assembledCheck),
];
