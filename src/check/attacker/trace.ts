/** What completions are compared with, in words: asked beside the user's file, as searches are (loading/beside.ts). */

import type { Outcome, Reward } from '../../index.ts';
import type { Unmeasured } from '../answers/candidate.ts';
import { answerOf, loadBeside } from '../loading/beside.ts';
import type { Loadable } from '../loading/load.ts';
import { paid } from '../proof/levels.ts';
import { type CheckRow, rowText } from '../subject/subject.ts';
import type { Sight } from './prompts.ts';

const TIMEOUT_MS = 30_000;
const PER_CALL_S = 0.5;

export class Tracer implements AsyncDisposable {
  readonly #reward: Reward | null;
  readonly #seed: number;

  private constructor(reward: Reward | null, seed: number) {
    this.#reward = reward;
    this.#seed = seed;
  }

  /** Of a file that runs programs or asks a judge it says nothing: what these compare is not seen. */
  static async open({ subject, loaded, analysis, scorer }: Unmeasured & Loadable): Promise<Tracer> {
    const isOther = analysis.asksJudge || analysis.runsProcess || analysis.executesCompletion;
    if (isOther) return new Tracer(null, scorer.seed);
    const reward = await loadBeside({ subject, loaded }, { timeout: TIMEOUT_MS }).catch(() => null);
    return new Tracer(reward, scorer.seed);
  }

  /** Comparisons of one call, such as `'42' == '43' is False`; none where nothing is known. */
  async compared(row: CheckRow, completion: string): Promise<readonly string[]> {
    if (this.#reward === null) return [];
    const task = { traced: [completion], per_call: PER_CALL_S };
    const outcome = await this.#reward.score({
      row: Buffer.from(rowText(row)),
      completionRow: Buffer.from(JSON.stringify({ completion: JSON.stringify(task) })),
      seed: this.#seed,
    });
    return answerOf<string[][]>(outcome)?.[0] ?? [];
  }

  /** A call as the model is told of it. */
  async sight(row: CheckRow, completion: string, outcome: Outcome, decoy: number | null): Promise<Sight> {
    const { error, status } = outcome;
    const failure = error === null ? status : `${error.type}: ${error.message}`;
    const compared = await this.compared(row, completion);
    return { row, completion, reward: paid(outcome), failure, decoy, compared };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reward?.close();
  }
}
