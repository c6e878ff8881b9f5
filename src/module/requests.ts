/** Requests to the episodes of one agent: sent together, answered one by one. */
import type { ResultFrame } from '../protocol/codec.ts';
import { type EpisodeFrame, encodeRequests } from '../protocol/requests.ts';
import { CallNumbers } from './call-numbers.ts';
import type { CallEnd, Lost } from './outcomes.ts';

/** A request on its way. `done` is called exactly once. */
export interface Request extends Omit<EpisodeFrame, 'call'> {
  readonly done: (end: CallEnd) => void;
}

export interface RequestsOptions {
  /** Sends requests to the agent. */
  send: (block: Buffer, count: number) => void;
  /** Asks the agent to end requests. */
  cancel: (calls: number[]) => void;
}

/** A request that is with the agent. */
interface Sent {
  request: Request;
  /** The agent was asked to end it. */
  cancelled: boolean;
}

export class Requests {
  readonly #options: RequestsOptions;
  readonly #numbers = new CallNumbers();
  readonly #sent = new Map<number, Sent>();
  #waiting: Request[] = [];
  #open = false;
  #flush: NodeJS.Immediate | undefined;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Requests without an answer. */
  get outstanding(): number {
    return this.#waiting.length + this.#sent.size;
  }

  /** Setups, and steps and branches, without an answer. */
  count(): { setups: number; steps: number } {
    const requests = [...this.#waiting, ...[...this.#sent.values()].map(({ request }) => request)];
    const setups = requests.filter(({ op }) => op === 'start').length;
    const steps = requests.filter(({ op }) => op === 'step' || op === 'branch').length;
    return { setups, steps };
  }

  add(request: Request): void {
    this.#waiting.push(request);
    this.#sendSoon();
  }

  /** The agent is there: requests leave. */
  open(): void {
    this.#open = true;
    this.#sendSoon();
  }

  /** Takes an answer; one for an unknown request (it was ended already) is ignored. */
  finish(result: ResultFrame): void {
    const entry = this.#sent.get(result.call);
    if (entry === undefined) return;
    this.#sent.delete(result.call);
    this.#numbers.free(result.call);
    entry.request.done(result);
  }

  /** Ends a request as cancelled: at once when it has not left yet, else when the agent has killed it. */
  cancel(request: Request): void {
    const position = this.#waiting.indexOf(request);
    if (position !== -1) {
      this.#waiting.splice(position, 1);
      request.done('cancelled');
      return;
    }
    for (const [call, entry] of this.#sent) {
      if (entry.request !== request || entry.cancelled) continue;
      entry.cancelled = true;
      this.#options.cancel([call]);
    }
  }

  /** Ends a request as cancelled, whatever the agent may still say of it. */
  drop(request: Request): void {
    const position = this.#waiting.indexOf(request);
    if (position !== -1) this.#waiting.splice(position, 1);
    const found = [...this.#sent].find(([, entry]) => entry.request === request);
    if (found !== undefined) {
      this.#sent.delete(found[0]);
      this.#numbers.free(found[0]);
    }
    if (position !== -1 || found !== undefined) request.done('cancelled');
  }

  /**
   * The agent is gone, and its episodes with it. Starts that no worker was given go to the next agent: see
   * `Scheduler.loseSent`.
   */
  loseSent(
    message: string,
    unstarted: readonly number[] | undefined,
    mayHaveBegun: (call: number) => boolean = () => true,
  ): void {
    const named = new Set(unstarted);
    const entries = [...this.#sent];
    const waiting = this.#waiting;
    this.#forget();
    const again: Request[] = [];
    const ended: [Request, CallEnd][] = [];
    for (const [call, { request, cancelled }] of entries) {
      // What the agent had not read when it died is in neither list of its own, and in no worker's hands.
      const began = mayHaveBegun(call) && !named.has(call);
      if (cancelled) ended.push([request, 'cancelled']);
      else if (request.op === 'start' && !began) again.push(request);
      else ended.push([request, { lost: message }]);
    }
    for (const request of waiting) {
      if (request.op === 'start') again.push(request);
      else ended.push([request, { lost: message }]);
    }
    this.#waiting = again;
    for (const [request, end] of ended) request.done(end);
  }

  /** Ends everything. */
  endAll(end: 'cancelled' | Lost): void {
    const ended = [...[...this.#sent.values()].map(({ request }) => request), ...this.#waiting];
    this.#forget();
    for (const request of ended) request.done(end);
  }

  #forget(): void {
    this.#open = false;
    this.#sent.clear();
    this.#waiting = [];
    this.#numbers.freeAll();
  }

  /** Those of the same turn of the event loop travel in one message. */
  #sendSoon(): void {
    if (!this.#open || this.#waiting.length === 0) return;
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      if (this.#open) this.#send();
    });
  }

  #send(): void {
    const frames = this.#waiting.map((request) => {
      const call = this.#numbers.take();
      this.#sent.set(call, { request, cancelled: false });
      return { call, ...request };
    });
    this.#waiting = [];
    if (frames.length > 0) this.#options.send(encodeRequests(frames), frames.length);
  }
}
