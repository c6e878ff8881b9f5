/** One request as the handlers see it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '../queue-limits.ts';
import { type JsonBody, parseBody } from './exact-json.ts';
import { HttpProblem } from './problem.ts';

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
/** What a client may call its request. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

export interface AskParts {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Of its path, by name. */
  params: Readonly<Record<string, string>>;
  target: URL;
  limits: Limits;
}

export class Ask {
  /** The client's own, or a new one. Also in the answer. */
  readonly id: string;
  readonly #parts: AskParts;
  readonly #ends: (() => void)[] = [];
  readonly #releases: (() => void)[] = [];
  #signal: AbortSignal | undefined;
  /** The client went away, or cancelled. */
  cancelled = false;
  /** The client went away before it had its whole answer. */
  gone = false;

  constructor(parts: AskParts) {
    this.#parts = parts;
    const given = parts.incoming.headers['x-request-id'];
    this.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    parts.outgoing.once('close', () => {
      if (!parts.outgoing.writableFinished) {
        this.gone = true;
        this.cancel();
      }
      for (const release of this.#releases) release();
    });
  }

  /** A parameter of the path; empty when it has none of that name. */
  param(name: string): string {
    return this.#parts.params[name] ?? '';
  }

  query(name: string): string | undefined {
    return this.#parts.target.searchParams.get(name) ?? undefined;
  }

  /** All values of a parameter that may come several times. */
  queries(name: string): string[] {
    return this.#parts.target.searchParams.getAll(name);
  }

  /** Calls `end` when it is cancelled. */
  onCancel(end: () => void): void {
    if (this.cancelled) end();
    else this.#ends.push(end);
  }

  /** Aborted when it is cancelled. For what takes nothing else: making one costs as much as parsing a call. */
  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const abort = new AbortController();
      this.onCancel(() => abort.abort());
      this.#signal = abort.signal;
    }
    return this.#signal;
  }

  header(name: string): string | undefined {
    const value = this.#parts.incoming.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Whether it asked for lines. */
  get wantsLines(): boolean {
    return /\bapplication\/x-ndjson\b/i.test(this.#parts.incoming.headers.accept ?? '');
  }

  cancel(): void {
    this.cancelled = true;
    for (const end of this.#ends.splice(0)) end();
  }

  /** Whether its answer is one of these. */
  isFor(answers: ReadonlySet<ServerResponse>): boolean {
    return answers.has(this.#parts.outgoing);
  }

  /** @param reason what stands behind the status of the answer */
  sayWhy(reason: string): void {
    this.#parts.outgoing.statusMessage = reason;
  }

  /** Calls `release` when the answer has been written, or nobody waits for it any more. */
  onDone(release: () => void): void {
    if (this.#parts.outgoing.destroyed) release();
    else this.#releases.push(release);
  }

  /** The body as bytes. @throws HttpProblem */
  async bytes(): Promise<Buffer> {
    const { bytes, release } = await this.#parts.limits.readBody(this.#parts.incoming);
    this.onDone(release);
    return bytes;
  }

  /**
   * The body as JSON.
   * @param apart see `parseBody`
   * @throws HttpProblem
   */
  async json(apart?: string): Promise<JsonBody> {
    const type = this.#parts.incoming.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type))
      throw new HttpProblem('unsupported-media-type', `The body is \`${type.slice(0, 60)}\`, not JSON`, {
        help: 'send JSON, with the header `Content-Type: application/json`',
      });
    const coding = this.#parts.incoming.headers['content-encoding'] ?? 'identity';
    if (coding !== 'identity')
      throw new HttpProblem('unsupported-media-type', `The body is compressed (\`${coding.slice(0, 60)}\`)`, {
        help: 'send it uncompressed',
      });
    return parseBody(await this.bytes(), apart);
  }
}

/** Requests that run, so that another one can cancel them. */
export class Running {
  readonly #asks = new Set<Ask>();

  add(ask: Ask): void {
    this.#asks.add(ask);
    ask.onDone(() => this.#asks.delete(ask));
  }

  get size(): number {
    return this.#asks.size;
  }

  /** The ids of requests that these answer. */
  idsOf(answers: ReadonlySet<ServerResponse>): string[] {
    return [...this.#asks].filter((ask) => ask.isFor(answers)).map(({ id }) => id);
  }

  /** @returns whether there was any of that id */
  cancel(id: string): boolean {
    const same = [...this.#asks].filter((ask) => ask.id === id);
    for (const ask of same) ask.cancel();
    return same.length > 0;
  }
}
