import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/check/finding.ts';
import { jsonReport } from '../../src/check/report/json.ts';
import { markdownReport } from '../../src/check/report/markdown.ts';
import { principlesOf } from '../../src/check/report/principles.ts';
import { textReport } from '../../src/check/report/text.ts';
import type { Report, Statistic } from '../../src/check/report.ts';
import { shareOf } from '../../src/check/wilson.ts';
import { clean, hackable, untestable } from './report-samples.ts';

const statistic = (id: string, principle: Statistic['principle'], of: Partial<Statistic>): Statistic => ({
  id,
  name: `name of ${id}`,
  principle,
  verdict: 'pass',
  text: `text of ${id}`,
  value: null,
  share: null,
  ...of,
});

const of = (statistics: readonly Statistic[], findings: readonly Finding[] = []): Report => ({
  ...clean,
  statistics,
  findings,
});
const linesOf = (report: Report): string[] =>
  principlesOf(report).map(({ verdict, rule, text }) => `${verdict} ${rule}: ${text}`);

const [worst] = hackable.findings;
if (worst === undefined) throw new Error('no finding');

describe('the principles', () => {
  it('have the verdict of their worst statistic, with its number and interval', () => {
    const statistics = [
      statistic('S04', 'varied scores', {}),
      statistic('S01', 'clear signal', { share: shareOf(40, 40) }),
      statistic('S11', 'clear signal', { verdict: 'warn', text: "Kendall's tau 0.2" }),
      statistic('S21', 'robustness', { verdict: 'fail', share: shareOf(9, 40) }),
      statistic('S19', 'low hackability', { verdict: 'skip', text: 'the differential is off' }),
    ];
    expect(linesOf(of(statistics))).toEqual([
      'pass S04: text of S04',
      "warn S11: Kendall's tau 0.2",
      'fail S21: 9 of 40 malformed completions (95 %: 12–38 %) get no number',
      'skip null: the differential is off',
    ]);
    expect(linesOf(of([]))).toEqual(Array(4).fill('skip null: not measured'));
  });

  it('are judged by what was proved too, but not by what is suppressed, known or only said of the source', () => {
    const hackability = (changed: Partial<Finding>) => linesOf(of([], [{ ...worst, ...changed }]))[3];
    expect(hackability({})).toBe(`fail A01: 39 of 40 rows (95 %: 87–100 %): ${worst.title}`);
    expect(hackability({ severity: 'warning' })).toMatch(/^warn A01/);
    expect(hackability({ severity: 'high', source: 'lint' })).toMatch(/^warn A01/);
    const nothing = 'skip null: not measured';
    expect(hackability({ severity: 'info' })).toBe(nothing);
    expect(hackability({ severity: 'warning', source: 'lint' })).toBe(nothing);
    expect(hackability({ suppressed: 'wanted', suppressedBy: 'comment' })).toBe(nothing);
    const contract = { ...worst, rule: 'K01', source: 'contract', severity: 'high' } as const;
    expect(linesOf(of([], [contract])).map((line) => line.slice(0, 8))).toEqual([
      'skip nul',
      'skip nul',
      'fail K01',
      'skip nul',
    ]);
  });

  it('are one line each in every report', () => {
    const said = '39 of 40 rows (95 %: 87–100 %): A list of every candidate';
    const text = textReport(hackable, { colour: false, width: 120 });
    expect(text).toContain(`\n  fail low hackability A01 ${said}`);
    expect(markdownReport(hackable)).toContain(
      '| Low hackability | 🔴 fail | A01 | 39 of 40 rows (95 %: 87–100',
    );
    const json = JSON.parse(jsonReport(hackable));
    expect(json.principles[3]).toMatchObject({
      principle: 'low hackability',
      verdict: 'fail',
      rule: 'A01',
      share: { hits: 39 },
    });
  });

  it('are left out where nothing was called', () => {
    expect(textReport({ ...untestable, calls: 0 }, { colour: false, width: 80 })).not.toContain('principles');
  });
});
