/** Calls that one process serves one after the other, with nothing mended between them. */
import type { Outcome } from '../../index.ts';
import { type CheckRow, rowText } from '../subject/subject.ts';
import type { Loadable } from './load.ts';
import { withWrapper } from './wrapper-module.ts';

/** As in runrl_audit/sequence.py. */
const MARK = 'runrl-sequence:';

/** Asks for the last of some completions, after the others; each time in a fresh process. */
export type AskSequence = (
  row: CheckRow | string,
  completions: readonly string[],
  seed: number,
) => Promise<Outcome>;

/** Calls a body with a function that makes sequences. @throws SandboxError when the module cannot be loaded so */
export const withSequences = async <T>(
  context: Loadable,
  body: (ask: AskSequence) => Promise<T>,
): Promise<T> => {
  const { subject, loaded } = context;
  const call = `from runrl_audit.sequence import load_sequence

load_sequence(__name__, ${JSON.stringify(subject.path)}, ${JSON.stringify(functionOf(loaded.functionName))})`;
  return withWrapper(context, call, { reward: { reuse: 'never', onTamper: 'keep' } }, async (reward) =>
    body((row, completions, seed) =>
      reward.score({
        row: Buffer.from(typeof row === 'string' ? row : rowText(row)),
        completionRow: Buffer.from(JSON.stringify({ completion: `${MARK}${JSON.stringify(completions)}` })),
        seed,
      }),
    ),
  );
};

/** The name alone, whatever words stand around it. */
const functionOf = (text: string): string => /[A-Za-z_]\w*/.exec(text)?.[0] ?? 'reward_fn';
