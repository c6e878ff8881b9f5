/** What episodes of a server did, those that live and the newest that have ended: in bounded memory, and in a file where there is one. */

import { lastTextOf } from '../../formats/rows/prompt-text.ts';
import { shorten } from '../../formats/text/visible.ts';
import type { Outcome } from '../../outcome.ts';
import { cutInfo, TOLD_STEPS } from '../sources/result-episodes.ts';
import type { EpisodeInfo, EpisodeList, EpisodeQuery, OneEpisode, TimelineStep } from '../sources/source.ts';
import { KEPT_CHARACTERS } from '../store/kept.ts';
import type { EpisodeFile } from './episode-file.ts';
import { type EpisodeLine, lineOf } from './episode-lines.ts';

/** Episodes that have ended and are still told. */
const ENDED = 200;
/** Those of which each step is kept while they live; of further ones only how many there were. */
const RECORDED = 500;
/** Characters of one episode. */
const MOST_CHARACTERS = 256 * 2 ** 10;

/** A step, or a setup, as it came. */
export interface Played {
  outcome: Outcome;
  /** JSON text of what the environment showed. */
  observation: string | null;
  done: boolean | null;
}

interface Entry {
  info: EpisodeInfo;
  lastMs: number;
  observation: string | null;
  error: OneEpisode['error'];
  first: TimelineStep[];
  last: TimelineStep[];
  leftOut: number;
  characters: number;
  /** Whether it goes into the file, and how many of its first steps are in there; -1: nothing is. */
  isKept: boolean;
  written: number;
}

export interface Began {
  module: string;
  step: number | null;
  /** JSON text of the row. */
  row: Uint8Array;
  setup: Played;
}

export class EpisodeLog {
  /** Grows with each change. */
  version = 0;
  readonly #live = new Map<string, Entry>();
  readonly #ended: Entry[] = [];
  readonly #file: EpisodeFile | undefined;
  /** Those that the file does not tell as they are. */
  readonly #changed = new Set<Entry>();
  /** Names that others may see: those of episodes are as good as keys to them. */
  #count: number;

  constructor(file?: EpisodeFile) {
    this.#file = file;
    this.#count = file?.next ?? 0;
    if (file !== undefined) file.collect = () => this.#takeChanged();
  }

  begin(key: string, { module, step, row, setup }: Began): void {
    const { prompt, id } = askedOf(row);
    const info: EpisodeInfo = {
      episode: `e${this.#count++}`,
      module,
      step,
      state: 'live',
      status: setup.outcome.status,
      ended: null,
      steps: 0,
      return: 0,
      prompt,
      line: null,
      id,
      started: new Date().toISOString(),
      idle_ms: 0,
      recorded: this.#live.size < RECORDED,
    };
    const observation = plain(setup.observation);
    const entry: Entry = {
      info,
      lastMs: performance.now(),
      observation: observation && shorten(observation, KEPT_CHARACTERS),
      error: errorOf(setup.outcome),
      first: [],
      last: [],
      leftOut: 0,
      characters: 0,
      isKept: info.recorded && this.#file?.keeps(step, module) === true,
      written: -1,
    };
    this.#live.set(key, entry);
    this.#change(entry);
    if (setup.outcome.status !== 'ok') this.end(key, 'failed');
  }

  /** A copy has done what its original did. */
  branch(from: string, key: string): void {
    const entry = this.#live.get(from);
    if (entry === undefined) return;
    const info = { ...entry.info, episode: `e${this.#count++}` };
    const isKept = info.recorded && this.#file?.keeps(info.step, info.module) === true;
    const copy = { ...entry, info, first: [...entry.first], last: [...entry.last], isKept, written: -1 };
    this.#live.set(key, copy);
    this.#change(copy);
  }

  /** @param ended why it takes no further step; undefined while it does */
  step(
    key: string,
    action: string,
    { outcome, observation, done }: Played,
    sum: number,
    ended: string | undefined,
  ): void {
    const entry = this.#live.get(key);
    if (entry === undefined) return;
    entry.lastMs = performance.now();
    const { info } = entry;
    info.steps++;
    info.return = Number.isFinite(sum) ? sum : null;
    info.status = outcome.status;
    if (info.recorded)
      this.#keep(entry, stepOf(info.steps, action, { outcome, observation: plain(observation), done }));
    if (outcome.status !== 'ok') entry.error = errorOf(outcome);
    this.#change(entry);
    if (ended !== undefined) this.end(key, ended);
  }

