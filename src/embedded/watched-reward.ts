/** A reward whose calls are told to whoever watches: those that carry a training step. */
import type { Call, Reward, ScoredCall } from '../module/calls/call.ts';
import { callText, saidOf } from '../module/calls/call-text.ts';
import { RewardFacade } from '../module/calls/reward-facade.ts';
import { resolveOptions } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import { checkCalls, faultOfOptions, scoreAllSchema } from './given.ts';
import type { Watch } from './watch.ts';

export class WatchedReward extends RewardFacade {
  readonly #watch: Watch;
  readonly #name: string;
  readonly #onClose: () => void;

  constructor(reward: Reward, watch: Watch, name: string, onClose: () => void) {
    super(reward);
    this.#watch = watch;
    this.#name = name;
    this.#onClose = onClose;
  }

  override score(call: Call, options?: unknown): Promise<Outcome> {
    const fault = faultOfOptions(options);
    if (fault !== undefined) return Promise.reject(fault);
    const scored = this.reward.score(call);
    return this.#watch.watcher === undefined ? scored : scored.then((outcome) => this.#tell(call, outcome));
  }

  /** Calls of one that began before somebody watched are not told. */
  override scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncIterable<ScoredCall> {
    resolveOptions(scoreAllSchema, options);
    checkCalls(calls);
    return this.#watch.watcher === undefined
      ? this.reward.scoreAll(calls, options)
      : this.#scoreAll(calls, options);
  }

  async *#scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncGenerator<ScoredCall> {
    const counted = new Map<number, Call>();
    const noted = async function* (): AsyncGenerator<Call> {
      let index = 0;
      for await (const call of calls) {
        counted.set(index++, call);
        yield call;
      }
    };
    for await (const scored of this.reward.scoreAll(noted(), options)) {
      const call = counted.get(scored.index);
      counted.delete(scored.index);
      this.#tell(call as Call, scored.outcome);
      yield scored;
    }
  }

  override close(): Promise<void> {
    this.#onClose();
    return super.close();
  }

  #tell(call: Call, outcome: Outcome): Outcome {
    const { watcher } = this.#watch;
    if (watcher === undefined || call.step === undefined) return outcome;
    const text = callText(call);
    watcher.scored(this.#name, outcome, { step: call.step, row: text.row, said: saidOf(text) });
    return outcome;
  }
}
