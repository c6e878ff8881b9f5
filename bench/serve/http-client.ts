/** A client over HTTP with a connection of its own; many calls travel in one request, the answer is one JSON. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { TextCall } from '../../src/index.ts';
import type { Settle, Told } from './zmq-client.ts';

const CALLS_OF_REQUEST = 512;
/** So that the server reads one batch while another is scored. */
const REQUESTS_AT_ONCE = 3;

const BEGIN = Buffer.from('{"calls":[');
const ROW = Buffer.from(',"kwargs":');
const NEXT = Buffer.from('},');
const END = Buffer.from('}]}');

/** A completion row `{"completion":…}` without its last brace begins a call of the API. */
const bodyOf = (calls: readonly TextCall[]): Buffer =>
  Buffer.concat([
    BEGIN,
    ...calls.flatMap(({ row, completionRow }, index) => [
      completionRow.subarray(0, -1),
      ROW,
      row,
      index === calls.length - 1 ? END : NEXT,
    ]),
  ]);

export class HttpClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #limit = pLimit(REQUESTS_AT_ONCE);

  constructor(url: string) {
    this.#url = url;
  }

  async open(): Promise<void> {
    await this.#ask('GET', '/livez');
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  /** Resolves when all of them are settled. */
  async score(calls: readonly TextCall[], settle: Settle): Promise<void> {
    const requests: Promise<void>[] = [];
    for (let from = 0; from < calls.length; from += CALLS_OF_REQUEST) {
      const some = calls.slice(from, from + CALLS_OF_REQUEST);
      requests.push(
        this.#limit(async () => {
          const { outcomes } = await this.#ask('POST', '/v1/score', bodyOf(some));
          for (const [index, told] of (outcomes as Told[]).entries()) settle(from + index, told);
        }),
      );
    }
    await Promise.all(requests);
  }

  async start(row: object): Promise<string> {
    return String((await this.#ask('POST', '/v1/episodes', JSON.stringify({ kwargs: row }))).episode_id);
  }

  async step(episode: string, action: string): Promise<Told> {
    const answer = await this.#ask('POST', `/v1/episodes/${episode}/step`, JSON.stringify({ action }));
    return answer as unknown as Told;
  }

  async end(episode: string): Promise<void> {
    await this.#ask('DELETE', `/v1/episodes/${episode}`);
  }

  async #ask(method: string, path: string, body?: Buffer | string): Promise<Record<string, unknown>> {
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body ?? '') };
      const asked = request(this.#url + path, { method, agent: this.#agent, headers });
      asked.once('error', reject);
      asked.once('response', (response) => {
        text(response).then((told) => {
          if ((response.statusCode ?? 0) < 300) resolve(told);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${told}`));
        }, reject);
      });
      asked.end(body);
    });
    return answer.startsWith('{') ? JSON.parse(answer) : {};
  }
}
