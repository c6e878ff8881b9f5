/** Says of an attack on how many rows it reaches what honest play reaches, whether that is more than luck, and proves it. */

import { plural } from '../../formats/text/visible.ts';
import type { NewFinding, Severity, Share } from '../finding.ts';
import { FLOORS, isShown, PROOF_GAP } from '../proof/levels.ts';
import { reduce } from '../proof/minimise.ts';
import type { Random } from '../random.ts';
import type { CheckRow } from '../subject/subject.ts';
import { shareOf } from '../wilson.ts';
import { changeOf, decoysOf } from './actions/fields.ts';
import { exploitOf, findingOf, round } from './behaviour/exploit.ts';
import type { Attack } from './play/attack.ts';
import { roundsOf } from './play/paid-again.ts';
import { MOST_STEPS, type Player } from './play/player.ts';
import { actionsOf, type Trace } from './play/trace.ts';
import { answerActions, type Calibrated, type Honest, SOLVED } from './ways/honest.ts';

/** Rows that each attack is tried on first; only what wins on one of them is tried on more. */
const FIRST = 3;
/** Rows in all, for one attack: enough for a lower bound, and few enough for long episodes. */
const MOST_JUDGED = 10;
/** Shorter plays that are tried. */
const MOST_TRIES = 60;
const EPSILON = 1e-9;
/** Where no honest play is known: what a game is mostly worth that is won, and rows that must all pay it. */
const FULL = 0.99;
const LEAST_FULL = 5;

export interface Tried {
  attack: Attack;
  /** What that comes to: `critical` where it wins, less where doing nothing is paid a part; null: nothing. */
  severity: Severity | null;
  /** Rows on which it reached that much; for `critical` also with wrong answers in the row and with other seeds. */
  share: Share;
  /** Its best win; null: none. */
  win: Win | null;
  /** Returns on all rows that were tried, with the gap where the honest return is known. */
  returns: Returned[];
}

export interface Returned {
  row: CheckRow;
  return: number;
  gap: number | null;
  trace: Trace;
}

export interface Win {
  trace: Trace;
  /** What it has to be paid again, to be proved. */
  level: number;
  decoy: number | null;
  /** Its return is beyond the honest one, and grows with the number of steps. */
  grows: boolean;
}

export interface OracleOptions {
  player: Player;
  calibrated: Calibrated;
  rows: readonly CheckRow[];
  random: Random;
}

export const gapOf = (trace: Trace, { honest, floors }: Calibrated): number | null => {
  const known = honest.get(trace.row);
  const floor = floors.get(trace.row) ?? 0;
  if (known === undefined || known.return <= floor + EPSILON) return null;
  return (trace.return - floor) / (known.return - floor);
};

/** Whether what it is paid goes on to the end, at much the same rate. */
const isGrowing = (trace: Trace): boolean => {
  if (trace.steps.length < 6) return false;
  const half = Math.floor(trace.steps.length / 2);
  const sum = (from: number, to?: number): number =>
    trace.steps.slice(from, to).reduce((total, { reward }) => total + (reward ?? 0), 0);
  const [early, late] = [sum(0, half), sum(half)];
  // What only the last step pays is an end, not growth.
  const isSpread = (trace.steps.at(-1)?.reward ?? 0) < 0.6 * late;
  return late > EPSILON && late >= 0.25 * early && isSpread;
};

/** Whether what it was paid beyond honest play is paid for nothing new. */
const isFarmed = (attack: Attack, trace: Trace, honest: Honest | undefined): boolean => {
  const known = honest?.return ?? 0;
  if (attack.isFarming !== true) return isGrowing(trace);
  const rounds = roundsOf(trace);
  // What a search found may be a part of what can be had: the same step again may be the way to the rest.
  if (rounds === null || (honest?.how === 'search' && rounds.period === 1 && trace.return <= 1.5 * known))
    return false;
  return true;
};

export class Oracle {
  readonly #options: OracleOptions;
  /** Rows with an honest return first: elsewhere only growth can be seen. */
  readonly #rows: readonly CheckRow[];

  constructor(options: OracleOptions) {
    this.#options = options;
    const { honest } = options.calibrated;
    const known = options.rows.filter((row) => honest.has(row));
    this.#rows = known.length > 0 ? known : options.rows;
  }

  get rows(): readonly CheckRow[] {
    return this.#rows;
  }

