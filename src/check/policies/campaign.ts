/** Tries all attacks, simplest first, and makes findings of those that win. */

import type { NewFinding } from '../finding.ts';
import type { CheckRow } from '../subject/subject.ts';
import { respelled } from './attacks/again.ts';
import { amounts, nullAttacks, repeating, replays, sprays, type Workshop } from './attacks/attacks.ts';
import { everywhere } from './attacks/everywhere.ts';
import { paidRounds } from './attacks/rounds.ts';
import { Oracle, type Tried } from './oracle.ts';
import type { Attack } from './play/attack.ts';
import type { Player } from './play/player.ts';

export interface CampaignResult {
  findings: NewFinding[];
  tried: Tried[];
  /** Calls and steps by detector. */
  work: ReadonlyMap<string, number>;
}

/** Attacks that are judged side by side. */
const AT_ONCE = 8;
/** Share of the budget that is left for proofs, and for what comes after them. */
const RESERVE = 0.15;
/** So much more is another cause. */
const NEARLY = 1.5;

/** What makes attacks, by its name below src/check: simplest first, made when it is their turn, for some have to play for it. */
type Family = readonly [detector: string, make: () => readonly Attack[] | Promise<readonly Attack[]>];

const familiesOf = (workshop: Workshop, known: readonly CheckRow[]): Family[] => {
  const { seeker = null, calibrated } = workshop;
  const all = 'policies/attacks/attacks';
  return [
    [`${all}#nothing`, () => nullAttacks(workshop)],
    [
      'policies/attacks/rounds',
      async () => (seeker === null ? [] : paidRounds(seeker, known, calibrated.honest)),
    ],
    [`${all}#repeating`, () => repeating(workshop)],
    [`${all}#replays`, () => replays(workshop)],
    [`${all}#amounts`, () => amounts(workshop)],
    [`${all}#sprays`, () => sprays(workshop)],
    // Last: one that is found and not proved is the end of its rule.
    ['policies/attacks/everywhere', async () => (seeker === null ? [] : everywhere(seeker, known))],
    ['policies/attacks/again', () => respelled(workshop)],
  ];
};

export const runCampaign = async (
  workshop: Workshop,
  player: Player,
  isExhaustive = false,
): Promise<CampaignResult> => {
  const { calibrated, rows, random } = workshop;
  const oracle = new Oracle({ player, calibrated, rows, random });
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
      if (result.severity !== 'critical') continue;
      const known = found.get(nameOf(result.attack));
      if (known === undefined || isBetter(result, known)) found.set(nameOf(result.attack), result);
    }
  };
  const parts = async (detector: string, attacks: readonly Attack[]): Promise<void> => {
    const before = player.budget.calls;
    for (let at = 0; at < attacks.length && player.budget.has(RESERVE); at += AT_ONCE)
      await attempt(attacks.slice(at, at + AT_ONCE));
    work.set(detector, (work.get(detector) ?? 0) + player.budget.calls - before);
  };
  const later: (readonly [string, Attack[]])[] = [];
  for (const [detector, make] of familiesOf(workshop, oracle.rows)) {
    if (!player.budget.has(RESERVE)) break;
    const attacks = (await make()).map((each) => ({ ...each, detector }));
    const first = later.length === 0 ? attacks.length : AT_ONCE;
    await parts(detector, attacks.slice(0, first));
    later.push([detector, attacks.slice(first)]);
  }
  // Some of each family by turns: a long one must not take the chance of the others.
  const longest = Math.max(0, ...later.map(([, { length }]) => length));
  for (let at = 0; at < longest; at += AT_ONCE)
    for (const [detector, attacks] of later) await parts(detector, attacks.slice(at, at + AT_ONCE));
  const findings: NewFinding[] = [];
  const told: Tried[] = [];
  const tell = async (result: Tried): Promise<void> => {
    const finding = await oracle.prove(result);
    if (finding === null) return;
    if (finding.severity !== 'info') told.push(result);
    findings.push({ ...finding, detector: result.attack.detector });
  };
  for (const result of found.values())
    if (isExhaustive || !told.some((simpler) => explains(simpler, result))) await tell(result);
  const floors = ['high', 'warning'].flatMap((severity) =>
    tried.filter((each) => each.severity === severity).sort((one, other) => returnOf(other) - returnOf(one)),
  );
  for (const floor of floors.slice(0, 3))
    if (told.every(({ attack }) => attack.isNull !== true)) await tell(floor);
  return { findings, tried, work };
};

const isBetter = (one: Tried, other: Tried): boolean =>
  one.share.hits / one.share.of > other.share.hits / other.share.of + 0.2;

const returnOf = ({ win }: Tried): number => win?.trace.return ?? 0;

/** Whether a simpler attack is paid nearly as much: then that is the cause, and is told once. */
const explains = (simpler: Tried, result: Tried): boolean =>
  returnOf(result) <= NEARLY * Math.abs(returnOf(simpler));
