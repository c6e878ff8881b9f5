/** F07 and F08: what only shows when the class is played directly. */

import { rowNameOf } from '../../../formats/text/row-name.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { isShown } from '../../proof/levels.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { ownValue, pathsOf } from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import { GARBAGE } from '../actions/space.ts';
import { SLOT } from '../actions/words.ts';
import { HACK_CLASSES } from '../play/catalogue.ts';
import type { Act, Direct, Seen } from '../play/direct.ts';
import { actionsOf, kindOf } from '../play/trace.ts';
import type { LeakOptions } from './leaks.ts';
import { round } from './penalties.ts';

/** Steps after which an episode is taken to be over, and as many beyond the end. */
const MANY = 60;
/** Steps of a walk on which something may have happened, and such walks. */
const LEAST_WALK = 4;
const MOST_WALKS = 4;

const stepsOf = (name: string, actions: readonly string[]): Act[] =>
  actions.map((action) => ['step', name, action]);

/** Actions of a row that do something: the honest ones, else some that are understood. */
const actionsFor = ({ calibrated, space }: LeakOptions, row: CheckRow): readonly string[] =>
  calibrated.honest.get(row)?.actions.slice(0, 20) ?? space.live.slice(0, 4).map(({ action }) => action);

const total = (seen: readonly Seen[]): number => seen.reduce((sum, { reward }) => sum + (reward ?? 0), 0);

interface Late {
  row: CheckRow;
  /** What is done to be paid after the end. */
  does: string;
  actions: readonly string[];
  /** The reward of the best step after the end, of all of them, and of the whole. */
  best: number;
  after: number;
  whole: number;
}

/** What comes after the end of one row; null: it does not end, or nothing is paid then. */
const lateOn = async (
  direct: Direct,
  row: CheckRow,
  does: string,
  before: readonly string[],
  after: readonly string[],
): Promise<Late | 'unpaid' | null> => {
  const actions = [...before, ...after];
  const seen = await direct.play([['setup', 'a', row], ...stepsOf('a', actions)]);
  const end = seen?.findIndex(({ done }) => done === true) ?? -1;
  if (seen === null || end < 0) return null;
  const late = seen.slice(end + 1);
  const best = Math.max(0, ...late.map(({ reward }) => reward ?? 0));
  return best <= 1e-9 ? 'unpaid' : { row, does, actions, best, after: total(late), whole: total(seen) };
};

/** Plays that take steps after the end, those first that prove most: what is said then holds nothing of the answer. */
const lateScripts = (options: LeakOptions, row: CheckRow): [string, string[], string[], boolean][] => {
  const honest = actionsFor(options, row);
  const last = honest.at(-1) ?? '';
  const rubbish = GARBAGE[0] as string;
  const many = (action: string): string[] => Array.from({ length: MANY }, () => action);
  return [
    ['rubbish is sent until the end and beyond', many(rubbish), many(rubbish), true],
    ['what wins is played, and then rubbish is sent', [...honest], many(rubbish), true],
    ['what won is said again', [...honest], [last, last], false],
    ['what would have won is said after the last step', many(rubbish), [...honest], false],
  ];
};

/** F07: paid for steps after it has said that it is over. */
export const findPaidAfterEnd = async (direct: Direct, options: LeakOptions): Promise<NewFinding[]> => {
  const { honest } = options.calibrated;
  let asked = 0;
  const paid: Late[] = [];
  const exploits: Late[] = [];
  // Rows that nobody knows how to win say little of what comes after a win.
  const known = options.rows.filter((row) => honest.has(row));
  for (const row of (known.length > 0 ? known : options.rows).slice(0, 6)) {
    let ended = false;
    for (const [does, before, after, isEmpty] of lateScripts(options, row)) {
      const late = await lateOn(direct, row, does, before, after);
      ended ||= late !== null;
      if (late === null || late === 'unpaid') continue;
      // Paid by steps after the end alone, and with nothing in them, as no honest play is.
      if (isEmpty && late.after > (honest.get(row)?.return ?? 0) * 1.05) exploits.push(late);
      paid.push(late);
      break;
    }
    if (ended) asked++;
  }
  const share = shareOf(exploits.length, asked);
  const [proof] = exploits;
  if (proof !== undefined && isShown(share)) return [exploitFinding(options, proof, share)];
  const [first] = paid;
  const weak = shareOf(paid.length, asked);
  if (first === undefined || !isShown(weak)) return [];
  return [
    {
      rule: 'F07',
      classes: ['F07'],
      // Here no such step is ever taken, so it makes nothing weak that runs here.
      source: 'contract',
      severity: 'warning',
      title: HACK_CLASSES.F07.title,
      why: `After \`done\`, when ${first.does}, a step is paid ${first.best} (${rowNameOf(first.row.line, first.row.fields)}, and ${weak.hits} of ${weak.of} rows). This library takes no step after the end; a loop of another trainer may.`,
      fix: HACK_CLASSES.F07.fix,
      share: weak,
    },
  ];
};

