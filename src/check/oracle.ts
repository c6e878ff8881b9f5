/** Judges probes: what they are paid, whether that is proof, and on how many rows. */
import type { Calibration } from './calibration.ts';
import { confirm } from './confirm.ts';
import type { Context } from './context.ts';
import type { NewFinding, Severity } from './finding.ts';
import {
  chanceShare,
  FLOOR_GAP,
  gapOf,
  HIGH_GAP,
  type Hit,
  type Judgement,
  PROOF_GAP,
  paid,
} from './levels.ts';
import type { Probe } from './probes/probe.ts';
import { Random } from './random.ts';
import { type Trial, tryProbe } from './trials.ts';
import { shareOf } from './wilson.ts';

/** What a guess between two may come to. */
const GUESS_SHARE = 0.5;
/** What the share of rows must exceed, whatever it is. */
const LEAST_SHARE = 0.2;
/** Share of rows that counts as all. */
const EVERYWHERE = 0.9;
/** Of the distance between floor and answer: within it two rewards are the same. */
const SAME_REWARD = 0.02;
/** Rules that say what a floor is: where all probes only get what every wrong answer gets, these name it best. */
const FLOOR_RULES = ['A09', 'A08', 'E06'];

interface Found {
  probe: Probe;
  judgement: Judgement;
}

/**
 * Runs probes against the reward function and judges what they are paid. The worst of each rule is a finding; probes
 * that are only paid what any wrong answer is are one finding together: the floor.
 */
export const runProbes = async (context: Context, probes: readonly Probe[]): Promise<NewFinding[]> => {
  const { budget, notes } = context;
  const found = new Map<string, Found>();
  for (const [at, probe] of probes.entries()) {
    if (!budget.has(0.05)) {
      notes.leftOut(`the time was used up: ${probes.length - at} of ${probes.length} probes were not run`);
      break;
    }
    notes.probes++;
    if (context.calibration.goldField !== null) notes.tested.add(probe.rule);
    // Twice the even share, as for checks.
    const part = budget.part(2 / (probes.length - at));
    // What a probe chooses does not depend on those before it, which may have had more or less time.
    const random = Random.named(context.scorer.seed, `${probe.rule} ${probe.title}`);
    for (const trial of await tryProbe({ ...context, budget: part, random }, probe)) {
      const judgement = await judge(context, trial);
      const best = found.get(probe.rule);
      if (judgement !== undefined && (best === undefined || isWorse(judgement, best.judgement)))
        found.set(probe.rule, { probe, judgement });
    }
  }
  const floors = [...found.values()].filter(({ judgement }) => judgement.isFloor);
  const others = [...found.values()].filter(({ judgement }) => !judgement.isFloor);
  const findings: NewFinding[] = [];
  for (const { probe, judgement } of others) findings.push(...(await confirm(context, probe, judgement)));
  if (!notes.floorIsKnown) findings.push(...(await confirmFloor(context, floors)));
  return findings;
};

