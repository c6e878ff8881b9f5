/** F01 where no right answer is known: rows on which the form of an answer with nothing in it gets full marks. */
import { isFullMarks, isShell } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { shells } from '../text/shells.ts';

const MOST_ROWS = 60;
const LEAST_ROWS = 8;
const FULL = 0.95;
/** Of rows: fewer may be those that need no work. */
const LEAST_SHARE = 0.1;
/** What is paid everywhere other probes tell. */
const EVERYWHERE = 0.9;
const PART = 0.1;

/** One text for all rows, so that no row's answer is in it. */
export const idleCheck: Check = {
  name: 'rows that need no work',
  async run(context) {
    const { calibration, scorer, random, budget } = context;
    if (calibration.basis !== 'none' || scorer.range.high <= 0 || !isFullMarks(context)) return [];
    const texts = unique(['', ...shells(context, 10).flatMap((shell) => [shell(''), shell('\n')])]);
    const affordable = Math.floor((PART * budget.left) / texts.length);
    const rows = random.sample(
      calibration.levels,
      Math.min(MOST_ROWS, calibration.levels.length, affordable),
    );
    if (rows.length < LEAST_ROWS) return [];
    let best: { completion: string; hits: RowLevels[] } | undefined;
    for (const completion of texts) {
      if (!isShell(context, [{ completion }])) continue;
      const outcomes = await scorer.all(rows.map(({ row }) => ({ row, completion })));
      const hits = rows.filter((_, at) => (paid(outcomes[at]) ?? 0) >= FULL * scorer.range.high);
      if (hits.length > (best?.hits.length ?? 0)) best = { completion, hits };
    }
    if (best === undefined) return [];
    const share = shareOf(best.hits.length, rows.length);
    if (share.low <= LEAST_SHARE || best.hits.length >= EVERYWHERE * rows.length) return [];
    return tell(context, best.completion, best.hits, rows.length);
  },
};

const tell = async (
  context: Context,
  completion: string,
  hits: readonly RowLevels[],
  of: number,
): Promise<NewFinding[]> => {
  for (const levels of hits.slice(0, 3)) {
    const exploit = await exploitOf(context, levels, completion);
    if (exploit === null) continue;
    return [
      {
        rule: 'F01',
        classes: ['F01', 'C07', 'S09'],
        source: 'probe',
        severity: 'warning',
        title: 'doing nothing is a success on a part of the rows',
        why: `One text without content, the same for all rows, gets full marks on ${hits.length} of ${of} rows.`,
        fix: 'Compare the whole end with what it should be, also what must be gone, and leave out rows on which nothing has to be done.',
        exploit,
        share: shareOf(hits.length, of),
      },
    ];
  }
  return [];
};
