/**
 * Where no field holds an answer: what a verifier pays for a part of what a row gives, for one text on every row, and for the same
 * thing again. Rules that are looked at only where an answer speaks of them hold for one that says nothing.
 */
import { fewAreKnown, isAllThereIs, rowsAreTasks } from '../../answers/marks.ts';
import { ANSWER_MARK, toldWrappers } from '../../answers/wrappers.ts';
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import {
  type Composition,
  compositionsOf,
  constantTexts,
  endsOf,
  type Given,
  givensOf,
  roundsOf,
} from './compose.ts';
import { growth } from './growth.ts';
import { everythingMarked } from './markup.ts';
import { fullOf, nothingIsAll, readsRow } from './silence.ts';

const ROWS = 8;
const MOST_ROWS = 40;
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.9;
/** Elements of a row of which each must be paid by itself. */
const MOST_SINGLE = 4;
const MOST_DONATED = 12;
const MOST_POOLED = 600;
/** What prompts want around an answer, rows on which ways to write it are sorted out, and ways that are kept. */
const MOST_SHELLS = 6;
const ROWS_OF_WAYS = 3;
const CALLS_OF_WAY = 8;
const MOST_WAYS = 40;
const ALL = 0.99;

/** What the elements of a row are paid in one form: all of them, each of some by itself. */
interface Tried {
  levels: RowLevels;
  form: string;
  field: string;
  /** Of two ends, not of a list. */
  isEnds: boolean;
  singles: readonly { completion: string; reward: number }[];
}

export const verifierCheck: Check = {
  name: 'parts of what is given, one text for all rows, and the same again',
  async run(context) {
    const { levels } = context.calibration;
    const grown = await growth(context);
    if (!fewAreKnown(context) || levels.length < LEAST_ROWS || context.analysis.asksJudge) return grown;
    const nothing = await nothingIsAll(context);
    if (nothing.length > 0) return [...nothing, ...grown];
    const rows = context.random.sample(levels, ROWS);
    const tried: Tried[] = [];
    const likely = await likelyWays(context, rows);
    for (const each of rows) {
      if (!context.budget.has(0.05)) break;
      tried.push(...(await triedOn(context, each, likely)));
    }
    return [...(await partOfIt(context, tried, rows.length)), ...(await oneForAll(context, rows)), ...grown];
  },
};

const formsOf = ({ subject, analysis }: Context, { row }: RowLevels): Composition[] =>
  compositionsOf(row, subject.source, analysis.constants);

const singlesOf = ({ elements }: Given): string[] => elements.slice(0, MOST_SINGLE);

/** Elements in a form, in what the prompts or the source want around it. */
interface Way {
  form: string;
  given: string;
  write: (elements: readonly string[], given: Given) => string;
}

/** What the prompts or the source want around an answer. */
export const shellsOf = ({ subject, analysis }: Context): readonly Wrapper[] => {
  const rows = subject.rows.slice(0, 3);
  const told = [...rows.map(({ prompt }) => prompt), subject.source].join('\n');
  const isTold = ({ wrap }: Wrapper): boolean =>
    wrap(ANSWER_MARK)
      .split(ANSWER_MARK)
      .every((part) => told.includes(part.trim()));
  return toldWrappers(rows, analysis, subject.source)
    .filter((wrapper) => wrapper.wrap('x') === 'x' || isTold(wrapper))
    .slice(0, MOST_SHELLS);
};

const waysOn = (context: Context, levels: RowLevels): { way: Way; given: Given }[] => {
  const shells = shellsOf(context);
  return givenIn(levels).flatMap((given) =>
    formsOf(context, levels).flatMap((form) =>
      shells.map(({ name, wrap }) => ({
        given,
        way: {
          form: `${form.name} in ${name}`,
          given: given.field,
          write: (elements: readonly string[], all: Given) => wrap(form.write(elements, all)),
        },
      })),
    ),
  );
};

const givenIn = ({ row }: RowLevels): Given[] => [...givensOf(row), ...endsOf(row), ...roundsOf(row)];

