/** A report as `check --json` writes it, with the names that the product has for its parts. */
import type { Report } from '../../../src/check/report.ts';

const FORMAT = 'runrl-sandbox-check/1';

type Json = Record<string, unknown>;

const placeOf = (place: Json | null): Json | null =>
  place === null ? null : { ...place, endLine: place.end_line, endColumn: place.end_column };

/** @throws {Error} when it is none, or of a version that this page does not know */
export const readReport = (json: unknown): Report => {
  const { format, findings, gold_field, constant_rows, ...rest } = json as Json;
  if (format !== FORMAT)
    throw new Error(`This is no report that this page knows (${String(format)}, not ${FORMAT}).`);
  return {
    ...rest,
    findings: (findings as Json[]).map((finding) => ({
      ...finding,
      place: placeOf(finding.place as Json | null),
      suppressedBy: finding.suppressed_by ?? null,
    })),
    goldField: gold_field,
    constantRows: constant_rows,
  } as unknown as Report;
};
