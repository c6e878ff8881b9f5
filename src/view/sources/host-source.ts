/** One server of a fleet, asked over HTTP for what it has counted. */
import { SandboxError } from '../../errors.ts';
import type { FailedRow } from '../store/causes.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import type { StepRecord } from '../store/step-schemas.ts';
import type { EpisodeList, EpisodeQuery, OneEpisode, SourceModule } from './source.ts';

const ANSWER_MS = 5_000;
/** Between two questions whether there is something new. */
const LOOK_MS = 500;
/** The same of one that failed: each time this waits for it anew. */
const LOOK_FAILED_MS = 5_000;
/** Answers that are taken in one look: one that always says that there are more must not hold the others up. */
const MOST_ROUNDS = 1_000;

/** What `records` answers: those that are new since a version. */
export interface Records {
  /** This start of the server. */
  server: string;
  /** Whether steps outlive it. */
  kept: boolean;
  version: number;
  /** There are more. */
  more: boolean;
  modules: readonly SourceModule[];
  findings: boolean;
  episodes: number;
  records: StepRecord[];
}

/** A step with its kept calls, and an example of each cause of failures that is known. */
export interface WholeStep extends StepSnapshot {
  examples: Record<string, FailedRow>;
}

export class HostSource {
  readonly url: string;
  readonly #token: string | undefined;
  #server: string | undefined;
  #version = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** By step and module. */
  readonly records = new Map<string, StepRecord>();
  /** Steps of starts of this server that have ended and kept nothing. */
  readonly gone: Map<string, StepRecord>[] = [];
  modules: readonly SourceModule[] = [];
  hasFindings = false;
  episodesVersion = 0;
  /** Why it cannot be asked, while it cannot. */
  trouble: string | undefined;

  constructor(url: string, token: string | undefined) {
    this.url = url.replace(/\/+$/, '');
    this.#token = token;
  }

  /** Asks for what is new. Never throws. @returns the steps that have changed */
  async follow(): Promise<Set<string>> {
    const changed = new Set<string>();
    const now = performance.now();
    if (now - this.#lookedMs < (this.trouble === undefined ? LOOK_MS : LOOK_FAILED_MS)) return changed;
    this.#lookedMs = now;
    try {
      for (let [more, round] = [true, 0]; more && round < MOST_ROUNDS; round++) {
        const answer = await this.get<Records>(`records?since=${this.#version}`);
        if (this.#server !== undefined && answer.server !== this.#server && this.#begin(answer)) continue;
        this.#server = answer.server;
        this.#version = answer.version;
        for (const record of answer.records) {
          const key = `${record.step} ${record.module}`;
          this.records.set(key, record);
          changed.add(key);
        }
        ({ modules: this.modules, findings: this.hasFindings, episodes: this.episodesVersion } = answer);
        more = answer.more;
      }
      this.trouble = undefined;
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    return changed;
  }

  /** Another start of the server counts versions anew. @returns whether to ask again from the beginning */
  #begin({ server, kept }: Records): boolean {
    this.#server = server;
    if (!kept && this.records.size > 0) {
      this.gone.push(new Map(this.records));
      this.records.clear();
    }
    const again = this.#version > 0;
    this.#version = 0;
    return again;
  }

  step(step: number, module: string): Promise<WholeStep> {
    return this.get(`records/${step}?module=${encodeURIComponent(module)}`);
  }

  episodes({ module, state, limit }: EpisodeQuery): Promise<EpisodeList> {
    const query = new URLSearchParams({ limit: String(limit) });
    if (module !== undefined) query.set('module', module);
    if (state !== undefined) query.set('state', state);
    return this.get(`episodes?${query}`);
  }

  episode(id: string): Promise<OneEpisode> {
    return this.get(`episodes/${encodeURIComponent(id)}`);
  }

  /** @throws Error with the reason in words */
  async get<T>(path: string): Promise<T> {
    const headers: Record<string, string> =
      this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
    // Led elsewhere, it would show the token to whoever is there.
    const signal = AbortSignal.timeout(ANSWER_MS);
    const options: RequestInit = { headers, signal, redirect: 'error' };
    let response: Response;
    try {
      response = await fetch(`${this.url}/v1/view/runs/r0/${path}`, options);
    } catch (error) {
      const { cause, message } = error as Error;
      throw new Error(`cannot be reached: ${(cause as Error | undefined)?.message ?? message}`);
    }
    if (response.ok) return (await response.json()) as T;
    if (response.status === 401) throw new Error('wants another token (`--server-token-file`)');
    throw new Error(`answers ${response.status}: ${(await response.text()).slice(0, 200)}`);
  }
}

/** One spelling for each server, so that none is counted twice; undefined for what is no address of one. */
export const serverUrl = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return undefined;
  return url.href.replace(/\/+$/, '');
};

/** @returns its one spelling @throws SandboxError RS101 */
export const checkUrl = (text: string): string => {
  const url = serverUrl(text);
  if (url !== undefined) return url;
  throw new SandboxError('RS101', `expected the address of a server, got \`${text}\``, {
    help: 'such as `http://10.0.0.5:8000`, as `serve` prints it',
  });
};
