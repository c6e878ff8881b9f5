/** All probes that are made of text: families A, B and E of docs/check.md. */
import type { Check } from '../context.ts';
import type { Probe } from '../proof/probe.ts';
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
  ...CANDIDATE_PROBES,
  ...PART_PROBES,
  ...ECHO_PROBES,
  EXPRESSION_PROBE,
  SUMS_PROBE,
  TOGETHER_PROBE,
  ENDS_PROBE,
  LETTERS_PROBE,
  ...ALL_NUMBERS_PROBES,
  templateProbe,
  ...REPEAT_PROBES,
  ...UNIT_PROBES,
  longWalk,
  // Before forms: where no answer decides, these show how much can be paid at all.
  ...LENGTH_PROBES,
  ...FORMAT_PROBES,
  ...EXTRACTION_PROBES,
  SWITCH_PROBE,
  ...MATHS_PROBES,
];

/** What text probes cannot show with one completion at a time. Cheap: some hundred calls. */
export const TEXT_CHECKS: readonly Check[] = [
  othersCheck,
  byHeartCheck,
  anyRowsAnswerCheck,
  givenCheck,
  piecesCheck,
  holesCheck,
  rolesCheck,
  gradedCheck,
  everLargerCheck,
  wrongWayCheck,
  longerWaysCheck,
  unspacedCheck,
  oneForAllCheck,
  onePartCheck,
  guessedPartCheck,
  verifierCheck,
  thoughtlessCheck,
  ruleBreakCheck,
  brokenSumsCheck,
  pairsCheck,
  nearNumbersCheck,
  stumblingCheck,
  overlookedCheck,
  anyPartCheck,
  floorPartsCheck,
  asidesCheck,
  sweepCheck,
  assembledCheck,
];