/** Two ends, or there and back: an answer by itself. */
const isWay = ({ elements, isRound }: Given): boolean => isRound === true || elements.length <= 2;

/** Each element by itself; of a way all of it. */
const partsOf = (given: Given): (readonly string[])[] =>
  isWay(given) ? [given.elements] : singlesOf(given).map((element) => [element]);

/** The ways in which something is paid on one of a few rows, and those without anything around, which cost little. */
const likelyWays = async (context: Context, rows: readonly RowLevels[]): Promise<ReadonlySet<string>> => {
  const likely = new Map<string, number>();
  for (const levels of rows.slice(0, ROWS_OF_WAYS)) {
    const affordable = Math.floor(context.budget.left / CALLS_OF_WAY);
    const ways = waysOn(context, levels).slice(0, affordable);
    const outcomes = await context.scorer.all(
      ways.flatMap(({ way, given }) =>
        [partsOf(given)[0] ?? [], given.elements].map((elements) => ({
          row: levels.row,
          completion: way.write(elements, given),
        })),
      ),
    );
    for (const [at, { way }] of ways.entries()) {
      const reward = Math.max(...[2 * at, 2 * at + 1].map((index) => paid(outcomes[index]) ?? levels.floor));
      const name = nameOf(way);
      if (reward > levels.floor) likely.set(name, Math.max(likely.get(name) ?? reward, reward));
    }
  }
  const best = [...likely].sort((one, other) => other[1] - one[1]).slice(0, MOST_WAYS);
  return new Set(best.map(([name]) => name));
};

const nameOf = ({ given, form }: Way): string => `${given}\0${form}`;

const triedOn = async (
  context: Context,
  levels: RowLevels,
  likely: ReadonlySet<string>,
): Promise<Tried[]> => {
  const ways = waysOn(context, levels).filter(({ way }) => likely.has(nameOf(way)));
  return Promise.all(
    ways.map(async ({ given, way }) => {
      const completions = partsOf(given).map((elements) => way.write(elements, given));
      const all = way.write(given.elements, given);
      const outcomes = await context.scorer.all(
        [all, ...completions].map((completion) => ({ row: levels.row, completion })),
      );
      const singles = outcomes
        .slice(1)
        .map((outcome, at) => ({ completion: completions[at] ?? '', reward: paid(outcome) ?? 0 }));
      return { levels, form: way.form, field: given.field, isEnds: isWay(given), singles };
    }),
  );
};

/** Each element by itself is paid in full, in one form, on nearly all rows. */
const partOfIt = async (context: Context, tried: readonly Tried[], of: number): Promise<NewFinding[]> => {
  const full = fullOf(context);
  if (full === null) return [];
  const groups = new Map<string, Tried[]>();
  for (const each of tried) {
    const key = `${each.field}\0${each.form}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const group of groups.values()) {
    const hits = group.filter(
      ({ singles, levels }) =>
        singles.length > 0 && singles.every(({ reward }) => reward >= full && reward > levels.floor),
    );
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_ROWS || hits.length < LEAST_SHARE * of) continue;
    const exploit = await exploitOf(context, hit.levels, hit.singles[0]?.completion ?? '');
    if (exploit === null) continue;
    const { isEnds, field } = hit;
    return [
      {
        rule: 'C07',
        classes: ['C07', 'A09', 'A08', 'A22', ...(isEnds ? ['S09', 'B07'] : [])],
        source: 'probe',
        severity: isEnds && isAll(exploit.reward) && isPath(hit) ? 'critical' : 'warning',
        title: isEnds
          ? 'a way without what should be between its ends is paid in full'
          : 'an answer about one part of what is given is paid in full',
        why: isEnds
          ? `\`${field}\` one after the other get the most that was seen, on ${hits.length} of ${of} rows: what is between them is not asked for, or steps that cannot be made cost nothing.`
          : `Each of the first ${hit.singles.length} elements of \`${hit.field}\` by itself gets the most that was seen, on ${hits.length} of ${of} rows: rules are checked only for what an answer speaks of, and an answer that leaves the rest out breaks none.`,
        fix: isEnds
          ? 'Check each step by itself, and pay nothing for an answer with one that cannot be made.'
          : 'First check that the answer has everything that was given, each once; then the rules.',
        exploit,
        share: shareOf(hits.length, of),
      },
    ];
  }
  return [];
};

