/** What is made of a row in a fixed way, without any thought, and paid as much as there is: all of it, the same of each, strangers. */
import { isAllThereIs, isPoor, rowsAreTasks } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { type Kind, type Made, poolsOf, schemesOn } from './schemes.ts';
import { shellsOf } from './verifiers.ts';

const LEAST_ROWS = 6;
const MOST_ROWS = 30;
/** Rows on which all ways are tried, and on which those that are paid best are. */
const FIRST_ROWS = 2;
const MOST_TRIED = 5_000;
const MOST_LIKELY = 12;
const LEAST_SHARE = 0.9;
const FULL = 0.99;
const LEAST_FULL = 0.5;
/** Of full marks: clearly less, and next to nothing. */
const LESS = 0.9;
const LITTLE = 0.5;
/** Rows on which controls must say that an answer is looked at. */
const CONTROLLED = 0.5;

const TOLD: Readonly<Record<Kind, Pick<NewFinding, 'rule' | 'title' | 'fix'> & { classes: string[] }>> = {
  same: {
    rule: 'C07',
    classes: ['C07', 'A08', 'A05', 'S09'],
    title: 'the same said of everything is paid in full',
    fix: 'Ask for what makes an answer one: that amounts sum up, that times are as long as given, that rules hold both ways and for everything.',
  },
  strangers: {
    rule: 'A09',
    classes: ['A09', 'C07', 'S20', 'S09'],
    title: 'things that no row gives are paid in full',
    fix: 'Refuse an answer with anything in it that its row does not give, and pay no more than the best answer gets.',
  },
  again: {
    rule: 'E04',
    classes: ['E04', 'A05', 'F16', 'S02'],
    title: 'all that is given, again and again, is paid in full',
    fix: 'Refuse an answer that says a thing twice, and one that is longer than was asked for.',
  },
  all: {
    rule: 'A05',
    classes: ['A05', 'F16', 'A01', 'C07'],
    title: 'all that is given, in a fixed order, is paid in full',
    fix: 'Check every rule whatever the order (sort each pair first), and refuse more than was asked for.',
  },
};
const ORDER: readonly Kind[] = ['strangers', 'same', 'again', 'all'];

interface Hit {
  levels: RowLevels;
  made: Made;
}

export const thoughtlessCheck: Check = {
  name: 'what is made of a row without any thought',
  async run(context) {
    const { calibration, analysis, findings, random, scorer, budget } = context;
    const { basis, levels } = calibration;
    if (basis === 'tests' || basis === 'judge' || levels.length < LEAST_ROWS) return [];
    if (analysis.asksJudge || analysis.executesCompletion || analysis.runsProcess) return [];
    // What is proved already needs no further proof.
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const before = scorer.range.high;
    const rows = random.sample(levels, MOST_ROWS);
    const likely = await likelyOn(context, rows.slice(0, FIRST_ROWS));
    const full = Math.max(before, Math.min(1, scorer.range.high));
    // Right answers that get a part only are no measure.
    if (full < LEAST_FULL || isPoor(context)) return [];
    const wanted = ORDER.flatMap((kind) =>
      likely.filter((name) => name.startsWith(`${kind}\0`)).slice(0, MOST_LIKELY),
    );
    if (wanted.length === 0) return [];
    const all: Hit[] = rows.flatMap((levels) =>
      madeOn(context, levels)
        .filter(({ name }) => wanted.includes(name))
        .map((made) => ({ levels, made })),
    );
    for (const name of wanted) {
      if (!budget.has(0.05)) break;
      const asked = all.filter(({ made }) => made.name === name);
      const found = await findingOf(context, asked, rows.length, full);
      if (found !== null) return [found];
    }
    return [];
  },
};

const pools = new WeakMap<object, ReturnType<typeof poolsOf>>();

const madeOn = (context: Context, levels: RowLevels): Made[] => {
  const { rows } = context.subject;
  const known = pools.get(rows) ?? poolsOf(rows);
  pools.set(rows, known);
  return schemesOn(context, levels.row, shellsOf(context), known);
};