  async judge(attack: Attack): Promise<Tried> {
    const returns: Tried['returns'] = [];
    const wins: Win[] = [];
    const step = async (rows: readonly CheckRow[]): Promise<void> => {
      await Promise.all(
        rows.map(async (row) => {
          const result = await this.#onRow(attack, row);
          if (result === null) return;
          returns.push(result.entry);
          if (result.win !== null) wins.push(result.win);
        }),
      );
    };
    const first = attack.isStructural === true ? 1 : FIRST;
    // What was made for single rows is there for some of them only.
    const able =
      attack.isBound === true ? this.#rows.filter((row) => attack.policy(row) !== null) : this.#rows;
    await step(able.slice(0, first));
    // Long episodes are dear, and growth is no luck: a few rows say enough.
    const last = wins.some(({ grows }) => grows) ? 4 : MOST_JUDGED;
    if (wins.length > 0 && this.#options.player.budget.has(0.05)) await step(able.slice(first, last));
    wins.sort(
      (one, other) => Number(other.grows) - Number(one.grows) || one.trace.row.line - other.trace.row.line,
    );
    const share = shareOf(wins.length, returns.length);
    const { calibrated } = this.#options;
    // Compared with nothing it has to hold everywhere.
    const isEnough =
      calibrated.honest.size > 0 ||
      wins.some(({ grows }) => grows) ||
      (returns.length >= LEAST_FULL && wins.length === returns.length);
    const [win = null] = wins;
    if (win !== null && isEnough && isShown(share))
      return { attack, severity: 'critical', share, win, returns };
    return {
      attack,
      returns,
      ...((attack.isNull && floorOf(returns, calibrated)) || { severity: null, share, win: null }),
    };
  }

  async #onRow(
    attack: Attack,
    row: CheckRow,
  ): Promise<{ entry: Tried['returns'][number]; win: Win | null } | null> {
    const { player, calibrated } = this.#options;
    const policy = attack.policy(row);
    if (policy === null) return null;
    let trace = await player.follow(row, policy, {}, attack.most);
    let most = attack.most;
    if (this.#goesOn(trace, row)) {
      most = MOST_STEPS;
      trace = await player.follow(row, attack.policy(row) ?? policy, {}, most);
    }
    if (trace.setup.status !== 'ok' || trace.status === 'cancelled') return null;
    const gap = gapOf(trace, calibrated);
    const entry = { row, return: trace.return, gap, trace };
    const honest = calibrated.honest.get(row);
    const floor = calibrated.floors.get(row) ?? 0;
    if (trace.return < (attack.least ?? -Infinity)) return { entry, win: null };
    const beyond = trace.return > (honest?.return ?? 0) + 0.05 * Math.abs(honest?.return ?? 0) + EPSILON;
    const grows = beyond && trace.return > EPSILON && isFarmed(attack, trace, honest);
    if (!grows && attack.isFarming === true) return { entry, win: null };
    if (!grows && !(gap === null ? this.#isPaidRubbish(attack, trace) : gap >= PROOF_GAP))
      return { entry, win: null };
    const full = honest?.return ?? FULL;
    const level = grows ? (honest?.return ?? 0) : floor + PROOF_GAP * (full - floor);
    const decoy = await this.#lowest({ ...attack, most }, row, level);
    if (decoy.lost) return { entry, win: null };
    return {
      entry,
      win: { trace, level: grows ? 1.05 * level : level, decoy: decoy.least, grows },
    };
  }

  /** Where nobody knows how to win: what is no move, or the same everywhere, ends the episode and is paid in full for it. */
  #isPaidRubbish({ isNull, isSame }: Attack, { ended, status, steps, return: paid }: Trace): boolean {
    const isRubbish = isSame === true || (isNull === true && steps.length === 1);
    const isKnown = this.#options.calibrated.honest.size > 0;
    return isRubbish && !isKnown && status === 'ok' && ended === 'done' && paid >= FULL;
  }

  /** It was stopped while it was still being paid, and would be beyond the honest return if it had as many steps as there are. */
  #goesOn(trace: Trace, row: CheckRow): boolean {
    const honest = this.#options.calibrated.honest.get(row)?.return ?? 0;
    if (
      trace.ended !== 'stopped' ||
      trace.return <= EPSILON ||
      trace.return > 1.05 * honest ||
      !isGrowing(trace)
    )
      return false;
    return (trace.return * MOST_STEPS) / trace.steps.length > 1.05 * honest;
  }

