/** The checks of an environment: what they came to, as those of a reward function say it. */
import type { Environment } from '../index.ts';
import type { NewFinding } from './finding.ts';
import { environmentRedos } from './static/redos-environment.ts';
import { type Checked, loadFailure, type Task } from './task.ts';

const LOAD_TIMEOUT = '30s';
/** Share of what is left that policies get where regular expressions wait for their turn. */
const FOR_POLICIES = 0.8;

export const checkEnvironment = async (task: Task, findings: NewFinding[]): Promise<Checked> => {
  const { options, parts, subject, sandbox, budget, random, notes, analysis, progress } = task;
  // A failed step must be seen as one, whatever number it would be in training.
  const policies = { onTimeout: null, onError: null, onTamper: null, onLost: null };
  const settings = { loadTimeout: LOAD_TIMEOUT, ...options.environment, ...policies, seed: options.seed };
  const nothing = { findings, calibration: null, durations: [], loadMs: 0 };
  progress('loading the module');
  let environment: Environment;
  let fresh: Environment;
  try {
    [environment, fresh] = await Promise.all([
      sandbox.loadEnvironment(options.file, settings),
      sandbox.loadEnvironment(options.file, settings),
    ]);
  } catch (error) {
    const untestable = loadFailure(error);
    if (untestable === null) throw error;
    return { ...nothing, untestable };
  }
  // A part before the policies, which may take all of the budget that there is; what is not decided then comes after them.
  const early = await environmentRedos(analysis.patterns, subject, sandbox, budget);
  findings.push(...early.findings);
  progress('playing with policies');
  const result = await parts.environment({
    environment,
    fresh,
    subject,
    budget: early.left.length === 0 ? budget : budget.part(FOR_POLICIES),
    random,
    analysis,
    seed: options.seed,
    sandbox: options.sandbox,
    requirements: options.environment.requirements,
  });
  findings.push(...result.findings);
  if (early.left.length > 0) {
    progress('running regular expressions');
    const late = await environmentRedos(early.left, subject, sandbox, budget, 1);
    findings.push(...late.findings);
    if (late.left.length > 0)
      notes.leftOut(
        `${late.left.length} regular expressions, for which the budget was not enough (\`--budget\`)`,
      );
  }
  notes.statistics.push(...result.statistics);
  for (const sentence of result.unchecked) notes.leftOut(sentence);
  for (const distribution of result.distributions) notes.distribution(distribution);
  notes.constantRows.push(...result.constantRows);
  notes.probes += result.probes;
  return {
    findings,
    untestable: result.untestable,
    calibration: { basis: result.basis, goldField: result.goldField },
    durations: [],
    latency: result.latency,
    loadMs: environment.loadMs,
  };
};
