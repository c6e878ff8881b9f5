/** What all faults are measured against, and how they are told. */
import type { Outcome } from '../../../index.ts';
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { Context } from '../../context.ts';
import type { Exploit, NewFinding } from '../../finding.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';
import { define } from '../programs/payloads/payloads.ts';
import { codeWrappers, entryNames } from '../programs/payloads/text.ts';
import { knownRuns } from '../programs/runs.ts';
import { isFaulty, type Junk, junkOf } from './values.ts';

const FIXES: Readonly<Record<string, string>> = {
  A19: 'raise for rows without an answer, before anything is compared: such a call has no reward',
  A20: 'raise when the answer of the row cannot be read; never pay what could not be compared',
  A21: 'ask `is None`, not `if answer` or `answer or …`: 0, False and an empty text are answers',
  B09: 'pay the least where reading the completion fails, and let the host end what hangs (no `except` around a timeout)',
  C07: 'raise for rows without tests, and require that at least one ran: `all([])` is True',
};

export const paidOf = (outcome: Outcome | undefined): number | null =>
  outcome?.status === 'ok' ? outcome.reward : null;

export interface Setup {
  context: Context;
  field: string;
  wrappers: readonly Wrapper[];
  /** What an honest answer is paid, over what nothing is. */
  high: number;
  low: number;
  junk: (row: CheckRow) => Junk[];
  /** What was scored for the exploits that `tell` wrote down. */
  shots: Map<Exploit, Shot>;
}

export const setUp = (context: Context): Setup | undefined => {
  const { calibration, subject } = context;
  const { basis, goldField: field, levels } = calibration;
  const golds = levels.flatMap(({ gold }) => (gold === null ? [] : [gold.reward]));
  if (subject.kind !== 'reward' || field === null || golds.length === 0) return undefined;
  const low = Math.min(...levels.map(({ floor }) => floor));
  const high = [...golds].sort((one, other) => one - other)[golds.length >> 1] as number;
  if (high <= low) return undefined;
  const isTests = basis === 'tests';
  const wrappersFor = (row: CheckRow): readonly Wrapper[] =>
    isTests
      ? (knownRuns(subject)?.wrappers ?? [...calibration.wrappers, ...codeWrappers(context, row)]).slice(0, 2)
      : calibration.wrappers.slice(0, 2);
  const junk = (row: CheckRow): Junk[] =>
    junkOf(wrappersFor(row), isTests ? define(entryNames(context, row), 'return 918273') : null);
  return { context, field, wrappers: calibration.wrappers.slice(0, 2), high, low, junk, shots: new Map() };
};

export const typical = ({ context, field }: Setup): RowLevels[] =>
  context.calibration.levels.filter(({ row, gold }) => gold !== null && !isFaulty(row.texts[field]));

export const tell = (
  { context, high, low, shots }: Setup,
  rule: string,
  severity: NewFinding['severity'],
  title: string,
  why: string,
  shot: Shot,
  outcome: Outcome,
): NewFinding => {
  const exploit: Exploit = {
    row: shot.row.line,
    fields: rowText(shot.row, shot.changed),
    completion: shot.completion,
    seed: context.scorer.seed,
    status: outcome.status,
    reward: outcome.reward,
    honest: high,
    floor: low,
    decoy: null,
  };
  shots.set(exploit, shot);
  return { rule, classes: [rule], source: 'probe', severity, title, why, fix: FIXES[rule] ?? '', exploit };
};

/** Whether two fresh workers pay it the same: what hangs on the calls before it cannot be repeated. */
export const isRepeated = async (
  { context: { scorer }, shots }: Setup,
  exploit: Exploit | undefined,
): Promise<boolean> => {
  const shot = exploit === undefined ? undefined : shots.get(exploit);
  if (exploit === undefined || shot === undefined) return true;
  const outcomes = await Promise.all([scorer.scoreFresh(shot), scorer.scoreFresh(shot)]);
  return outcomes.every(({ status, reward }) => status === exploit.status && reward === exploit.reward);
};

export const shown = (completion: string): string => {
  const text = completion.length > 60 ? `${completion.slice(0, 57)}…` : completion;
  return text === '' ? 'an empty completion' : `\`${text.replaceAll('\n', '⏎')}\``;
};
