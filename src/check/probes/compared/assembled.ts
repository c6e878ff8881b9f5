/**
 * E06: several things that say nothing are each paid a part (a length, marks, a form): together they may get all there is.
 * One after the other is added, whatever raises the reward most.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { runProbes } from '../../proof/oracle.ts';
import type { Probe } from '../../proof/probe.ts';
import { bestObject } from './assembled-objects.ts';
import {
  bodiesOf,
  framesOf,
  marksOf,
  NOTHING,
  type Part,
  type Recipe,
  rowPartsOf,
  textOf,
} from './assembled-parts.ts';
import { ALSO, FIX, judged, MOST_LABELS, TITLE } from './assembled-verdict.ts';

const ROWS = 3;
const MOST_SEARCHED = 8;
const LEAST_ROWS = 5;
const MOST_ROUNDS = 8;
/** Parts of the time, and calls, that it may take. */
const PART = 0.15;
const MOST_CALLS = 6_000;
/** Of the most that was seen. */
const FULL = 0.99;
const GAIN = 1e-6;

interface Search {
  context: Context;
  rows: readonly RowLevels[];
  /** Calls that are left. */
  calls: number;
}

export const assembledCheck: Check = {
  name: 'texts put together from what is looked for',
  weight: 2,
  async run(context) {
    const { calibration, analysis, findings, random } = context;
    const { basis, levels } = calibration;
    if (basis === 'tests' || basis === 'judge' || levels.length < LEAST_ROWS) return [];
    if (!context.budget.has(0.05)) return [];
    if (analysis.asksJudge || analysis.executesCompletion || analysis.runsProcess) return [];
    // What is proved already needs no longer proof.
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const rows = withEachLabel(context, random.sample(levels, ROWS));
    const affordable = PART * context.budget.left;
    const search = { context, rows, calls: Math.min(MOST_CALLS, affordable) };
    const recipe = await climb(search, rowPartsOf(context));
    if (recipe === null) return [];
    return basis === 'answer' ? runProbes(context, [probeOf(recipe)]) : judged(context, recipe);
  },
};

/** Rows, and one more of each value of a label that none of them has: what suits one kind may not suit others. */
const withEachLabel = ({ analysis, calibration }: Context, rows: readonly RowLevels[]): RowLevels[] => {
  const all = [...rows];
  for (const name of analysis.fields.filter((field) => field !== 'prompt')) {
    const values = unique(calibration.levels.map(({ row }) => row.texts[name]));
    if (values.length > MOST_LABELS) continue;
    for (const value of values) {
      const has = ({ row }: RowLevels): boolean => row.texts[name] === value;
      const other = all.some(has) || all.length >= MOST_SEARCHED ? undefined : calibration.levels.find(has);
      if (other !== undefined) all.push(other);
    }
  }
  return all;
};

/** Mean reward on the rows of the search; what fails is paid what nothing is, and what there is no time for is worth nothing. */
const valuesOf = async (search: Search, recipes: readonly Recipe[]): Promise<number[]> => {
  const { scorer } = search.context;
  const many = search.rows.length;
  const asked = recipes.slice(0, Math.max(0, Math.floor(search.calls / many)));
  search.calls -= asked.length * many;
  const outcomes = await scorer.all(
    asked.flatMap((recipe) => search.rows.map(({ row }) => ({ row, completion: textOf(recipe, row) }))),
  );
  return recipes.map((_, at) =>
    at >= asked.length
      ? Number.NEGATIVE_INFINITY
      : search.rows.reduce(
          (sum, { floor }, which) => sum + (paid(outcomes[at * many + which]) ?? Math.min(0, floor)) / many,
          0,
        ),
  );
};

interface Moves {
  bodies: readonly Part[];
  marks: readonly Part[];
  frames: readonly Recipe['frame'][];
}

const placed = (recipe: Recipe, mark: Part): Recipe[] =>
  recipe.before.includes(mark) || recipe.after.includes(mark)
    ? []
    : [
        { ...recipe, after: [...recipe.after, mark] },
        { ...recipe, before: [mark, ...recipe.before] },
      ];

