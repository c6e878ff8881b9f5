/** The Python files that a module was loaded from, as they were then: each later agent of it starts with them. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { AgentEvents } from '../agent/agent.ts';

/** Python files by their absolute path. */
export type Sources = Map<string, Uint8Array>;

/** Hexadecimal digits of a version. */
const DIGITS = 16;

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

export class ModuleFiles {
  readonly #main: string;
  readonly #shared: Sources;
  readonly #own: Sources = new Map();
  #version: string | undefined;

  /**
   * @param main real path of the module
   * @param shared what other loads have read, which is used instead of what is on disk, and added to
   */
  constructor(main: string, shared: Sources = new Map()) {
    this.#main = main;
    this.#shared = shared;
  }

  /**
   * Which version of the module this is: the beginning of the SHA-256 of its file; where there are several, of the
   * lines that `sha256sum` prints for all of them, in the order of their names. Empty before it is loaded.
   */
  get version(): string {
    return this.#version ?? '';
  }

  /** As an agent takes them. */
  forAgent(): Record<string, string> {
    const all = [...this.#shared, ...this.#own];
    return Object.fromEntries(all.map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
  }

  /** Takes from what an agent says which files it has read, until the first one has loaded the module. */
  listen(events: AgentEvents): AgentEvents {
    return {
      ...events,
      onMessage: (message, block) => {
        if (message.type === 'loaded') this.#version ??= this.#hash();
        if (message.type !== 'files') events.onMessage(message, block);
        else if (this.#version === undefined) this.#add(message.files);
      },
    };
  }

  #add(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      // What came first was read before the module could say anything.
      if (this.#own.has(path)) continue;
      const bytes = this.#shared.get(path) ?? Buffer.from(text, 'latin1');
      this.#own.set(path, bytes);
      this.#shared.set(path, bytes);
    }
  }

  #hash(): string {
    const [only, ...more] = this.#own.values();
    const lines = [...this.#own].map(([path, bytes]) => [this.#name(path), sha256(bytes)] as const);
    lines.sort(([one], [other]) => (one < other ? -1 : 1));
    const list = lines.map(([name, hash]) => `${hash}  ${name}\n`).join('');
    return sha256(only !== undefined && more.length === 0 ? only : list).slice(0, DIGITS);
  }

  #name(path: string): string {
    return relative(dirname(this.#main), path);
  }

  /**
   * Where the files are now.
   * @param file the module as the person named it: a link to it may lead elsewhere by now
   */
  async #places(file: string): Promise<Map<string, string>> {
    const main = await realpath(file).catch(() => resolve(file));
    const below = dirname(this.#main) + sep;
    const now = (path: string): string => {
      if (path === this.#main) return main;
      return path.startsWith(below) ? join(dirname(main), this.#name(path)) : path;
    };
    return new Map([this.#main, ...this.#own.keys()].map((path) => [path, now(path)]));
  }

  /** Folders in which something happens when a file changes. */
  async folders(file: string): Promise<Set<string>> {
    return new Set([file, ...(await this.#places(file)).values()].map((path) => dirname(resolve(path))));
  }

  /** Names of the files, relative to the module's folder, that are missing or hold something else now. */
  async changed(file: string): Promise<string[]> {
    const places = [...(await this.#places(file))];
    const differs = await Promise.all(places.map(([path, now]) => isOther(now, this.#own.get(path))));
    return places.filter((_, at) => differs[at]).map(([path]) => this.#name(path));
  }
}

/** A path may be what the module says it is: nothing is read but a file of the right size. */
const isOther = async (path: string, bytes: Uint8Array | undefined): Promise<boolean> => {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size !== bytes?.length) return true;
    return !(await readFile(path)).equals(bytes);
  } catch {
    return true;
  }
};

const notes = new WeakMap<object, ModuleFiles>();

/** Notes which files a module was loaded from; or, of the error of a load, which ones it could not be loaded from. */
export const noteFiles = (owner: object, files: ModuleFiles): void => {
  notes.set(owner, files);
};

/** What was noted; undefined for what no load came to. */
export const filesOf = (owner: unknown): ModuleFiles | undefined =>
  typeof owner === 'object' && owner !== null ? notes.get(owner) : undefined;
