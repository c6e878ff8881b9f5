/** What another program needs to show the run of several servers as one: records as they are kept. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RunColumns } from '../columns/run-columns.ts';
import type { Source } from '../sources/source.ts';
import { failedRow } from '../store/causes.ts';
import { keptRow } from '../store/kept.ts';
import { stepRecord } from '../store/step-schemas.ts';

/** Records of one answer. */
const MOST = 200;
/** This start of the process: versions are its own. */
const SERVER = randomUUID();

export const records = z.object({
  server: z.string().describe('Another one after each start, when versions begin anew.'),
  kept: z.boolean().describe('Whether steps outlive the server.'),
  version: z.int().describe('`since` of the next question.'),
  more: z.boolean().describe('There is more already.'),
  modules: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['reward', 'environment']).nullable(),
      file: z.string().nullable(),
    }),
  ),
  findings: z.boolean().describe('Whether there is a report of `check`.'),
  episodes: z.int().describe('Grows with what is told of episodes.'),
  records: z.array(stepRecord).describe('As in `steps.jsonl`: docs/serve.md.'),
});

export const wholeStep = z.object({
  record: stepRecord,
  rows: z.array(keptRow.nullable()).describe('The calls that the views of the record mean.'),
  examples: z
    .record(z.string(), failedRow)
    .describe('An example of each cause of failures, where it is known.'),
});

export const recordsOf = async (source: Source, columns: RunColumns, since: number) => {
  const changed = columns.modules.flatMap((module) => {
    const of = columns.of(module);
    if (of === undefined) return [];
    return of.order.flatMap((row) => {
      const version = of.changed[row] as number;
      return version > since ? [{ module, step: of.step[row] as number, version }] : [];
    });
  });
  changed.sort((a, b) => a.version - b.version);
  const told = changed.slice(0, MOST);
  const more = told.length < changed.length;
  const snapshots = await Promise.all(told.map(({ step, module }) => source.step(step, module)));
  return {
    server: SERVER,
    kept: source.path !== null,
    version: more ? (told.at(-1)?.version ?? since) : columns.version,
    more,
    modules: [...source.modules],
    findings: source.findings !== null,
    episodes: source.episodesVersion,
    records: snapshots.flatMap((snapshot) => snapshot?.record ?? []),
  };
};

export const wholeStepOf = async (source: Source, step: number, module: string) => {
  const snapshot = await source.step(step, module);
  if (snapshot === undefined) return undefined;
  const examples = await Promise.all(
    (snapshot.record.causes ?? []).map(async ({ cause, at }) => {
      const place = at === null ? undefined : { offset: at[0], length: at[1] };
      return [cause, await source.example(step, module, cause, place)] as const;
    }),
  );
  return { ...snapshot, examples: Object.fromEntries(examples.filter(([, row]) => row !== undefined)) };
};
