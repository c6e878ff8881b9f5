/** Judges probes: what they are paid, whether that is proof, and on how many rows. */
import { isAllThereIs, isComparedWithNothing, isFullMarks, isShell, rowsDiffer } from '../answers/marks.ts';
import type { Calibration } from '../calibration.ts';
import { sharesOf } from '../calls/budget.ts';
import type { Context } from '../context.ts';
import { CONTENT_FREE, isOfExecution, type NewFinding, type Severity } from '../finding.ts';
import { shareOf } from '../wilson.ts';
import { confirm } from './confirm.ts';
import { underDecoys } from './controls.ts';
import {
  ATTACKS,
  chanceShare,
  FLOOR_GAP,
  type Found,
  gapOf,
  type Hit,
  isShown,
  type Judgement,
  PROOF_GAP,
  paid,
} from './levels.ts';
import type { Probe } from './probe.ts';
import { isPaidForRunning } from './running.ts';
import { noteRun, type Promising, randomOf, sieve } from './sieve.ts';
import { listsWrongOnes } from './singles.ts';
import { type Trial, tryProbe, widen } from './trials.ts';

/** What a guess between two may come to. */
const GUESS_SHARE = 0.5;
/** Share of rows that counts as all. */
const EVERYWHERE = 0.9;
/** Of the distance between floor and answer: within it two rewards are the same. */
const SAME_REWARD = 0.02;
/** With fewer calls for each probe, all of them are tried a little before any is tried more. */
const CALLS_FOR_EACH = 24;
/** Part of the time that is left for repeating what was found. */
const LEFT_TO_CONFIRM = 0.15;

/** Floors that wait for later probes, which say better what is paid: by the notes of their check. */
const waiting = new WeakMap<Context['notes'], readonly Found[]>();

const FLOOR = {
  title: 'gives any answer that can be read',
  fix: 'Give a wrong answer the least reward, as no answer gets: pay for the form only when the answer is right.',
} as const;

/**
 * Runs probes against the reward function and judges what they are paid. The worst of each rule is a finding; probes
 * that are only paid what any wrong answer is are one finding together: the floor.
 * @param isLast false: more probes follow, and where no program is run they have a say in what the floor is
 */
export const runProbes = async (
  context: Context,
  probes: readonly Probe[],
  isLast = true,
): Promise<NewFinding[]> => {
  const { budget, notes } = context;
  const found = new Map<string, Found>();
  const isShort = budget.left < CALLS_FOR_EACH * probes.length;
  const promising = isShort ? await sieve(context, probes) : probes.map((probe) => ({ probe }));
  const shareOf = sharesOf(
    budget,
    promising.map(() => 1),
  );
  for (const [at, { probe, variants }] of promising.entries() as Iterable<[number, Promising]>) {
    // The best that one row pays is asked for others however late it is.
    const isFirst = variants !== undefined && at === 0;
    if (!isFirst && !budget.has(variants === undefined ? 0.05 : LEFT_TO_CONFIRM)) {
      const left = `${promising.length - at} of ${probes.length} probes`;
      notes.leftOut(
        variants === undefined
          ? `${budget.why}: ${left} were not run`
          : `${budget.why}: ${left} are paid on one row, and were not tried on others`,
      );
      break;
    }
    if (variants === undefined) noteRun(context, probe);
    const part = shareOf(at);
    const before = budget.calls;
    const narrow = { ...context, budget: part, random: randomOf(context, probe) };
    const trials =
      variants === undefined ? await tryProbe(narrow, probe) : await widen(narrow, probe, variants);
    if (probe.detector !== undefined) notes.worked(probe.detector, budget.calls - before);
    for (const trial of trials) {
      const judgement = await judge(context, trial);
      // One proof of a class is enough, unless it is asked who finds it.
      const key = context.isExhaustive === true ? `${probe.rule} ${probe.detector}` : probe.rule;
      const best = found.get(key);
      if (judgement !== undefined && (best === undefined || isWorse(judgement, best.judgement)))
        found.set(key, { probe, judgement });
    }
  }
  // Where nothing is run, a program is any text in the right form: probes of text say better what is paid.
  const runs = context.analysis.executesCompletion || context.analysis.runsProcess;
  const own = [...found.values()].filter(
    ({ probe, judgement }) => judgement.isFloor && (runs || !isOfExecution(probe.rule)),
  );
  const floors = [...own, ...(waiting.get(notes) ?? [])];
  waiting.set(notes, isLast || runs ? [] : floors);
  const others = [...found.values()].filter(({ judgement }) => !judgement.isFloor);
  const findings: NewFinding[] = [];
  for (const { probe, judgement } of others) {
    const told = await confirm(context, probe, judgement);
    findings.push(...told.map((each) => ({ ...each, ...byProbe(probe) })));
  }
  if (!notes.floorIsKnown && (isLast || runs)) findings.push(...(await confirmFloor(context, floors)));
  return findings;
};

