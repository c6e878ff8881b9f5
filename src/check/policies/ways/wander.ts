/** Long walks over what can be done on a row: what is paid only later is met on the way, and then tried again and again. */
import { unique } from '../../lists.ts';
import { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { othersAbout, reversedOf } from '../actions/commands.ts';
import { partnersIn } from '../actions/partners.ts';
import type { RowExplorer, RowMoves } from '../actions/row-moves.ts';
import type { Attack } from '../play/attack.ts';
import { MOST_STEPS, type Policy } from '../play/player.ts';
import { actionsOf, type Trace } from '../play/trace.ts';

const EPSILON = 1e-6;
const WALKS = 6;
const WALK_STEPS = 60;
/** Short ones that end on purpose: many games pay nothing before. */
const ENDED_WALKS = 12;
const ENDED_STEPS = 10;
/** Rows that are walked on: growth on these is no luck. */
const MOST_ROWS = 4;
/** Steps before what is paid: more of them are no way that somebody finds again. */
const MOST_BEFORE = 40;
const MOST_PRIZES = 6;
const MOST_BACK = 5;
/** Moves of one step, the best paid first. */
const MOST_SINGLE = 2;

/** A step that was paid, and what was done before it. */
export interface Prize {
  before: readonly string[];
  action: string;
  reward: number;
  /** What was said before it and after it: what both name may be the way back. */
  said: readonly [string, string];
}

/** Walks that look at nothing but what was answered: mostly what does something, at times what did nothing before. */
const walking = (explorer: RowExplorer, { open, made }: RowMoves, random: Random): Policy => {
  const rest = made.filter((action) => !open.includes(action));
  return ({ steps, observation }) => {
    const last = steps.at(-1);
    const heard = explorer.movesIn(observation);
    const list =
      heard.length > 0 && random.below(3) > 0
        ? heard
        : open.length === 0 || (rest.length > 0 && random.below(3) === 0)
          ? rest
          : open;
    const next = random.pick(list) ?? null;
    return next === last?.action ? (random.pick(list) ?? null) : next;
  };
};

/** The same, and then what ends it. */
const ending = (explorer: RowExplorer, moves: RowMoves, random: Random): Policy => {
  const walk = walking(explorer, moves, random);
  const most = 1 + random.below(ENDED_STEPS);
  const end = random.pick(moves.ends) ?? null;
  return (view) => (view.step < most ? walk(view) : view.step === most ? end : null);
};

/** Walks over one row. */
export const walksOn = async (explorer: RowExplorer, row: CheckRow): Promise<Trace[]> => {
  const moves = await explorer.of(row);
  if (moves.made.length === 0 && moves.open.length < 2) return [];
  const random = Random.named(explorer.player.seed + row.line, 'walks');
  const walks: Trace[] = [];
  for (let walk = 0; walk < WALKS && explorer.player.budget.has(0.2); walk++)
    walks.push(await explorer.player.follow(row, walking(explorer, moves, random), {}, WALK_STEPS));
  for (let walk = 0; walk < ENDED_WALKS && moves.ends.length > 0 && explorer.player.budget.has(0.25); walk++)
    walks.push(await explorer.player.follow(row, ending(explorer, moves, random), {}, WALK_STEPS));
  return walks;
};

/** What was paid on the way, each kind of action once and with the fewest steps before it. */
const prizesOf = (walks: readonly Trace[]): Prize[] => {
  const found = new Map<string, Prize>();
  for (const { steps, setup } of walks)
    for (const [at, { action, reward, done, status, observation }] of steps.entries()) {
      if (status !== 'ok' || done || (reward ?? 0) <= EPSILON || at > MOST_BEFORE) continue;
      const kind = action.split(/[\s(]/)[0] as string;
      const known = found.get(kind);
      if (known === undefined || known.before.length > at)
        found.set(kind, {
          before: steps.slice(0, at).map((step) => step.action),
          action,
          reward: reward as number,
          said: [steps[at - 1]?.observation ?? setup.observation, observation],
        });
    }
  return [...found.values()].slice(0, MOST_PRIZES);
};

/** To what is paid, then the same again; where that is not paid, round after round with what may take it back. */
const roundsFrom = ({ before, action }: Prize, partners: readonly string[]): Policy => {
  const queue: string[] = [...before, action, action];
  const left = [...partners];
  let round: readonly string[] = [action];
  return ({ steps }) => {
    const next = queue.shift();
    if (next !== undefined) return next;
    const due = steps.slice(-round.length).reduce((sum, { reward }) => sum + (reward ?? 0), 0);
    if (due <= EPSILON) {
      const partner = left.shift();
      if (partner === undefined) return null;
      round = [partner, action];
    }
    queue.push(...round.slice(1));
    return round[0] as string;
  };
};

/** Commands about what was named both before a step and after it, which may undo it. */
const wayBack = (explorer: RowExplorer, { action, said: [before, after] }: Prize): string[] => {
  const then = new Set(explorer.movesIn(after));
  return explorer
    .movesIn(before)
    .filter((move) => move !== action && then.has(move))
    .slice(0, MOST_BACK);
};

/** Attacks that go where a walk was paid, and stay there. */
export const wandering = async (explorer: RowExplorer, rows: readonly CheckRow[]): Promise<Attack[]> => {
  const prizes = new Map<CheckRow, { prize: Prize; partners: string[] }[]>();
  for (const row of rows.slice(0, MOST_ROWS)) {
    const { live, made, open } = await explorer.of(row);
    // What is paid most at the first step needs no walk, and leaves most of the episode for rounds.
    const single = await Promise.all(
      live.slice(0, MOST_SINGLE).map((action) => explorer.player.play(row, [action])),
    );
    const found = prizesOf([...single, ...(await walksOn(explorer, row))]);
    // Nothing that can be met is paid: then it is not on other rows either.
    if (found.length === 0) break;
    prizes.set(
      row,
      found.map((prize) => ({
        prize,
        partners: unique([
          ...reversedOf(explorer.commands, prize.action),
          ...wayBack(explorer, prize),
          ...partnersIn(othersAbout(explorer.commands, prize.action), prize.action),
          ...partnersIn(open, prize.action).slice(0, 4),
          ...partnersIn(made, prize.action).slice(0, 2),
        ]).slice(0, 14),
      })),
    );
  }
  return Array.from({ length: MOST_PRIZES }, (_, at) => ({
    rule: 'F11' as const,
    does: 'goes where something is paid, and is paid there round after round,',
    most: MOST_STEPS,
    isFarming: true,
    isBound: true,
    policy: (row: CheckRow): Policy | null => {
      const one = prizes.get(row)?.[at];
      return one === undefined ? null : roundsFrom(one.prize, one.partners);
    },
  })).filter((_, at) => [...prizes.values()].some((list) => list[at] !== undefined));
};

/** The best part of the walks: all that came before what was paid last. */
export const bestWalk = (walks: readonly Trace[]): readonly string[] | null => {
  let best: { actions: readonly string[]; sum: number } | null = null;
  for (const trace of walks) {
    let sum = 0;
    for (const [at, { reward, status }] of trace.steps.entries()) {
      if (status !== 'ok') break;
      sum += reward ?? 0;
      if (sum > EPSILON && (best === null || sum > best.sum + EPSILON))
        best = { actions: actionsOf(trace).slice(0, at + 1), sum };
    }
  }
  return best?.actions ?? null;
};