const confirmFloor = async (context: Context, floors: readonly Found[]): Promise<NewFinding[]> => {
  const named = FLOOR_RULES.flatMap((rule) => floors.filter(({ probe }) => probe.rule === rule));
  const rest = floors.filter((each) => !named.includes(each));
  for (const { probe, judgement } of [...named, ...rest]) {
    const [finding] = await confirm(context, probe, judgement);
    if (finding === undefined) continue;
    context.notes.floorIsKnown = true;
    const forms = floors
      .map((floor) => floor.probe.rule)
      .filter((rule) => /^(?:A08|A09|A1[123]|E)/.test(rule));
    return [{ ...finding, classes: [...new Set([probe.rule, ...forms])] }];
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
    return shareOf(hits.length, of).low > LEAST_SHARE ? judged('warning', hits, false) : undefined;
  }
  const isFloor = isGoldBased && (await isPaidAsWrong(context, trial.hits));
  const hits = isFloor
    ? trial.hits.map((hit) => ({ ...hit, gap: gapAboveNothing(hit, calibration) }))
    : trial.hits;
  const at = (gap: number): Hit[] => hits.filter((hit) => hit.gap >= gap);
  const chance = chanceShare(calibration);
  for (const [gap, severity] of [
    [PROOF_GAP, 'critical'],
    [HIGH_GAP, 'high'],
  ] as const) {
    const high = at(gap);
    if (shareOf(high.length, of).low <= LEAST_SHARE) continue;
    if (!isGoldBased) {
      const everywhere = high.length >= EVERYWHERE * of;
      // Of all that was seen, not of what this row was paid so far.
      const isMuch = high.every(({ reward }) => reward >= gap * context.scorer.range.high);
      const isProof = isShell(context, high) || (trial.probe.proof === 'always' && isMuch);
      return judged(everywhere && isProof ? 'high' : 'info', high, false);
    }
    const asked = await askDecoys(context, high, gap);
    const invariant = asked.filter((hit) => hit.invariant === true);
    if (shareOf(invariant.length, of).low > LEAST_SHARE) return judged(severity, invariant, true, isFloor);
    // Paid for the right answer only: whoever picks one of two things that a prompt names is right on half of the rows.
    const share = shareOf(high.length, of).low;
    if (share > chance) return judged(share > GUESS_SHARE ? severity : 'info', asked, false, isFloor);
  }
  const floor = at(FLOOR_GAP);
  if (!isGoldBased || floor.length <= of / 2) return undefined;
  const asked = await askDecoys(context, floor, FLOOR_GAP);
  const invariant = asked.filter((hit) => hit.invariant === true);
  return invariant.length > of / 2 ? judged('warning', invariant, true, isFloor) : undefined;
};

/** Whether the hits get no more than a wrong answer in the right form does: then it is that form that is paid. */
const isPaidAsWrong = async (
  { scorer, calibration, notes }: Context,
  hits: readonly Hit[],
): Promise<boolean> => {
  const { goldField } = calibration;
  const above = hits.filter((hit) => hit.gap >= FLOOR_GAP);
  if (goldField === null || above.length === 0) return false;
  const results = await Promise.all(
    above.map(async ({ levels, reward }) => {
      const { row, gold, floor, decoys } = levels;
      if (gold === null || (decoys.length === 0 && notes.overpaid === null)) return false;
      const outcomes = await scorer.all(
        decoys.map((decoy) => ({ row, completion: gold.completion, changed: { [goldField]: decoy } })),
      );
      const { overpaid } = notes;
      const known = overpaid === null ? [] : [await scorer.score({ row, completion: overpaid })];
      const wrong = Math.max(...[...outcomes, ...known].map((outcome) => paid(outcome) ?? floor));
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

/** Scores hits where wrong answers stand in the place of the right one. */
const askDecoys = async (context: Context, hits: readonly Hit[], wanted: number): Promise<Hit[]> => {
  const { scorer, calibration } = context;
  const { goldField } = calibration;
  if (goldField === null) return [...hits];
  return Promise.all(
    hits.map(async (hit) => {
      const { row, decoys } = hit.levels;
      if (decoys.length === 0) return hit;
      const outcomes = await scorer.all(
        decoys.map((decoy) => ({ row, completion: hit.completion, changed: { [goldField]: decoy } })),
      );
      const rewards = outcomes.map(paid);
      const high = rewards.filter((reward) => (gapOf(reward, hit.levels, calibration) ?? 0) >= wanted);
      const needed = Math.min(2, decoys.length);
      const sorted = high.filter((reward) => reward !== null).sort((one, other) => other - one);
      const invariant = high.length >= needed;
      const decoy = invariant
        ? (sorted[needed - 1] ?? null)
        : (rewards.find((reward) => reward !== null) ?? null);
      return { ...hit, invariant, decoy };
    }),
  );
};

/**
 * Where no answer is known, full marks say little: a good text may be what is wanted. A shell without content, the same
 * for all rows, is not: nothing but what the source itself names.
 */
const isShell = ({ analysis }: Context, hits: readonly Hit[]): boolean => {
  const [first] = hits;
  if (first === undefined || hits.some(({ completion }) => completion !== first.completion)) return false;
  let rest = first.completion;
  for (const constant of [...analysis.constants].sort((one, other) => other.length - one.length)) {
    if (constant !== '') rest = rest.replaceAll(constant, '');
  }
  return rest.replace(/<\/?[\w-]+>/g, '').replace(/[^\p{L}\p{N}]/gu, '').length <= 4;
};
