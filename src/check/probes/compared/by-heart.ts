/**
 * S10: the right answer of one row that is paid on every row, where those of most others are not (the strongest hand beats every row
 * that asks for no less); or, where rows are of several kinds, those of others of its kind are all paid in full on a row. Learnt by
 * heart, one answer, or one for each kind, is all that a policy needs.
 */
import { insideOf } from '../../answers/inside.ts';
import { isAbout, isAllThereIs, isPoor } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { groupBy, unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';
import { answerOf, answersOf, leastPaid, payingAll } from './cross-pay.ts';

const MOST_ROWS = 40;
const MOST_DONORS = 60;
/** Rows on which all donors are tried, then those that are left; how many of them must pay one, and how many go on to all. */
const ROUNDS = [4, 20] as const;
const LEAST_OF_ROUND = 0.75;
const MOST_GOING_ON = 4;
/** Rows with other right answers: of fewer nothing can be told. */
const LEAST_ROWS = 12;
const LEAST_SHARE = 0.9;
/** Distinct right answers, as a share of the rows: of a few classes one may be most. */
const LEAST_DISTINCT = 0.5;
const FULL = 0.99;

const MOST_KINDS = 6;
const MOST_GROUPINGS = 4;
const LEAST_OF_KIND = 4;
const MOST_OF_KIND = 16;
/** Of a row the answers of so many others of its kind. */
const DONORS = 4;
const LEAST_DONORS = 3;
/** Of a field that makes rows of one kind different tasks: distinct values, as a share of the rows. */
const LEAST_VALUES = 0.75;
/** Of a text that is a task, and no name. */
const LEAST_TASK = 12;

const textOf = ({ gold }: RowLevels): string => gold?.completion ?? '';
const isFull = ({ gold, floor }: RowLevels, reward: number): boolean =>
  reward > floor && reward >= FULL * (gold?.reward ?? 1);

/** Rows that pay this answer in full. */
const payingFull = async (
  context: Context,
  rows: readonly RowLevels[],
  completion: string,
): Promise<RowLevels[]> => {
  const paid = await Promise.all(rows.map((levels) => leastPaid(context, levels, [completion])));
  return rows.filter((levels, at) => {
    const reward = paid[at]?.reward;
    return reward !== undefined && isFull(levels, reward);
  });
};

export const byHeartCheck: Check = {
  name: 'one right answer on all rows',
  async run(context) {
    const { calibration, findings } = context;
    if (calibration.basis !== 'answer' || calibration.goldField === null || isPoor(context)) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const known = calibration.levels.filter(({ gold, floor }) => gold !== null && gold.reward > floor);
    if (known.length < LEAST_ROWS) return [];
    const ofKind = await oneForEachKind(context, known);
    return ofKind.length > 0 ? ofKind : oneForAll(context, known);
  },
};

const oneForAll = async (context: Context, known: readonly RowLevels[]): Promise<NewFinding[]> => {
  const { random, calibration } = context;
  const donors = answersOf(context, known);
  if (donors.length < LEAST_DISTINCT * known.length) return [];
  const rows = random.sample(known, MOST_ROWS);
  let best = random.sample(donors, MOST_DONORS);
  for (const many of ROUNDS) {
    const some = random.sample(rows, many);
    const tried: { donor: (typeof best)[number]; hits: number }[] = [];
    for (const donor of best) {
      if (!context.budget.has(0.05)) return [];
      tried.push({ donor, hits: (await payingFull(context, some, donor.completion)).length });
    }
    best = tried
      .filter(({ hits }) => hits >= LEAST_OF_ROUND * some.length)
      .sort((one, other) => other.hits - one.hits)
      .map(({ donor }) => donor);
  }
  for (const { meaning, completion } of best.slice(0, MOST_GOING_ON)) {
    const asked = rows.filter((levels) => answerOf(calibration, levels)?.meaning !== meaning);
    const hits = await payingFull(context, asked, completion);
    const [levels] = hits;
    if (levels === undefined || asked.length < LEAST_ROWS || hits.length < LEAST_SHARE * asked.length)
      continue;
    const told = await tell(
      context,
      [{ levels, completion }],
      shareOf(hits.length, asked.length),
      (reward, share) => ({
        rule: 'S10',
        classes: ['S10', 'S20', 'S19', 'A05'],
        severity: isAllThereIs(context) ? 'critical' : 'high',
        title: 'the right answer of one row is paid in full on the others',
        why: `It gets ${numberText(reward)} on ${share.hits} of ${share.of} rows whose own right answer is another one: learnt by heart, it is all that a policy needs.`,
        fix: 'Check that an answer is made of what its row gives, before it is asked how good it is.',
      }),
    );
    if (told.length > 0) return told;
  }
  return [];
};

/** Letters and digits of one kind are the same, however many: `x 9-9`. */
const shapeOf = (text: string): string => text.replace(/\p{L}+/gu, 'x').replace(/\d+/g, '9');

/** Rows by what they may be of one kind by: the shape of their answers, and fields of few values. */
const groupings = (known: readonly RowLevels[]): RowLevels[][][] => {
  const names = known[0] === undefined ? [] : insideOf(known[0].row).map(({ name }) => name);
  const valueAt = ({ row }: RowLevels, name: string): string | undefined => {
    const value = insideOf(row).find((each) => each.name === name)?.value;
    return typeof value === 'object' || value === undefined ? undefined : String(value);
  };
  const kindsOf = [
    (levels: RowLevels) => shapeOf(textOf(levels)),
    ...names.map((name) => (levels: RowLevels) => valueAt(levels, name)),
  ];
  return kindsOf
    .map((kindOf) => {
      const groups = groupBy<RowLevels, string | undefined>(known, kindOf);
      groups.delete(undefined);
      return [...groups.values()].filter((group) => unique(group.map(textOf)).length >= LEAST_OF_KIND);
    })
    .filter(
      (groups) =>
        groups.length > 0 &&
        groups.length <= MOST_KINDS &&
        groups.flat().length >= LEAST_SHARE * known.length,
    )
    .slice(0, MOST_GROUPINGS);
};

/** What makes rows of one kind different tasks: a field that the source reads, or else only a text that their prompts show. */
const taskOf = ({ analysis }: Context, group: readonly RowLevels[]): 'read' | 'shown' | 'none' => {
  const names = Object.keys(group[0]?.row.fields ?? {}).filter((name) => name !== 'prompt' && !isAbout(name));
  const differ = names.filter(
    (name) => unique(group.map(({ row }) => row.texts[name])).length >= LEAST_VALUES * group.length,
  );
  if (differ.some((name) => analysis.fields.includes(name))) return 'read';
  const isShown = ({ row }: RowLevels, name: string): boolean => {
    const value = row.fields[name];
    return typeof value === 'string' && value.length >= LEAST_TASK && row.prompt.includes(value);
  };
  return differ.some((name) => group.every((levels) => isShown(levels, name))) ? 'shown' : 'none';
};

const oneForEachKind = async (context: Context, known: readonly RowLevels[]): Promise<NewFinding[]> => {
  for (const groups of groupings(known)) {
    const tasks = groups.map((group) => taskOf(context, group));
    if (tasks.includes('none')) continue;
    const donors = new Map<RowLevels, readonly string[]>();
    for (const group of groups) {
      const some = context.random.sample(group, MOST_OF_KIND);
      const texts = unique(some.map(textOf));
      for (const [at, levels] of some.entries()) {
        // Others for each row: one text that fits many is not enough.
        const turned = [...texts.slice(at % texts.length), ...texts.slice(0, at % texts.length)];
        const others = turned.filter((text) => text !== textOf(levels)).slice(0, DONORS);
        if (others.length >= LEAST_DONORS) donors.set(levels, others);
      }
    }
    const { hits, of } = await payingAll(
      context,
      [...donors.keys()],
      (levels) => donors.get(levels) ?? [],
      ({ levels, reward }) => isFull(levels, reward),
    );
    if (of < LEAST_ROWS || hits.length < LEAST_SHARE * of) continue;
    const told = await tell(context, hits, of, (reward, share) => ({
      rule: 'S10',
      classes: ['S10', 'S20', 'S19', 'A05', 'A08'],
      severity: tasks.every((task) => task === 'read') && isAllThereIs(context) ? 'critical' : 'warning',
      title: 'the right answer of any row is paid in every row of its kind',
      why: `Rows are of ${groups.length} kind${groups.length === 1 ? '' : 's'}. On ${share.hits} of ${share.of} rows the right answers of others of the same kind are all paid ${numberText(reward)}, as much as its own: one for each kind, learnt by heart, is all that a policy needs.`,
      fix: 'Check that an answer keeps what its row gives, before it is asked whether it is one at all.',
    }));
    if (told.length > 0) return told;
  }
  return [];
};