/** All recipes that differ from one in one thing. */
const nextOf = (recipe: Recipe, { bodies, marks, frames }: Moves): Recipe[] => [
  ...bodies.map((body) => ({ ...recipe, body })),
  ...marks.flatMap((mark) => placed(recipe, mark)),
  ...frames.map((frame) => ({ ...recipe, frame })),
  ...(['capitals', 'small'] as const).map((letters) => ({ ...recipe, letters })),
  ...['\n', '\n\n', ''].map((between) => ({ ...recipe, between })),
];

/** The best that was put together, without what adds nothing; null: nothing raises what an empty text is paid. */
const climb = async (search: Search, ofRows: readonly Part[]): Promise<Recipe | null> => {
  const { context } = search;
  const moves = { bodies: bodiesOf(context), marks: marksOf(context), frames: framesOf(context) };
  const object = await bestObject(context, (parts) =>
    valuesOf(
      search,
      parts.map((body) => ({ ...NOTHING, body })),
    ),
  );
  if (object !== null) moves.bodies.unshift(object);
  // What rows list is tried as well: half of the calls are left for that.
  const first = { ...search, calls: ofRows.length === 0 ? search.calls : search.calls / 2 };
  search.calls -= first.calls;
  const plain = await climbFrom(first, NOTHING, moves);
  if (plain.value >= FULL * Math.max(1, context.scorer.range.high) || ofRows.length === 0)
    return plain.recipe;
  const more = { ...moves, marks: [...ofRows, ...moves.marks] };
  const start = plain.recipe ?? NOTHING;
  const together = everythingOf(ofRows, moves);
  const values = await valuesOf(search, together);
  const best = values.reduce((top, each, at) => (each > (values[top] ?? 0) ? at : top), 0);
  const isBetter = (values[best] ?? 0) > plain.value + GAIN;
  const said = await climbFrom(search, isBetter ? (together[best] ?? start) : start, more);
  return said.value > plain.value + GAIN ? said.recipe : plain.recipe;
};

const MOST_TOGETHER = 300;

/** All that a row lists at once, each of it as the end: where one rule that is broken costs everything. */
const everythingOf = (parts: readonly Part[], { bodies }: Moves): Recipe[] =>
  bodies
    .flatMap((body) => [
      { ...NOTHING, before: parts, body },
      ...parts.map((end) => ({
        ...NOTHING,
        before: parts.filter((part) => part !== end),
        body,
        after: [end],
      })),
    ])
    .slice(0, MOST_TOGETHER);

const climbFrom = async (
  search: Search,
  start: Recipe,
  moves: Moves,
): Promise<{ recipe: Recipe | null; value: number }> => {
  let recipe = start;
  let [value = 0] = await valuesOf(search, [start]);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const single = nextOf(recipe, moves);
    // Where one thing alone is worth nothing (a form is asked for first), two together may be.
    for (const next of [() => single, () => pairsOf(recipe, moves)]) {
      const recipes = next();
      const values = await valuesOf(search, recipes);
      const best = values.reduce((top, each, at) => (each > (values[top] ?? 0) ? at : top), 0);
      if ((values[best] ?? value) <= value + GAIN) continue;
      recipe = recipes[best] as Recipe;
      value = values[best] as number;
      break;
    }
    if (value >= FULL * Math.max(1, search.context.scorer.range.high)) break;
    if (recipe === start || search.calls < search.rows.length) break;
    start = recipe;
  }
  return { recipe: recipe === NOTHING ? null : recipe, value };
};

const MOST_PAIRED = 12;

const pairsOf = (recipe: Recipe, { bodies, marks, frames }: Moves): Recipe[] => [
  ...frames.flatMap((frame) => bodies.map((body) => ({ ...recipe, frame, body }))),
  ...marks
    .slice(0, MOST_PAIRED)
    .flatMap((mark) => bodies.flatMap((body) => placed({ ...recipe, body }, mark).slice(0, 1))),
];

const probeOf = (recipe: Recipe): Probe => ({
  rule: 'E06',
  also: ALSO.slice(1),
  title: TITLE,
  fix: FIX,
  kind: 'attack',
  make: (_, { row }) => [textOf(recipe, row)],
});