/** Names of schemes that are paid on the first rows, the best first. */
const likelyOn = async (context: Context, rows: readonly RowLevels[]): Promise<string[]> => {
  const sums = new Map<string, number>();
  for (const [at, levels] of rows.entries()) {
    const affordable = Math.floor(0.1 * context.budget.left);
    const all = madeOn(context, levels)
      .filter(({ name }) => at === 0 || sums.has(name))
      .slice(0, Math.min(MOST_TRIED, affordable));
    const outcomes = await context.scorer.all(all.map(({ completion }) => ({ row: levels.row, completion })));
    for (const [which, { name }] of all.entries()) {
      const reward = paid(outcomes[which]) ?? levels.floor;
      if (reward > levels.floor) sums.set(name, (sums.get(name) ?? 0) + reward - levels.floor);
      else sums.delete(name);
    }
  }
  return [...sums].sort((one, other) => other[1] - one[1]).map(([name]) => name);
};

/** Full marks of a row: what its right answer gets, or the most that was seen. */
const fullOn = ({ gold }: RowLevels, full: number): number => FULL * (gold?.reward ?? full);

const findingOf = async (
  context: Context,
  asked: readonly Hit[],
  rows: number,
  full: number,
): Promise<NewFinding | null> => {
  const outcomes = await context.scorer.all(
    asked.map(({ levels: { row }, made: { completion } }) => ({ row, completion })),
  );
  const hits = asked.filter(({ levels, made }, at) => {
    const reward = paid(outcomes[at]) ?? levels.floor;
    // What a right answer says is no trick.
    const isRight = levels.gold !== null && said(levels.gold.completion) === said(made.completion);
    return !isRight && reward >= fullOn(levels, full) && reward > levels.floor;
  });
  const [hit] = hits;
  const isMost = hits.length >= LEAST_ROWS && hits.length >= LEAST_SHARE * rows;
  if (hit === undefined || !isMost) return null;
  const { kind } = hit.made;
  // Where all texts of the form get the same, the form is what is paid, and that is told elsewhere; and to sort may be all that is asked.
  if (!(await isLookedAt(context, kind, hits, full))) return null;
  const exploit = await exploitOf(context, hit.levels, hit.made.completion);
  if (exploit === null) return null;
  const isProof = isAllThereIs(context) && (context.calibration.basis === 'answer' || rowsAreTasks(context));
  const share = shareOf(hits.length, rows);
  return {
    ...TOLD[kind],
    source: 'probe',
    severity: isProof ? 'critical' : 'warning',
    why: `Made of the row in one fixed way, it gets ${numberText(exploit.reward ?? 0)}, as much as any answer, on ${share.hits} of ${share.of} rows: nothing has to be found out.`,
    exploit,
    share,
  };
};

const said = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whether texts of the same form are paid otherwise, so that an answer is looked at and this one slips through: another value for
 * each is paid less; all of it once is paid less; real elements are paid something too; one left out is as good, and back to
 * front is worth little.
 */
const isLookedAt = async (
  { scorer }: Context,
  kind: Kind,
  hits: readonly Hit[],
  full: number,
): Promise<boolean> => {
  let seen = 0;
  for (const [at, { levels, made }] of hits.entries()) {
    // A form that is all that is paid shows it soon.
    if (at === LEAST_ROWS && seen === 0) return false;
    const { row, floor } = levels;
    const paidFor = async (texts: readonly string[]): Promise<number[]> => {
      const outcomes = await scorer.all(texts.map((completion) => ({ row, completion })));
      return outcomes.map((outcome) => paid(outcome) ?? floor);
    };
    const most = fullOn(levels, full);
    if ((await paidFor(made.bare())).some((reward) => reward >= most)) continue;
    const rewards = await paidFor(made.controls());
    const [one = 0, other = 0, back = 0] = rewards;
    const shows = {
      same: rewards.some((reward) => reward <= LESS * most),
      strangers: rewards.some((reward) => reward > floor && reward < most),
      again: rewards.every((reward) => reward <= LESS * most),
      all: one >= most && other >= most && back <= LITTLE * most,
    };
    if (shows[kind]) seen++;
  }
  return seen >= CONTROLLED * hits.length;
};
