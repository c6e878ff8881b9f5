/**
 * A client over HTTP with connections of its own; many calls travel in one request, the answer is one JSON. By undici,
 * which takes 0.1 ms for a request, half of what `fetch` or `node:http` do.
 */
import pLimit from 'p-limit';
import { type Dispatcher, Pool } from 'undici';
import type { TextCall } from '../../src/index.ts';
import type { Settle, Told } from './zmq-client.ts';

const CALLS_OF_REQUEST = 512;
/** So that the server reads one batch while another is scored. */
const REQUESTS_AT_ONCE = 3;

const BEGIN = Buffer.from('{"calls":[');
const ROW = Buffer.from(',"kwargs":');
const NEXT = Buffer.from('},');
const END = Buffer.from('}]}');
const LAST = Buffer.from('}');

/** A completion row `{"completion":…}` without its last brace begins a call of the API. */
const callOf = ({ row, completionRow }: TextCall): Uint8Array[] => [completionRow.subarray(0, -1), ROW, row];

const bodyOf = (calls: readonly TextCall[]): Buffer =>
  Buffer.concat([
    BEGIN,
    ...calls.flatMap((call, index) => [...callOf(call), index === calls.length - 1 ? END : NEXT]),
  ]);

export class HttpClient {
  readonly #pool: Pool;
  readonly #limit = pLimit(REQUESTS_AT_ONCE);

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: REQUESTS_AT_ONCE });
  }

  async open(): Promise<void> {
    await this.#ask('GET', '/livez');
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Resolves when all of them are settled. */
  async score(calls: readonly TextCall[], settle: Settle): Promise<void> {
    const [only] = calls;
    if (only !== undefined && calls.length === 1) {
      settle(0, await this.#ask<Told>('POST', '/v1/score', Buffer.concat([...callOf(only), LAST])));
      return;
    }
    const requests: Promise<void>[] = [];
    for (let from = 0; from < calls.length; from += CALLS_OF_REQUEST) {
      const ask = async (): Promise<void> => {
        const body = bodyOf(calls.slice(from, from + CALLS_OF_REQUEST));
        const { outcomes } = await this.#ask('POST', '/v1/score', body);
        for (const [index, told] of (outcomes as Told[]).entries()) settle(from + index, told);
      };
      requests.push(this.#limit(ask));
    }
    await Promise.all(requests);
  }

  async start(row: object): Promise<string> {
    return String((await this.#ask('POST', '/v1/episodes', JSON.stringify({ kwargs: row }))).episode_id);
  }

  async step(episode: string, action: string): Promise<Told> {
    return this.#ask<Told>('POST', `/v1/episodes/${episode}/step`, JSON.stringify({ action }));
  }

  async end(episode: string): Promise<void> {
    await this.#ask('DELETE', `/v1/episodes/${episode}`);
  }

  async #ask<Told = Record<string, unknown>>(
    method: Dispatcher.HttpMethod,
    path: string,
    body: Buffer | string | null = null,
  ): Promise<Told> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#pool.request({ method, path, headers, body });
    const told = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${told}`);
    return JSON.parse(told.startsWith('{') ? told : '{}');
  }
}
