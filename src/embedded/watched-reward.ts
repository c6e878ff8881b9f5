/** A reward whose calls are told to whoever watches: those that carry a training step. */
import type { Call, Reward, ScoredCall } from '../module/calls/call.ts';
import { callText, saidOf } from '../module/calls/call-text.ts';
import { RewardFacade } from '../module/calls/reward-facade.ts';
import { resolveOptions } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import { faultOfCall, lookedAt, scoreAllSchema } from './given.ts';
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

  override score(call: Call): Promise<Outcome> {
    const fault = faultOfCall(call, 'a call');
    if (fault !== undefined) return Promise.reject(fault);
    const scored = this.reward.score(call);
    return this.#watch.watcher === undefined || call.step === undefined
      ? scored
      : scored.then((outcome) => this.#tell(call, outcome));
  }

  /** Calls of one that began before somebody watched are not told. */
  override scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncIterable<ScoredCall> {
    resolveOptions(scoreAllSchema, options);
    const good = lookedAt(calls);
    return this.#watch.watcher === undefined
      ? this.reward.scoreAll(good, options)
      : this.#scoreAll(good, options);
  }

  async *#scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncGenerator<ScoredCall> {
    const counted = new Map<number, Call>();
    const noted = async function* (): AsyncGenerator<Call> {
      let index = 0;
      for await (const call of calls) {
        if (call.step !== undefined) counted.set(index, call);
        index++;
        yield call;
      }
    };
    for await (const scored of this.reward.scoreAll(noted(), options)) {
      const call = counted.get(scored.index);
      counted.delete(scored.index);
      if (call !== undefined) this.#tell(call, scored.outcome);
      yield scored;
    }
  }

  override close(): Promise<void> {
    this.#onClose();
    return super.close();
  }

  #tell(call: Call, outcome: Outcome): Outcome {
    const text = callText(call);
    const counted = { step: call.step ?? 0, row: text.row, said: saidOf(text) };
    this.#watch.watcher?.scored(this.#name, outcome, counted);
    return outcome;
  }
}
