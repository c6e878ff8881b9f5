/** `--on-unearned`: after an alarm, calls that are paid well are scored on other rows before they are answered. */
import type { Auditor } from '../../audit/auditor.ts';
import { SandboxError } from '../../errors.ts';
import type { Call, CallText } from '../../module/calls/call.ts';
import { callText, saidOf } from '../../module/calls/call-text.ts';
import type { Outcome } from '../../outcome.ts';
import type { Scorer } from '../modules.ts';

const NEVER = new AbortController().signal;

export class Judged implements Scorer {
  readonly #reward: Scorer;
  readonly #auditor: Auditor;
  readonly #policy: number | null;
  readonly #onFault: (error: Error) => void;

  /** @param onFault told when a call cannot be judged: its error may have what the completion says */
  constructor(reward: Scorer, auditor: Auditor, policy: number | null, onFault: (error: Error) => void) {
    this.#reward = reward;
    this.#auditor = auditor;
    this.#policy = policy;
    this.#onFault = onFault;
  }

  get reserved(): readonly string[] {
    return this.#reward.reserved;
  }

  get concurrency(): number {
    return this.#reward.concurrency;
  }

  async score(call: Call): Promise<Outcome> {
    return this.#judge(callText(call), await this.#reward.score(call), call.signal ?? NEVER);
  }

  begin(text: CallText, settle: (outcome: Outcome | SandboxError) => void): () => void {
    const ended = new AbortController();
    const cancel = this.#reward.begin(text, (outcome) => {
      if (outcome instanceof SandboxError) settle(outcome);
      else this.#judge(text, outcome, ended.signal).then(settle, settle);
    });
    return () => {
      ended.abort();
      cancel();
    };
  }

  /** @param signal aborted by who waits for it: then nothing more is scored for it, and it is `cancelled` */
  async #judge(text: CallText, outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
    const { status, reward } = outcome;
    if (status !== 'ok' || reward === null) return outcome;
    const elsewhere = { score: (call: Call) => this.#reward.score({ ...call, signal }) };
    let why = `it keeps its reward of ${reward} on rows with other answers`;
    try {
      const isUnearned = await this.#auditor.isUnearned(text.row, saidOf(text), reward, elsewhere);
      if (!isUnearned && !signal.aborted) return outcome;
    } catch (error) {
      // What breaks the judging must be no way to be paid.
      this.#onFault(error as Error);
      why = `whether it keeps its reward of ${reward} on other rows cannot be told`;
    }
    // Nobody was told whether it was earned. It comes to that without anything being started.
    if (signal.aborted) return this.#reward.score({ row: text.row, completionRow: text.row, signal });
    const warning = `unearned: ${why} (--on-unearned)`;
    return { ...outcome, reward: this.#policy, warnings: [...outcome.warnings, warning] };
  }
}
