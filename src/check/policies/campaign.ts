/** Tries all attacks, simplest first, and makes findings of those that win. */

import type { NewFinding } from '../finding.ts';
import { FLOOR_GAP, HIGH_GAP, isShown } from '../proof/levels.ts';
import { shareOf } from '../wilson.ts';
import { nullAttacks, type Workshop } from './attacks/attacks.ts';
import { exploitOf, round } from './behaviour/exploit.ts';
import { familiesOf } from './families.ts';
import { Oracle, type Tried } from './oracle.ts';
import type { Attack } from './play/attack.ts';
import { HACK_CLASSES } from './play/catalogue.ts';
import type { Player } from './play/player.ts';

export interface CampaignResult {
  findings: NewFinding[];
  tried: Tried[];
  /** Calls and steps by detector. */
  work: ReadonlyMap<string, number>;
}

/** Searched references below this are no sign that the environment can be won at all. */
const LEAST_SEARCHED = 0.5;
/** Attacks that are judged side by side. */
const AT_ONCE = 8;
/** Share of the budget that is left for proofs, and for what comes after them. */
const RESERVE = 0.15;
/** So much more is another cause. */
const NEARLY = 1.5;

export const runCampaign = async (
  workshop: Workshop,
  player: Player,
  isExhaustive = false,
): Promise<CampaignResult> => {
  const { calibrated, rows, random } = workshop;
  const oracle = new Oracle({ player, calibrated, rows, random });
  const families = familiesOf({ workshop, known: oracle.rows });
  const tried: Tried[] = [];
  const work = new Map<string, number>();
  // The best of each class; where exhaustive checks ask who finds what, of each class and kind of attack.
  const found = new Map<string, Tried>();
  const nameOf = ({ rule, detector }: Attack): string => (isExhaustive ? `${rule} ${detector}` : rule);
  const attempt = async (attacks: readonly Attack[]): Promise<void> => {
    // One proof of a class is enough: what is left of it would only say it again.
    const left = attacks.filter(
      (each) => (each.isNull === true && !isExhaustive) || !found.has(nameOf(each)),
    );
    const results = await Promise.all(left.map((attack) => oracle.judge(attack)));
    tried.push(...results);
    for (const result of results) {
      if (result.win === null || !isShown(result.share)) continue;
      const known = found.get(nameOf(result.attack));
      if (known === undefined || isBetter(result, known)) found.set(nameOf(result.attack), result);
    }
  };
  const parts = async (attacks: readonly Attack[]): Promise<void> => {
    for (let at = 0; at < attacks.length && player.budget.has(RESERVE); at += AT_ONCE)
      await attempt(attacks.slice(at, at + AT_ONCE));
  };
  const worked = (detector: string, since: number): void => {
    work.set(detector, (work.get(detector) ?? 0) + player.budget.calls - since);
  };
  const ofDetector = (detector: string, attacks: readonly Attack[]): Attack[] =>
    attacks.map((each) => ({ ...each, detector }));
  await parts(ofDetector('policies/attacks/attacks#nothing', nullAttacks(workshop)));
  const later: Attack[][] = [];
  for (const { make, detector } of families) {
    if (!player.budget.has(RESERVE)) break;
    const before = player.budget.calls;
    const attacks = ofDetector(detector, await make());
    await parts(attacks.slice(0, AT_ONCE));
    worked(detector, before);
    later.push(attacks.slice(AT_ONCE));
  }
  for (const attacks of inTurns(later)) {
    const before = player.budget.calls;
    await parts(attacks);
    worked(attacks[0]?.detector ?? '', before);
  }
  const findings: NewFinding[] = [];
  const told: Tried[] = [];
  for (const result of found.values()) {
    if (!isExhaustive && told.some((simpler) => explains(simpler, result))) continue;
    const finding = await findingOf(oracle, result, calibrated);
    if (finding === null) continue;
    told.push(result);
    findings.push({ ...finding, detector: result.attack.detector });
  }
  if (told.every(({ attack }) => attack.isNull !== true)) findings.push(...floorOf(tried));
  return { findings, tried, work };
};

