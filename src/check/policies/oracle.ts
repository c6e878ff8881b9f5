/** Says of an attack on how many rows it reaches what honest play reaches, and whether that is more than luck. */

import type { Share } from '../finding.ts';
import { PROOF_GAP } from '../proof/levels.ts';
import { reduce } from '../proof/minimise.ts';
import type { Random } from '../random.ts';
import type { CheckRow } from '../subject/subject.ts';
import { shareOf } from '../wilson.ts';
import { changeOf, decoysOf } from './actions/fields.ts';
import { roundsOf } from './attacks/rounds.ts';
import type { Attack } from './play/attack.ts';
import { MOST_STEPS, type Player } from './play/player.ts';
import { actionsOf, type Trace } from './play/trace.ts';
import type { Calibrated } from './ways/honest.ts';
import type { Honest } from './ways/play.ts';

/** Rows that each attack is tried on first; only what wins on one of them is tried on more. */
const FIRST = 3;
/** Rows in all, for one attack: enough for a lower bound, and few enough for long episodes. */
const MOST_JUDGED = 10;
/** Shorter plays that are tried. */
const MOST_TRIES = 60;
const EPSILON = 1e-9;

export interface Tried {
  attack: Attack;
  /** Rows on which it reached the honest return, also with wrong answers in the row and with other seeds. */
  share: Share;
  /** Its best win; null: none. */
  win: Win | null;
  /** Returns on all rows that were tried, with the gap where the honest return is known. */
  returns: { row: CheckRow; return: number; gap: number | null }[];
}

export interface Win {
  trace: Trace;
  honest: number | null;
  floor: number;
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
    return { attack, share: shareOf(wins.length, returns.length), win: wins[0] ?? null, returns };
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
    const entry = { row, return: trace.return, gap };
    const honest = calibrated.honest.get(row);
    const floor = calibrated.floors.get(row) ?? 0;
    if (trace.return < (attack.least ?? -Infinity)) return { entry, win: null };
    const beyond = trace.return > (honest?.return ?? 0) + 0.05 * Math.abs(honest?.return ?? 0) + EPSILON;
    const grows = beyond && trace.return > EPSILON && isFarmed(attack, trace, honest);
    if (!grows && attack.isFarming === true) return { entry, win: null };
    if (!grows && (gap === null || gap < PROOF_GAP)) return { entry, win: null };
    const level = grows ? (honest?.return ?? 0) : floor + PROOF_GAP * ((honest?.return ?? 0) - floor);
    const decoy = await this.#lowest({ ...attack, most }, row, level);
    if (decoy.lost) return { entry, win: null };
    return {
      entry,
      win: { trace, honest: honest?.return ?? null, floor, decoy: decoy.least, grows },
    };
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

  /** The least that the same policy gets where the answer is another one, and with other seeds. */
  async #lowest(
    attack: Attack,
    row: CheckRow,
    level: number,
  ): Promise<{ least: number | null; lost: boolean }> {
    const { player, calibrated, rows, random } = this.#options;
    const [field] = calibrated.goldFields;
    const changes: { changed?: Record<string, string>; seed?: number }[] =
      field === undefined || attack.isBound === true
        ? []
        : decoysOf(row, rows, field, random).map((text) => ({ changed: changeOf(row, field, text) }));
    changes.push({ seed: player.seed + 101 }, ...(field === undefined ? [{ seed: player.seed + 202 }] : []));
    let least: number | null = null;
    for (const change of changes) {
      const policy = attack.policy(row);
      if (policy === null) continue;
      const trace = await player.follow(row, policy, change, attack.most);
      if (trace.setup.status !== 'ok') continue; // a row that makes no sense says nothing
      if (change.changed !== undefined) least = Math.min(least ?? Infinity, trace.return);
      if (trace.return < level - EPSILON) return { least, lost: true };
    }
    return { least, lost: false };
  }

  /** The shortest list of actions that still wins, and what it gets in a worker of its own; null: it does not there. */
  async prove(win: Win): Promise<Win | null> {
    const { player, calibrated } = this.#options;
    const { trace, honest, floor } = win;
    const level = win.grows ? (honest ?? 0) * 1.05 : floor + PROOF_GAP * ((honest ?? 0) - floor);
    const wins = async (actions: readonly string[]): Promise<boolean> => {
      const again = await player.play(trace.row, actions);
      return again.return >= level - EPSILON && again.return > EPSILON + floor;
    };
    const holds = (lists: readonly (readonly string[])[]): Promise<boolean[]> => Promise.all(lists.map(wins));
    const shortest = win.grows
      ? actionsOf(trace)
      : await reduce(actionsOf(trace), holds, { tries: MOST_TRIES });
    const fresh = await player.playFresh(trace.row, shortest);
    if (fresh.return < level - EPSILON || fresh.setup.status !== 'ok') return null;
    const [field] = calibrated.goldFields;
    const [decoy] =
      field === undefined ? [] : decoysOf(trace.row, this.#options.rows, field, this.#options.random);
    const with_ =
      decoy === undefined
        ? null
        : await player.play(trace.row, shortest, {
            changed: changeOf(trace.row, field as string, decoy),
          });
    return {
      ...win,
      trace: fresh,
      decoy: with_ === null || with_.setup.status !== 'ok' ? win.decoy : with_.return,
    };
  }
}