  end(key: string, ended: string): void {
    const entry = this.#live.get(key);
    if (entry === undefined) return;
    this.#live.delete(key);
    entry.info.state = 'ended';
    entry.info.ended = ended;
    this.#change(entry);
    this.#ended.push(entry);
    if (this.#ended.length > ENDED) this.#ended.shift();
  }

  /** Those of memory first, which are the newest; then those that only the file has. */
  list(query: EpisodeQuery): EpisodeList {
    const { module, state, from, limit } = query;
    const entries = [...this.#ended, ...this.#live.values()];
    const all = entries
      .filter(
        ({ info }) =>
          (module === undefined || info.module === module) && (state === undefined || info.state === state),
      )
      .sort((a, b) => numberOf(b) - numberOf(a));
    const episodes = all.slice(from, from + limit).map(told);
    if (this.#file === undefined) return { total: all.length, episodes };
    const rest = { ...query, from: Math.max(0, from - all.length), limit: limit - episodes.length };
    const older = this.#file.list(rest, new Set(entries.map(numberOf)));
    return { total: all.length + older.total, episodes: [...episodes, ...older.episodes] };
  }

  one(id: string): OneEpisode | undefined {
    const entry = [...this.#live.values(), ...this.#ended].find(({ info }) => info.episode === id);
    if (entry === undefined) return this.#file?.one(id);
    const { observation, error, first, last, leftOut } = entry;
    return { ...told(entry), observation, error, timeline: [...first, ...last], left_out: leftOut };
  }

  /** Writes what is not written yet, and lets go of the file. */
  close(): void {
    this.#file?.close();
  }

  #change(entry: Entry): void {
    this.version++;
    if (!entry.isKept) return;
    this.#changed.add(entry);
    this.#file?.writeSoon();
  }

  #takeChanged(): EpisodeLine[] {
    const lines: EpisodeLine[] = [];
    for (const entry of this.#changed) {
      const { info, observation, error, first, last, leftOut, written } = entry;
      const isLive = info.state === 'live';
      if (isLive && first.length === written) continue; // its last steps come with its end
      const timeline = [...first.slice(Math.max(0, written)), ...(isLive ? [] : last)];
      entry.written = first.length;
      lines.push(
        lineOf(info, { observation: written < 0 ? observation : null, error, timeline, left_out: leftOut }),
      );
    }
    this.#changed.clear();
    return lines;
  }

  #keep(entry: Entry, step: TimelineStep): void {
    entry.characters += (step.action?.length ?? 0) + (step.observation?.length ?? 0);
    const isFull = entry.characters > MOST_CHARACTERS;
    if (entry.first.length < TOLD_STEPS && !isFull) {
      entry.first.push(step);
      return;
    }
    entry.last.push(step);
    if (entry.last.length <= (isFull ? SAMPLES_WHEN_FULL : TOLD_STEPS)) return;
    entry.last.shift();
    entry.leftOut++;
  }
}

const SAMPLES_WHEN_FULL = 10;

const numberOf = ({ info }: Entry): number => Number(info.episode.slice(1));

const told = ({ info, lastMs }: Entry): EpisodeInfo => ({
  ...info,
  idle_ms: info.state === 'live' ? Math.round(performance.now() - lastMs) : null,
});

const plain = (json: string | null): string | null => {
  if (json === null) return null;
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'string' ? value : json;
  } catch {
    return json; // Python writes NaN, which JSON.parse does not read
  }
};

const errorOf = ({ error }: Outcome): OneEpisode['error'] =>
  error && { type: shorten(error.type, 200), message: shorten(error.message, 500) };

const stepOf = (at: number, action: string, { outcome, observation, done }: Played): TimelineStep => ({
  at,
  action: shorten(action, KEPT_CHARACTERS),
  action_chars: action.length,
  observation: observation && shorten(observation, KEPT_CHARACTERS),
  observation_chars: observation?.length ?? 0,
  reward: outcome.reward,
  done,
  status: outcome.status,
  duration_ms: outcome.duration_ms,
  info: cutInfo(outcome.info),
  error: errorOf(outcome),
});

const askedOf = (row: Uint8Array): { prompt: string | null; id: string | null } => {
  try {
    const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
    const { id, prompt } = JSON.parse(bytes.toString()) as { id?: unknown; prompt?: unknown };
    return {
      prompt: shorten(lastTextOf(prompt), KEPT_CHARACTERS) || null,
      id: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null,
    };
  } catch {
    return { prompt: null, id: null };
  }
};
