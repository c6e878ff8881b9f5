/** Requests to the episodes of one agent: sent together, answered one by one. */
import type { ResultFrame } from '../../protocol/codec.ts';
import { type EpisodeFrame, encodeRequests } from '../../protocol/requests.ts';
import { type AgentEnd, type Asked, InFlight } from '../calls/in-flight.ts';
import type { Lost } from '../calls/outcomes.ts';

/** A request on its way. */
export interface Request extends Omit<EpisodeFrame, 'call'>, Asked {}

export interface RequestsOptions {
  /** Sends requests to the agent. */
  send: (block: Buffer, count: number) => void;
  /** Asks the agent to end requests. */
  cancel: (calls: number[]) => void;
}

export class Requests {
  readonly #options: RequestsOptions;
  readonly #requests: InFlight<Request>;
  #open = false;
  #flush: NodeJS.Immediate | undefined;

  constructor(options: RequestsOptions) {
    this.#options = options;
    this.#requests = new InFlight(options.cancel);
  }

  /** Requests without an answer. */
  get outstanding(): number {
    return this.#requests.outstanding;
  }

  /** Setups, and steps and branches, without an answer. */
  count(): { setups: number; steps: number } {
    const requests = this.#requests.all;
    const setups = requests.filter(({ op }) => op === 'start').length;
    const steps = requests.filter(({ op }) => op === 'step' || op === 'branch').length;
    return { setups, steps };
  }

  add(request: Request): void {
    this.#requests.add(request);
    this.#sendSoon();
  }

  /** The agent is there: requests leave. */
  open(): void {
    this.#open = true;
    this.#sendSoon();
  }

  /** Takes an answer; one for an unknown request (it was ended already) is ignored. */
  finish(result: ResultFrame): void {
    this.#requests.finish(result.call)?.asked.done(result);
  }

  /** See `InFlight`. */
  cancel(request: Request): void {
    this.#requests.cancel(request);
  }

  /** See `InFlight`. */
  drop(request: Request): void {
    this.#requests.drop(request);
  }

  /** The agent is gone, and its episodes with it: only starts can go to the next agent. */
  lose(end: AgentEnd): void {
    this.#open = false;
    this.#requests.lose(end, ({ op }) => op === 'start');
  }

  /** Ends everything. */
  endAll(end: 'cancelled' | Lost): void {
    this.#open = false;
    this.#requests.endAll(end);
  }

  /** Those of the same turn of the event loop travel in one message. */
  #sendSoon(): void {
    if (!this.#open || this.#requests.queued === 0) return;
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      if (this.#open && this.#requests.queued > 0) this.#send();
    });
  }

  #send(): void {
    const frames: EpisodeFrame[] = [];
    for (const batch = this.#requests.beginBatch(); this.#requests.queued > 0; ) {
      const { call, asked } = this.#requests.send(batch);
      frames.push({ call, ...asked });
    }
    this.#options.send(encodeRequests(frames), frames.length);
  }
}
