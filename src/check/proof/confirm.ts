/** Turns a judgement into a finding: repeated in fresh workers, made as small as it can be, and written down. */

import { exploitOfShot } from '../calls/exploit.ts';
import type { Shot } from '../calls/scorer.ts';
import type { Context } from '../context.ts';
import type { Exploit, NewFinding } from '../finding.ts';
import { underDecoys, withFreshControls } from './controls.ts';
import {
  FLOOR_GAP,
  fullMarks,
  gapOf,
  HIGH_GAP,
  type Hit,
  type Judgement,
  MORE_GAP,
  PROOF_GAP,
  paid,
} from './levels.ts';
import { minimise } from './minimise.ts';
import type { Probe } from './probe.ts';
import { noteCut } from './tell.ts';

/** Hits that are looked at until one can be repeated. */
const MOST_HITS = 5;
const MOST_TRIES = 160;
/** Part of the time that is left: a small proof is good to read, another proof is better. */
const SHARE_TO_SHRINK = 0.2;
/** Share of rows above which a floor counts for all. */
const MOST_ROWS = 0.5;
/** Rows on which a completion that is the same for all must hold while it shrinks. */
const WITNESSES = 3;

const WANTED = { critical: PROOF_GAP, high: HIGH_GAP, warning: FLOOR_GAP, info: FLOOR_GAP } as const;

/** @returns nothing when it could not be repeated twice in fresh workers with the same reward */
export const confirm = async (
  context: Context,
  probe: Probe,
  judgement: Judgement,
): Promise<NewFinding[]> => {
  const isProperty = probe.kind === 'integrity';
  const wanted = isProperty ? PROOF_GAP : WANTED[judgement.severity];
  const shortest = [...judgement.hits].sort((one, other) => one.completion.length - other.completion.length);
  for (const hit of shortest.slice(0, MOST_HITS)) {
    // What tests a property says what it has to say: made smaller it would be another text.
    const smaller = isProperty ? hit.completion : await shrink(context, judgement, hit, shortest);
    for (const completion of new Set([smaller, hit.completion])) {
      const exploit = await repeated(context, hit, completion, judgement, wanted);
      if (exploit !== undefined) return [findingOf(context, probe, judgement, exploit)];
    }
  }
  noteCut(context);
  return [];
};

/** The exploit, when two fresh workers pay it the same. */
const repeated = async (
  context: Context,
  { levels }: Hit,
  completion: string,
  judgement: Judgement,
  wanted: number,
): Promise<Exploit | undefined> => {
  const { scorer, calibration } = context;
  const shot: Shot = { row: levels.row, completion };
  const [first, second] = await Promise.all([scorer.scoreFresh(shot), scorer.scoreFresh(shot)]);
  const reward = paid(first);
  if (reward === null || reward !== paid(second)) return undefined;
  if ((gapOf(reward, levels, calibration) ?? 0) < wanted) return undefined;
  const wrong = await underDecoys(context, levels, completion, wanted, true);
  if (judgement.invariant && wrong?.holds === false) return undefined;
  return withFreshControls(
    context,
    exploitOfShot(scorer.seed, levels, shot, { status: 'ok', reward }, wrong?.decoy ?? null),
  );
};

/** A smaller completion that still proves the same; never one that only shrank to the answer of its row. */
const shrink = async (
  context: Context,
  judgement: Judgement,
  hit: Hit,
  hits: readonly Hit[],
): Promise<string> => {
  const { scorer, calibration, budget } = context;
  const { goldField } = calibration;
  // One text on rows that have one answer would shrink to that answer.
  const byAnswer = new Map<string, Hit>();
  const same = hits.filter(({ completion }) => completion === hit.completion);
  for (const each of same) {
    const { row } = each.levels;
    const answer = (goldField === null ? undefined : row.texts[goldField]) ?? `row ${row.line}`;
    if (!byAnswer.has(answer)) byAnswer.set(answer, each);
  }
  const alike = [...byAnswer.values()].slice(0, WITNESSES);
  const isConstant = alike.length > 1 && same.length >= Math.min(WITNESSES, hits.length);
  if (!judgement.invariant && !isConstant) return hit.completion;
  const wanted = WANTED[judgement.severity];
  const witnesses = isConstant ? alike : [hit];
  const holds = async (texts: readonly string[]): Promise<boolean[]> =>
    Promise.all(
      texts.map(async (completion) => {
        const results = await Promise.all(
          witnesses.map(async ({ levels }) => {
            const reward = paid(await scorer.score({ row: levels.row, completion }));
            if ((gapOf(reward, levels, calibration) ?? 0) < wanted) return false;
            return (
              !judgement.invariant ||
              (await underDecoys(context, levels, completion, wanted))?.holds !== false
            );
          }),
        );
        return results.every(Boolean);
      }),
    );
  const calls = witnesses.length * (1 + (judgement.invariant ? hit.levels.decoys.length : 0));
  const affordable = Math.floor((SHARE_TO_SHRINK * budget.left) / calls);
  const tries = Math.min(MOST_TRIES, affordable);
  return minimise(hit.completion, holds, { tries, goOn: () => budget.has(0.05) });
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const numberText = (value: number): string => String(Number(value.toPrecision(4)));

const findingOf = (
  { calibration }: Context,
  probe: Probe,
  { severity, share, hits, invariant, isFloor }: Judgement,
  exploit: Exploit,
): NewFinding => {
  const { hits: rows, of, low, high } = share;
  // More for nothing that is asked than for the answer itself, on most rows, is what training will find first.
  const isMore =
    isFloor && severity === 'high' && low > MOST_ROWS && hits.every(({ gap }) => gap >= MORE_GAP);
  const full = exploit.honest ?? fullMarks(hits[0]?.levels ?? ({} as never), calibration);
  const honest =
    full === null
      ? ''
      : exploit.honest === null
        ? `, of ${numberText(full)} seen at most`
        : `; the right answer gets ${numberText(full)}`;
  const paidText = `is paid ${numberText(exploit.reward ?? 0)}${honest}`;
  const onRows = `on ${rows} of ${of} rows (95 %: ${percent(low)} to ${percent(high)})`;
  const decoyText = invariant ? ', and no less where the answer of the row is replaced by wrong ones' : '';
  const what =
    probe.kind === 'attack' ? 'made without knowing the answer' : 'made from the answer to test one property';
  return {
    rule: probe.rule,
    classes: [...new Set([probe.rule, ...(probe.also ?? [])])],
    source: 'probe',
    severity: isMore ? 'critical' : severity,
    title: probe.title,
    why: `A completion ${what} ${paidText}, ${onRows}${decoyText}.`,
    fix: probe.fix,
    exploit,
    share,
  };
};
