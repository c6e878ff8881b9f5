import { expect, test } from 'vitest';
import { tellCausesOnce } from '../../src/check/conclusions/one-cause.ts';
import type { Exploit, NewFinding } from '../../src/check/finding.ts';
import { shareOf } from '../../src/check/wilson.ts';

const probe = (
  rule: string,
  reward: number,
  completion: string,
  more: Partial<Omit<NewFinding, 'exploit'>> & { exploit?: Partial<Exploit> } = {},
): NewFinding => ({
  rule,
  classes: [rule],
  source: 'probe',
  severity: reward >= 0.9 ? 'critical' : 'warning',
  title: rule,
  why: 'It is paid.',
  fix: '',
  share: shareOf(40, 40),
  ...more,
  exploit: {
    row: 0,
    fields: '{}',
    completion,
    seed: 0,
    status: 'ok',
    reward,
    honest: 1,
    floor: 0,
    decoy: null,
    ...more.exploit,
  },
});
const rules = (findings: readonly NewFinding[]): string[] => tellCausesOnce(findings).map(({ rule }) => rule);

test('what is paid no more than any text is one finding with it, which names the others', () => {
  const [only, ...others] = tellCausesOnce([
    probe('A01', 1, '<answer>0 1 2</answer>'),
    probe('A03', 1, '<answer></answer>'),
    probe('A09', 1, '<answer>x</answer>', { classes: ['A09', 'E06'] }),
    probe('A07', 1, '<answer>4 or 5</answer>', { severity: 'warning' }),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ rule: 'A09', severity: 'critical', covers: ['A01', 'A03', 'A07'] });
  expect(only?.why).toBe('It is paid. 3 other probes are paid no more, for the same cause: A01, A03, A07.');
});

test('what is paid more, or is worse, stays', () => {
  const floor = probe('A09', 0.3, '<answer>x</answer>');
  expect(rules([probe('A01', 1, 'all'), floor, probe('E04', 0.3, '# A')])).toEqual(['A01', 'A09']);
  expect(rules([floor, probe('A04', 0.2, 'echo', { severity: 'high' })])).toEqual(['A09', 'A04']);
});

test('of causes that are paid the same the worst explains the others', () => {
  const warning = probe('A09', 1, 'none', { severity: 'warning' });
  expect(rules([warning, probe('A09', 1, '<answer>x</answer>'), probe('E02', 1, 'nana')])).toEqual(['A09']);
});

test('what is paid under the right answer only is made of it, and explains nothing', () => {
  const part = probe('A03', 1, '4', { exploit: { decoy: 0 } });
  expect(rules([part, probe('A15', 1, '4units2', { exploit: { decoy: 0 } })])).toEqual(['A03', 'A15']);
});

test('gaps are compared, not rewards: rows may pay on other scales', () => {
  const floor = probe('A08', 3, 'x', { exploit: { honest: 10 } });
  expect(rules([floor, probe('B09', 0.3, '(')])).toEqual(['A08']);
  expect(rules([floor, probe('B09', 0.9, '(')])).toEqual(['A08', 'B09']);
});

test('one that holds on some rows only explains nothing', () => {
  const some = probe('A03', 1, 'e', { share: shareOf(20, 40) });
  expect(rules([some, probe('A17', 1, '12')])).toEqual(['A03', 'A17']);
});

test('only probes of one completion are explained', () => {
  const floor = probe('A09', 1, 'x');
  const lint: NewFinding = { ...probe('RH105', 1, ''), source: 'lint', exploit: null };
  const judged = probe('D04', 1, 'x', { exploit: { judge: '{}' } });
  const later = probe('S08', 1, 'x', { exploit: { before: [] } });
  expect(rules([floor, lint, judged, later])).toEqual(['A09', 'RH105', 'D04', 'S08']);
  const without = [probe('A01', 1, 'all'), probe('A02', 1, 'all')];
  expect(tellCausesOnce(without)).toEqual(without);
});
