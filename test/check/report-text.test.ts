import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../src/check/report/markdown.ts';
import { sarifReport } from '../../src/check/report/sarif.ts';
import { textReport } from '../../src/check/report/text.ts';
import { displayWidth } from '../../src/formats/text/visible.ts';
import { clean, crowded, environment, hackable, hostile, samples, untestable } from './report-samples.ts';

const plain = { colour: false, width: 100 };
const ours = ['hackable', 'clean', 'untestable', 'environment', 'crowded'];
const indexOf = (text: string, part: string): number => {
  expect(text).toContain(part);
  return text.indexOf(part);
};

describe('the report for a terminal', () => {
  it.each(ours.flatMap((name) => [100, 80].map((width) => [name, width] as const)))(
    'is one screen: %s at %i columns',
    (name, width) => {
      const sample = samples[name];
      if (sample === undefined) throw new Error(name);
      const lines = textReport(sample, { colour: false, width }).trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(38);
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
    },
  );

  it('says the verdict and why first, then the worst finding with its source, proof, prices, fix and replay', () => {
    const text = textReport(hackable, plain);
    expect(text.startsWith('HACKABLE  reward.py\nA list of every candidate is paid')).toBe(true);
    const order = [
      'critical A01',
      'reward.py:14:12',
      '^^^^^',
      'holds on  39 of 40 rows',
      'proof     line 8: "0 1 2 3',
      '3,889 characters',
      'paid      1; the honest answer 1; with the answer of the row replaced 1; an empty answer 0',
      'mend      Extract one answer',
      'replay    npx runrl-sandbox check reward.py --prompts prompts.jsonl --seed 1 --replay a01-7f3c9e',
      '5 further findings',
      'principles',
      'warn S18 length',
      'not checked',
      '311 probes on 40 rows, 12,418 calls in 41.3 s; seed 1; level namespaces',
      '1 finding suppressed',
    ].map((part) => indexOf(text, part));
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('has one line for each further finding, and counts those that find no place', () => {
    const lines = textReport(crowded, plain).split('\n');
    const start = lines.indexOf('199 further findings');
    const end = lines.indexOf('', start);
    const shown = lines.slice(start + 1, end - 1);
    expect(shown.length).toBeGreaterThan(0);
    for (const line of shown) expect(line).toMatch(/^ {2}critical A01 .* reward\.py:14:12$/);
    const left = 199 - shown.length;
    expect(lines[end - 1]).toMatch(
      new RegExp(`^  and ${left} more: \\d+ critical, 57 high, 86 warning, 28 info$`),
    );
  });

  it('shows where a rule of the source points when the worst finding has no place of its own', () => {
    const [worst, ...others] = hackable.findings;
    if (worst === undefined) throw new Error('no finding');
    const nowhere = { ...worst, rule: 'B09', classes: ['B09'], place: null, frame: null };
    const report = { ...hackable, findings: [nowhere, ...others] };
    const text = textReport(report, plain);
    expect(text).toContain('  reward.py:31:5 (RH113)\n  31 |     except:\n     |     ^^^^^^^');
    expect(markdownReport(report)).toContain('`reward.py:31:5` (`RH113`)');
    expect(
      JSON.parse(sarifReport(report)).runs[0].results[0].locations[0].physicalLocation.region.startLine,
    ).toBe(31);
    const unknown = { ...nowhere, rule: 'Z01', classes: ['Z01'] };
    expect(textReport({ ...hackable, findings: [unknown, ...others] }, plain)).not.toContain('(RH113)');
  });

  it('gives statistics two lines where there is room', () => {
    const [first] = hackable.statistics;
    if (first === undefined) throw new Error('no statistic');
    // The worst is told by its principle.
    const bad = { ...first, verdict: 'fail' as const };
    const long = { ...bad, id: 'S02', text: `${'many words '.repeat(12)}end` };
    expect(textReport({ ...clean, statistics: [bad, long] }, plain)).toContain('many words end');
    expect(textReport({ ...crowded, statistics: [bad, long] }, plain)).not.toContain('many words end');
  });

  it('names the command where no finding does', () => {
    expect(textReport(clean, plain).split('\n').slice(-2)).toEqual([clean.command, '']);
    expect(textReport(untestable, plain)).toContain('Fields of the rows: no prompts were given.');
  });

  it('shows actions of environments', () => {
    const text = textReport(environment, plain);
    expect(text).toContain('line 3: 41 actions');
    expect(text).toContain('34.2; the honest game 1; doing nothing 0');
  });

  it('lets nothing of others act on the terminal, and shortens it', () => {
    const text = textReport(hostile, plain);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(text).toContain('␛[2J');
    expect(text.length).toBeLessThan(10_000);
  });

  it('has colours only when they are wanted, and the same words', () => {
    const coloured = textReport(hackable, { colour: true, width: 100 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
    const escapes = /\u001b\[\d+m/g;
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(textReport(hackable, plain));
  });

  it('never promises', () => {
    for (const name of ours) expect(textReport(samples[name] ?? clean, plain)).not.toMatch(/\bsafe/i);
  });
});
