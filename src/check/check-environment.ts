/** The checks of an environment: what they came to, as those of a reward function say it. */
import type { Environment } from '../index.ts';
import type { NewFinding } from './finding.ts';
import { type Checked, loadFailure, type Task } from './task.ts';

const LOAD_TIMEOUT = '30s';

export const checkEnvironment = async (task: Task, findings: NewFinding[]): Promise<Checked> => {
  const { options, parts, subject, sandbox, budget, random, notes, analysis, progress } = task;
  task.attacker?.stop(
    'the attacker was not asked: it thinks of completions only, and this is an environment',
  );
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
  progress('playing with policies');
  const result = await parts.environment({
    environment,
    fresh,
    subject,
    budget,
    time: options.calls === undefined ? options.budget : undefined,
    random,
    analysis,
    notes,
    seed: options.seed,
    signal: task.signal,
    isExhaustive: options.exhaustive,
    loaded: {
      sandbox,
      sandboxOptions: options.sandbox,
      rewardOptions: { requirements: options.environment.requirements },
      functionName: '',
    },
  });
  findings.push(...result.findings);
  return { ...result, findings, loadMs: environment.loadMs };
};
