/** One run, as it stands in the list of all. */
import { sum } from '../../formats/statistics.ts';
import type { ModuleColumns } from '../columns/module-columns.ts';
import type { RunColumns } from '../columns/run-columns.ts';
import type { Note, Source } from '../sources/source.ts';

export const versionOf = (source: Source, columns: RunColumns): number =>
  columns.version + source.episodesVersion;
export const latestOf = (of: ModuleColumns | undefined): number | null =>
  of?.stepAt(of.order.length - 1) ?? null;
export const callsOf = (of: ModuleColumns | undefined): number => sum(of?.calls ?? []);

export const runOf = async (source: Source, id: string) => {
  const columns = await source.columns();
  const modules = columns.modules.flatMap((name) => columns.of(name) ?? []);
  const numbers = (of: (module: ModuleColumns) => number | null): number[] =>
    modules.flatMap((module) => of(module) ?? []);
  const texts = (of: (module: ModuleColumns) => string | null): string[] =>
    modules.flatMap((module) => of(module) ?? []).sort();
  const notes = [...source.notes, ...modules.flatMap(limitsOf)];
  const firsts = numbers((module) => module.stepAt(0));
  const latests = numbers(latestOf);
  return {
    id,
    name: source.name,
    kind: source.kind,
    path: source.path,
    live: source.live && !notes.some(({ level }) => level === 'error'),
    by: source.callsPerStep === null ? ('step' as const) : ('calls' as const),
    calls_per_step: source.callsPerStep,
    modules: [...source.modules],
    steps: new Set(modules.flatMap(({ step }) => step)).size,
    first: firsts.length === 0 ? null : Math.min(...firsts),
    latest: latests.length === 0 ? null : Math.max(...latests),
    calls: modules.reduce((sum, module) => sum + callsOf(module), 0),
    since: texts(({ since }) => since)[0] ?? null,
    until: texts(({ until }) => until).at(-1) ?? null,
    version: versionOf(source, columns),
    has: {
      episodes: source.modules.some(({ kind }) => kind === 'environment'),
      findings: source.findings !== null,
      prompts: source.prompts !== null,
      audit: modules.some(({ audits }) => audits.size > 0),
      failures: modules.some(({ causes }) => causes.size > 0),
    },
    notes,
  };
};

const limitsOf = ({ leftOut, stepsLeftOut }: ModuleColumns): Note[] => [
  ...(leftOut === 0
    ? []
    : [
        {
          level: 'warning' as const,
          text: `${leftOut} values stand under more names than graphs are kept for: they are counted, not drawn`,
        },
      ]),
  ...(stepsLeftOut === 0
    ? []
    : [{ level: 'warning' as const, text: `${stepsLeftOut} steps are beyond what is drawn` }]),
];
