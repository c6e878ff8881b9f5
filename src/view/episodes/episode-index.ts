/** Which episodes `episodes.jsonl` has, and where their lines are. */
import type { EpisodeList, EpisodeQuery, OneEpisode } from '../sources/source.ts';
import type { Place } from '../store/step-index.ts';
import { asLost, type EpisodeHead, type EpisodeLine, episodeOfLines, infoOfLine } from './episode-lines.ts';

type Read = (place: Place) => EpisodeLine;

interface Entry {
  head: EpisodeHead;
  places: Place[];
}

export class EpisodeIndex {
  readonly #entries = new Map<number, Entry>();
  /** Grows with each line. */
  version = 0;

  add(head: EpisodeHead, place: Place): void {
    this.version++;
    const known = this.#entries.get(head.number);
    if (known === undefined) this.#entries.set(head.number, { head, places: [place] });
    else {
      known.head = head;
      known.places.push(place);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The number of the next one. */
  get next(): number {
    let next = 0;
    for (const number of this.#entries.keys()) next = Math.max(next, number + 1);
    return next;
  }

  get modules(): string[] {
    return [...new Set([...this.#entries.values()].map(({ head }) => head.module))];
  }

  heads(): EpisodeHead[] {
    return [...this.#entries.values()].map(({ head }) => head);
  }

  /**
   * @param areLost whether those that are live by their last line are so no more
   * @param except those of which somebody else tells
   */
  list(query: EpisodeQuery, read: Read, areLost: boolean, except?: ReadonlySet<number>): EpisodeList {
    const { module, state, from, limit } = query;
    const fitting = this.heads()
      .filter(
        (head) =>
          except?.has(head.number) !== true &&
          (module === undefined || head.module === module) &&
          (state === undefined || (state === 'live') === (head.live && !areLost)),
      )
      .sort((a, b) => b.number - a.number);
    const now = Date.now();
    const episodes = fitting.slice(from, from + limit).flatMap(({ number }) => {
      const last = this.#lines(number, read).at(-1);
      return last === undefined ? [] : [infoOfLine(areLost ? lostIfLive(last) : last, now)];
    });
    return { total: fitting.length, episodes };
  }

  one(id: string, read: Read, areLost: boolean): OneEpisode | undefined {
    const lines = this.lines(/^e\d{1,9}$/.test(id) ? Number(id.slice(1)) : -1, read);
    const last = lines.at(-1);
    if (last === undefined) return undefined;
    const end = areLost && last.state === 'live' ? [asLost(last)] : [];
    return episodeOfLines([...lines, ...end], Date.now());
  }

  lines(number: number, read: Read): EpisodeLine[] {
    return this.#lines(number, read, true);
  }

  /** Of lines that cannot be read there are none: after a crash of the machine the index may know more than the file. */
  #lines(number: number, read: Read, all = false): EpisodeLine[] {
    const places = this.#entries.get(number)?.places ?? [];
    return (all ? places : places.slice(-1)).flatMap((place) => {
      try {
        return read(place);
      } catch {
        return [];
      }
    });
  }
}

const lostIfLive = (line: EpisodeLine): EpisodeLine => (line.state === 'live' ? asLost(line) : line);
