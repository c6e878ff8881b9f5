/** One loaded reward file: its queue, and what its agent says of the calls. */
import type { SandboxError } from '../../errors.ts';
import type { ResolvedRewardOptions } from '../../options.ts';
import type { Outcome } from '../../outcome.ts';
import { decodeResults } from '../../protocol/codec.ts';
import type { Active, Health, ModuleActivity } from '../activity.ts';
import { ModuleAgent, type ModuleHost } from '../module-agent.ts';
import type { Call, CallText, Reward, RunningCall, ScoredCall } from './call.ts';
import { callText, completionTooLarge, rowTooLarge } from './call-text.ts';
import type { Gate, Gated } from './gate.ts';
import { monotonicMs, outcomeOfEnd, refusalOf, unansweredOutcome } from './outcomes.ts';
import { type PendingCall, pendingCall } from './pending-call.ts';
import { Scheduler } from './scheduler.ts';
import { scoreAll } from './score-all.ts';

export interface RewardModuleOptions extends ModuleHost {
  settings: ResolvedRewardOptions;
}

export class RewardModule implements Reward, Active, Gated {
  readonly #options: RewardModuleOptions;
  readonly #scheduler: Scheduler;
  readonly #agent: ModuleAgent;

  private constructor(options: RewardModuleOptions) {
    this.#options = options;
    const { registry, redact } = options;
    const scheduler = new Scheduler({
      concurrency: options.settings.concurrency,
      send: (block, count) => this.#agent.send({ type: 'calls', count }, block),
      cancel: (calls) => this.#agent.send({ type: 'cancel', calls }),
    });
    this.#scheduler = scheduler;
    this.#agent = new ModuleAgent(options, {
      onOpen: () => scheduler.setOpen(true),
      onResults: (block) => {
        let served = 0;
        for (const result of decodeResults(block, redact)) {
          if (result.status !== 'lost') served++;
          scheduler.finish(result);
        }
        scheduler.refill();
        return served;
      },
      onLost: (message, unstarted, mayHaveBegun) => {
        scheduler.setOpen(false);
        scheduler.lose({ message, unstarted, mayHaveBegun });
      },
      onEnd: (end) => scheduler.endAll(end),
      onGone: () => registry.delete(this),
      indexOf: (call) => scheduler.find(call)?.index ?? null,
    });
    registry.add(this);
  }

  /** @throws SandboxError RS201, RS202 or RS203 when the file cannot be loaded, RS401 or RS402 when we fail. */
  static async load(options: RewardModuleOptions): Promise<RewardModule> {
    const module = new RewardModule(options);
    await module.#agent.load();
    return module;
  }

  get functionName(): string {
    return this.#agent.loaded?.function ?? '';
  }

  get shape(): string {
    return this.#agent.loaded?.shape ?? '';
  }

  get reserved(): readonly string[] {
    return this.#agent.loaded?.reserved ?? [];
  }

  get required(): readonly (readonly string[])[] {
    return this.#agent.loaded?.required ?? [];
  }

  get warnings(): readonly string[] {
    return [...this.#options.warnings, ...(this.#agent.loaded?.warnings ?? [])];
  }

  get version(): string {
    return this.#options.files.version;
  }

  get loadMs(): number {
    return this.#agent.loaded?.load_ms ?? 0;
  }

  get concurrency(): number {
    return this.#options.settings.concurrency;
  }

  async score(call: Call): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#start(call, null, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
    });
  }

  scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options: { ordered?: boolean; signal?: AbortSignal } = {},
  ): AsyncIterable<ScoredCall> {
    // Enough to fill every worker with full batches twice; an ordered run may wait for a slow call.
    const window =
      Math.max(1024, 128 * this.#options.settings.concurrency) * (options.ordered === true ? 4 : 1);
    return scoreAll(calls, (call, index, done) => this.#start(call, index, done), window, options);
  }

  running(limit = 1): Promise<RunningCall[]> {
    return this.#agent.running(limit);
  }

  async activity(limit = 0): Promise<ModuleActivity> {
    const { concurrency: slots } = this.#options.settings;
    const workers = await this.#agent.workers(limit);
    const { outstanding } = this.#scheduler;
    const call = Math.min(outstanding, slots);
    return { open: this.#agent.isOpen, slots, running: { call }, waiting: outstanding - call, workers };
  }

  get health(): Health {
    return this.#agent.health;
  }

  async close(): Promise<void> {
    await this.#agent.close();
    this.#options.registry.delete(this);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** See `Gated`. */
  limitBy(gate: Gate): void {
    this.#scheduler.setGate(gate);
  }

  get wanted(): number {
    return this.#scheduler.wanted;
  }

  loseWaiting(message: string): void {
    this.#scheduler.loseWaiting(message);
  }

  /** A call that has time: see `LowLane`. */
  scoreLow(call: Call): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome | Error): void =>
        outcome instanceof Error ? reject(outcome) : resolve(outcome);
      this.#begin(callText(call), null, call.signal, settle, true);
    });
  }

  begin(text: CallText, settle: (outcome: Outcome | SandboxError) => void): () => void {
    const tooLarge = rowTooLarge(text);
    if (tooLarge === undefined) return this.#begin(text, null, undefined, settle);
    settle(tooLarge);
    return () => {};
  }

  #start(call: Call, index: number | null, settle: (outcome: Outcome | Error) => void): () => void {
    return this.#begin(callText(call, index), index, call.signal, settle);
  }

  #begin(
    text: CallText,
    index: number | null,
    signal: AbortSignal | undefined,
    settle: (outcome: Outcome | SandboxError) => void,
    low = false,
  ): () => void {
    const refused = this.#agent.refusal;
    if (refused !== undefined) {
      settle(refused);
      return () => {};
    }
    const { settings } = this.#options;
    text.seed ??= settings.seed;
    const tooLarge = completionTooLarge(text, settings.maxCompletion);
    if (tooLarge !== undefined) {
      settle(unansweredOutcome('invalid', tooLarge, monotonicMs(), this.#options, settings));
      return () => {};
    }
    const cancel = (): void => this.#scheduler.cancel(pending);
    const pending: PendingCall = pendingCall(text, index, (end) => {
      this.#options.release(1);
      signal?.removeEventListener('abort', cancel);
      settle(refusalOf(end) ?? outcomeOfEnd(end, pending.enqueuedMs, this.#options, settings));
    });
    this.#options.hold(1);
    if (signal?.aborted === true) pending.done('cancelled');
    else {
      signal?.addEventListener('abort', cancel, { once: true });
      if (low) this.#scheduler.addLow(pending);
      else this.#scheduler.add(pending);
    }
    return cancel;
  }
}
