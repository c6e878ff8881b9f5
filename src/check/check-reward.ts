/** The checks of a reward function: what it pays for, and then all of them, one after the other. */
import { plural } from '../formats/text/visible.ts';
import { calibrate } from './answers/calibrate.ts';
import { costOfCalls } from './answers/candidates.ts';
import { attackerCheck } from './attacker/attack.ts';
import { withHonestAnswers } from './attacker/honest.ts';
import type { Calibration } from './calibration.ts';
import { sharesOf } from './calls/budget.ts';
import { Scorer } from './calls/scorer.ts';
import type { Check, Context } from './context.ts';
import type { NewFinding } from './finding.ts';
import { loadTwice } from './loading/load-reward.ts';
import { withFreshControls } from './proof/controls.ts';
import { doubtPoorAnswers } from './proof/poor.ts';
import { Random } from './random.ts';
import type { Checked, Task } from './task.ts';

/** Calls that hang are what is looked for: waiting longer for each would use up the time. */
const TIMEOUT = '5s';
const LOAD_TIMEOUT = '30s';

export const checkReward = async (task: Task, findings: NewFinding[]): Promise<Checked> => {
  const { options, sandbox, subject, budget, random, notes, analysis, signal, progress } = task;
  // A failed call must be seen as one, whatever number it would be in training.
  const policies = { onTimeout: null, onError: null, onTamper: null, onLost: null };
  const rewardOptions = {
    timeout: TIMEOUT,
    loadTimeout: LOAD_TIMEOUT,
    ...options.reward,
    ...policies,
    seed: options.seed,
  };
  progress('loading the module');
  const loading = await loadTwice(task, rewardOptions);
  if (typeof loading === 'string')
    return { findings, untestable: loading, calibration: null, durations: [], loadMs: 0 };
  await using loaded = loading;
  const { reward, fresh } = loaded;
  const scorer = new Scorer({ reward, fresh, budget, seed: options.seed, signal });
  progress('finding out what calls take');
  const { functionName, shape, warnings, loadMs } = reward;
  const loadedWith = {
    sandbox,
    sandboxOptions: options.sandbox,
    rewardOptions,
    functionName,
    shape,
    warnings,
    loadMs,
  };
  const unmeasured = { subject, scorer, budget, random, analysis, loaded: loadedWith };
  if (options.calls === undefined) budget.choose(await costOfCalls(unmeasured), options.budget);
  progress(`finding out what it pays for: ${plural(budget.quota, 'call')} at most`);
  const { attacker } = task;
  let calibration = await calibrate(unmeasured);
  if (attacker !== undefined) {
    progress('asking the attacker for right answers');
    calibration = await withHonestAnswers(attacker, unmeasured, calibration).catch((error: Error) => {
      notes.leftOut(`asking the attacker for right answers: ${error.message}`);
      return calibration;
    });
  }
  if (calibration.basis === 'none' || calibration.basis === 'judge') {
    notes.leftOut(`right answers were not told from wrong ones: ${calibration.why}`);
  }
  const isExhaustive = options.exhaustive === true;
  const context: Context = {
    subject,
    scorer,
    budget,
    random,
    analysis,
    calibration,
    findings,
    notes,
    loaded: loadedWith,
    isExhaustive,
  };
  const checks = [...task.parts.checks, ...(attacker === undefined ? [] : [attackerCheck(attacker)])];
  const shareOf = sharesOf(budget, checks.map(weightOf), isExhaustive);
  for (const [at, each] of checks.entries()) {
    const isLate = at > AT_FIRST || (at > 0 && !mayComeToNumbers(context));
    if (isLate && scorer.succeeded === 0) {
      notes.leftOut('nothing was attacked: no call gave a number');
      break;
    }
    progress(`${each.name} (${at + 1} of ${checks.length}; ${plural(findings.length, 'finding')} so far)`);
    try {
      const own = { budget: shareOf(at), random: Random.named(options.seed, each.name) };
      const before = budget.calls;
      if (isExhaustive) notes.floorIsKnown = false;
      const found = await each.run({ ...context, ...own, ...(isExhaustive ? { findings: [] } : {}) });
      const { detector } = each;
      if (detector !== undefined) notes.worked(detector, budget.calls - before);
      findings.push(
        ...found.map((finding) => ({ ...(detector === undefined ? {} : { detector }), ...finding })),
      );
    } catch (error) {
      notes.leftOut(`${each.name}: ${(error as Error).message}`);
    }
  }
  const doubted = doubtPoorAnswers(context, findings);
  const told = await Promise.all(
    doubted.map(async (each) =>
      each.exploit ? { ...each, exploit: await withFreshControls(context, each.exploit) } : each,
    ),
  );
  findings.splice(0, findings.length, ...told);
  const untestable = notes.isJudged ? null : whyUntestable(task, scorer, calibration);
  if (notes.isJudged && scorer.succeeded === 0)
    notes.leftOut(
      'its judge was not asked (no network): a stand-in answered, so nothing is known of real verdicts',
    );
  const { goldField } = calibration;
  const known = { basis: `${calibration.basis}: ${calibration.why}`, goldField };
  return {
    findings,
    untestable,
    calibration: known,
    durations: scorer.durations,
    loadMs,
    answered: answeredRows(task, calibration),
  };
};

/** Rows whose right answer was tried; undefined where the function reads no field of them, or a judge decides. */
const answeredRows = (task: Task, { basis, levels }: Calibration): number | undefined => {
  const reads = task.subject.rows.some(({ texts }) =>
    task.analysis.fields.some((name) => name !== 'prompt' && name in texts),
  );
  return basis !== 'judge' && reads ? levels.filter(({ gold }) => gold !== null).length : undefined;
};

const weightOf = ({ weight = 1 }: Check): number => weight;

/** Checks that give a function what ordinary calls lack come first: the judge, the contract, programs. */
const AT_FIRST = 3;

/** Whether later checks give it what ordinary calls lack: a judge that answers, a program that runs. */
const mayComeToNumbers = ({ analysis }: Context): boolean =>
  analysis.asksJudge || analysis.executesCompletion || analysis.runsProcess;

/** Why nothing can be said: no call ever gave a number, or nothing is known of what it should. */
const whyUntestable = ({ options }: Task, scorer: Scorer, calibration: Calibration): string | null => {
  const without = options.prompts === undefined ? 'without prompts ' : '';
  if (scorer.succeeded === 0) {
    const failure = scorer.usualFailure;
    return failure === null
      ? 'it was ended before any call gave a number'
      : `${without}no call gave a number (${failure.split('\n')[0]})`;
  }
  return without !== '' && calibration.basis === 'none'
    ? `${without}nothing is known of right answers`
    : null;
};
