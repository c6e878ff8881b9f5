/** What is only seen by comparing rows: those whose own answer is empty, or cannot be read, and that pay anything. */
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { median } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { type Sight, tell } from '../../proof/tell.ts';
import { answerText } from '../text/material/material.ts';
import { wrap } from '../text/material/shells.ts';
import { unreadableAnswers } from './unreadable.ts';

const LEAST_SHARE = 0.8;
const MOST_ROWS = 20;
const JUNK = ['qqq', 'I do not know'];

const isEmpty = (json: string | undefined): boolean =>
  json === undefined || json === '[]' || json === '{}' || answerText(json).trim() === '';

const anythingPaid = async (context: Context): Promise<NewFinding[]> => {
  const { basis, levels: all, goldField } = context.calibration;
  const usual = median(all.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])));
  if (basis !== 'answer' || goldField === null || usual === null) return [];
  const rows = all.filter(({ row }) => isEmpty(row.texts[goldField])).slice(0, MOST_ROWS);
  const texts = JUNK.map(wrap(context));
  const hits: Sight[] = [];
  for (const levels of rows) {
    const outcomes = await context.scorer.all(texts.map((completion) => ({ row: levels.row, completion })));
    if (usual > 0 && outcomes.map(paid).every((reward) => reward !== null && reward >= 0.9 * usual))
      hits.push({ levels, completion: texts[0] ?? '' });
  }
  const empty =
    hits.length < LEAST_SHARE * rows.length
      ? []
      : await tell(context, hits, all.length, (reward, share) => ({
          rule: 'A19',
          severity: share.low > 0.2 ? 'critical' : 'high',
          title: 'rows without a right answer pay for any text',
          why: `${hits.length} of ${all.length} rows have an empty answer, and pay any text ${Number(reward.toPrecision(4))}; right answers to the others usually get ${Number(usual.toPrecision(4))}.`,
          fix: "Take rows without an answer out of the file, and pay the minimum for them: `'' in text` holds for every text.",
        }));
  return [...empty, ...(await unreadableAnswers(context, usual))];
};

export const pairsCheck: Check = { name: 'rows without a usable answer', run: anythingPaid };
