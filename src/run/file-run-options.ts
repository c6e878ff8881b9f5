/** What a run is told, and what a display can follow of it, whatever the module is. */
import type { Writable } from 'node:stream';
import type { Problems } from '../formats/problems.ts';
import type { CompletionsFile } from '../formats/rows/completions.ts';
import type { PromptFile } from '../formats/rows/prompts.ts';
import type { RunningCall } from '../module/calls/call.ts';
import type { Status } from '../outcome.ts';
import type { FileAudit } from './file-audit.ts';

export interface FileRunOptions {
  prompts: string;
  completions: string;
  /** Field that joins the two. @default 'id' */
  key?: string | undefined;
  /** A file name, a stream, or nothing: rows are then counted only. */
  output?: string | Writable | undefined;
  /** Rows in the order of the completions file instead of as they finish. @default false */
  ordered?: boolean | undefined;
  /** Go on with an output file that a run before left behind. @default false */
  resume?: boolean | undefined;
  /** With `resume`: rows that are `lost` stay as they are, and are not done again. @default false */
  keepLost?: boolean | undefined;
  /** Replace an output file that is there. @default false */
  overwrite?: boolean | undefined;
  /** Rows of the completions file, by index: no others are done. @default all */
  only?: ReadonlySet<number> | undefined;
  /** Leave out lines with errors instead of refusing the files. @default false */
  skipInvalid?: boolean | undefined;
  /** Aborting it begins nothing further; what runs is finished and written. */
  drain?: AbortSignal | undefined;
  /** Aborting it ends what runs too; its rows are not written, so that `resume` does them. */
  abort?: AbortSignal | undefined;
  events?: RunEvents | undefined;
  /** Audits the rows as well: see docs/audit.md. */
  audit?: FileAudit | undefined;
}

/** What a display can follow. */
export interface RunEvents {
  /**
   * The files are checked; with `skipInvalid` they may have had errors. Comes again when the module, once loaded,
   * refuses further rows.
   */
  onInput?(input: { prompts: PromptFile; completions: CompletionsFile; problems: Problems }): void;
  /** The work starts. */
  onStart?(run: RunView): void;
  /** A row of the completions file is done. */
  onRow?(): void;
}

/** What is said of the module. */
export interface ModuleView {
  /** The function, or the class. */
  name: string;
  /** How it is used, in words. */
  shape: string;
  warnings: readonly string[];
}

/** A look at a run while it goes on. */
export interface Progressing {
  /** Rows that can be done, and how many of them an earlier run did. */
  total: number;
  earlier: number;
  /** Calls, or episodes, by status so far, those of the earlier run included. */
  statuses: ReadonlyMap<Status, number>;
  /** How long the oldest row has been under way, in milliseconds. */
  oldestMs(): number;
  /** What has been running longest. May ask the workers: do it rarely. */
  slowest(): Promise<SlowestCall | null>;
}

export interface RunView extends Progressing {
  module: ModuleView;
}

export interface SlowestCall {
  /** Its line of the completions file. */
  index: number;
  call: Pick<RunningCall, 'running_ms' | 'stack'>;
  isInFlight(): boolean;
}
