/** A09 and S09: what is paid for no answer at all, beside what a wrong one is paid. */
import { isAllThereIs, rowsDiffer } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { Exploit, NewFinding } from '../../finding.ts';
import { numberText } from '../../proof/confirm.ts';
import { fullMarks, MORE_GAP, paid } from '../../proof/levels.ts';
import { exploitOf, tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';

/** Of what the right answer gets: less for nothing is no floor, and smaller differences say nothing. */
const LEAST_FLOOR = 0.1;
const LEAST_DIFFERENCE = 0.1;
/** So much for everything leaves little to tell right from wrong. */
const MUCH = 0.3;
const MOST = 0.5;
/** Share of rows that counts as all. */
const EVERYWHERE = 0.9;
const MOST_ROWS = 40;
/** Of a slow function fewer rows, for a part of the time; shares of fewer than these say nothing. */
const LEAST_ROWS = 6;
const PART = 0.1;
const NOTHING = ['', 'I do not know.'] as const;

interface Row {
  levels: RowLevels;
  gold: number;
  /** Paid for nothing, and at most for a wrong answer in the right form; null: not known. */
  nothing: number;
  wrong: number | null;
}

/**
 * Gaps of probes are counted from what an empty completion gets, so a floor under everything is seen by none of them.
 * Nothing below zero is looked at: to punish a wrong answer and not the honest "I do not know" is a choice.
 */
export const nothingCheck: Check = {
  name: 'what no answer at all is paid',
  async run(context) {
    const { calibration, random, budget } = context;
    if (calibration.basis === 'none') return everything(context);
    if (calibration.basis !== 'answer' && calibration.basis !== 'tests') return [];
    const own = calibration.levels.filter(({ gold, floor }) => gold !== null && gold.reward > floor);
    // Of a slow function few right answers are known: what others get is asked for on the rest as well.
    const known = own.length === 0 || own.length >= LEAST_ROWS ? own : calibration.levels;
    const affordable = (PART * budget.left) / (NOTHING.length + 2);
    const most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(affordable)));
    const sampled = random.sample(known, Math.min(most, known.length));
    const rows = (await Promise.all(sampled.map((levels) => rowOf(context, levels)))).flat();
    const floors = rows.filter(({ nothing, gold }) => nothing > 0 && nothing >= LEAST_FLOOR * gold);
    const share = shareOf(floors.length, rows.length);
    if (share.low <= 0.5) return [];
    const better = floors.filter(
      ({ nothing, wrong, gold }) => wrong !== null && nothing - wrong >= LEAST_DIFFERENCE * gold,
    );
    const finding = shareOf(better.length, rows.length).low > 0.5 ? silence : floor;
    return finding(context, finding === silence ? better : floors, rows.length);
  },
};

/** Where no answer is known: the most that anything was paid, for nothing. A function that only punishes pays 0 for it. */
const everything = async (context: Context): Promise<NewFinding[]> => {
  const { levels: all, range } = context.calibration;
  const high = Math.max(range.high, ...all.map(({ top }) => top));
  const hits = all.filter(({ floor }) => floor > 0 && floor >= high - 1e-9);
  const share = shareOf(hits.length, all.length);
  const [hit] = hits;
  if (hit === undefined || share.low <= 0.5) return [];
  // Of a reward that only punishes nothing is the best there is; so it is where rows ask for nothing of their own.
  const isProof = hits.length >= EVERYWHERE * all.length && isAllThereIs(context) && rowsDiffer(context);
  return tell(context, [{ levels: hit, completion: NOTHING[0] }], share, () => ({
    rule: 'A09',
    classes: ['A09', 'A08', 'C07', 'S09'],
    severity: isProof ? 'critical' : 'warning',
    title: 'an empty completion gets the most that anything got',
    why: `It gets ${numberText(hit.floor)}, on ${share.hits} of ${share.of} rows; none of the completions that were tried to find out what a right answer is got more.`,
    fix: 'Ask for something before you pay: `all(…)` of an empty list is True, and so is `set() <= wanted`. Where only faults are to be punished, let 0 be the most.',
  }));
};