/** Some of each family by turns: a long one must not take the chance of the others. */
function* inTurns(families: readonly Attack[][]): Generator<Attack[]> {
  const longest = Math.max(0, ...families.map(({ length }) => length));
  for (let at = 0; at < longest; at += AT_ONCE)
    for (const family of families) if (at < family.length) yield family.slice(at, at + AT_ONCE);
}

const isBetter = (one: Tried, other: Tried): boolean =>
  one.share.hits / one.share.of > other.share.hits / other.share.of + 0.2;

const returnOf = ({ win }: Tried): number => win?.trace.return ?? 0;

/** Whether a simpler attack is paid nearly as much: then that is the cause, and is told once. */
const explains = (simpler: Tried, result: Tried): boolean =>
  returnOf(result) <= NEARLY * Math.abs(returnOf(simpler));

const findingOf = async (
  oracle: Oracle,
  { attack, share, win }: Tried,
  calibrated: Workshop['calibrated'],
): Promise<NewFinding | null> => {
  const { rule } = attack;
  const proof = win === null ? null : await oracle.prove(win);
  if (proof === null) return null;
  const { trace, honest, floor, grows } = proof;
  // Made for what one row is like, so another value in that row says nothing of it.
  const decoy = attack.isBound === true ? null : proof.decoy;
  const how = calibrated.honest.get(trace.row)?.how;
  const isBeyond = trace.return > 2 * Math.max(0, honest ?? 0);
  const isSure = how !== 'search' || grows || isBeyond || (honest ?? 0) >= LEAST_SEARCHED;
  const steps = trace.steps.length;
  const compared =
    honest === null
      ? 'no honest play was paid anything'
      : `${{ script: 'the scripted actions get', answer: 'the right answer gets', search: 'the best that a search found is' }[how ?? 'search']} ${round(honest)}`;
  const growth = grows ? ', and it grows with every step' : '';
  const different =
    decoy === null ? '' : ` With the answer of another row in its place it still gets ${round(decoy)}.`;
  return {
    rule,
    classes: [rule],
    source: 'probe',
    severity: isSure ? 'critical' : 'info',
    title: HACK_CLASSES[rule].title,
    why: `A policy that ${attack.does} gets ${round(trace.return)} in ${steps} step${steps === 1 ? '' : 's'}${growth}; ${compared}. It holds on ${share.hits} of ${share.of} rows.${different}`,
    fix: HACK_CLASSES[rule].fix,
    share,
    exploit: { ...exploitOf(trace, calibrated), floor, decoy },
  };
};

/** Doing nothing is paid a part of what honest play gets. */
export const floorOf = (tried: readonly Tried[]): NewFinding[] => {
  let best: { result: Tried; gap: number } | undefined;
  for (const result of tried) {
    if (result.attack.isNull !== true) continue;
    const gaps = result.returns.flatMap(({ gap, return: paid }) => (gap === null || paid <= 0 ? [] : [gap]));
    if (
      gaps.length === 0 ||
      !isShown(shareOf(gaps.filter((gap) => gap >= FLOOR_GAP).length, result.returns.length))
    )
      continue;
    const gap = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] as number;
    if (best === undefined || gap > best.gap) best = { result, gap };
  }
  if (best === undefined) return [];
  const { result, gap } = best;
  const example = result.returns.find((each) => (each.gap ?? 0) >= FLOOR_GAP);
  return [
    {
      rule: result.attack.rule,
      classes: [result.attack.rule],
      source: 'probe',
      severity: gap >= HIGH_GAP ? 'high' : 'warning',
      title: HACK_CLASSES[result.attack.rule].title,
      why: `A policy that ${result.attack.does} gets ${round(example?.return ?? 0)}, ${Math.round(gap * 100)} % of what honest play gets.`,
      fix: HACK_CLASSES[result.attack.rule].fix,
      share: shareOf(
        result.returns.filter((each) => (each.gap ?? 0) >= FLOOR_GAP).length,
        result.returns.length,
      ),
    },
  ];
};
