/**
 * Lines of `episodes.jsonl`. An episode has one, or several: each tells the steps that have come since the one before,
 * and what is known of the whole by then; so the last one says how it stands, and whatever kills the server, what was
 * written before is there.
 */
import { z } from 'zod';
import { timelineEntry } from '../routes/schemas.ts';
import type { EpisodeInfo, OneEpisode } from '../sources/source.ts';
import { laterVersion } from '../store/step-lines.ts';

export const EPISODES_FILE = 'episodes.jsonl';
const LINE_VERSION = 1;

const text = z.string().nullable();
const value = z.number().nullable();
const error = z.object({ type: z.string(), message: z.string() }).nullable();

const episodeLine = z.object({
  v: z.int(),
  episode: z.string(),
  module: z.string(),
  state: z.enum(['live', 'ended']),
  step: z.int().nullable(),
  status: z.string(),
  ended: text,
  steps: z.int(),
  return: value,
  prompt: text,
  line: z.int().nullable(),
  id: text,
  started: text,
  /** When this was written. */
  at: z.string(),
  observation: text,
  error,
  timeline: z.array(timelineEntry),
  left_out: z.int(),
});
export type EpisodeLine = z.output<typeof episodeLine>;

/** @throws z.ZodError */
export const parseEpisodeLine = (value: unknown): EpisodeLine => episodeLine.parse(value);

/** What the index knows of a line without parsing all of it. */
export interface EpisodeHead {
  /** Grows with each episode of a folder. */
  number: number;
  module: string;
  live: boolean;
  step: number | null;
}

const HEAD =
  /^\{"v":(\d+),"episode":"e(\d{1,9})","module":("(?:[^"\\]|\\.)*"),"state":"(live|ended)","step":(\d+|null),/;
/** A name of a module is shorter. */
const HEAD_BYTES = 1_024;

/**
 * Undefined when the line is none.
 * @throws SandboxError RS102 when a later version has written it
 */
export const headOfLine = (bytes: Buffer): EpisodeHead | undefined => {
  const [, version, number, module, state, step] = HEAD.exec(bytes.toString('utf8', 0, HEAD_BYTES)) ?? [];
  if (version === undefined || module === undefined || bytes.at(-1) !== 0x7d) return undefined;
  if (Number(version) > LINE_VERSION) throw laterVersion(EPISODES_FILE, Number(version), LINE_VERSION);
  return {
    number: Number(number),
    module: JSON.parse(module) as string,
    live: state === 'live',
    step: step === 'null' ? null : Number(step),
  };
};

export const lineOf = (
  { episode, module, state, step, idle_ms: _, recorded: __, ...info }: EpisodeInfo,
  rest: Pick<EpisodeLine, 'observation' | 'error' | 'timeline' | 'left_out'>,
): EpisodeLine => ({
  // The head comes first: see HEAD.
  v: LINE_VERSION,
  episode,
  module,
  state,
  step,
  ...info,
  at: new Date().toISOString(),
  ...rest,
});

/** What stands in an episode of which nobody writes any more: its server was killed. */
export const asLost = (line: EpisodeLine): EpisodeLine => ({
  ...line,
  state: 'ended',
  status: line.status === 'ok' ? 'lost' : line.status,
  ended: 'lost',
  timeline: [],
});

/** @param now to tell how long it has rested */
export const infoOfLine = (
  { v: _, at, observation: __, error: ___, timeline: ____, left_out: _____, ...info }: EpisodeLine,
  now: number,
): EpisodeInfo => ({
  ...info,
  idle_ms: info.state === 'live' ? Math.max(0, now - Date.parse(at)) : null,
  recorded: true,
});

/** Of all lines of an episode, in their order. */
export const episodeOfLines = (lines: readonly EpisodeLine[], now: number): OneEpisode | undefined => {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    ...infoOfLine(last, now),
    observation: first.observation,
    error: last.error,
    timeline: lines.flatMap(({ timeline }) => timeline),
    left_out: last.left_out,
  };
};
