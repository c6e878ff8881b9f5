/** An environment as a game: actions are steps of an episode. */
import type { Environment } from '../module/episodes/environment.ts';
import { wholeNumber } from './commands.ts';
import { type Emit, type MovedEvent, type NoteEvent, Refusal } from './event.ts';
import type { Game, Handler, PlayedRow } from './game.ts';
import { observationJson } from './replay.ts';
import { type Line, type Return, Timeline } from './timeline.ts';
import type { SavedRow } from './transcript.ts';

export class EnvironmentGame implements Game {
  readonly forEpisodes = true;
  readonly handlers: Readonly<Record<string, Handler>> = {
    undo: (argument, signal) => this.#undo(argument, signal),
    branch: async (argument, signal) => this.#moved('branch', await this.#timeline.branch(argument, signal)),
    lines: async () => this.#lines(),
    switch: async (argument) => this.#switch(argument),
  };
  readonly #row: PlayedRow;
  readonly #timeline: Timeline;
  readonly #emit: Emit;
  /** By file: the transcript that was written there last. */
  readonly #written = new Map<string, string>();

  private constructor(row: PlayedRow, timeline: Timeline, emit: Emit) {
    this.#row = row;
    this.#timeline = timeline;
    this.#emit = emit;
  }

  static async start(
    environment: Environment,
    row: PlayedRow,
    seed: number,
    emit: Emit,
    signal: AbortSignal,
  ): Promise<EnvironmentGame> {
    const onNoCopies = (reason: string): void =>
      emit({
        event: 'note',
        message: `This episode cannot be copied: ${reason}`,
        help: '`:undo` and `:branch` play the actions again instead, in a fresh episode from the same seed',
      });
    const onRevived = (returned: Return): void => emit(revived(returned));
    const options = { environment, row: row.bytes, seed, onNoCopies, onRevived };
    const timeline = await Timeline.start(options, signal);
    emit({ event: 'setup', outcome: timeline.current.setup });
    return new EnvironmentGame(row, timeline, emit);
  }

  get cursor(): string {
    const { name, moves, over } = this.#timeline.current;
    const line = this.#timeline.lines.length > 1 ? `${name} ` : '';
    return over === undefined ? `${line}${moves.length}> ` : `${line}over> `;
  }

  async act(action: string, signal: AbortSignal): Promise<void> {
    const { outcome } = await this.#timeline.step(action, signal);
    const line = this.#timeline.current;
    const step = line.moves.length - 1;
    const { name, over = null } = line;
    this.#emit({ event: 'step', step, line: name, action, outcome, return: returnOf(line), ended: over });
  }

  rowsFor(file: string): readonly SavedRow[] {
    const actions = this.#replayable();
    if (actions.length === 0) throw new Refusal('Nothing to save: no step was taken yet');
    if (this.#written.get(file) === JSON.stringify(actions))
      throw new Refusal(`\`${file}\` has these steps already`);
    return [{ prompt_index: this.#row.index, actions }];
  }

  saved(file: string): void {
    this.#written.set(file, JSON.stringify(this.#replayable()));
  }

  async close(): Promise<void> {
    await this.#timeline.close();
  }

  /** A step that was cancelled, or lost with its sandbox, says nothing of what its action gives. */
  #replayable(): string[] {
    const { moves } = this.#timeline.current;
    return moves
      .filter(({ outcome: { status } }) => status !== 'cancelled' && status !== 'lost')
      .map(({ action }) => action);
  }

  async #undo(argument: string | undefined, signal: AbortSignal): Promise<void> {
    const count = argument === undefined ? 1 : wholeNumber('undo', argument, 1);
    this.#moved('undo', await this.#timeline.undo(count, signal));
  }

  #switch(argument: string | undefined): void {
    if (argument === undefined)
      throw new Refusal('`:switch` takes a line: `:switch 1`', '`:lines` lists them');
    this.#timeline.switch(argument);
    this.#moved('switch', { by: null, differsAt: null });
  }

  #moved(event: MovedEvent['event'], { by, differsAt }: Return | Unmoved): void {
    const line = this.#timeline.current;
    this.#emit({
      event,
      line: line.name,
      steps: line.moves.length,
      return: returnOf(line),
      by,
      differs_at: differsAt,
      observation_json: latestObservation(line),
      ended: line.over ?? null,
    });
  }

  #lines(): void {
    const { lines, current } = this.#timeline;
    this.#emit({
      event: 'lines',
      lines: lines.map((line, at) => ({
        number: at + 1,
        name: line.name,
        steps: line.moves.length,
        return: returnOf(line),
        ended: line.over ?? null,
        current: line === current,
      })),
    });
  }
}

interface Unmoved {
  by: null;
  differsAt: null;
}

/** It waited too long, or its sandbox died. */
const revived = ({ by, differsAt }: Return): NoteEvent => {
  const how = by === 'copy' ? 'a copy of it goes on' : 'its actions were played again, from the same seed';
  const other = differsAt === null ? null : 'it gave something else this time: `:undo` shows where you are';
  return { event: 'note', message: `The episode had ended while it waited: ${how}`, help: other };
};

/** Sum of the rewards; steps without one count nothing. */
const returnOf = ({ moves }: Line): number =>
  moves.reduce((sum, { outcome: { reward } }) => sum + (reward ?? 0), 0);

const latestObservation = ({ setup, moves }: Line): string | null => {
  const shown = [setup, ...moves.map(({ outcome }) => outcome)].map(observationJson);
  return shown.findLast((text) => text !== null) ?? null;
};
