/** The loop at the heart of a run with an environment: episodes are played, many at once, and written when they end. */
import type { CompletionLine } from '../formats/rows/completions.ts';
import type { Environment, Episode, StepOutcome } from '../module/episodes/environment.ts';
import type { FileAudit } from './file-audit.ts';
import type { Part, Work } from './file-run.ts';
import type { SlowestCall } from './file-run-options.ts';
import {
  type Ended,
  formatEpisode,
  formatStep,
  lastOutcome,
  type PlayedEpisode,
  returnOf,
} from './output/episode-row.ts';
import { InOrder } from './output/in-order.ts';

export interface EpisodesOptions {
  environment: Environment;
  part: Part;
  /** Episodes that are played at the same time. */
  atOnce: number;
  /** Called with each episode that was handed to the sink. */
  onEpisode: (episode: PlayedEpisode) => void;
  /** Audits them, too. */
  audit?: FileAudit | undefined;
}

/** An ordered run holds back so many times the episodes that are played at once, then it waits for the next in order. */
const HELD_PER_LANE = 4;

interface Played {
  episode: PlayedEpisode;
  /** All its rows: written at once, so that no file ever holds the rows of two episodes mixed. */
  lines: string;
}

interface Running {
  startedAt: number;
  /** Ends it. Each has its own: hundreds of listeners on one signal would make Node warn of a leak. */
  controller: AbortController;
}

interface NumberedRow extends CompletionLine {
  /** Position among the rows of this run. */
  position: number;
}

export class Episodes implements Work {
  readonly #options: EpisodesOptions;
  /** The running episodes by index; the first is the oldest. */
  readonly #inFlight = new Map<number, Running>();
  readonly #ordered = new InOrder<Played>();
  /** Aborted when the run cannot go on. */
  readonly #broken = new AbortController();
  /** Ends episodes that run. */
  readonly #signal: AbortSignal;
  #failure: unknown;
  #waiting: (() => void)[] = [];

  constructor(options: EpisodesOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.part.abort, this.#broken.signal]);
  }

  oldestMs(): number {
    const oldest = this.#inFlight.values().next();
    return oldest.done ? 0 : performance.now() - oldest.value.startedAt;
  }

  async slowest(): Promise<SlowestCall | null> {
    const [oldest] = this.#inFlight;
    if (oldest === undefined) return null;
    const [index, running] = oldest;
    const call = { running_ms: performance.now() - running.startedAt, stack: null };
    return { index, call, isInFlight: () => this.#inFlight.get(index) === running };
  }

  /** Plays until the rows end or the run is stopped. What is thrown is the first failure. */
  async run(): Promise<void> {
    const rows = this.#rows();
    const { audit, environment } = this.#options;
    audit?.begin(environment);
    this.#signal.addEventListener('abort', this.#endAll, { once: true });
    await Promise.all(Array.from({ length: this.#options.atOnce }, () => this.#lane(rows)));
    this.#signal.removeEventListener('abort', this.#endAll);
    if (this.#failure !== undefined) throw this.#failure;
    await audit?.finish(this.#signal);
  }

  async *#rows(): AsyncGenerator<NumberedRow, void, undefined> {
    const { completions, done, stop } = this.#options.part;
    let position = 0;
    for await (const line of completions.rows((index) => done.has(index))) {
      if (stop.aborted || this.#signal.aborted) return;
      yield { ...line, position: position++ };
    }
  }

  /** Plays one episode after the other. Each lane takes the next row only when it is free: files may be endless. */
  async #lane(rows: AsyncGenerator<NumberedRow, void, undefined>): Promise<void> {
    try {
      for (let next = await rows.next(); !next.done; next = await rows.next()) {
        const played = await this.#playRow(next.value);
        // Without its row a resumed run plays it; in an ordered run, all that come behind it too.
        if (played !== undefined) await this.#write(next.value.position, played);
      }
    } catch (error) {
      // Whatever comes of an abort that was asked for is no failure, nor what comes of the first one.
      if (!this.#signal.aborted) this.#failure = error;
      this.#broken.abort();
    }
  }

  async #playRow(row: NumberedRow): Promise<Played | undefined> {
    const controller = new AbortController();
    this.#inFlight.set(row.index, { startedAt: performance.now(), controller });
    if (this.#signal.aborted) controller.abort();
    try {
      return await this.#play(row, controller.signal);
    } finally {
      this.#inFlight.delete(row.index);
    }
  }

  async #play({ index, promptLine, bytes }: NumberedRow, signal: AbortSignal): Promise<Played | undefined> {
    const { environment, part } = this.#options;
    const prompts = part.prompts.index;
    const { actions } = JSON.parse(bytes.toString()) as { actions: readonly string[] };
    const place = { index, id: prompts.keyOfLine(promptLine) };
    await using episode = await environment.start(prompts.row(promptLine), { signal });
    const steps: StepOutcome[] = [];
    let lines = '';
    for (const action of actions) {
      if (episode.ended !== undefined) break;
      const outcome = await episode.step(action, { signal });
      lines += formatStep(place, steps.length, outcome);
      steps.push(outcome);
    }
    const ended = endOf(episode, steps);
    if (ended === undefined) return undefined;
    const actionsUnused = actions.length - steps.length;
    const played = { ...place, promptLine, setup: episode.setup, steps, ended, actionsUnused };
    lines += formatEpisode(played, episode.setup.observation_json);
    await this.#options.audit?.note(prompts.row(promptLine), bytes, 'actions', asOutcome(played));
    return { episode: played, lines };
  }

  async #write(position: number, played: Played): Promise<void> {
    const { part, onEpisode } = this.#options;
    const ready = part.ordered ? this.#ordered.put(position, played) : [played];
    for (const { episode, lines } of ready) {
      const written = part.sink.write(lines);
      onEpisode(episode);
      part.onRow();
      if (written !== undefined) await written;
    }
    if (ready.length > 0) this.#wake();
    while (this.#ordered.held > HELD_PER_LANE * this.#options.atOnce && !this.#signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  readonly #endAll = (): void => {
    for (const { controller } of this.#inFlight.values()) controller.abort();
    this.#wake();
  };

  readonly #wake = (): void => {
    for (const resolve of this.#waiting.splice(0)) resolve();
  };
}

/** An episode as one call: paid its return. */
const asOutcome = ({ setup, steps }: PlayedEpisode) => {
  const { status, version } = lastOutcome({ setup, steps });
  const reward = status === 'ok' ? returnOf(steps) : null;
  return { status, version, reward, evidence: steps.flatMap(({ evidence }) => evidence) };
};

/** Why it ended; undefined when it was cut off by us, so that it does not count. */
const endOf = ({ setup, ended }: Episode, steps: readonly StepOutcome[]): Ended | undefined => {
  const last = steps.at(-1) ?? setup;
  if (last.status !== 'ok') return last.status === 'cancelled' ? undefined : 'failed';
  if (last.done) return 'done';
  if (ended === undefined) return 'actions_used';
  return ended === 'max_steps' ? 'max_steps' : undefined;
};
