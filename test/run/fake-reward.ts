/** A reward module without any process: outcomes come from a function, when it likes. */
import type { Call, Reward, RunningCall, ScoredCall, TextCall } from '../../src/module/calls/call.ts';
import type { Outcome } from '../../src/outcome.ts';

export interface FakeCall {
  /** The fields of the two rows. */
  prompt: Record<string, unknown>;
  completion: unknown;
  position: number;
}

type Answer = Outcome | Promise<Outcome>;

export interface FakeOptions {
  answer?: (call: FakeCall) => Answer;
  /** Calls that run at once, and calls that are read ahead. */
  concurrency?: number;
  window?: number;
  /** Names that no field of a prompt row may have. */
  reserved?: readonly string[];
  required?: readonly (readonly string[])[];
}

export const outcome = (fields: Partial<Outcome> = {}): Outcome => ({
  status: 'ok',
  reward: 1,
  info: {},
  duration_ms: 1,
  queue_ms: 0,
  cpu_ms: 1,
  max_rss_bytes: 1_000,
  error: null,
  stack: null,
  stdout: '',
  stderr: '',
  warnings: [],
  evidence: [],
  fresh: false,
  level: 'namespaces',
  version: 'f00d',
  ...fields,
});

const parse = (bytes: Uint8Array): Record<string, unknown> => JSON.parse(Buffer.from(bytes).toString());

const never = (): void => {};

export class FakeReward implements Reward {
  readonly functionName = 'reward_fn';
  readonly shape = 'completion as str, fields as keyword arguments';
  readonly reserved: readonly string[];
  readonly required: readonly (readonly string[])[];
  readonly warnings: readonly string[] = [];
  readonly loadMs = 12;
  readonly version = 'f00d';
  readonly concurrency = 4;
  /** Positions that were started, in order. */
  readonly started: number[] = [];
  readonly runningNow = new Set<number>();
  readonly #options: Required<FakeOptions>;

  constructor(options: FakeOptions = {}) {
    const rest = { concurrency: 4, window: 16, reserved: [], required: [] };
    this.#options = { answer: () => outcome(), ...rest, ...options };
    this.reserved = this.#options.reserved;
    this.required = this.#options.required;
  }

  async score(): Promise<Outcome> {
    return outcome();
  }

  begin(): () => void {
    throw new Error('only the server begins calls of texts');
  }

  async *scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    { ordered = false, signal }: { ordered?: boolean; signal?: AbortSignal } = {},
  ): AsyncGenerator<ScoredCall> {
    const { concurrency, window } = this.#options;
    const iterator = toAsync(calls);
    const waiting: { position: number; call: TextCall }[] = [];
    const finished = new Map<number, Outcome>();
    let pulled = 0;
    let yielded = 0;
    let isFed = false;
    let wake = never;
    const cancelled = outcome({ status: 'cancelled', reward: null });
    const cancels = new Set<() => void>();
    signal?.addEventListener('abort', () => {
      for (const cancel of cancels) cancel();
      wake();
    });
    const finish = (position: number, answer: Outcome): void => {
      if (!this.runningNow.delete(position)) return; // it was cancelled meanwhile
      finished.set(position, answer);
      wake();
    };
    const run = (position: number, call: TextCall): void => {
      this.started.push(position);
      this.runningNow.add(position);
      const answer = this.#options.answer({
        prompt: parse(call.row),
        completion: parse(call.completionRow).completion,
        position,
      });
      if (!(answer instanceof Promise)) {
        finish(position, answer);
        return;
      }
      const cancel = () => finish(position, cancelled);
      cancels.add(cancel);
      answer
        .then((result) => finish(position, result))
        .finally(() => cancels.delete(cancel))
        .catch(never);
    };
    for (;;) {
      while (!isFed && pulled - yielded < window) {
        const next = signal?.aborted ? { done: true as const } : await iterator.next();
        if (next.done) isFed = true;
        else waiting.push({ position: pulled++, call: next.value as TextCall });
      }
      while (waiting.length > 0 && (this.runningNow.size < concurrency || signal?.aborted)) {
        const { position, call } = waiting.shift() as (typeof waiting)[0];
        if (signal?.aborted) finished.set(position, cancelled);
        else run(position, call);
      }
      const ready = ordered ? (finished.has(yielded) ? yielded : undefined) : finished.keys().next().value;
      if (ready !== undefined) {
        const found = finished.get(ready) as Outcome;
        finished.delete(ready);
        yielded++;
        yield { index: ready, outcome: found };
      } else if (isFed && yielded === pulled) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal?.aborted && waiting.length > 0) resolve();
        });
      }
    }
  }

  async running(limit = 1): Promise<RunningCall[]> {
    const stack = 'Stack (most recent call first):\n  File "/m/reward.py", line 7 in spin\n';
    return [...this.runningNow].slice(0, limit).map((index) => ({ index, running_ms: 3_000, stack }));
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

const toAsync = (calls: Iterable<Call> | AsyncIterable<Call>): AsyncIterator<Call> => {
  if (Symbol.asyncIterator in calls) return calls[Symbol.asyncIterator]();
  const iterator = calls[Symbol.iterator]();
  return { next: async () => iterator.next() };
};
