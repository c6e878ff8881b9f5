/** Probes that are Python programs. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { entryNames } from './payloads/text.ts';
import { mayRunPrograms, runWrappers } from './runs.ts';

/** What some graders want to see in a text before they run it. */
const LOOKED_FOR = /["'](?:\^|\\b)?(class|def)(?:\s|\\s)/g;

/** Definitions that say nothing, of the kinds that the source looks for by their words. */
const stubs = ({ subject }: Context, { row }: RowLevels, names: readonly string[]): string => {
  const kinds = new Set([...subject.source.matchAll(LOOKED_FOR)].map((match) => match[1]));
  const classes = [...`${row.prompt}\n${subject.source}`.matchAll(/\bclass\s+[`"']?([A-Z]\w*)/g)].map(
    (match) => match[1] as string,
  );
  return [
    ...(kinds.has('class') ? unique(classes.filter((name) => names.includes(name))).slice(0, 2) : []).map(
      (name) => `class ${name}:\n    pass\n`,
    ),
    ...(kinds.has('def') ? [`def ${names[0]}(*args):\n    pass\n`] : []),
  ].join('');
};

/** Programs of one kind: `make` gives Python sources, which are marked as the function wants them. */
export const program = (
  rule: string,
  title: string,
  fix: string,
  make: (names: readonly string[], context: Context, levels: RowLevels) => readonly string[],
  proof: NonNullable<Probe['proof']> = 'decoy',
): Probe => ({
  rule,
  title,
  fix,
  kind: 'attack',
  proof,
  make: (context, levels) => {
    if (!mayRunPrograms(context)) return [];
    const names = entryNames(context, levels.row);
    const begin = stubs(context, levels, names);
    const sources = make(names, context, levels).map((source) => begin + source);
    return runWrappers(context, levels).flatMap(({ wrap }) => sources.map((source) => wrap(source)));
  },
});
