/** What a server writes of its episodes into the folder of `--data`, and reads of those that have ended. */
import { utimesSync } from 'node:fs';
import type { SandboxError } from '../../errors.ts';
import type { EpisodeList, EpisodeQuery, OneEpisode } from '../sources/source.ts';
import { AppendFile } from '../store/append-file.ts';
import type { StepsLog } from '../store/steps.ts';
import { EpisodeIndex } from './episode-index.ts';
import { asLost, EPISODES_FILE, type EpisodeLine, headOfLine, parseEpisodeLine } from './episode-lines.ts';

/** Of each training step; further ones are counted in its figures, not kept. */
export const KEPT_OF_STEP = 32;
/** Of those that belong to no step, of one server. */
const KEPT_WITHOUT_STEP = 1_000;
/** How often is written what has come. */
const WRITE_MS = 500;
/** After a failed write. */
const AGAIN_MS = 5_000;
/** While episodes live, the file is touched that often: see `isLeft`. */
const TOUCH_MS = 10_000;
const LEFT_AFTER_MS = 3 * TOUCH_MS;
/** Lines that wait for a disk without room. */
const MOST_WAITING = 10_000;

/** Whether nobody writes to the file any more; then what lives by it is lost. */
export const isLeft = (modified: Date): boolean => Date.now() - modified.getTime() > LEFT_AFTER_MS;

export class EpisodeFile {
  /** Gives what is to be written. */
  collect: () => EpisodeLine[] = () => [];
  readonly #file: AppendFile;
  readonly #log: StepsLog;
  readonly #index = new EpisodeIndex();
  /** How many are kept, by step and module. */
  readonly #kept = new Map<string, number>();
  #withoutStep = 0;
  #waiting: EpisodeLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #touching: NodeJS.Timeout | undefined;
  #failing = false;
  #closed = false;

  private constructor(file: AppendFile, log: StepsLog) {
    this.#file = file;
    this.#log = log;
  }

  /** Those that lived when the server before was killed are told as lost. @throws SandboxError RS102 */
  static async open(folder: string, log: StepsLog): Promise<EpisodeFile> {
    const file = AppendFile.open(folder, EPISODES_FILE);
    try {
      const opened = new EpisodeFile(file, log);
      const { skipped, torn } = await file.scan(({ bytes, offset }) => {
        const head = headOfLine(bytes);
        if (head !== undefined) opened.#index.add(head, { offset, length: bytes.length });
        return head !== undefined;
      });
      if (skipped + torn > 0)
        log.event('warn', 'episodes_damaged', { file: file.path, lines_skipped: skipped, torn_bytes: torn });
      opened.#begin();
      return opened;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #begin(): void {
    const lost: EpisodeLine[] = [];
    for (const { number, live, step, module } of this.#index.heads()) {
      if (step !== null) this.#count(step, module);
      const last = live ? this.#index.lines(number, this.#read).at(-1) : undefined;
      if (last !== undefined) lost.push(asLost(last));
    }
    this.#waiting = lost;
    this.#write();
  }

  /** The number of the next episode. */
  get next(): number {
    return this.#index.next;
  }

  /** Whether an episode that begins is to be kept; it is counted then. */
  keeps(step: number | null, module: string): boolean {
    if (step === null) return this.#withoutStep++ < KEPT_WITHOUT_STEP;
    return this.#count(step, module) <= KEPT_OF_STEP;
  }

  #count(step: number, module: string): number {
    const key = `${step} ${module}`;
    const count = (this.#kept.get(key) ?? 0) + 1;
    this.#kept.set(key, count);
    return count;
  }

  /** There is something to collect. Never throws. */
  writeSoon(ms = WRITE_MS): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => this.#writeNow(), ms).unref();
    this.#touching ??= setInterval(() => this.#touch(), TOUCH_MS).unref();
  }

  #writeNow(): void {
    this.#timer = undefined;
    this.#waiting.push(...this.collect());
    if (this.#write()) return;
    this.#waiting.splice(0, Math.max(0, this.#waiting.length - MOST_WAITING));
    this.writeSoon(AGAIN_MS);
  }

  #touch(): void {
    try {
      const now = new Date();
      utimesSync(this.#file.path, now, now);
    } catch {
      // It is told when it is written to.
    }
  }

  /** @returns whether it is written */
  #write(): boolean {
    if (this.#waiting.length === 0) return true;
    try {
      const places = this.#file.append(this.#waiting);
      for (const [at, { episode, module, state, step }] of this.#waiting.entries()) {
        const head = { number: Number(episode.slice(1)), module, live: state === 'live', step };
        const place = places[at];
        if (place !== undefined) this.#index.add(head, place);
      }
      this.#waiting = [];
      if (this.#failing) this.#log.event('info', 'episodes_written_again', { file: this.#file.path });
      this.#failing = false;
      return true;
    } catch (error) {
      const { message, help } = error as SandboxError;
      if (!this.#failing) this.#log.event('error', 'episodes_not_written', { error: message, help });
      this.#failing = true;
      return false;
    }
  }

  readonly #read = (place: { offset: number; length: number }): EpisodeLine =>
    this.#file.read(place, parseEpisodeLine);

  /** @param except those of which the server knows more */
  list(query: EpisodeQuery, except: ReadonlySet<number>): EpisodeList {
    return this.#index.list(query, this.#read, true, except);
  }

  one(id: string): OneEpisode | undefined {
    return this.#index.one(id, this.#read, true);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#touching);
    this.#waiting.push(...this.collect());
    this.#write();
    try {
      this.#file.close();
    } catch (error) {
      this.#log.event('error', 'episodes_not_written', { error: (error as Error).message });
    }
  }
}
