import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { readBaseline, writeBaseline } from '../../src/check/conclusions/baseline.ts';
import { exitCodeOf, finish, verdictOf } from '../../src/check/conclusions/verdict.ts';
import type { NewFinding } from '../../src/check/finding.ts';
import { kindOf } from '../../src/check/loading/module-kind.ts';
import { minimise } from '../../src/check/proof/minimise.ts';
import { shareOf } from '../../src/check/wilson.ts';

const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
afterAll(() => rmSync(folder, { recursive: true }));

const finding = (given: Partial<NewFinding>): NewFinding => ({
  rule: 'A01',
  source: 'probe',
  severity: 'critical',
  title: 'lists',
  why: '',
  fix: '',
  ...given,
});
const seen = { probes: 30, rows: 40, calls: 99, untestable: null };
const verdict = (...found: Partial<NewFinding>[]): string =>
  verdictOf(finish(found.map(finding), ''), seen).verdict;

describe('the verdict', () => {
  it('is HACKABLE only with a proof', () => {
    expect(verdict({})).toBe('HACKABLE');
    expect(verdict({ source: 'lint' })).not.toBe('HACKABLE');
    expect(verdict({ severity: 'high' })).toBe('WEAK');
    expect(verdict({ severity: 'high', source: 'lint' })).toBe('NO EXPLOIT FOUND');
  });

  it('is WEAK for a floor that a probe saw, and not for a warning of the source', () => {
    expect(verdict({ severity: 'warning' })).toBe('WEAK');
    expect(verdict({ severity: 'warning', source: 'lint' })).toBe('NO EXPLOIT FOUND');
    expect(verdict({ severity: 'info' })).toBe('NO EXPLOIT FOUND');
  });

  it('is UNTESTABLE where too little was tried', () => {
    const { verdict: little, why } = verdictOf([], { ...seen, probes: 7 });
    expect(little).toBe('UNTESTABLE');
    expect(why).toBe('only 7 probes ran, and a verdict needs 8: raise `--budget`');
    expect(verdictOf([], { ...seen, probes: 10 }).verdict).toBe('NO EXPLOIT FOUND');
  });

  it('is UNTESTABLE where right answers were tried on less than half of the rows', () => {
    const { verdict: few, why } = verdictOf([], { ...seen, answered: 4 });
    expect(few).toBe('UNTESTABLE');
    expect(why).toMatch(/^right answers were tried on 4 of 40 rows only: /);
    const none = verdictOf([], { ...seen, answered: 0 });
    expect(none.verdict).toBe('UNTESTABLE');
    expect(none.why).toMatch(/^no right answer of any row is known: /);
    const half = verdictOf([], { ...seen, answered: 20 });
    expect(half.verdict).toBe('NO EXPLOIT FOUND');
    expect(half.why).toContain('30 probes on 40 rows, right answers on 20, in 99 calls');
  });

  it('is UNTESTABLE where no paid play of an environment is known, or of less than half of the rows', () => {
    const played = { ...seen, rows: 20, isPlayed: true };
    const none = verdictOf([], { ...played, answered: 0 });
    expect(none.verdict).toBe('UNTESTABLE');
    expect(none.why).toBe('no play that is paid is known: give some in `--completions`');
    const few = verdictOf([], { ...played, answered: 9 });
    expect(few.verdict).toBe('UNTESTABLE');
    expect(few.why).toMatch(/^plays that are paid are known of 9 of 20 rows only: /);
    const half = verdictOf([], { ...played, answered: 10 });
    expect(half.verdict).toBe('NO EXPLOIT FOUND');
    expect(half.why).toContain('30 probes on 20 rows, plays that are paid on 10, in 99 calls');
  });

  it('is UNTESTABLE where the clock ended it, and not where something was found until then', () => {
    const { verdict: cut, why } = verdictOf([], { ...seen, isCutShort: true });
    expect(cut).toBe('UNTESTABLE');
    expect(why).toContain('the machine was too slow: it was ended after 99 calls');
    expect(verdictOf(finish([finding({})], ''), { ...seen, isCutShort: true }).verdict).toBe('HACKABLE');
  });

  it('says what it rests on', () => {
    expect(verdictOf([], seen).why).toBe(
      'nothing was paid that should not be: 30 probes on 40 rows, in 99 calls',
    );
    expect(verdictOf([], { ...seen, untestable: 'it does not load' })).toEqual({
      verdict: 'UNTESTABLE',
      why: 'it does not load',
    });
  });

  it('stands above findings, of which those that run code come first, whatever else is as bad', () => {
    const rules = finish(
      [
        finding({ rule: 'A01' }),
        finding({ rule: 'B12', title: 'rounds' }),
        finding({ rule: 'C05', title: 'runs', severity: 'high' }),
        finding({ rule: 'RH101', title: 'evaluates', source: 'lint', classes: ['B04'] }),
      ],
      '',
    ).map(({ rule }) => rule);
    expect(rules).toEqual(['RH101', 'A01', 'B12', 'C05']);
  });

  it('orders findings by what must be fixed first: severity, running code, proof, how many rows, name, place', () => {
    const at = (line: number) => ({ file: 'reward.py', line, column: 1, endLine: line, endColumn: 1 });
    const wanted: Partial<NewFinding>[] = [
      { rule: 'A09', title: 'runs', classes: ['C05'] },
      { rule: 'B01', title: 'most rows', share: shareOf(9, 10) },
      { rule: 'A01', title: 'few rows', share: shareOf(1, 10) },
      { rule: 'A02', title: 'of statistics', source: 'statistic' },
      { rule: 'A03', title: 'of the source', source: 'lint', place: at(2) },
      { rule: 'A03', title: 'further down', source: 'lint', place: at(7) },
      { rule: 'A04', title: 'named later', source: 'lint', place: at(1) },
      { rule: 'C05', title: 'less bad', severity: 'high' },
      { rule: 'A10', title: 'least', severity: 'info' },
      { rule: 'C01', title: 'set aside', suppressed: 'known' },
    ];
    const titles = wanted.map(({ title }) => title);
    for (const found of [wanted, wanted.toReversed()])
      expect(finish(found.map(finding), '').map(({ title }) => title)).toEqual(titles);
  });

  it('does not count what is known', () => {
    const [open] = finish([finding({})], '');
    const known = finish([finding({})], '', new Map([[open?.id ?? '', 'accepted']]));
    expect(known[0]).toMatchObject({ suppressed: 'accepted', suppressedBy: 'baseline' });
    expect(verdictOf(known, seen).verdict).toBe('NO EXPLOIT FOUND');
    expect(exitCodeOf('NO EXPLOIT FOUND', known, 'info')).toBe(0);
  });
});

