/** What can be looked at: a server's own steps, a data folder, a result file. */
import type { RunColumns } from '../columns/run-columns.ts';
import type { FailedRow } from '../store/causes.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import type { Place } from '../store/step-index.ts';
import type { PromptRows } from './prompt-rows.ts';

export type SourceKind = 'served' | 'store' | 'results';

/** Something that a person has to know, on each screen. */
export interface Note {
  level: 'info' | 'warning' | 'error';
  text: string;
  help?: string;
}

export interface SourceModule {
  name: string;
  kind: 'reward' | 'environment' | null;
  file: string | null;
}

/** A step of an episode, as it is told. */
export interface TimelineStep {
  at: number;
  action: string | null;
  action_chars: number;
  observation: string | null;
  observation_chars: number;
  reward: number | null;
  done: boolean | null;
  status: string;
  duration_ms: number;
  info: Record<string, string | number | null>;
  error: { type: string; message: string } | null;
}

export interface EpisodeInfo {
  episode: string;
  module: string;
  step: number | null;
  state: 'live' | 'ended';
  status: string;
  ended: string | null;
  steps: number;
  return: number | null;
  prompt: string | null;
  line: number | null;
  id: string | null;
  started: string | null;
  idle_ms: number | null;
  recorded: boolean;
}

export interface OneEpisode extends EpisodeInfo {
  observation: string | null;
  error: { type: string; message: string } | null;
  timeline: TimelineStep[];
  left_out: number;
}

export interface EpisodeQuery {
  module: string | undefined;
  state: 'live' | 'ended' | undefined;
  from: number;
  limit: number;
}

export interface EpisodeList {
  total: number;
  episodes: EpisodeInfo[];
}

/** How a failed call is run again. */
export interface Again {
  command: string | null;
  request: { route: 'v1/score'; body: { module: string; completion: unknown; kwargs: unknown } } | null;
}

export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
  readonly path: string | null;
  /** Whether it may still grow. */
  readonly live: boolean;
  /** How many calls one "step" has, where calls carry none; else null. */
  readonly callsPerStep: number | null;
  readonly modules: readonly SourceModule[];
  readonly notes: readonly Note[];
  /** Report of `check` beside it. */
  readonly findings: string | null;
  /** The report, where `findings` is not the path of a file. */
  report?(): Promise<{ path: string | null; report: unknown }>;
  /** Rows that can be chosen from. */
  readonly prompts: PromptRows | null;
  /** Looks for what has come since, and gives the columns. Never throws: what goes wrong is a note. */
  columns(): Promise<RunColumns>;
  /** @param step `all`: everything together, where calls carry no step */
  step(step: number | 'all', module: string): Promise<StepSnapshot | undefined>;
  example(
    step: number,
    module: string,
    cause: string,
    place: Place | undefined,
  ): Promise<FailedRow | undefined>;
  /** @param body what was asked, where it is known whole */
  again(module: string, line: number | null, body: FailedRow['body']): Again;
  /** Grows with what is told of episodes; those without a training step change no column. */
  readonly episodesVersion: number;
  episodes(query: EpisodeQuery): Promise<EpisodeList>;
  episode(id: string): Promise<OneEpisode | undefined>;
  close(): void;
}
