/** Repeats a finding that needs calls before it. */
import type { Outcome } from '../../index.ts';

import type { Exploit } from '../finding.ts';
import { type Loadable, loadAgain } from '../loading/load.ts';
import { withSequences } from '../loading/sequence.ts';

/**
 * The calls of an exploit that has `before`, made again in a process that served nothing else; what the last came to.
 * @throws SandboxError when the module cannot be loaded
 */
export const replayState = async (
  context: Loadable,
  { before = [], fields, completion, seed }: Exploit,
): Promise<Outcome> => {
  const last = typeof completion === 'string' ? completion : (completion.at(-1) ?? '');
  // One row: nothing need be mended between the calls, so not even the sandbox comes between them.
  if (before.every((each) => each.fields === fields)) {
    return withSequences(context, (ask) =>
      ask(fields, [...before.map((each) => each.completion), last], seed),
    );
  }
  const reward = await loadAgain(context, { reward: { reuse: 'always', concurrency: 1, onTamper: 'keep' } });
  try {
    const score = (row: string, text: string) =>
      reward.score({
        row: Buffer.from(row),
        completionRow: Buffer.from(JSON.stringify({ completion: text })),
        seed,
      });
    for (const each of before) await score(each.fields, each.completion);
    return await score(fields, last);
  } finally {
    await reward.close();
  }
};
