/** `scoreAll`: many calls in, outcomes out, with back-pressure on both sides. */
import type { Outcome } from '../../outcome.ts';
import type { Call, ScoredCall } from './call.ts';

export interface ScoreAllOptions {
  ordered?: boolean;
  signal?: AbortSignal;
}

/** Starts a call; `done` is called exactly once. Returns what cancels it. Throws when the call is malformed. */
export type StartCall = (call: Call, index: number, done: (outcome: Outcome | Error) => void) => () => void;

/**
 * Yields one outcome per call.
 * @param window how many calls may be read ahead of the outcomes that were taken
 */
export async function* scoreAll(
  calls: Iterable<Call> | AsyncIterable<Call>,
  start: StartCall,
  window: number,
  { ordered = false, signal }: ScoreAllOptions,
): AsyncGenerator<ScoredCall> {
  const running = new Map<number, () => void>();
  const finished: ScoredCall[] = [];
  const early = new Map<number, ScoredCall>(); // finished before their turn
  let started = 0;
  let yielded = 0;
  let failure: Error | undefined;
  let wake = (): void => {};

  const feed = async (): Promise<void> => {
    for await (const call of calls) {
      while (started - yielded >= window && failure === undefined) await paused.wait();
      if (failure !== undefined || signal?.aborted === true) return;
      const index = started++;
      let settled = false;
      const cancel = start(call, index, (outcome) => {
        settled = true;
        running.delete(index);
        if (outcome instanceof Error) failure ??= outcome;
        else finished.push({ index, outcome });
        wake();
      });
      if (!settled) running.set(index, cancel);
    }
  };
  const paused = new Gate();
  let fed = false;
  const feeding = feed()
    .catch((error: unknown) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
    })
    .finally(() => {
      fed = true;
      wake();
    });
  const cancelAll = (): void => {
    for (const cancel of [...running.values()]) cancel();
    paused.open();
    wake();
  };
  // Nothing is started after an abort, even if the input never gives another word.
  const over = (): boolean => (fed || signal?.aborted === true) && yielded >= started;
  signal?.addEventListener('abort', cancelAll, { once: true });
  try {
    while (true) {
      while (finished.length > 0) {
        for (const done of finished.splice(0)) {
          if (!ordered) {
            yielded++;
            yield done;
          } else early.set(done.index, done);
        }
        for (let next = early.get(yielded); next !== undefined; next = early.get(yielded)) {
          early.delete(yielded);
          yielded++;
          yield next;
        }
        paused.open();
      }
      if (failure !== undefined) throw failure;
      if (over()) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (finished.length > 0 || failure !== undefined || over()) resolve();
      });
    }
  } finally {
    signal?.removeEventListener('abort', cancelAll);
    failure ??= new Error('scoreAll was left early');
    cancelAll();
    void feeding;
  }
}

/** Lets one waiter through per opening. */
class Gate {
  #resolve: (() => void) | undefined;

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve?.();
    this.#resolve = undefined;
  }
}
