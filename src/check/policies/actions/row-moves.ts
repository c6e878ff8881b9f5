/** What can be done on one row with the things that its prompt names: found by trying, and only by what is answered. */

import { unique } from '../../lists.ts';
import { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import type { Player } from '../play/player.ts';
import { kindOf, type Trace } from '../play/trace.ts';
import { slotsOf } from './command-forms.ts';
import {
  commandOfExample,
  type ExampleCommand,
  firstTries,
  thingsOf,
  tokensOf,
  variationsOf,
} from './commands.ts';
import { GARBAGE, type Space } from './space.ts';

/** Moves of one row. */
export interface RowMoves {
  /** Those that were answered as rubbish is not, what is paid first and what is rare before what is common. */
  live: readonly string[];
  /** All that were made, for states in which others do something. */
  made: readonly string[];
}

const MOST_COMMANDS = 14;
/** Episodes of one step for one command, and for one row. */
const MOST_TRIES = 90;
const MOST_ROW = 300;
const MOST_LIVE = 40;
/** How much of something may be moved, where a prompt says only how much there is. */
const AMOUNTS = [5, 2, 1, 10];

const examplesOf = (words: Space['words']): ExampleCommand[] =>
  [...words.examples]
    .slice(0, 12)
    .map(commandOfExample)
    .filter((command) => command !== null);

/** All commands that are known here. */
const commandsOf = ({ words, forms }: Space): string[] => {
  const examples = examplesOf(words).map(({ form }) => form);
  const single = forms.filter(
    (form) => slotsOf(form) === 1 && /^\S+[ (:]/.test(form) && !form.startsWith('{'),
  );
  const all = unique([...words.commands, ...examples]);
  // Those with several slots are what nothing else here tries.
  const several = all.filter((form) => slotsOf(form) > 1);
  return unique([
    ...several.slice(0, 8),
    ...all.filter((form) => slotsOf(form) === 1),
    ...single.slice(0, 6),
  ]).slice(0, MOST_COMMANDS);
};

/** Tries the commands with what the row's prompt and first observation name. */
export class RowExplorer {
  readonly #known = new Map<CheckRow, Promise<RowMoves>>();
  readonly #isThing: (word: string) => boolean;
  readonly commands: readonly string[];

  readonly player: Player;
  readonly space: Space;

  constructor(player: Player, space: Space, rows: readonly CheckRow[]) {
    this.player = player;
    this.space = space;
    this.#isThing = thingsOf(rows);
    this.commands = commandsOf(space);
  }

  /** What the prompt of a row names of the things that rows are about. */
  thingsOn(row: CheckRow): string[] {
    return tokensOf(row.prompt, this.#isThing)
      .filter((token) => typeof token === 'string')
      .filter(this.#isThing);
  }

  of(row: CheckRow): Promise<RowMoves> {
    let known = this.#known.get(row);
    if (known === undefined) {
      known = this.#explore(row);
      this.#known.set(row, known);
    }
    return known;
  }

  async #explore(row: CheckRow): Promise<RowMoves> {
    const { player, space } = this;
    // Of its own, so that what is tried does not hang on which row comes first.
    const random = Random.named(player.seed + row.line, 'moves of a row');
    const start = await player.play(row, []);
    const tokens = tokensOf(`${row.prompt}\n${start.setup.observation}`, this.#isThing);
    const things = [
      ...tokens.filter((token) => typeof token === 'number' || this.#isThing(token)),
      ...AMOUNTS.filter((amount) => !tokens.includes(amount)),
    ];
    const dull = new Set<string>();
    const tried = new Map<string, { action: string; sign: string; reward: number; done: boolean }>();
    const attempt = async (actions: readonly string[]): Promise<void> => {
      const wanted = unique(actions)
        .filter((action) => !tried.has(action))
        .slice(0, MOST_ROW - tried.size);
      if (!player.budget.has(0.25)) return;
      const traces = await Promise.all(wanted.map((action) => player.play(row, [action])));
      for (const trace of traces) {
        const step = trace.steps[0];
        if (step?.status === 'ok')
          tried.set(step.action, {
            action: step.action,
            sign: signOf(trace),
            reward: step.reward ?? 0,
            done: step.done,
          });
      }
    };
    for (const action of GARBAGE) dull.add(signOf(await player.play(row, [action])));
    const kinds = new Map(examplesOf(space.words).map((shown) => [shown.form, shown.kinds]));
    for (const form of this.commands) {
      const shown = kinds.get(form);
      // An example says where names stand: those that rows have come first there, then any word of the prompt.
      const likely = shown === undefined ? [] : firstTries(form, things, random, shown);
      const first = unique([...likely, ...firstTries(form, tokens, random, shown)]);
      await attempt(first.slice(0, MOST_TRIES / 2));
      if (slotsOf(form) === 1) continue;
      // The rarest answer is the nearest to what is wanted: from there one value at a time.
      const counts = countsOf([...tried.values()].filter(({ action }) => first.includes(action)));
      const [best] = first
        .flatMap((action) => tried.get(action) ?? [])
        .filter(({ sign }) => !dull.has(sign))
        .sort(
          (one, other) =>
            other.reward - one.reward || (counts.get(one.sign) ?? 0) - (counts.get(other.sign) ?? 0),
        );
      const others = shown === undefined ? tokens : things;
      if (best !== undefined) await attempt(variationsOf(form, best.action, others).slice(0, MOST_TRIES / 2));
    }
    const all = [...tried.values()];
    const counts = countsOf(all);
    const live = all
      .filter(({ sign }) => !dull.has(sign))
      .sort(
        (one, other) =>
          other.reward - one.reward || (counts.get(one.sign) ?? 0) - (counts.get(other.sign) ?? 0),
      );
    return {
      live: live.slice(0, MOST_LIVE).map(({ action }) => action),
      made: all.filter(({ done }) => !done).map(({ action }) => action),
    };
  }
}

const signOf = (trace: Trace): string => {
  const step = trace.steps[0];
  return step === undefined
    ? 'none'
    : JSON.stringify([step.status, step.reward, step.done, kindOf(step.observation, step.action)]);
};

const countsOf = (tried: readonly { sign: string }[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { sign } of tried) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
};
