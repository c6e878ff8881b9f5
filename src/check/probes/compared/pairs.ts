/** What is only seen by comparing rows: those that pay anything. */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { median } from '../../lists.ts';
import { type Sight, tell } from '../../proof/tell.ts';
import { answerText, goldOf, materialOf } from '../text/material/material.ts';
import { wrap } from '../text/material/shells.ts';
import { unreadableAnswers } from './unreadable.ts';

const LEAST_SHARE = 0.8;
/** Rows without a usable answer that are looked at. */
const MOST_EMPTY = 20;

/** A19 and A20: rows whose own answer is empty, or none that the others are, and that pay whatever is said. */
const anythingPaid = async (context: Context): Promise<NewFinding[]> => {
  const { basis, levels: all, goldField } = context.calibration;
  const usual = median(all.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])));
  if (basis !== 'answer' || goldField === null || usual === null) return [];
  const findings: NewFinding[] = [];
  for (const kind of [EMPTY, STRANGE]) {
    const rows = all.filter((levels) => kind.holds(context, levels)).slice(0, MOST_EMPTY);
    const hits: Sight[] = [];
    for (const levels of rows) {
      const completions = [wrap(context)('qqq'), wrap(context)('I do not know')];
      const outcomes = await context.scorer.all(
        completions.map((completion) => ({ row: levels.row, completion })),
      );
      const isPaid = outcomes.every(
        ({ status, reward }) => status === 'ok' && reward !== null && reward >= 0.9 * usual,
      );
      if (isPaid && usual > 0) hits.push({ levels, completion: completions[0] ?? '' });
    }
    if (hits.length === 0 || hits.length < LEAST_SHARE * rows.length) continue;
    const told = await tell(context, hits, all.length, (reward, share) => ({
      rule: kind.rule,
      severity: share.low > 0.2 ? 'critical' : 'high',
      title: kind.title,
      why: `${hits.length} of ${all.length} rows have ${kind.what}, and pay any text ${Number(reward.toPrecision(4))}; right answers to the others usually get ${Number(usual.toPrecision(4))}.`,
      fix: kind.fix,
    }));
    findings.push(...told);
  }
  const isTold = findings.some(({ rule }) => rule === STRANGE.rule);
  return isTold ? findings : [...findings, ...(await unreadableAnswers(context, usual))];
};

interface Unusable {
  rule: string;
  title: string;
  what: string;
  fix: string;
  holds(context: Context, levels: RowLevels): boolean;
}

const EMPTY: Unusable = {
  rule: 'A19',
  title: 'rows without a right answer pay for any text',
  what: 'an empty answer',
  fix: "Take rows without an answer out of the file, and pay the minimum for them: `'' in text` holds for every text.",
  holds: (context, { row }) => {
    const json = row.texts[context.calibration.goldField ?? ''];
    return json === undefined || json === '[]' || json === '{}' || answerText(json).trim() === '';
  },
};

const STRANGE: Unusable = {
  rule: 'A20',
  title: 'rows whose answer cannot be parsed pay for any text',
  what: 'an answer that is no number, as the others are',
  fix: 'Where the right answer does not parse, return the minimum (or raise, so that the sample is left out), never the maximum.',
  holds: (context, levels) => {
    const { kind } = materialOf(context);
    const gold = goldOf(context, levels)?.trim() ?? '';
    return (kind === 'integer' || kind === 'decimal') && gold !== '' && !Number.isFinite(Number(gold));
  },
};

export const pairsCheck: Check = { name: 'rows without a usable answer', run: anythingPaid };
