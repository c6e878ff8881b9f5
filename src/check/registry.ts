/** All checks, in the order in which they run: cheap and telling ones first. */
import type { Sandbox } from '../index.ts';
import { type Check, checkOf } from './context.ts';
import { contractCheck } from './contract/contract.ts';
import { judgeCheck } from './judge/check.ts';
import { checkEnvironment } from './policies/check.ts';
import { nothingCheck } from './probes/compared/nothing.ts';
import { emptyRowsCheck } from './probes/compared/odd-rows.ts';
import { TEXT_CHECKS, TEXT_PROBES } from './probes/index.ts';
import { coverageCheck } from './probes/listening/coverage.ts';
import { programCheck } from './probes/programs/check.ts';
import { PROGRAM_PROBES } from './probes/programs/programs.ts';
import { keptStateCheck, stateCheck } from './probes/programs/state.ts';
import { runProbes } from './proof/oracle.ts';
import type { Probe } from './proof/probe.ts';
import { type AnalyseOptions, analyse } from './static/analyse.ts';
import type { Analysis } from './static/analysis.ts';
import { redosCheck } from './static/redos.ts';
import { statisticsCheck } from './statistics/statistics.ts';
import type { Subject } from './subject/subject.ts';

/** What a check is made of; tests give their own. */
export interface Parts {
  analyse: (sandbox: Sandbox, subject: Subject, options?: AnalyseOptions) => Promise<Analysis>;
  checks: readonly Check[];
  environment: typeof checkEnvironment;
}

/** A check that runs these probes; `isLast`: none that could say better what a floor is comes after. */
export const probesCheck = (name: string, probes: readonly Probe[], weight = 5, isLast = true): Check => ({
  name,
  // Most of what is proved comes from these.
  weight,
  run: (context) => runProbes(context, probes, isLast),
});

export const ALL_PARTS: Parts = {
  analyse,
  checks: [
    // First: where no judge can be reached, every other call only waits for one.
    checkOf('judge/check', judgeCheck),
    checkOf('contract/contract', contractCheck),
    checkOf('probes/programs/check', programCheck),
    checkOf('probes/programs/state', keptStateCheck),
    checkOf('probes/compared/nothing', nothingCheck),
    // What runs programs is slow, and pays hardly any text; where nothing is run these take no time.
    probesCheck('probes that are programs', PROGRAM_PROBES, 9, false),
    probesCheck('probes made of text', TEXT_PROBES),
    ...TEXT_CHECKS,
    checkOf('probes/compared/odd-rows', emptyRowsCheck),
    checkOf('probes/programs/state', stateCheck),
    checkOf('static/redos', redosCheck),
    checkOf('probes/listening/coverage', coverageCheck),
    checkOf('statistics/statistics', statisticsCheck),
  ],
  environment: checkEnvironment,
};