/** A check that has probes of its own names itself. */
const byProbe = ({ detector }: Probe): { detector?: string } => (detector === undefined ? {} : { detector });

const confirmFloor = async (context: Context, floors: readonly Found[]): Promise<NewFinding[]> => {
  // Attacks that say nothing name best what it is that all of them are paid.
  const plainest = CONTENT_FREE.flatMap((rule) => floors.filter(({ probe }) => probe.rule === rule));
  const rest = floors.filter((each) => !plainest.includes(each));
  const [rule = ''] = CONTENT_FREE;
  for (const { probe, judgement } of [...plainest, ...rest]) {
    const [finding] = await confirm(context, probe, judgement);
    if (finding === undefined) continue;
    context.notes.floorIsKnown = true;
    // What a wrong answer is paid too is no proof of what the probe was made for.
    const told = rest.some((floor) => floor.probe === probe) ? { ...finding, rule, ...FLOOR } : finding;
    return [{ ...told, detector: probe.detector, classes: [...new Set([told.rule, rule])] }];
  }
  return [];
};

const RANK: Readonly<Record<Severity, number>> = { critical: 0, high: 1, warning: 2, info: 3 };

const isWorse = (one: Judgement, other: Judgement): boolean => {
  const size = ({ hits }: Judgement): number => hits[0]?.completion.length ?? 0;
  const order =
    RANK[one.severity] - RANK[other.severity] ||
    Number(one.isFloor) - Number(other.isFloor) ||
    other.share.low - one.share.low ||
    size(one) - size(other);
  return order < 0;
};

/** Whether the hits of a trial are proof, a weakness, or nothing. */
const judge = async (context: Context, trial: Trial): Promise<Judgement | undefined> => {
  const { calibration } = context;
  const isGoldBased = calibration.basis === 'answer' || calibration.basis === 'tests';
  const of = trial.rows;
  const judged = (severity: Severity, hits: readonly Hit[], invariant: boolean, isFloor = false) => ({
    severity,
    share: shareOf(hits.length, of),
    hits,
    invariant,
    isFloor,
  });
  if (trial.probe.kind === 'integrity') {
    const hits = trial.hits.filter((hit) => hit.gap >= PROOF_GAP);
    return isShown(shareOf(hits.length, of)) ? judged('warning', hits, false) : undefined;
  }
  const isFloor = isGoldBased && (await isPaidAsWrong(context, trial.hits));
  const hits = isFloor
    ? trial.hits.map((hit) => ({ ...hit, gap: gapAboveNothing(hit, calibration) }))
    : rewarded(trial.hits.filter((hit) => !isNoGain(hit)));
  const at = (gap: number): Hit[] => hits.filter((hit) => hit.gap >= gap);
  const chance = chanceShare(calibration);
  const { proof } = trial.probe;
  const decoysOnly = proof === 'decoys only' || proof === 'decoys or one text';
  if (proof === 'decoys only' && !isGoldBased) return undefined;
  for (const [gap, severity] of ATTACKS) {
    if (trial.probe.inFull === true && gap < PROOF_GAP) continue;
    const high = at(gap);
    if (!isShown(shareOf(high.length, of))) continue;
    if (!isGoldBased) {
      const everywhere = high.length >= EVERYWHERE * of;
      // Of all that was seen, not of what this row was paid so far.
      const isMuch = high.every(({ reward }) => reward >= gap * context.scorer.range.high);
      const isProof = isShell(context, high) || (trial.probe.proof === 'always' && isMuch);
      const isLoud =
        gap >= PROOF_GAP &&
        everywhere &&
        isMuch &&
        isAllThereIs(context) &&
        (isShell(context, high) || (proof === 'decoys or one text' && isOneText(high))
          ? rowsDiffer(context)
          : await isPaidForRunning(context, trial.probe, high));
      if (isLoud) return judged('critical', high, false);
      const full = isComparedWithNothing(context) && isShell(context, high) ? 'critical' : 'high';
      const worst = isFullMarks(context) ? full : 'warning';
      return judged(everywhere && isProof ? worst : 'info', high, false);
    }
    const asked = await askDecoys(context, high, gap);
    const invariant = asked.filter((hit) => hit.invariant === true);
    if (isShown(shareOf(invariant.length, of))) {
      return judged(isOtherKind(calibration, invariant) ? 'warning' : severity, invariant, true, isFloor);
    }
    if (decoysOnly) continue;
    // Paid for the right answer only: whoever picks one of two things that a prompt names is right on half of the rows.
    const share = shareOf(high.length, of).low;
    if (share > chance && (await listsWrongOnes(context, trial.probe, asked)))
      return judged(share > GUESS_SHARE ? severity : 'info', asked, false, isFloor);
  }
  const floor = at(FLOOR_GAP);
  if (!isGoldBased || floor.length <= of / 2) return undefined;
  const asked = await askDecoys(context, floor, FLOOR_GAP);
  const invariant = asked.filter((hit) => hit.invariant === true);
  return invariant.length > of / 2 ? judged('warning', invariant, true, isFloor) : undefined;
};

