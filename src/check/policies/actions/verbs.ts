/** What actions begin with. */
import { unique } from '../../lists.ts';

/** What an action begins with, as the program in the sandbox has it. */
export const verbOf = (action: string): string => /^\W*\w*/.exec(action)?.[0].toLowerCase() ?? '';

/** Verbs of at least half of the ways, which have others too. */
export const commonVerbs = (ways: readonly (readonly string[])[]): string[] => {
  const counts = new Map<string, number>();
  for (const way of ways) {
    const verbs = unique(way.map(verbOf));
    if (verbs.length > 1) for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  // The verb with which ways begin first: it is what changes the task.
  const firsts = ways.map((way) => verbOf(way[0] ?? ''));
  const begins = (verb: string): number => firsts.filter((first) => first === verb).length;
  return [...counts]
    .filter(([, count]) => count >= 0.5 * ways.length && count > 1)
    .map(([verb]) => verb)
    .sort((one, other) => begins(other) - begins(one))
    .slice(0, 2);
};
