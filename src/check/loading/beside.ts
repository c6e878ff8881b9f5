/** The search for paid texts, which imports the user's file (python-shim/runrl_audit/solve.py), in a sandbox of its own. */
import type { Outcome, Reward, RewardOptions } from '../../index.ts';
import type { Loadable } from './load.ts';
import { openWrapper } from './wrapper-module.ts';

/** Begins the line that holds the answer of a program. */
const ANSWER = '\u001erunrl-audit ';
const OUTPUT_LIMIT = '16MiB';

/** JSON's escapes are Python's, but for surrogates, which no path needs. */
const pythonText = (text: string | null | undefined): string =>
  text === null || text === undefined ? 'None' : JSON.stringify(text);

/**
 * Loads the search beside the user's file. Closing it ends its sandbox.
 * @throws SandboxError as `loadReward`
 */
export const loadBeside = (context: Loadable, options: RewardOptions): Promise<Reward> => {
  const {
    function: name,
    completionFormat = 'auto',
    columns = 'auto',
    ...kept
  } = context.loaded.rewardOptions;
  const given = [context.subject.path, name, completionFormat, columns].map(pythonText).join(', ');
  const call = `from runrl_audit.solve import solver\n\nreward_fn = solver(${given})`;
  const loaded = { ...context.loaded, rewardOptions: kept };
  return openWrapper({ ...context, loaded }, call, {
    reward: {
      completionFormat: 'str',
      concurrency: 1,
      reuse: 'always',
      onTamper: 'keep',
      outputLimit: OUTPUT_LIMIT,
      ...options,
    },
  });
};

/** What a program answered; undefined when the call ended before it did. */
export const answerOf = <T>({ stdout }: Outcome): T | undefined => {
  const at = stdout.lastIndexOf(ANSWER);
  if (at === -1) return undefined;
  const end = stdout.indexOf('\n', at);
  try {
    return JSON.parse(stdout.slice(at + ANSWER.length, end === -1 ? undefined : end)) as T;
  } catch {
    return undefined; // cut off at the limit
  }
};