/** Whether all rows got the same text. */
const isOneText = (hits: readonly Hit[]): boolean =>
  new Set(hits.map(({ completion }) => completion)).size === 1;

/** Of hits that were paid something and others that were paid nothing or less, the first only. */
const rewarded = (hits: readonly Hit[]): readonly Hit[] => {
  const some = hits.filter(({ reward }) => reward > 0);
  return some.length > 0 ? some : hits;
};

/** Whether the hits get no more than a wrong answer in the right form does: then it is that form that is paid. */
const isPaidAsWrong = async ({ scorer, calibration }: Context, hits: readonly Hit[]): Promise<boolean> => {
  const { goldField } = calibration;
  const above = hits.filter((hit) => hit.gap >= FLOOR_GAP);
  if (goldField === null || above.length === 0) return false;
  const results = await Promise.all(
    above.map(async ({ levels, reward }) => {
      const { row, gold, floor, decoys } = levels;
      if (gold === null || decoys.length === 0) return false;
      const outcomes = await scorer.all(
        decoys.map((decoy) => ({ row, completion: gold.completion, changed: { [goldField]: decoy } })),
      );
      const wrong = Math.max(...outcomes.map((outcome) => paid(outcome) ?? floor));
      return reward <= wrong + SAME_REWARD * (gold.reward - floor);
    }),
  );
  return results.filter(Boolean).length >= 0.8 * results.length;
};

/** A penalty for no form at all makes no reward of the form: counted from 0 where that lies between. */
const gapAboveNothing = ({ levels, reward }: Hit, calibration: Calibration): number => {
  const floor = levels.floor < 0 && (levels.gold?.reward ?? 0) > 0 ? 0 : levels.floor;
  return gapOf(reward, { ...levels, floor }, calibration) ?? 0;
};

/**
 * Rows of which no right answer is known, where those of others are: another kind of row, of which the same text may be the
 * right answer (to refuse what all of them ask), and whose field for the answer decides nothing.
 */
const isOtherKind = ({ basis, levels }: Calibration, hits: readonly Hit[]): boolean =>
  basis === 'answer' &&
  levels.some(({ gold }) => gold !== null) &&
  hits.every((hit) => hit.levels.gold === null);

/** Nothing or less, where right answers are paid: less than a wrong answer costs is no reward ("I am not sure"). */
const isNoGain = ({ levels: { floor, gold }, reward }: Hit): boolean =>
  floor < 0 && reward <= 0 && (gold?.reward ?? 0) > 0;

/** Scores hits where wrong answers stand in the place of the right one. */
const askDecoys = (context: Context, hits: readonly Hit[], wanted: number): Promise<Hit[]> =>
  Promise.all(
    hits.map(async (hit) => {
      const asked = await underDecoys(context, hit.levels, hit.completion, wanted);
      return asked === null ? hit : { ...hit, invariant: asked.holds, decoy: asked.decoy };
    }),
  );