/** Joined by signs, as steps of a way are: of two words side by side there may be nothing between. */
const isPath = ({ form }: Tried): boolean => /^joined by ".*[^\s,\w\\"].*" in /.test(form);

/** Full marks, whatever else might be paid: of less nobody knows how much there is. */
const isAll = (reward: number | null): boolean => reward !== null && reward >= ALL;

const formOf = (text: string): string => text.replace(/[\p{L}\p{N}]/gu, 'x');

/** Texts of the same form with other letters or digits in it. */
const alike = (completion: string, texts: readonly string[]): string[] =>
  texts.filter((text) => text !== completion && formOf(text) === formOf(completion)).slice(0, MOST_DONATED);

/** Whether texts of one form are paid on some rows and not on others: then rows decide, and no reward is for style alone. */
const rowsDecide = async (
  { scorer }: Context,
  asked: readonly RowLevels[],
  completions: readonly string[],
): Promise<boolean> => {
  for (const completion of completions) {
    const outcomes = await scorer.all(asked.map(({ row }) => ({ row, completion })));
    const nothing = asked.filter(({ floor }, at) => (paid(outcomes[at]) ?? floor) <= floor);
    if (nothing.length >= 0.1 * asked.length && nothing.length <= 0.9 * asked.length) return true;
  }
  return false;
};

/** One text that is paid in full on nearly all rows, though fields of the row are read: what is given is not looked at. */
const oneForAll = async (context: Context, rows: readonly RowLevels[]): Promise<NewFinding[]> => {
  const { scorer, subject, random, calibration } = context;
  if (!readsRow(context)) return [];
  const texts = new Map<string, number>();
  for (const levels of rows.slice(0, 3)) {
    const own = givensOf(levels.row).flatMap((given) =>
      formsOf(context, levels).map((form) => form.write(given.elements.slice(0, 1), given)),
    );
    const constant = [...everythingMarked(context), ...constantTexts(levels.row, subject.source)];
    const wrapped = shellsOf(context).flatMap(({ wrap }) => constant.map(wrap));
    const pool = unique([...constant, ...own, ...wrapped]).slice(0, MOST_POOLED);
    const outcomes = await scorer.all(pool.map((completion) => ({ row: levels.row, completion })));
    for (const [at, completion] of pool.entries()) texts.set(completion, paid(outcomes[at]) ?? 0);
  }
  const full = fullOf(context);
  if (full === null) return [];
  const donated = [...texts].filter(([, reward]) => reward >= full).slice(0, MOST_DONATED);
  const asked = random.sample(calibration.levels, MOST_ROWS);
  for (const [completion] of donated) {
    const outcomes = await scorer.all(asked.map(({ row }) => ({ row, completion })));
    const hits = asked.filter(({ floor }, at) => {
      const reward = paid(outcomes[at]) ?? 0;
      return reward >= full && reward > floor;
    });
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_SHARE * asked.length) continue;
    const exploit = await exploitOf(context, hit, completion);
    if (exploit === null) continue;
    const isProof =
      isAll(exploit.reward) &&
      ((isAllThereIs(context) && rowsAreTasks(context)) ||
        (await rowsDecide(context, asked, alike(completion, [...texts.keys()]))));
    return [
      {
        rule: 'A09',
        classes: ['A09', 'A08', 'A05', 'S09'],
        source: 'probe',
        severity: isProof ? 'critical' : 'warning',
        title: 'one text is paid in full on every row',
        why: `The same completion gets the most that was seen on ${hits.length} of ${asked.length} rows, whatever they give: learnt by heart, it is all that a policy needs.`,
        fix: 'Compare the answer with what its row gives (where it starts and ends, what it may use, that nothing is missing), not only with rules that hold for all.',
        exploit,
        share: shareOf(hits.length, asked.length),
      },
    ];
  }
  return [];
};
