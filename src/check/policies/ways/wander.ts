import { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import type { RowExplorer, RowMoves } from '../actions/row-moves.ts';
import type { Policy } from '../play/player.ts';
import { actionsOf, type Trace } from '../play/trace.ts';

const EPSILON = 1e-6;
const WALKS = 6;
const WALK_STEPS = 60;
/** Short ones that end on purpose: many games pay nothing before. */
const ENDED_WALKS = 12;
const ENDED_STEPS = 10;
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
