/** What a call of the run is paid on rows that it was not written for. */
import type { KeptCall } from './alarm.ts';
import type { Item, Pair } from './item.ts';
import { agreeing, foreignText, type Row, type Rows, rowOf, swappedText } from './rows.ts';
import type { Drawn } from './sample.ts';
import type { Score } from './scores.ts';
import { keepsNearly, type UnearnedShare } from './share.ts';

/** Other rows that a call is scored on. */
const OTHERS = 3;

/** What a call is paid on other rows: on two, and on a third where these differ. */
export const payElsewhere = async (
  { row, said, reward, hash, rowHash }: Drawn,
  rows: Rows,
  share: UnearnedShare,
  score: Score,
): Promise<{ item: Item; kept: KeptCall } | undefined> => {
  const own = rows.get(rowHash) ?? rowOf(row, rowHash);
  if (own === undefined) return undefined;
  const pairs: (Pair & { row: Row; text: string })[] = [];
  for (const other of rows.others(own, hash, OTHERS, share.deciding)) {
    // While it is being learned in which fields rows agree by chance, each pair counts.
    const [one, two] = pairs.map(({ pay }) => pay >= reward / 2);
    if (share.state !== 'learning' && one !== undefined && one === two) break;
    const text = foreignText(own, other);
    const pay = await score(text, said);
    if (pay === undefined) continue;
    pairs.push({ agree: agreeing(own, other), pay: pay ?? 0, row: other, text });
  }
  if (pairs.length === 0) return undefined;
  const swap = await paySwapped({ said, reward, hash }, own, rows, score, (field) => share.isTelling(field));
  const kept = { step: 0, row: own, said, pay: reward, foreign: pairs };
  return { item: { pay: reward, pairs, swap }, kept: { ...kept, swap } };
};

/** What it is paid where one field alone is another row's. */
export const paySwapped = async (
  { said, reward, hash }: Pick<Drawn, 'said' | 'reward' | 'hash'>,
  own: Row,
  rows: Rows,
  score: Score,
  isTelling: (field: string) => boolean,
): Promise<KeptCall['swap']> => {
  const found = rows.swap(own, hash, isTelling);
  if (found === undefined) return undefined;
  const { field, row } = found;
  const text = swappedText(own, field, row.fields.get(field) ?? 'null');
  const pay = await score(text, said);
  return pay === undefined
    ? undefined
    : { field, row, text, pay: pay ?? 0, keeps: keepsNearly(pay ?? 0, reward) };
};
