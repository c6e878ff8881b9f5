/** What a call of the run is paid on rows that it was not written for. */
import type { Changed, Elsewhere, KeptCall } from './alarm.ts';
import type { FreePays } from './free.ts';
import type { Item, Pair } from './item.ts';
import { about, type partsOf } from './questions.ts';
import { agreeing, foreignText, hashOf, type Row, type Rows, rowOf, swappedText } from './rows.ts';
import { otherValues } from './said.ts';
import type { Drawn } from './sample.ts';
import type { Score } from './scores.ts';
import { keepsNearly, type UnearnedShare } from './share.ts';

/** Other rows that a call is scored on. */
const OTHERS = 3;

/** A call, and what its answers to the questions are asked with. */
export interface Asking {
  rows: Rows;
  share: UnearnedShare;
  score: Score;
  free: FreePays;
}

type Call = Pick<Drawn, 'row' | 'said' | 'reward' | 'hash' | 'rowHash'> & Pick<Item, 'repeats' | 'touched'>;

/** What a call is paid on other rows, on two, and on a third where these differ; and where a field alone is changed. */
export const payElsewhere = async (
  call: Call,
  asking: Omit<Asking, 'free'> & { free: FreePays | undefined },
): Promise<{ item: Item; kept: KeptCall } | undefined> => {
  const { rows, share, score } = asking;
  const { row, said, reward, hash, rowHash, repeats, touched } = call;
  const own = rows.get(rowHash) ?? rowOf(row, rowHash);
  if (own === undefined) return undefined;
  const pairs: (Pair & Elsewhere)[] = [];
  for (const other of rows.others(own, hash, OTHERS, share.deciding)) {
    // While it is being learned in which fields rows agree by chance, each pair counts.
    const [one, two] = pairs.map(({ pay }) => pay >= reward / 2);
    if (share.state !== 'learning' && one !== undefined && one === two) break;
    const text = foreignText(own, other);
    const pay = await score(text, said);
    if (pay === undefined) continue;
    pairs.push({ agree: agreeing(own, other), pay: pay ?? 0, label: other.label, text });
  }
  if (pairs.length === 0) return undefined;
  const swap = await paySwapped(call, own, asking, (field) => share.isTelling(field));
  const other = await paySaid(call, own, asking, (field) => share.isDecisive(field, own.fields.size === 1));
  const free = share.isNearlyBest(reward) ? await asking.free?.best(own, said, score) : undefined;
  const item: Item = {
    pay: reward,
    row: rowHash,
    pairs,
    swap,
    said: other,
    free: free?.pay,
    repeats,
    touched,
  };
  const kept = new Map<string, Elsewhere | undefined>();
  if (share.keeps(item) === true) kept.set('rows', undefined);
  if (share.keepsNearlyBest(item) === true) kept.set('nearly', undefined);
  if (share.keepsSome(item) === true) kept.set('some', undefined);
  if (swap !== undefined && keepsNearly(swap.pay, reward)) kept.set(about('field', swap.field), swap);
  if (isPaid(other) && keepsNearly(other.pay, reward)) kept.set(about('said', other.field), other);
  if (free !== undefined && keepsNearly(free.pay, reward)) kept.set('free', free);
  if (repeats === true) kept.set('repeated', undefined);
  if (touched === true) kept.set('touched', undefined);
  return { item, kept: { step: 0, row: own, said, pay: reward, foreign: pairs, kept } };
};

/** Whether a call answers one question with yes. */
export const answersYes = async (
  call: Call,
  own: Row,
  asking: Asking,
  { kind, field }: ReturnType<typeof partsOf>,
): Promise<boolean> => {
  const { said, reward } = call;
  const isAsked = (each: string): boolean => each === field;
  const isKept = (found: { pay: number | null } | undefined): boolean => keepsNearly(found?.pay ?? 0, reward);
  if (kind === 'free') return isKept(await asking.free.best(own, said, asking.score));
  if (kind === 'field') return isKept(await paySwapped(call, own, asking, isAsked));
  if (kind === 'said') return isKept(await paySaid(call, own, asking, isAsked));
  // What is asked for one answer about rows must not score candidates of another one, too.
  return (await payElsewhere(call, { ...asking, free: undefined }))?.kept.kept.has(kind) === true;
};

const isPaid = (said: Changed | { field: string; pay: null } | undefined): said is Changed =>
  said !== undefined && said.pay !== null;

/** What it is paid where one field alone is another row's. */
export const paySwapped = async (
  { said, hash }: Pick<Drawn, 'said' | 'hash'>,
  own: Row,
  { rows, score }: Pick<Asking, 'rows' | 'score'>,
  isAsked: (field: string) => boolean,
): Promise<Changed | undefined> => {
  const found = rows.swap(own, hash, isAsked);
  if (found === undefined) return undefined;
  const { field, row } = found;
  const text = swappedText(own, field, row.fields.get(field) ?? 'null');
  const pay = await score(text, said);
  return pay === undefined
    ? undefined
    : { field, label: `${own.label} with the ${field} of ${row.label}`, text, pay: pay ?? 0 };
};

/** What it is paid where one field alone is another value that it says; of pay null, where it says none. */
export const paySaid = async (
  { said, hash }: Pick<Drawn, 'said' | 'hash'>,
  own: Row,
  { score }: Pick<Asking, 'score'>,
  isAsked: (field: string) => boolean,
): Promise<Changed | { field: string; pay: null } | undefined> => {
  const [field] = [...own.fields.keys()]
    .filter(isAsked)
    .sort((a, b) => (hashOf(hash, a) < hashOf(hash, b) ? -1 : 1));
  if (field === undefined) return undefined;
  const [value] = otherValues(own.fields.get(field) ?? 'null', said).sort((a, b) =>
    hashOf(hash, field, a) < hashOf(hash, field, b) ? -1 : 1,
  );
  if (value === undefined) return { field, pay: null };
  const text = swappedText(own, field, value);
  const pay = await score(text, said);
  return pay === undefined
    ? undefined
    : { field, label: `${own.label} with ${field} = ${value}`, text, pay: pay ?? 0 };
};
