/** Turns the rows that are left into calls, and remembers which call is which row until its outcome is here. */
import type { CompletionsFile } from '../formats/rows/completions.ts';
import type { PromptFile } from '../formats/rows/prompts.ts';
import type { TextCall } from '../module/calls/call.ts';
import type { Bitmap } from './resume/bitmap.ts';

export interface FedRow {
  index: number;
  promptLine: number;
  fedAtMs: number;
  /** Its line of the completions file. */
  bytes: Buffer;
}

export interface FeedOptions {
  completions: CompletionsFile;
  prompts: PromptFile;
  /** Rows that are not done again. */
  done: Bitmap;
  /** Once aborted no further call is handed out; what runs is not touched. */
  stop: AbortSignal;
}

export class Feed {
  readonly #options: FeedOptions;
  /** By position in the stream of calls; in insertion order, so the first is the oldest. */
  readonly #inFlight = new Map<number, FedRow>();
  #position = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  async *calls(): AsyncGenerator<TextCall, void, undefined> {
    const { completions, prompts, done, stop } = this.#options;
    for await (const { index, promptLine, bytes } of completions.rows((line) => done.has(line))) {
      if (stop.aborted) return;
      this.#inFlight.set(this.#position++, { index, promptLine, fedAtMs: performance.now(), bytes });
      yield { row: prompts.index.row(promptLine), completionRow: bytes };
    }
  }

  /** The row of a call whose outcome arrived. */
  take(position: number): FedRow {
    const row = this.#inFlight.get(position);
    if (row === undefined) throw new Error(`Outcome of call ${position}, which is not in flight`);
    this.#inFlight.delete(position);
    return row;
  }

  /** Line of the completions file of a call in flight. */
  indexOf(position: number): number | undefined {
    return this.#inFlight.get(position)?.index;
  }

  /** The calls in flight, oldest first. */
  positions(): number[] {
    return [...this.#inFlight.keys()];
  }

  /** How long ago the oldest call in flight was handed over; 0 when there is none. */
  oldestMs(): number {
    const oldest = this.#inFlight.values().next();
    return oldest.done ? 0 : performance.now() - oldest.value.fedAtMs;
  }
}
