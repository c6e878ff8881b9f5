/** Sequences that all rows expect, and the programs that say them whatever they are asked. */
import { expect, it } from 'vitest';
import { commonSequences, SEQUENCE_PROBES } from '../../../src/check/probes/programs/sequences.ts';
import { contextOf, type Fields } from './models.ts';

const rows = (make: (at: number) => Fields): Fields[] => [0, 1, 2, 3, 4].map(make);
const cells = (count: number, at: number): string[] =>
  Array.from({ length: count }, (_, each) => `${at}.${each}`);
const sequencesOf = (all: readonly Fields[]): unknown[][] =>
  commonSequences(contextOf({ rows: all, goldField: null }).subject.rows);
const YES = [true, true, true];
const NO = [false, false, false];

it.each<[string, Fields[], unknown[][]]>([
  [
    'lists of the same lengths, one after the other',
    rows((at) => ({ good: cells(3, at), bad: cells(3, at + 9) })),
    [[...YES, ...NO]],
  ],
  [
    'lists of two lengths, in both orders',
    rows((at) => ({ good: cells(3, at), bad: cells(2, at) })),
    [
      [true, true, true, false, false],
      [true, true, false, false, false],
    ],
  ],
  [
    'results of cases',
    rows((at) => ({ cases: [1, 2, 3, 1, 2].map((output, each) => ({ input: at + each, output })) })),
    [[1, 2, 3, 1, 2]],
  ],
  ['lists whose lengths differ', rows((at) => ({ good: cells(3 + at, at), bad: cells(3, at) })), []],
  ['too few to be no luck', rows((at) => ({ good: cells(2, at), bad: cells(2, at) })), []],
  ['results that differ', rows((at) => ({ wanted: [at, 1, 2, 3, 4] })), []],
])('%s', (_name, all, wanted) => {
  expect(sequencesOf(all)).toEqual(wanted);
});

it('says them by counting its calls, and on the output', () => {
  const context = contextOf({
    rows: rows((at) => ({ prompt: 'Write `keep(cell)`.', good: cells(3, at), bad: cells(3, at) })),
    goldField: 'good',
    analysis: { runsProcess: true },
  });
  const [levels] = context.calibration.levels;
  const made = SEQUENCE_PROBES.map((probe) => probe.make(context, levels as never).join('\n'));
  expect(made[0]).toContain('return [True, True, True, False, False, False][');
  expect(made[0]).toContain('def keep(');
  expect(made[1]).toContain('print("[true,true,true,false,false,false]", flush=True)\nos._exit(0)');
});
