/** An attack: a policy that uses nothing of what is private in its row. */
import type { CheckRow } from '../../subject/subject.ts';
import { type Policy, script } from './player.ts';

export interface Attack {
  /** The file that it is from, below src/check. */
  detector?: string;
  rule: string;
  /** What it does, as the rest of a sentence: `repeats one action`. */
  does: string;
  /** Steps at most. */
  most: number;
  /** Says or does nothing at all: what it is paid, everything is paid. */
  isNull?: boolean;
  /** Wins on every row or on none, so that one row says whether to go on. */
  isStructural?: boolean;
  /** Looks for what is paid by trying: a win only if it then does the same again and again, and is paid each time. */
  isFarming?: boolean;
  /** Made for what one row is like: another value in that row says nothing of it. */
  isBound?: boolean;
  /** The same actions on all rows, which were made for others: where it is paid in full, no more has to be known. */
  isSame?: boolean;
  /** The least that it has to be paid: less may be a part that anybody gets. */
  least?: number;
  /** Its policy for a row, of which it may use the prompt only; null: it does not apply. */
  policy(row: CheckRow): Policy | null;
}

/** Enough to see whether a return grows, and few enough to be quick. */
export const LONG = 16;

/** The same for ever. */
export const repeat =
  (action: string): Policy =>
  () =>
    action;

/** An attack with one policy for all rows. */
export const attack = (rule: string, does: string, policy: Policy, most = LONG): Attack => ({
  rule,
  does,
  most,
  policy: () => policy,
});

/** An attack that is a list of actions, the same for all rows. */
export const listAttack = (rule: string, does: string, actions: readonly string[]): Attack =>
  attack(rule, does, script(actions), actions.length);
