/** What rows pay that they should not, as a finding: the first of them is the proof, once a fresh worker pays the same. */
import type { RowLevels } from '../calibration.ts';
import { exploitOfShot } from '../calls/exploit.ts';
import type { Shot } from '../calls/scorer.ts';
import type { Context } from '../context.ts';
import type { Exploit, NewFinding, Share } from '../finding.ts';
import { shareOf } from '../wilson.ts';

/** A completion, and a row that pays it. */
export interface Sight {
  levels: RowLevels;
  completion: string;
  /** Fields of the row that were replaced for it. */
  changed?: Shot['changed'];
}

/** How a finding is told. */
export type Words = Pick<NewFinding, 'rule' | 'severity' | 'title' | 'why' | 'fix'> &
  Pick<NewFinding, 'classes'>;

/** Says so where a proof may have failed for want of calls. */
export const noteCut = ({ budget, notes }: Context): void => {
  if (budget.isSpent) notes.leftOut(`something that was found could not be repeated: ${budget.why}`);
};

/** The call as anybody can repeat it, once a fresh worker has; null when that pays something else. */
export const exploitOf = async (
  context: Context,
  { levels, completion, changed }: Sight,
): Promise<(Exploit & { reward: number }) | null> => {
  const { scorer } = context;
  const shot: Shot = { row: levels.row, completion, ...(changed && { changed }) };
  const [known, fresh] = await Promise.all([scorer.score(shot), scorer.scoreFresh(shot)]);
  if (fresh.status === 'cancelled') noteCut(context);
  if (fresh.status !== 'ok' || fresh.reward === null || fresh.reward !== known.reward) return null;
  return { ...exploitOfShot(scorer.seed, levels, shot, fresh), reward: fresh.reward };
};

/**
 * @param of rows that were asked, or the share where it is another one
 * @param words null: what a fresh worker pays is not worth a word
 */
export const tell = async (
  context: Context,
  sights: readonly Sight[],
  of: number | Share,
  words: (paid: number, share: Share) => Words | null,
): Promise<NewFinding[]> => {
  const [sight] = sights;
  const exploit = sight === undefined ? null : await exploitOf(context, sight);
  if (exploit === null) return [];
  const share = typeof of === 'number' ? shareOf(sights.length, of) : of;
  const said = words(exploit.reward, share);
  return said === null ? [] : [{ classes: [said.rule], source: 'probe', ...said, exploit, share }];
};