const rowOf = async ({ scorer, calibration }: Context, levels: RowLevels): Promise<Row[]> => {
  const { row, gold, decoys } = levels;
  const { goldField } = calibration;
  const full = fullMarks(levels, calibration);
  if (full === null) return [];
  const [empty, nonsense, ...wrong] = await scorer.all([
    ...NOTHING.map((completion) => ({ row, completion })),
    ...(goldField === null || gold === null
      ? []
      : decoys.map((decoy) => ({ row, completion: gold.completion, changed: { [goldField]: decoy } }))),
  ]);
  const floors = [paid(empty), paid(nonsense)];
  const rewards = wrong.map(paid).filter((reward) => reward !== null);
  // What raises is paid nothing.
  const nothing = Math.min(...floors.map((reward) => reward ?? 0));
  const right = gold?.reward ?? full;
  return [{ levels, gold: right, nothing, wrong: rewards.length === 0 ? null : Math.max(...rewards) }];
};

/** The floor where nothing is paid more than a wrong answer, and where it is no more than what everything gets. */
const silence = async (context: Context, rows: readonly Row[], of: number): Promise<NewFinding[]> => {
  const exploit = await firstExploit(context, rows);
  const { nothing, wrong, gold } = rows[0] as Row;
  if (exploit === null) return [];
  return [
    {
      rule: 'A09',
      classes: ['A09', 'B09', 'S09', ...(isMost(rows) ? ['E06', 'RH113'] : [])],
      source: 'probe',
      severity: isMost(rows) ? 'high' : 'warning',
      title: 'no answer at all is paid more than a wrong one',
      why: `A completion without an answer gets ${numberText(nothing)}, a wrong answer ${numberText(wrong ?? 0)}, the right one ${numberText(gold)}, on ${rows.length} of ${of} rows: where a policy is often wrong, it learns not to answer.`,
      fix: 'Give a missing or unreadable answer what a wrong one gets, the least; to let a model say that it does not know, pay for those words only.',
      exploit,
      share: shareOf(rows.length, of),
    },
  ];
};

const floor = async (context: Context, rows: readonly Row[], of: number): Promise<NewFinding[]> => {
  const { nothing, gold } = rows[0] as Row;
  const isMuch = nothing >= MUCH * gold;
  const exploit = isMuch ? await firstExploit(context, rows) : null;
  return [
    {
      rule: exploit === null ? 'S09' : 'A09',
      classes: exploit === null ? ['S09', 'A09'] : ['A09', ...(nothing >= MOST * gold ? ['E06'] : [])],
      source: exploit === null ? 'statistic' : 'probe',
      severity: exploit === null ? 'warning' : severityOf(rows),
      title: 'an empty completion gets a part of the reward',
      why: `It gets ${numberText(nothing)} of the ${numberText(gold)} that the right answer gets, on ${rows.length} of ${of} rows, and so does everything else: that part of the range teaches nothing.`,
      fix: 'Let completions without a right answer get 0, and raise for what should not be counted.',
      exploit,
      share: shareOf(rows.length, of),
    },
  ];
};

/** Half of what the right answer gets, for nothing. */
const severityOf = (rows: readonly Row[]): 'critical' | 'high' | 'warning' => {
  if (!isMost(rows)) return 'warning';
  return rows.every(({ nothing, gold }) => nothing >= MORE_GAP * gold) ? 'critical' : 'high';
};

const isMost = (rows: readonly Row[]): boolean =>
  rows.every(({ nothing, gold }) => nothing >= MOST * gold && nothing > 0);

const firstExploit = async (context: Context, rows: readonly Row[]): Promise<Exploit | null> => {
  for (const { levels } of rows.slice(0, 3)) {
    const exploit = await exploitOf(context, { levels, completion: NOTHING[1] });
    if (exploit !== null) return exploit;
  }
  return null;
};
