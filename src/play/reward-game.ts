/** A reward file as a game: every text is a completion, scored on its own. */
import type { Reward } from '../module/calls/call.ts';
import type { Status } from '../outcome.ts';
import { type Emit, Refusal } from './event.ts';
import type { Game, PlayedRow } from './game.ts';
import { rowText, type SavedRow } from './transcript.ts';

export class RewardGame implements Game {
  readonly forEpisodes = false;
  readonly handlers = {};
  readonly #reward: Reward;
  readonly #row: PlayedRow;
  readonly #seed: number;
  readonly #emit: Emit;
  readonly #completions: string[] = [];
  /** By file: how many of the completions are in it. */
  readonly #written = new Map<string, number>();

  constructor(reward: Reward, row: PlayedRow, seed: number, emit: Emit) {
    this.#reward = reward;
    this.#row = row;
    this.#seed = seed;
    this.#emit = emit;
  }

  get cursor(): string {
    return 'completion> ';
  }

  async act(completion: string, signal: AbortSignal): Promise<void> {
    const outcome = await this.#reward.score({
      row: this.#row.bytes,
      completionRow: Buffer.from(rowText(this.#rowOf(completion))),
      seed: this.#seed,
      signal,
    });
    if (!UNANSWERED.includes(outcome.status)) this.#completions.push(completion);
    this.#emit({ event: 'outcome', completion, outcome });
  }

  rowsFor(file: string): readonly SavedRow[] {
    if (this.#completions.length === 0) throw new Refusal('Nothing to save: no completion was scored yet');
    const written = this.#written.get(file) ?? 0;
    if (written === this.#completions.length) throw new Refusal(`\`${file}\` has these completions already`);
    return this.#completions.slice(written).map((completion) => this.#rowOf(completion));
  }

  saved(file: string): void {
    this.#written.set(file, this.#completions.length);
  }

  async close(): Promise<void> {}

  #rowOf(completion: string): SavedRow {
    return { prompt_index: this.#row.index, completion };
  }
}

const UNANSWERED: readonly Status[] = ['cancelled', 'lost'];
