/** Repeats a finding of a judge: the module with the same answer of the fake judge. */
import type { Outcome } from '../../index.ts';

import type { Exploit } from '../finding.ts';
import type { Loadable } from '../loading/load.ts';
import type { Answer } from './answers.ts';
import { withJudge } from './module.ts';

/**
 * The call of an exploit that has a `judge`, made again in a fresh worker.
 * @throws SandboxError when the module cannot be loaded
 */
export const replayJudge = async (
  context: Loadable,
  { fields, completion, seed, judge: answer }: Exploit,
): Promise<Outcome> =>
  withJudge(context, async (judge, reward) => {
    // Written by us, as text, in the finding that is repeated.
    judge.answer = JSON.parse(answer ?? '{"text":""}') as Answer;
    const text = typeof completion === 'string' ? completion : (completion.at(-1) ?? '');
    const completionRow = Buffer.from(JSON.stringify({ completion: text }));
    return reward.score({ row: Buffer.from(fields), completionRow, seed });
  });
