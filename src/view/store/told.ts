/** A step as `GET /v1/steps` tells it: without what only files need. */
import { latencyOf } from './durations.ts';
import type { FiguresRecord } from './figures.ts';
import type { KeptRow } from './kept.ts';
import type { StepSnapshot } from './step-figures.ts';
import type { StepTold } from './step-schemas.ts';

export const toldOf = ({ record, rows }: StepSnapshot): StepTold => {
  const {
    v: _v,
    duration: _d,
    durations,
    causes: _c,
    causes_left_out: _l,
    views: _w,
    rows: _r,
    ...rest
  } = record;
  const numbers = Object.entries(record.info_numbers).filter(([, { n }]) => n > 0);
  return {
    ...rest,
    reward: withoutNone(record.reward),
    info_numbers: Object.fromEntries(numbers),
    groups: record.groups ?? { n: 0, equal: 0 },
    latency_ms: latencyOf(durations),
    info_strings: Object.fromEntries(
      Object.entries(record.info_strings).map(([name, { n, views }]) => {
        const kept = (views?.random ?? []).flatMap((at) => rows[at] ?? []);
        return [name, { n, samples: kept.map((row) => sampleOf(name, row)) }];
      }),
    ),
  };
};

const withoutNone = (figures: FiguresRecord | null): FiguresRecord | null =>
  figures === null || figures.n === 0 ? null : figures;

const sampleOf = (name: string, { hash, prompt, info }: KeptRow) => ({
  hash,
  prompt,
  value: String(info[name] ?? ''),
});
