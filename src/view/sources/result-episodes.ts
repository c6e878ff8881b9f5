/** Episodes of a result file: where each stands, and what its rows tell. */
import { lastText } from '../../formats/rows/prompt-text.ts';
import { shorten } from '../../formats/text/visible.ts';
import { KEPT_CHARACTERS } from '../store/kept.ts';
import type { Place } from '../store/step-index.ts';
import type { FollowedFile } from './followed-file.ts';
import type { InputRows } from './input-rows.ts';
import { type ResultRow, resultRowOf } from './result-rows.ts';
import type { EpisodeInfo, EpisodeList, EpisodeQuery, OneEpisode, TimelineStep } from './source.ts';

/** Steps of a long episode that are told: at its beginning, and at its end. */
export const TOLD_STEPS = 100;

export class ResultEpisodes {
  /** Where the rows of each begin, and where its own row does and ends. */
  readonly #starts: number[] = [];
  readonly #rows: number[] = [];
  readonly #ends: number[] = [];
  #start: number | undefined;

  add(row: ResultRow, { offset, length }: Place): void {
    this.#start ??= offset;
    if (row.kind !== 'episode') return;
    this.#starts.push(this.#start);
    this.#rows.push(offset);
    this.#ends.push(offset + length);
    this.#start = undefined;
  }

  list(query: EpisodeQuery, module: string, file: FollowedFile, inputs: InputRows | undefined): EpisodeList {
    const total = query.state === 'live' ? 0 : this.#rows.length;
    const episodes: EpisodeInfo[] = [];
    for (let at = total - 1 - query.from; at >= 0 && episodes.length < query.limit; at--) {
      const row = resultRowOf(file.bytes(this.#rows[at] as number, this.#ends[at] as number));
      if (row !== undefined) episodes.push(infoOf(row, at, module, inputs));
    }
    return { total, episodes };
  }

  one(id: string, module: string, file: FollowedFile, inputs: InputRows | undefined): OneEpisode | undefined {
    const at = /^e\d{1,9}$/.test(id) ? Number(id.slice(1)) : -1;
    const start = this.#starts[at];
    if (start === undefined) return undefined;
    const rows = file
      .bytes(start, this.#ends[at] as number)
      .toString()
      .split('\n')
      .flatMap((line) => resultRowOf(Buffer.from(line)) ?? []);
    const own = rows.pop();
    if (own === undefined) return undefined;
    const actions = inputs?.of(own.index)?.actions ?? [];
    const steps = rows.map((row): TimelineStep => {
      const action = actions[row.at ?? 0] ?? null;
      const observation = textOf(row.observation);
      const { reward, status, duration_ms, info, error } = row.outcome;
      return {
        at: (row.at ?? 0) + 1,
        action: action && shorten(action, KEPT_CHARACTERS),
        action_chars: action?.length ?? 0,
        observation: observation && shorten(observation, KEPT_CHARACTERS),
        observation_chars: observation?.length ?? 0,
        reward,
        done: row.done,
        status,
        duration_ms,
        info: cutInfo(info),
        error: error && { type: error.type, message: shorten(error.message, 500) },
      };
    });
    const { error } = own.outcome;
    const observation = textOf(own.observation);
    return {
      ...infoOf(own, at, module, inputs),
      observation: observation && shorten(observation, KEPT_CHARACTERS),
      error: error && { type: error.type, message: shorten(error.message, 500) },
      ...cutTimeline(steps),
    };
  }
}

/** The first and the last of many. */
export const cutTimeline = (steps: TimelineStep[]): { timeline: TimelineStep[]; left_out: number } => {
  const left_out = Math.max(0, steps.length - 2 * TOLD_STEPS);
  if (left_out === 0) return { timeline: steps, left_out };
  return { timeline: [...steps.slice(0, TOLD_STEPS), ...steps.slice(-TOLD_STEPS)], left_out };
};

export const cutInfo = (info: Readonly<Record<string, string | number>>): TimelineStep['info'] =>
  Object.fromEntries(
    Object.entries(info)
      .slice(0, 64)
      .map(([name, value]) => [
        name,
        typeof value === 'string' ? shorten(value, KEPT_CHARACTERS) : Number.isFinite(value) ? value : null,
      ]),
  );

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const infoOf = (row: ResultRow, at: number, module: string, inputs: InputRows | undefined): EpisodeInfo => {
  const input = inputs?.of(row.index);
  return {
    episode: `e${at}`,
    module,
    step: input?.step ?? null,
    state: 'ended',
    status: row.outcome.status,
    ended: row.episode?.ended ?? null,
    steps: row.episode?.length ?? 0,
    return: row.episode?.return ?? null,
    prompt: input === undefined ? null : shorten(lastText(input.row), KEPT_CHARACTERS) || null,
    line: input === undefined ? null : input.promptLine + 1,
    id: row.id,
    started: null,
    idle_ms: null,
    recorded: true,
  };
};
