/** All probes that are made of text: families A, B and E of docs/check.md. */
import { type Check, checkOf } from '../context.ts';
import { madeBy, type Probe } from '../proof/probe.ts';
import { pairsCheck } from './compared/odd-rows.ts';
import { othersCheck } from './compared/others.ts';
import { CANDIDATE_PROBES } from './text/candidates.ts';
import { ECHO_PROBES } from './text/echo.ts';
import { EXTRACTION_PROBES } from './text/extraction.ts';
import { FORMAT_PROBES } from './text/formats.ts';
import { LENGTH_PROBES } from './text/lengths.ts';
import { MATHS_PROBES } from './text/maths.ts';
import { TOGETHER_PROBE } from './text/together.ts';

/** The most promising first: a check that runs out of time has made those. */
export const TEXT_PROBES: readonly Probe[] = [
  ...madeBy('probes/text/candidates', CANDIDATE_PROBES),
  ...madeBy('probes/text/echo', ECHO_PROBES),
  ...madeBy('probes/text/together', [TOGETHER_PROBE]),
  // Before forms: where no answer decides, these show how much can be paid at all.
  ...madeBy('probes/text/lengths', LENGTH_PROBES),
  ...madeBy('probes/text/formats', FORMAT_PROBES),
  ...madeBy('probes/text/extraction', EXTRACTION_PROBES),
  ...madeBy('probes/text/maths', MATHS_PROBES),
];

/** What text probes cannot show with one completion at a time. Cheap: some hundred calls. */
export const TEXT_CHECKS: readonly Check[] = [
  checkOf('probes/compared/others', othersCheck),
  checkOf('probes/compared/odd-rows', pairsCheck),
];
