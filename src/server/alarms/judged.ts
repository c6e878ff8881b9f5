/** `--on-unearned`: after an alarm, calls that are paid well are scored on other rows before they are answered. */
import type { Auditor } from '../../audit/auditor.ts';
import { SandboxError } from '../../errors.ts';
import type { Call, CallText, Reward, ScoredCall } from '../../module/calls/call.ts';
import { callText, saidOf } from '../../module/calls/call-text.ts';
import { RewardFacade } from '../../module/calls/reward-facade.ts';
import type { Outcome } from '../../outcome.ts';

export class Judged extends RewardFacade {
  readonly #auditor: Auditor;
  readonly #policy: number | null;

  constructor(reward: Reward, auditor: Auditor, policy: number | null) {
    super(reward);
    this.#auditor = auditor;
    this.#policy = policy;
  }

  override async score(call: Call): Promise<Outcome> {
    return this.#judge(callText(call), await this.reward.score(call));
  }

  override begin(text: CallText, settle: (outcome: Outcome | SandboxError) => void): () => void {
    return this.reward.begin(text, (outcome) => {
      if (outcome instanceof SandboxError) settle(outcome);
      else this.#judge(text, outcome).then(settle, () => settle(outcome));
    });
  }

  /** In the order in which they are ready. */
  override async *scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options: { ordered?: boolean; signal?: AbortSignal } = {},
  ): AsyncIterable<ScoredCall> {
    const texts = new Map<number, CallText>();
    const noted = async function* (): AsyncGenerator<Call> {
      let index = 0;
      for await (const call of calls) {
        texts.set(index++, callText(call));
        yield call;
      }
    };
    const pending = new Map<number, Promise<ScoredCall>>();
    const first = async (): Promise<ScoredCall> => {
      const done = await Promise.race(pending.values());
      pending.delete(done.index);
      return done;
    };
    for await (const { index, outcome } of this.reward.scoreAll(noted(), options)) {
      const text = texts.get(index) as CallText;
      texts.delete(index);
      const judging = this.#judge(text, outcome);
      pending.set(
        index,
        judging.then((judged) => ({ index, outcome: judged })),
      );
      if (pending.size >= this.concurrency) yield await first();
    }
    while (pending.size > 0) yield await first();
  }

  async #judge(text: CallText, outcome: Outcome): Promise<Outcome> {
    const { status, reward } = outcome;
    if (status !== 'ok' || reward === null) return outcome;
    const said = saidOf(text);
    if (!(await this.#auditor.isUnearned(text.row, said, reward, this.reward))) return outcome;
    const warning = `unearned: it keeps its reward of ${reward} on rows with other answers (--on-unearned)`;
    return { ...outcome, reward: this.#policy, warnings: [...outcome.warnings, warning] };
  }
}