  /** The least that the same policy gets where the answer is another one, and with other seeds; lost where no other one fits: it may be luck. */
  async #lowest(
    attack: Attack,
    row: CheckRow,
    level: number,
  ): Promise<{ least: number | null; lost: boolean }> {
    const { player, rows, random } = this.#options;
    const { answer, goldFields } = this.#options.calibrated;
    const [field] = goldFields;
    const decoys = field === undefined || attack.isBound ? [] : decoysOf(row, rows, field, random);
    const changes: { changed?: Record<string, string>; seed?: number }[] = [];
    for (const text of decoys) {
      const changed = changeOf(row, field as string, text);
      const own = answer !== null && answer.field === field ? answerActions(answer, JSON.parse(text)) : [];
      // A value that is not paid itself does not fit into this row, and says nothing.
      if (own.length === 0 || (await player.play(row, own, { changed })).return > EPSILON)
        changes.push({ changed });
    }
    if (decoys.length > 0 && changes.length === 0) return { least: null, lost: true };
    changes.push({ seed: player.seed + 101 }, ...(field === undefined ? [{ seed: player.seed + 202 }] : []));
    let least: number | null = null;
    for (const change of changes) {
      const trace = await player.follow(row, attack.policy(row) ?? (() => null), change, attack.most);
      if (trace.setup.status !== 'ok') continue; // a row that makes no sense says nothing
      if (change.changed !== undefined) least = Math.min(least ?? Infinity, trace.return);
      if (trace.return < level - EPSILON) return { least, lost: true };
    }
    return { least, lost: false };
  }

  /** The finding, with the shortest list of actions that still wins and what a process of its own pays it; null: it does not there. */
  async prove({ attack, severity, share, win }: Tried): Promise<NewFinding | null> {
    if (win === null || severity === null) return null;
    const { player, calibrated, rows, random } = this.#options;
    const { grows, level, trace } = win;
    const floor = calibrated.floors.get(trace.row) ?? 0;
    const wins = async (actions: readonly string[]): Promise<boolean> => {
      const again = await player.play(trace.row, actions);
      return again.return >= level - EPSILON && again.return > EPSILON + floor;
    };
    const holds = (lists: readonly (readonly string[])[]): Promise<boolean[]> => Promise.all(lists.map(wins));
    const actions = actionsOf(trace);
    const shortest = grows ? actions : await reduce(actions, holds, { tries: MOST_TRIES });
    const fresh = await player.playFresh(trace.row, shortest);
    if (fresh.return < level - EPSILON || fresh.setup.status !== 'ok') return null;
    // Made for what one row is like, another value in that row says nothing of it.
    const [field] = attack.isBound === true ? [] : calibrated.goldFields;
    const [wrong] = field === undefined ? [] : decoysOf(trace.row, rows, field, random);
    const other =
      wrong === undefined
        ? null
        : await player.play(trace.row, shortest, { changed: changeOf(trace.row, field as string, wrong) });
    const decoy = attack.isBound === true ? null : other?.setup.status === 'ok' ? other.return : win.decoy;
    return findingOf(attack.rule, {
      severity: severity !== 'critical' || this.#isSure(fresh, grows) ? severity : 'info',
      why: `${this.#told(attack, fresh, grows)} It holds on ${share.hits} of ${share.of} rows.${decoy === null ? '' : ` With the answer of another row in its place it still gets ${round(decoy)}.`}`,
      share,
      exploit: { ...exploitOf(fresh, calibrated), floor, decoy },
    });
  }

  /** Whether what it is compared with is all that can be had. */
  #isSure({ row, return: paid }: Trace, grows: boolean): boolean {
    const known = this.#options.calibrated.honest.get(row);
    const honest = known?.return ?? 0;
    return known?.how !== 'search' || grows || paid > 2 * Math.max(0, honest) || paid >= SOLVED;
  }

  #told({ does }: Attack, { row, steps, return: paid }: Trace, grows: boolean): string {
    const honest = this.#options.calibrated.honest.get(row);
    const compared =
      honest === undefined
        ? 'no honest play was paid anything'
        : `${{ script: 'the scripted actions get', answer: 'the right answer gets', search: 'the best that a search found is' }[honest.how]} ${round(honest.return)}`;
    const growth = grows ? ', and it grows with every step' : '';
    return `A policy that ${does} gets ${round(paid)} in ${plural(steps.length, 'step')}${growth}; ${compared}.`;
  }
}

/** What doing nothing is paid of what honest play gets, on rows enough. */
export const floorOf = (
  returns: readonly Returned[],
  { honest, floors }: Pick<Calibrated, 'honest' | 'floors'>,
): Pick<Tried, 'severity' | 'share' | 'win'> | null => {
  for (const [least, severity] of FLOORS) {
    const hits = returns.filter((each) => each.return > 0 && (each.gap ?? 0) >= least);
    const [hit] = hits.sort((one, other) => (other.gap ?? 0) - (one.gap ?? 0));
    const share = shareOf(hits.length, returns.length);
    if (hit === undefined || !isShown(share)) continue;
    const floor = floors.get(hit.row) ?? 0;
    const level = floor + least * ((honest.get(hit.row)?.return ?? 0) - floor);
    return { severity, share, win: { trace: hit.trace, level, decoy: null, grows: false } };
  }
  return null;
};
