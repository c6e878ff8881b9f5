/** Episodes of a data folder, read while a server may be writing them. */
import { join } from 'node:path';
import { plural } from '../../formats/text/visible.ts';
import { FollowedFile } from '../sources/followed-file.ts';
import type { EpisodeList, EpisodeQuery, Note, OneEpisode } from '../sources/source.ts';
import type { Place } from '../store/step-index.ts';
import { isLeft } from './episode-file.ts';
import { EpisodeIndex } from './episode-index.ts';
import { EPISODES_FILE, type EpisodeLine, headOfLine, parseEpisodeLine } from './episode-lines.ts';

export class StoredEpisodes {
  readonly #file: FollowedFile;
  #index = new EpisodeIndex();
  #skipped = 0;

  constructor(folder: string) {
    this.#file = new FollowedFile(join(folder, EPISODES_FILE));
  }

  get version(): number {
    return this.#index.version;
  }

  get modules(): string[] {
    return this.#index.modules;
  }

  get notes(): Note[] {
    if (this.#skipped === 0) return [];
    const text = `${plural(this.#skipped, 'line')} of ${EPISODES_FILE} are no episodes, and are left out`;
    return [{ level: 'warning', text }];
  }

  /** Looks for what has come since. @throws SandboxError RS102 when a later version has written it */
  async follow(): Promise<void> {
    await this.#file.read(
      ({ bytes, offset, tooLong }) => {
        const head = tooLong ? undefined : headOfLine(bytes);
        if (head === undefined) this.#skipped++;
        else this.#index.add(head, { offset, length: bytes.length });
      },
      () => {
        const { version } = this.#index;
        this.#index = new EpisodeIndex();
        this.#index.version = version + 1;
        this.#skipped = 0;
      },
    );
  }

  list(query: EpisodeQuery): EpisodeList {
    return this.#index.list(query, this.#read, isLeft(this.#file.modified));
  }

  one(id: string): OneEpisode | undefined {
    return this.#index.one(id, this.#read, isLeft(this.#file.modified));
  }

  readonly #read = (place: Place): EpisodeLine => this.#file.place(place, parseEpisodeLine);

  close(): void {
    this.#file.close();
  }
}
