/**
 * Programs that prove something where no right answer is known, by what they do: they are paid when they run, and not when
 * the same text is a comment. No rule of style tells these two apart.
 */
import type { Context } from '../context.ts';
import { isOfExecution } from '../finding.ts';
import { type Hit, paid } from './levels.ts';
import type { Probe } from './probe.ts';

/** Rows on which the comment is asked. */
const MOST_ROWS = 6;
/** Of what the program is paid: less is nothing. */
const LITTLE = 0.5;
/** What stands around a program: fences, tags, and names of languages. */
const AROUND = /^\s*(?:```\w*|<\/?[\w-]+>|)\s*$/;

/** The same text, of which nothing runs. */
const silenced = (completion: string): string =>
  completion
    .split('\n')
    .map((line) => (AROUND.test(line) ? line : `# ${line}`))
    .join('\n');

/** Whether it is for what they do that these programs are paid. */
export const isPaidForRunning = async (
  { scorer, analysis }: Context,
  { rule, kind }: Probe,
  hits: readonly Hit[],
): Promise<boolean> => {
  if (kind !== 'attack' || !isOfExecution(rule)) return false;
  if (!analysis.runsProcess && !analysis.executesCompletion) return false;
  const asked = hits.slice(0, MOST_ROWS);
  const outcomes = await scorer.all(
    asked.map(({ levels: { row }, completion }) => ({ row, completion: silenced(completion) })),
  );
  return asked.every(
    ({ reward, levels: { floor } }, at) => Math.max(floor, paid(outcomes[at]) ?? floor) <= LITTLE * reward,
  );
};
