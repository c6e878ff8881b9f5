import { describe, expect, it } from 'vitest';
import { jsonReport, REPORT_FORMAT, reportSchema } from '../../src/check/report/json.ts';
import { hackable, samples } from './report-samples.ts';

describe('the report as JSON', () => {
  it.each(Object.entries(samples))('is read back as it was: %s', (_name, report) => {
    expect(reportSchema.parse(JSON.parse(jsonReport(report)))).toEqual(report);
  });

  it('says its format, and has the names of files', () => {
    const json = JSON.parse(jsonReport(hackable));
    expect(json.format).toBe(REPORT_FORMAT);
    expect(json.findings[0].place).toEqual({
      file: 'reward.py',
      line: 14,
      column: 12,
      end_line: 14,
      end_column: 44,
    });
    expect(JSON.stringify(json)).not.toMatch(/"[a-z]+[A-Z]\w*":/);
  });

  it('reads a report with fields that came later, and refuses other formats and half a report', () => {
    const json = JSON.parse(jsonReport(hackable));
    expect(reportSchema.parse({ ...json, later: 1 })).toEqual(hackable);
    expect(reportSchema.safeParse({ ...json, format: 'runrl-sandbox-check/2' }).success).toBe(false);
    const { findings: _, ...rest } = json;
    expect(reportSchema.safeParse(rest).success).toBe(false);
    expect(reportSchema.safeParse({ ...json, verdict: 'fine' }).success).toBe(false);
  });
});
