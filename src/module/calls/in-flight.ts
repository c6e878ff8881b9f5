/** What was asked of one agent and has no answer yet, calls and requests of episodes alike: one table. */
import { CallNumbers } from './call-numbers.ts';
import type { Gate } from './gate.ts';
import type { CallEnd, Lost } from './outcomes.ts';

/** `done` is called exactly once. */
export interface Asked {
  readonly done: (end: CallEnd) => void;
}

/**
 * Where something that was asked is: `queued` here; `sent` to the agent, which was then perhaps asked to end it, for good
 * (`cancelling`) or for now (`giving-way`); `started`, which is known only once the agent is gone; `done`.
 */
export type FlightState = 'queued' | 'sent' | 'cancelling' | 'giving-way' | 'started' | 'done';

/** What travels in one message. */
export interface Batch {
  /** How many of it have no answer. */
  left: number;
}

/** Something that is with the agent. */
export interface Flight<T extends Asked> {
  /** The agent's number of it. */
  readonly call: number;
  readonly asked: T;
  readonly batch: Batch;
  state: Exclude<FlightState, 'queued'>;
}

/** Of an agent that is gone. */
export interface AgentEnd {
  message: string;
  /** What an agent that could tell says it had not begun. */
  unstarted: readonly number[] | undefined;
  /** Whether a worker was given a call. @default all were */
  mayHaveBegun?: ((call: number) => boolean) | undefined;
}

export class InFlight<T extends Asked> {
  /** What else decides how many may be with the agent. To be set before the first is sent. */
  gate: Gate | undefined;
  /** What the gate calls when there is room: who looks after each answer anyway. */
  onRoom: (() => void) | undefined;
  readonly #numbers: CallNumbers;
  readonly #cancel: (calls: number[]) => void;
  readonly #sent = new Map<number, Flight<T>>();
  #queue: T[] = [];
  /** Where the queue begins: taking its first element off an array would move all others. */
  #head = 0;
  #batches = 0;

  /** @param cancel asks the agent to end what it knows by these numbers */
  constructor(cancel: (calls: number[]) => void, numbers = new CallNumbers()) {
    this.#cancel = cancel;
    this.#numbers = numbers;
  }

  get queued(): number {
    return this.#queue.length - this.#head;
  }

  get sent(): number {
    return this.#sent.size;
  }

  /** Whether one of the queue may leave. */
  get mayLeave(): boolean {
    return this.queued > 0 && (this.gate?.isOpen ?? true);
  }

  /** What has no answer. */
  get outstanding(): number {
    return this.queued + this.#sent.size;
  }

  /** Messages of which something has no answer. */
  get batches(): number {
    return this.#batches;
  }

  /** What is with the agent. */
  get flights(): Iterable<Flight<T>> {
    return this.#sent.values();
  }

  /** All that has no answer. */
  get all(): T[] {
    return [...this.#queue.slice(this.#head), ...[...this.#sent.values()].map(({ asked }) => asked)];
  }

  add(asked: T): void {
    this.#queue.push(asked);
  }

  beginBatch(): Batch {
    this.#batches++;
    return { left: 0 };
  }

  /** Takes the first of the queue, which goes to the agent with the batch. */
  send(batch: Batch): Flight<T> {
    const asked = this.#queue[this.#head++] as T;
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    batch.left++;
    const flight: Flight<T> = { call: this.#numbers.take(), asked, batch, state: 'sent' };
    this.#sent.set(flight.call, flight);
    this.gate?.take();
    return flight;
  }

  find(call: number): Flight<T> | undefined {
    return this.#sent.get(call);
  }

  /** An answer has come. @returns undefined when it is none of these, or was made already */
  finish(call: number): Flight<T> | undefined {
    const flight = this.#sent.get(call);
    if (flight === undefined) return undefined;
    this.#sent.delete(call);
    this.#numbers.free(call);
    this.gate?.give(1, this.onRoom);
    flight.state = 'done';
    flight.batch.left--;
    if (flight.batch.left === 0) this.#batches--;
    return flight;
  }

  /** It waits again, before all others. */
  again(asked: T): void {
    this.#queue.splice(this.#head, 0, asked);
  }

  /** Ends it as cancelled: at once when it has not left yet, else when the agent has killed it. @returns whether it is known */
  cancel(asked: T): boolean {
    if (this.#takeQueued(asked)) {
      asked.done('cancelled');
      return true;
    }
    const flight = this.#flightOf(asked);
    if (flight !== undefined && flight.state !== 'cancelling') {
      flight.state = 'cancelling';
      this.#cancel([flight.call]);
    }
    return flight !== undefined;
  }

  /** Ends it as cancelled, whatever the agent may still say of it. */
  drop(asked: T): void {
    const flight = this.#flightOf(asked);
    if (flight !== undefined) this.finish(flight.call);
    if (flight !== undefined || this.#takeQueued(asked)) asked.done('cancelled');
  }

  /**
   * The agent is gone. What it named as not begun waits again, before all others, and so does what no worker was given:
   * the rest is lost.
   * @param mayGoAgain whether another agent can be asked it. @default all can
   */
  lose(
    { message, unstarted, mayHaveBegun = () => true }: AgentEnd,
    mayGoAgain: (asked: T) => boolean = () => true,
  ): void {
    const found = (unstarted ?? []).map((call) => this.#sent.get(call));
    const named = new Set(found.filter((flight) => flight !== undefined));
    const flights = new Set([...named, ...this.#sent.values()]);
    const waiting = this.#queue.slice(this.#head);
    this.#forget();
    const ended: [T, CallEnd][] = [];
    for (const flight of flights) {
      const began = !named.has(flight) && mayHaveBegun(flight.call);
      if (began && flight.state !== 'cancelling') flight.state = 'started';
      if (flight.state === 'cancelling') ended.push([flight.asked, 'cancelled']);
      else if (flight.state === 'started' || !mayGoAgain(flight.asked))
        ended.push([flight.asked, { lost: message }]);
      else this.#queue.push(flight.asked);
    }
    for (const asked of waiting) {
      if (mayGoAgain(asked)) this.#queue.push(asked);
      else ended.push([asked, { lost: message }]);
    }
    for (const [asked, end] of ended) asked.done(end);
  }

  /** What waits here ends as lost; what is with the agent does not. */
  loseQueued(message: string): void {
    const waiting = this.#queue.slice(this.#head);
    this.#queue = [];
    this.#head = 0;
    for (const asked of waiting) asked.done({ lost: message });
  }

  /** Ends everything that waits or runs. */
  endAll(end: 'cancelled' | Lost): void {
    const ended = [...[...this.#sent.values()].map(({ asked }) => asked), ...this.#queue.slice(this.#head)];
    this.#forget();
    for (const asked of ended) asked.done(end);
  }

  #takeQueued(asked: T): boolean {
    const position = this.#queue.indexOf(asked, this.#head);
    if (position !== -1) this.#queue.splice(position, 1);
    return position !== -1;
  }

  #flightOf(asked: T): Flight<T> | undefined {
    for (const flight of this.#sent.values()) if (flight.asked === asked) return flight;
    return undefined;
  }

  #forget(): void {
    for (const call of this.#sent.keys()) this.#numbers.free(call);
    this.gate?.give(this.#sent.size, this.onRoom);
    this.#sent.clear();
    this.#queue = [];
    this.#head = 0;
    this.#batches = 0;
  }
}
