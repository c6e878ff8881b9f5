/**
 * S10 where rows are of several kinds (a size, a level): right answers of other rows of its kind are all paid in full on a row, so
 * that one for each kind, learnt by heart, is all that a policy needs.
 */
import { insideOf } from '../../answers/inside.ts';
import { isAbout, isAllThereIs } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';

const MOST_KINDS = 6;
const MOST_GROUPINGS = 4;
const LEAST_OF_KIND = 4;
const MOST_OF_KIND = 16;
const LEAST_ROWS = 12;
/** Of a row the answers of so many others of its kind; all of them must be paid, on this share of the rows. */
const DONORS = 4;
const LEAST_DONORS = 3;
const LEAST_SHARE = 0.9;
/** Of a field that makes rows of one kind different tasks: distinct values, as a share of the rows. */
const LEAST_DISTINCT = 0.75;
/** Of a text that is a task, and no name. */
const LEAST_TASK = 12;
const FULL = 0.99;

/** Letters and digits of one kind are the same, however many: `x 9-9`. */
const shapeOf = (text: string): string => text.replace(/\p{L}+/gu, 'x').replace(/\d+/g, '9');

const scalarAt = (row: CheckRow, name: string): string | undefined => {
  const value = insideOf(row).find((each) => each.name === name)?.value;
  return typeof value === 'object' || value === undefined ? undefined : String(value);
};

type KindOf = (levels: RowLevels) => string | undefined;

/** By what rows may be of one kind: the shape of their answers, and fields of few values. */
const kindsOf = (known: readonly RowLevels[]): KindOf[] => {
  const names = known[0] === undefined ? [] : insideOf(known[0].row).map(({ name }) => name);
  return [
    ({ gold }: RowLevels) => shapeOf(gold?.completion ?? ''),
    ...names.map(
      (name): KindOf =>
        ({ row }) =>
          scalarAt(row, name),
    ),
  ];
};

/** Rows of each kind; none where there are too many, or where most rows are of a kind of their own. */
const groupsBy = (known: readonly RowLevels[], kindOf: KindOf): RowLevels[][] => {
  const groups = new Map<string, RowLevels[]>();
  for (const levels of known) {
    const kind = kindOf(levels);
    if (kind !== undefined) groups.set(kind, [...(groups.get(kind) ?? []), levels]);
  }
  const large = [...groups.values()].filter(
    (group) => group.length >= LEAST_OF_KIND && unique(group.map(textOf)).length >= LEAST_OF_KIND,
  );
  const isFew = large.length > 0 && large.length <= MOST_KINDS;
  return isFew && large.flat().length >= LEAST_SHARE * known.length ? large : [];
};

const textOf = ({ gold }: RowLevels): string => gold?.completion ?? '';

/** What makes rows of one kind different tasks: a field that the source reads, or else only a text that their prompts show. */
const taskOf = ({ analysis }: Context, group: readonly RowLevels[]): 'read' | 'shown' | 'none' => {
  const names = Object.keys(group[0]?.row.fields ?? {}).filter((name) => name !== 'prompt' && !isAbout(name));
  const differ = names.filter(
    (name) => unique(group.map(({ row }) => row.texts[name])).length >= LEAST_DISTINCT * group.length,
  );
  if (differ.some((name) => analysis.fields.includes(name))) return 'read';
  const isShown = ({ row }: RowLevels, name: string): boolean => {
    const value = row.fields[name];
    return typeof value === 'string' && value.length >= LEAST_TASK && row.prompt.includes(value);
  };
  return differ.some((name) => group.every((levels) => isShown(levels, name))) ? 'shown' : 'none';
};

interface Asked {
  levels: RowLevels;
  donors: readonly string[];
}

const askedIn = (context: Context, group: readonly RowLevels[]): Asked[] => {
  const some = context.random.sample(group, MOST_OF_KIND);
  const texts = unique(some.map(textOf));
  return some.flatMap((levels, at) => {
    // Others for each row: one text that fits many is not enough.
    const turned = [...texts.slice(at % texts.length), ...texts.slice(0, at % texts.length)];
    const donors = turned.filter((text) => text !== textOf(levels)).slice(0, DONORS);
    return donors.length < LEAST_DONORS ? [] : [{ levels, donors }];
  });
};

/** @param known rows with a right answer */
export const kindsByHeart = async (
  context: Context,
  known: readonly RowLevels[],
): Promise<NewFinding | undefined> => {
  const groupings = kindsOf(known)
    .map((kindOf) => groupsBy(known, kindOf))
    .filter(({ length }) => length > 0)
    .slice(0, MOST_GROUPINGS);
  for (const groups of groupings) {
    if (!context.budget.has(0.05)) return undefined;
    const tasks = groups.map((group) => taskOf(context, group));
    if (tasks.includes('none')) continue;
    const asked = groups.flatMap((group) => askedIn(context, group));
    const rewards = await context.scorer.all(
      asked.flatMap(({ levels: { row }, donors }) => donors.map((completion) => ({ row, completion }))),
    );
    let from = 0;
    const hits = asked.filter(({ levels: { gold, floor }, donors }) => {
      const own = rewards.slice(from, from + donors.length).map(paid);
      from += donors.length;
      return own.every((reward) => reward !== null && reward > floor && reward >= FULL * (gold?.reward ?? 1));
    });
    const [hit] = hits;
    if (hit === undefined || asked.length < LEAST_ROWS || hits.length < LEAST_SHARE * asked.length) continue;
    const sight = { levels: hit.levels, completion: hit.donors[0] ?? '' };
    const [told] = await tell(context, [sight], shareOf(hits.length, asked.length), (reward, share) => ({
      rule: 'S10',
      classes: ['S10', 'S20', 'S19', 'A05', 'A08'],
      severity: tasks.every((task) => task === 'read') && isAllThereIs(context) ? 'critical' : 'warning',
      title: 'the right answer of any row is paid in every row of its kind',
      why: `Rows are of ${groups.length} kind${groups.length === 1 ? '' : 's'}. On ${share.hits} of ${share.of} rows the right answers of others of the same kind are all paid ${numberText(reward)}, as much as its own: one for each kind, learnt by heart, is all that a policy needs.`,
      fix: 'Check that an answer keeps what its row gives, before it is asked whether it is one at all.',
    }));
    if (told !== undefined) return told;
  }
  return undefined;
};
