/** What a game tells: each is one line of `--json`, or some lines for people. */
import type { Message } from '../module/calls/call.ts';
import type { EpisodeEnd, StepOutcome } from '../module/episodes/environment.ts';
import type { Outcome } from '../outcome.ts';

/** A prompt row was picked. */
export interface RowEvent {
  event: 'row';
  /** 0-based line of the prompt file, and its key as JSON text (null: it has none). */
  index: number;
  id: string | null;
  prompt: string | readonly Message[];
  /** Names of the row's other fields. */
  fields: readonly string[];
  seed: number;
}

/** An episode was started, by `setup`. */
export interface SetupEvent {
  event: 'setup';
  outcome: StepOutcome;
}

export interface StepEvent {
  event: 'step';
  /** Number of the step, from 0, and the line of play that it belongs to. */
  step: number;
  line: string;
  action: string;
  outcome: StepOutcome;
  /** Sum of the rewards so far, this one included. */
  return: number;
  /** Why the episode takes no further step; null while it does. */
  ended: EpisodeEnd | null;
}

/** A completion was scored. */
export interface OutcomeEvent {
  event: 'outcome';
  completion: string;
  outcome: Outcome;
}

/** The game is at another place than before: after `:undo`, `:branch` and `:switch`. */
export interface MovedEvent {
  event: 'undo' | 'branch' | 'switch';
  line: string;
  /** Steps that were taken in this line, and the sum of their rewards. */
  steps: number;
  return: number;
  /** Whether a live copy was taken up, or the actions were played again from the seed; null: neither was needed. */
  by: 'copy' | 'replay' | null;
  /** The step, from 0, at which playing again gave something else than the first time (-1: `setup`); else null. */
  differs_at: number | null;
  /** What the environment showed last, as JSON text; null when there was nothing. */
  observation_json: string | null;
  ended: EpisodeEnd | null;
}

export interface LinesEvent {
  event: 'lines';
  lines: readonly {
    number: number;
    name: string;
    steps: number;
    return: number;
    ended: EpisodeEnd | null;
    current: boolean;
  }[];
}

export interface RowsEvent {
  event: 'rows';
  rows: readonly { index: number; id: string | null; prompt: string }[];
  /** Rows beyond those that are listed. */
  further: number;
}

export interface SavedEvent {
  event: 'saved';
  file: string;
  /** Rows that were appended, and actions or completions in them. */
  rows: number;
  parts: number;
  /** The command that replays the file. */
  replay: string;
}

/** Something a person should know; `refused`: what was typed was not done. */
export interface NoteEvent {
  event: 'note' | 'refused';
  message: string;
  help: string | null;
}

export interface SeedEvent {
  event: 'seed';
  seed: number;
}

export interface HelpEvent {
  event: 'help';
  commands: readonly { usage: string; meaning: string }[];
}

export type PlayEvent =
  | RowEvent
  | SetupEvent
  | StepEvent
  | OutcomeEvent
  | MovedEvent
  | LinesEvent
  | RowsEvent
  | SavedEvent
  | NoteEvent
  | SeedEvent
  | HelpEvent;

export type Emit = (event: PlayEvent) => void;

/** Why what was typed is not done. The game goes on. */
export class Refusal extends Error {
  readonly help: string | null;

  constructor(message: string, help: string | null = null) {
    super(message);
    this.help = help;
  }
}
