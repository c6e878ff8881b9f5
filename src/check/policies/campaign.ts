/** Tries all attacks, simplest first, and makes findings of those that win. */

import type { NewFinding } from '../finding.ts';
import { unique } from '../lists.ts';
import { FLOOR_GAP, HIGH_GAP, isShown } from '../proof/levels.ts';
import type { CheckRow } from '../subject/subject.ts';
import { shareOf } from '../wilson.ts';
import { nullAttacks, type Workshop } from './attacks/attacks.ts';
import { exploitOf } from './behaviour/exploit.ts';
import { round } from './behaviour/penalties.ts';
import { familiesOf } from './families.ts';
import { Oracle, type Tried } from './oracle.ts';
import type { Attack } from './play/attack.ts';
import { HACK_CLASSES, type HackRule } from './play/catalogue.ts';
import type { Player } from './play/player.ts';
import { alsoShown, isPerCall, isWaiting } from './relatives.ts';

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

export const runCampaign = async (
  workshop: Workshop,
  player: Player,
  names: readonly string[],
  isExhaustive = false,
): Promise<CampaignResult> => {
  const { calibrated, rows, random } = workshop;
  const oracle = new Oracle({ player, calibrated, rows, random });
  const families = familiesOf({ workshop, names, known: oracle.rows });
  const tried: Tried[] = [];
  const work = new Map<string, number>();
  const found = new Map<HackRule, Tried>();
  // The same of each kind of attack: asked for by exhaustive checks.
  const byDetector = new Map<string, Tried>();
  const nameOf = ({ rule, detector }: Attack): string => `${rule} ${detector}`;
  const attempt = async (attacks: readonly Attack[]): Promise<void> => {
    // One proof of a class is enough: what is left of it would only say it again.
    const left = attacks.filter((each) =>
      isExhaustive ? !byDetector.has(nameOf(each)) : each.isNull === true || !found.has(each.rule),
    );
    const results = await Promise.all(left.map((attack) => oracle.judge(attack)));
    tried.push(...results);
    for (const result of results) {
      if (result.win === null || !isShown(result.share)) continue;
      const name = nameOf(result.attack);
      const other = byDetector.get(name);
      if (other === undefined || isBetter(result, other)) byDetector.set(name, result);
      const known = found.get(result.attack.rule);
      if (known === undefined || isBetter(result, known)) found.set(result.attack.rule, result);
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
  if (isExhaustive) {
    const all: NewFinding[] = [];
    for (const result of byDetector.values()) {
      const finding = await findingOf(oracle, player, result.attack.rule, result, workshop);
      if (finding !== null) all.push({ ...finding, detector: result.attack.detector });
    }
    return { findings: [...all, ...(await floorOf(tried, workshop, player))], tried, work };
  }
  const findings: NewFinding[] = [];
  const nothing = [found.get('F01'), found.get('F12')].find((each) => each?.attack.isNull === true);
  for (const rule of ['F01', 'F11', 'F14'] as const) if (isSecondary(found, rule)) found.delete(rule);
  for (const [rule, result] of found) {
    if (nothing !== undefined && result !== nothing && isExplained(result, nothing)) continue;
    if (rule === 'F09' && isFarming(found, result, calibrated)) continue;
    const finding = await findingOf(oracle, player, rule, result, workshop);
    if (finding !== null) findings.push({ ...finding, detector: result.attack.detector });
  }
  if (nothing === undefined) findings.push(...(await floorOf(tried, workshop, player)));
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

/** Random moves, and two in turn, say nothing new where one action or a stated mechanism gets as much. */
const isSecondary = (found: ReadonlyMap<HackRule, Tried>, rule: HackRule): boolean => {
  const result = found.get(rule);
  if (result === undefined || result.attack.isNull === true) return false;
  const best = Math.max(
    ...[...found].filter(([other]) => other !== rule).map(([, each]) => each.win?.trace.return ?? 0),
    -Infinity,
  );
  // Paid as well for what is no call, then that is not what is paid.
  if (rule === 'F14')
    return (found.get('F02')?.win?.trace.return ?? 0) >= 0.5 * (result.win?.trace.return ?? 0);
  return rule === 'F01'
    ? found.size > 1
    : ['F02', 'F14', 'F01', 'F12', 'F09'].some((other) => found.has(other as HackRule)) &&
        best >= 0.2 * (result.win?.trace.return ?? 0);
};

/** What a search found is no solution where steps are paid without end: replaying it is the same farming. */
const isFarming = (
  found: ReadonlyMap<HackRule, Tried>,
  { win }: Tried,
  { honest }: Workshop['calibrated'],
): boolean =>
  win !== null &&
  honest.get(win.trace.row)?.how === 'search' &&
  (['F02', 'F11', 'F14'] as const).some((rule) => found.get(rule)?.win?.grows === true);

/** Whether an attack gets no more than what doing nothing gets. What sets or reads private state is a fault by itself. */
const isExplained = (result: Tried, nothing: Tried): boolean =>
  !(['F04', 'F05', 'F09'] as HackRule[]).includes(result.attack.rule) || isShown(nothing.share)
    ? (result.win?.trace.return ?? 0) <= 1.5 * Math.abs(nothing.win?.trace.return ?? 0)
    : false;

const findingOf = async (
  oracle: Oracle,
  player: Player,
  found: HackRule,
  { attack, share, win }: Tried,
  workshop: Workshop,
): Promise<NewFinding | null> => {
  const { calibrated } = workshop;
  const proof = win === null ? null : await oracle.prove(win);
  if (proof === null) return null;
  const { trace, honest, floor, grows } = proof;
  // Nothing was paid for the steps: the end was waited for, and that is paid.
  const waits = (found === 'F02' || found === 'F14') && isWaiting(trace);
  const rule = waits ? 'F12' : found;
  // Made for what one row is like, so another value in that row says nothing of it.
  const decoy = attack.isBound === true ? null : proof.decoy;
  const shown = await alsoShown(workshop, player, attack, trace);
  if (rule === 'F02' && grows && (await isPerCall(player, trace))) shown.push('F14');
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
    classes: unique([rule, ...(attack.classes ?? []), ...shown]),
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
export const floorOf = async (
  tried: readonly Tried[],
  workshop: Workshop,
  player: Player,
): Promise<NewFinding[]> => {
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
  const shown = example === undefined ? [] : await shownBy(result, example.row, workshop, player);
  return [
    {
      rule: result.attack.rule,
      classes: unique([result.attack.rule, ...shown]),
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

/** What else an episode of it shows: questions that are paid as much, and what those are paid who try. */
const shownBy = async (
  { attack }: Tried,
  row: CheckRow,
  workshop: Workshop,
  player: Player,
): Promise<HackRule[]> => {
  const policy = attack.policy(row);
  const trace = policy === null ? null : await player.follow(row, policy, {}, attack.most);
  return trace === null ? [] : alsoShown(workshop, player, attack, trace);
};
