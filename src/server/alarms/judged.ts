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

  constructor(reward: Scorer, auditor: Auditor, policy: number | null) {
    this.#reward = reward;
    this.#auditor = auditor;
    this.#policy = policy;
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
      else this.#judge(text, outcome, ended.signal).then(settle, () => settle(outcome));
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
    const said = saidOf(text);
    const elsewhere = { score: (call: Call) => this.#reward.score({ ...call, signal }) };
    const isUnearned = await this.#auditor.isUnearned(text.row, said, reward, elsewhere);
    // Nobody was told whether it was earned. It comes to that without anything being started.
    if (signal.aborted) return this.#reward.score({ row: text.row, completionRow: said, signal });
    if (!isUnearned) return outcome;
    const warning = `unearned: it keeps its reward of ${reward} on rows with other answers (--on-unearned)`;
    return { ...outcome, reward: this.#policy, warnings: [...outcome.warnings, warning] };
  }
}
