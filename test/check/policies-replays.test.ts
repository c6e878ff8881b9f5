import { expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { nullAttacks, replays, type Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { floorOf } from '../../src/check/policies/campaign.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

const lists = [['a'], ['b'], ['c'], ['d'], ['a', 'b', 'c', 'd']];
const rows = lists.map((wanted, line) => rowOf({ wanted }, line));
const wantedOf = ({ fields }: CheckRow): string[] => fields.wanted as string[];

const workshopOf = (answers: boolean): Workshop =>
  ({
    rows,
    random: new Random(7),
    space: { live: [], words: noWords(), forms: [], values: () => [] },
    calibrated: {
      honest: new Map(rows.map((row) => [row, { actions: wantedOf(row), return: 1, how: 'script' }])),
      floors: new Map(),
      answer: answers ? { form: '\u0000', field: 'wanted', finish: null } : null,
      goldFields: [],
    },
  }) as unknown as Workshop;

it('replays the longest list of moves that won as well, wherever its row stands', () => {
  const attacks = replays(workshopOf(false));
  const played = attacks.map(({ policy }) => {
    const actions = policy(rows[3] as CheckRow);
    return [0, 1, 2, 3].map((step) => actions?.({ step, observation: '', prompt: '', steps: [] } as never));
  });
  expect(played.map((actions) => actions.filter((each) => typeof each === 'string'))).toEqual([
    ['a'],
    ['b'],
    ['c'],
    ['a', 'b', 'c', 'd'],
  ]);
  expect(attacks.at(-1)?.policy(rows[4] as CheckRow)).toBeNull();
});

it('tells of nothing that is paid a part as a floor', () => {
  const [attack] = nullAttacks(workshopOf(true));
  if (attack === undefined) throw new Error('no attack');
  const floor = (paid: number) => {
    const returns = rows.map((row) => ({ row, return: paid, gap: paid }));
    return floorOf([{ attack, share: { hits: 0, of: rows.length, low: 0, high: 1 }, win: null, returns }]);
  };
  expect(floor(0.3)).toMatchObject([{ rule: 'F01', severity: 'warning' }]);
  expect(floor(0.6)).toMatchObject([{ rule: 'F01', severity: 'high' }]);
  expect(floor(0)).toEqual([]);
});
