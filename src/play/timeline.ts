/**
 * The lines of play through one prompt row. A copy of the episode is made before each step, and never stepped itself:
 * going back means copying the copy, so that several lines can go back to the same one.
 */

import { plural } from '../formats/text/visible.ts';
import type { Environment, Episode, EpisodeEnd, StepOutcome } from '../module/episodes/environment.ts';
import { Copies } from './copies.ts';
import { Refusal } from './event.ts';
import { type Move, type Replay, replay } from './replay.ts';

export interface Line {
  readonly name: string;
  setup: StepOutcome;
  moves: readonly Move[];
  episode: Episode;
  /** A copy of the episode as it is now, if there is one already. */
  here: Episode | undefined;
  /** Why the game in this line is over; undefined while it goes on. */
  over: EpisodeEnd | undefined;
}

/** How the game came back to an earlier place. */
export interface Return {
  by: 'copy' | 'replay';
  /** The step (-1: `setup`) at which playing again gave something else than the first time. */
  differsAt: number | null;
}

export interface TimelineOptions {
  environment: Environment;
  row: Uint8Array;
  seed: number;
  /** Told once, when episodes of this environment cannot be copied. */
  onNoCopies: (reason: string) => void;
  /** Told when an episode had ended while nobody played, and the game came back to where it was. */
  onRevived: (returned: Return) => void;
}

/** Each line is a live episode. */
const MOST_LINES = 16;

export class Timeline {
  readonly #options: TimelineOptions;
  readonly #copies: Copies;
  readonly lines: Line[] = [];
  #current = 0;

  private constructor(options: TimelineOptions) {
    this.#options = options;
    this.#copies = new Copies(options.onNoCopies);
  }

  /** Starts an episode; when its `setup` fails the line is over at once. */
  static async start(options: TimelineOptions, signal: AbortSignal): Promise<Timeline> {
    const timeline = new Timeline(options);
    const episode = await options.environment.start(options.row, { seed: options.seed, signal });
    const { setup, ended: over } = episode;
    timeline.lines.push({ name: 'main', setup, moves: [], episode, here: undefined, over });
    return timeline;
  }

  get current(): Line {
    return this.lines[this.#current] as Line;
  }

  /** @throws Refusal when the game is over */
  async step(action: string, signal: AbortSignal): Promise<Move> {
    const line = this.current;
    refuseOver(line);
    await this.#copyHere(line, signal);
    const before = line.here;
    line.here = undefined;
    const outcome = await line.episode.step(action, { signal });
    const move = { action, outcome, before };
    line.moves = [...line.moves, move];
    line.over = line.episode.ended;
    return move;
  }

  /** @throws Refusal when fewer steps than that were taken */
  async undo(count: number, signal: AbortSignal): Promise<Return> {
    const line = this.current;
    const kept = line.moves.length - count;
    if (line.moves.length === 0) throw new Refusal('Nothing to take back: no step was taken yet');
    if (kept < 0) throw new Refusal(`Only ${plural(line.moves.length, 'step was', 'steps were')} taken`);
    const copy = line.moves[kept]?.before;
    const left = line.episode;
    const returned = await this.#goTo(line, line.moves.slice(0, kept), copy, signal);
    await left.close();
    await this.#copies.keepOnly(this.lines);
    return returned;
  }

  /** Starts a line with the steps so far, and makes it the current one. */
  async branch(name: string | undefined, signal: AbortSignal): Promise<Return> {
    const from = this.current;
    refuseOver(from);
    if (this.lines.length >= MOST_LINES)
      throw new Refusal(`There are ${MOST_LINES} lines already, the most that a game can have`);
    const called = name ?? `line ${this.lines.length + 1}`;
    if (this.lines.some((line) => line.name === called))
      throw new Refusal(`There is a line \`${called}\` already`);
    await this.#copyHere(from, signal);
    const line: Line = { ...from, name: called };
    const returned = await this.#goTo(line, from.moves, from.here, signal);
    this.#current = this.lines.push(line) - 1;
    return returned;
  }

  /** @throws Refusal when there is no such line */
  switch(wanted: string): void {
    const named = this.lines.findIndex(({ name }) => name === wanted);
    const at = named === -1 && /^\d+$/.test(wanted) ? Number(wanted) - 1 : named;
    if (this.lines[at] === undefined)
      throw new Refusal(`There is no line \`${wanted}\``, '`:lines` lists them');
    this.#current = at;
  }

  async close(): Promise<void> {
    await Promise.all(this.lines.map(({ episode }) => episode.close()));
    await this.#copies.keepOnly([]);
  }

  /** Makes a copy of the episode as it is now, where that is possible. */
  async #copyHere(line: Line, signal: AbortSignal): Promise<void> {
    await this.#revive(line, signal);
    line.here = await this.#copies.of(line.episode, line.here);
    await this.#revive(line, signal);
  }

  /** An episode may have ended while nobody played: it waited too long, or making a copy of it killed it. */
  async #revive(line: Line, signal: AbortSignal): Promise<void> {
    if (line.episode.ended === undefined) return;
    this.#options.onRevived(await this.#goTo(line, line.moves, line.here, signal));
    refuseOver(line);
  }

  async #goTo(
    line: Line,
    moves: readonly Move[],
    copy: Episode | undefined,
    signal: AbortSignal,
  ): Promise<Return> {
    const copied = await this.#copies.take(copy);
    if (copied !== undefined) {
      Object.assign(line, { moves, episode: copied, here: copy, over: undefined });
      return { by: 'copy', differsAt: null };
    }
    const again: Replay = await replay(this.#options, line.setup, moves, signal);
    const { setup, episode, differsAt } = again;
    Object.assign(line, { setup, moves: again.moves, episode, here: undefined, over: episode.ended });
    return { by: 'replay', differsAt };
  }
}

const refuseOver = ({ over }: Line): void => {
  if (over === undefined) return;
  throw new Refusal('The episode is over', '`:undo` takes the last step back, `:row` starts again');
};