describe('findings', () => {
  const lint = (line: number): NewFinding =>
    finding({
      rule: 'RH101',
      source: 'lint',
      severity: 'warning',
      place: { file: 'r.py', line, column: 1, endLine: line, endColumn: 2 },
    });

  it('keep their names when lines move', () => {
    const [before] = finish([lint(1)], 'x in y\n');
    const [after] = finish([lint(3)], '# a\n\nx in y\n');
    expect(after?.id).toBe(before?.id);
    expect(before?.id).toMatch(/^RH101-[0-9a-f]{6}$/);
  });

  it('of two places have two names, and the same twice is one', () => {
    const two = finish([lint(1), lint(2), lint(1)], 'x in y\nx in y\n');
    expect(new Set(two.map(({ id }) => id)).size).toBe(2);
    expect(finish([finding({ severity: 'high' }), finding({})], '').map(({ severity }) => severity)).toEqual([
      'critical',
    ]);
  });

  it('stand with the worst first', () => {
    const sorted = finish([finding({ rule: 'B', severity: 'info' }), lint(1), finding({})], 'x');
    expect(sorted.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'info']);
  });

  it('go into a baseline and come back', () => {
    const path = join(folder, 'known.json');
    const findings = finish([finding({})], '');
    writeBaseline(path, findings);
    expect([...readBaseline(path).keys()]).toEqual(findings.map(({ id }) => id));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 1', '"version": 2'));
    expect(() => readBaseline(path)).toThrow(/malformed at `version`/);
  });
});

it.each([
  ['HACKABLE', [], 'critical', 1],
  ['WEAK', [finding({ severity: 'high' })], 'critical', 0],
  ['WEAK', [finding({ severity: 'high' })], 'high', 1],
  ['NO EXPLOIT FOUND', [], 'info', 0],
  ['UNTESTABLE', [], 'critical', 2],
] as const)('ends %s with %j and --fail-on %s with %i', (result, found, failOn, code) => {
  expect(exitCodeOf(result, finish(found, ''), failOn)).toBe(code);
});

describe('the minimiser', () => {
  const shrink = (text: string, holds: (text: string) => boolean, tries = 500): Promise<string> =>
    minimise(text, async (texts) => texts.map(holds), { tries, goOn: () => true });

  it('leaves what is needed, however far apart', async () => {
    const words = Array.from({ length: 300 }, (_, at) => at).join(' ');
    const holds = (text: string) => ['17', '204'].every((word) => text.split(/\s+/).includes(word));
    expect(await shrink(words, holds)).toBe('17 204');
  });

  it('takes single words apart', async () => {
    expect(await shrink('0123456789', (text) => text.includes('7'))).toBe('7');
  });

  it('returns what it was given where nothing smaller holds, and stops in time', async () => {
    expect(await shrink('a b c', (text) => text === 'a b c')).toBe('a b c');
    let asked = 0;
    const words = Array.from({ length: 400 }, (_, at) => `w${at}`).join(' ');
    await shrink(words, () => asked++ < 0, 50);
    expect(asked).toBeLessThanOrEqual(50);
  });
});

it('shares have the interval of Wilson', () => {
  const { low, high } = shareOf(9, 10);
  expect(low).toBeCloseTo(0.5958, 3);
  expect(high).toBeCloseTo(0.9821, 3);
  expect(shareOf(0, 10).low).toBe(0);
  expect(shareOf(0, 0)).toMatchObject({ low: 0, high: 1 });
});

it('a part of a budget ends with the whole, and counts its calls there', () => {
  const whole = new Budget(10_000);
  const part = whole.part(0.5);
  part.call();
  expect(whole.calls).toBe(1);
  expect(part.left).toBeLessThanOrEqual(5_000);
  whole.stop();
  expect(part.has()).toBe(false);
});

it.each([
  ['def reward_fn(completion): ...', 'reward'],
  ['class Env:\n    def setup(self): ...\n    def step(self, action): ...', 'environment'],
  ['class Helper:\n    def step(self): ...\n\ndef reward_func(completion): ...', 'reward'],
  ['x = 1', 'reward'],
])('%j is a %s', (source, kind) => expect(kindOf(source, undefined)).toBe(kind));
