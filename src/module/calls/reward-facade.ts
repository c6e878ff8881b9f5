/** A reward that passes everything on to another: for those that change or note some of it. */
import type { SandboxError } from '../../errors.ts';
import type { Outcome } from '../../outcome.ts';
import type { Call, CallText, Reward, RunningCall, ScoredCall } from './call.ts';

export class RewardFacade implements Reward {
  protected readonly reward: Reward;

  constructor(reward: Reward) {
    this.reward = reward;
  }

  get functionName(): string {
    return this.reward.functionName;
  }
  get shape(): string {
    return this.reward.shape;
  }
  get reserved(): readonly string[] {
    return this.reward.reserved;
  }
  get required(): Reward['required'] {
    return this.reward.required;
  }
  get warnings(): readonly string[] {
    return this.reward.warnings;
  }
  get version(): string {
    return this.reward.version;
  }
  get loadMs(): number {
    return this.reward.loadMs;
  }
  get concurrency(): number {
    return this.reward.concurrency;
  }

  score(call: Call): Promise<Outcome> {
    return this.reward.score(call);
  }
  begin(text: CallText, settle: (outcome: Outcome | SandboxError) => void): () => void {
    return this.reward.begin(text, settle);
  }
  scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncIterable<ScoredCall> {
    return this.reward.scoreAll(calls, options);
  }
  running(limit?: number): Promise<RunningCall[]> {
    return this.reward.running(limit);
  }
  close(): Promise<void> {
    return this.reward.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
