/** What the two kinds of game have in common, for the session that runs them. */
import type { SavedRow } from './transcript.ts';

/** A command that only this kind of game has. */
export type Handler = (argument: string | undefined, signal: AbortSignal) => Promise<void>;

export interface Game {
  readonly forEpisodes: boolean;
  /** What stands before the cursor. */
  readonly cursor: string;
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Hands the module an action, or a completion. Aborting it cancels what runs. */
  act(text: string, signal: AbortSignal): Promise<void>;
  /** The rows that `:save` appends to this file now. @throws Refusal when there are none */
  rowsFor(file: string): readonly SavedRow[];
  /** Called when they are in the file. */
  saved(file: string): void;
  close(): Promise<void>;
}

/** The prompt row that is played. */
export interface PlayedRow {
  /** 0-based line of the prompt file. */
  index: number;
  /** Its original JSON text. */
  bytes: Uint8Array;
}
