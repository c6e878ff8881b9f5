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
  query: URLSearchParams;
  limits: Limits;
}

export class Ask {
  /** The client's own, or a new one. Also in the answer. */
  readonly id: string;
  readonly #parts: AskParts;
  readonly #abort = new AbortController();
  /** The client went away before it had its whole answer. */
  gone = false;

  constructor(parts: AskParts) {
    this.#parts = parts;
    const given = parts.incoming.headers['x-request-id'];
    this.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    parts.outgoing.once('close', () => {
      if (parts.outgoing.writableFinished) return;
      this.gone = true;
      this.cancel();
    });
  }

  /** A parameter of the path; empty when it has none of that name. */
  param(name: string): string {
    return this.#parts.params[name] ?? '';
  }

  query(name: string): string | undefined {
    return this.#parts.query.get(name) ?? undefined;
  }

  /** All values of a parameter that may come several times. */
  queries(name: string): string[] {
    return this.#parts.query.getAll(name);
  }

  /** Aborted when the client goes away, or cancels. */
  get signal(): AbortSignal {
    return this.#abort.signal;
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
    this.#abort.abort();
  }

  /** @param reason what stands behind the status of the answer */
  sayWhy(reason: string): void {
    this.#parts.outgoing.statusMessage = reason;
  }

  /** Calls `release` when the answer has been written, or nobody waits for it any more. */
  onDone(release: () => void): void {
    const { outgoing } = this.#parts;
    if (outgoing.destroyed) release();
    else outgoing.once('close', release);
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

/** Requests that run, by their id, so that another request can cancel them. */
export class Running {
  readonly #byId = new Map<string, Set<Ask>>();

  add(ask: Ask): void {
    const same = this.#byId.get(ask.id) ?? new Set();
    this.#byId.set(ask.id, same.add(ask));
    ask.onDone(() => {
      same.delete(ask);
      if (same.size === 0) this.#byId.delete(ask.id);
    });
  }

  /** How many have an id of their own. */
  get size(): number {
    return this.#byId.size;
  }

  /** @returns whether there was any */
  cancel(id: string): boolean {
    const same = this.#byId.get(id);
    for (const ask of same ?? []) ask.cancel();
    return same !== undefined;
  }
}