const exploitFinding = (
  { calibrated, player }: LeakOptions,
  { row, does, actions, after, whole }: Late,
  share: NewFinding['share'],
): NewFinding => {
  const honest = calibrated.honest.get(row)?.return ?? null;
  return {
    rule: 'F07',
    classes: ['F07'],
    source: 'probe',
    // It can be played again, but in no episode of this library.
    severity: 'warning',
    title: HACK_CLASSES.F07.title,
    why: `Where ${does}, the steps after \`done\` alone are paid ${round(after)}${honest === null ? '' : `, and all of honest play ${round(honest)}`} (${share?.hits} of ${share?.of} rows). This library takes no step after the end, so this was played on the class itself, as a loop that does not look at \`done\` plays it.`,
    fix: HACK_CLASSES.F07.fix,
    share: share ?? null,
    exploit: {
      row: row.line,
      fields: rowText(row),
      completion: actions,
      seed: player.seed,
      status: 'ok',
      reward: whole,
      honest,
      floor: calibrated.floors.get(row) ?? null,
      decoy: null,
      direct: true,
    },
  };
};

const same = (one: readonly Seen[], other: readonly Seen[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Pieces of what is asked for, as moves: letters, words and list items are often what an episode collects. */
const piecesFor = ({ calibrated, space }: LeakOptions, row: CheckRow): string[] => {
  const { answer, goldFields } = calibrated;
  const paths = goldFields.length > 0 ? goldFields : pathsOf(row);
  const values = paths.map((path) => ownValue(row, path)).filter((value) => typeof value === 'string');
  const pieces = values.slice(0, 3).flatMap((value) => {
    const parts = value.split(/[\s,;]+/);
    return parts.length > 1 ? parts.slice(0, 12) : [...value].slice(0, 12);
  });
  const forms = new Set([answer?.form ?? space.forms[0] ?? SLOT, SLOT]);
  return [...new Set([...forms].flatMap((form) => pieces.map((piece) => fill(form, piece))))];
};

/** The played lists on a row in which most was said that nothing else says: no honest play has to be known for that. */
const eventful = ({ player }: LeakOptions, row: CheckRow): string[][] =>
  player.traces
    .filter((trace) => trace.row === row && trace.status === 'ok' && Object.keys(trace.changed).length === 0)
    .filter(({ steps }) => steps.length >= LEAST_WALK)
    .map((trace) => ({
      actions: actionsOf(trace).slice(0, MANY),
      kinds: unique(trace.steps.map((step) => kindOf(step.observation, step.action))).length,
    }))
    .sort((one, other) => other.kinds - one.kinds)
    .slice(0, MOST_WALKS)
    .map(({ actions }) => actions);

/** F08: an episode that runs beside another one, or after it, is not what it is alone. */
export const findSharedState = async (direct: Direct, options: LeakOptions): Promise<NewFinding[]> => {
  const { rows, space } = options;
  const [first, second] = rows;
  if (first === undefined || second === undefined) return [];
  const moves = space.live.slice(0, 3).map(({ action }) => action);
  const many = [...space.live.slice(0, 12).map(({ action }) => action), ...piecesFor(options, first)];
  const won = actionsFor(options, first);
  const plans: [readonly string[], readonly string[], CheckRow?][] = [
    [won, actionsFor(options, second)],
    // Trainers play one prompt several times side by side: what is kept by its name is shared by those alone.
    [won, won, first],
    [[...moves, ...won], [GARBAGE[0] as string, ...won], first],
    [[GARBAGE[0] as string, ...moves, GARBAGE[0] as string], actionsFor(options, second)],
    [[GARBAGE[0] as string, ...moves], many],
    [many, [...many].reverse()],
    // What was met on a walk, and then met again: what was taken there is gone.
    ...eventful(options, first).map((walk): [readonly string[], readonly string[]] => [walk, walk]),
  ];
  for (const [own, others, otherRow = second] of plans) {
    const alone: Act[] = [['setup', 'a', first], ...stepsOf('a', own)];
    const [once, twice] = [await direct.play(alone), await direct.play(alone)];
    if (once === null || twice === null || !same(once, twice)) continue; // by itself it is not the same
    const other: Act[] = [['setup', 'b', otherRow], ...stepsOf('b', others)];
    const beside: Act[] = [];
    for (let at = 0; at < Math.max(alone.length, other.length); at++)
      for (const act of [alone[at], other[at]]) if (act !== undefined) beside.push(act);
    for (const [how, acts] of [
      ['beside another one', beside],
      ['after another one', [...other, ...alone]],
    ] as const) {
      const seen = await direct.play(acts);
      const mine = seen?.filter((_, index) => acts[index]?.[1] === 'a');
      if (mine === undefined || same(mine, once)) continue;
      const step = once.findIndex((each, index) => !same([each], [mine[index] as Seen]));
      return [sharedFinding(how, step, once[step] as Seen, mine[step] as Seen)];
    }
  }
  return [];
};

const sharedFinding = (how: string, step: number, alone: Seen, then: Seen): NewFinding => {
  const words = (seen: Seen): string =>
    seen.error ??
    `${JSON.stringify(seen.observation?.slice(0, 60))}, reward ${seen.reward}, done ${seen.done}`;
  return {
    rule: 'F08',
    classes: ['F08'],
    source: 'probe',
    severity: alone.reward === then.reward && alone.done === then.done ? 'warning' : 'high',
    title: HACK_CLASSES.F08.title,
    why: `An episode that runs ${how} in the same process is not what it is alone: ${step === 0 ? 'its setup' : `step ${step}`} gives ${words(then)} instead of ${words(alone)}. This library gives each episode a process of its own; other trainers do not.`,
    fix: HACK_CLASSES.F08.fix,
  };
};
