import { describe, expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { amounts, replays, type Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { floorOf, Oracle } from '../../src/check/policies/oracle.ts';
import { listAttack } from '../../src/check/policies/play/attack.ts';
import type { Policy } from '../../src/check/policies/play/player.ts';
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
    space: { live: [], words: noWords(), forms: [] },
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

describe('amounts below nothing', () => {
  /** @param above what honest play is paid with other amounts */
  const made = async (above: number) => {
    const [row] = rows as [CheckRow, ...CheckRow[]];
    const attacks = await amounts({
      calibrated: {
        honest: new Map([[row, { actions: ['buy 3 tea', 'checkout'], return: 1, how: 'script' }]]),
      },
      explorer: { player: { play: async () => ({ return: above }) } },
    } as unknown as Workshop);
    return attacks.map(({ policy }) =>
      [0, 1].map((step) => policy(row)?.({ step, observation: '', prompt: '', steps: [] } as never)),
    );
  };

  it('are given in what wins', async () => {
    expect(await made(0)).toEqual([['buy -1000 tea', 'checkout']]);
  });

  it('are none where any amount wins', async () => {
    expect(await made(1)).toEqual([]);
  });
});

it('tells of nothing that is paid a part as a floor', () => {
  const calibrated = workshopOf(true).calibrated;
  const floor = (paid: number) =>
    floorOf(
      rows.map((row) => ({ row, return: paid, gap: paid, trace: { row } as never })),
      calibrated,
    )?.severity;
  expect([0.3, 0.6, 0].map(floor)).toEqual(['warning', 'high', undefined]);
});

describe('what is no move, where nobody knows how to win', () => {
  const judged = async (paid: (row: CheckRow) => number, kind: object = { isNull: true }) => {
    const follow = async (row: CheckRow, policy: Policy) => {
      const action = policy({ step: 0, observation: '', prompt: '', steps: [] }) ?? '';
      const steps = [{ action, observation: '', reward: paid(row) }];
      return { row, setup: { status: 'ok' }, status: 'ok', ended: 'done', return: paid(row), steps };
    };
    const player = { follow, seed: 0, budget: { has: () => true } };
    const { calibrated } = workshopOf(false);
    const unknown = { ...calibrated, honest: new Map() };
    const oracle = new Oracle({ player, calibrated: unknown, rows, random: new Random(7) } as never);
    const attack = { ...listAttack('F06', 'sends what is no move', ['zqxvkj']), ...kind };
    return (await oracle.judge(attack)).severity;
  };

  it('is a proof where it is paid in full on each row', async () => {
    expect(await judged(() => 1)).toBe('critical');
  });

  it('is one where it is the same on all rows, and made for others', async () => {
    expect(await judged(() => 1, { isSame: true })).toBe('critical');
    expect(await judged(() => 1, {})).toBeNull();
  });

  it('is none where it loses on one row, or gets a part', async () => {
    expect(await judged((row) => (row === rows[4] ? -1 : 1))).toBeNull();
    expect(await judged(() => 0.5)).toBeNull();
  });
});

it('takes no loss under a value that does not fit into the row for one', async () => {
  const numbers = [3, 4, 9].map((most, line) => rowOf({ most }, line));
  // Nothing is paid where the value in the row is the last of them, its own answer neither.
  const follow = async (row: CheckRow, _: Policy, { changed }: { changed?: { most?: string } } = {}) => {
    const paid = changed?.most === '9' || changed?.most === lost ? 0 : 1;
    return { row, setup: { status: 'ok' }, status: 'ok', ended: 'done', return: paid, steps: [{}] };
  };
  let lost = '';
  let fits = true;
  const play = async (row: CheckRow, actions: string[], { changed }: { changed?: { most?: string } } = {}) =>
    changed?.most === '9' || (changed !== undefined && !fits)
      ? { return: 0 }
      : { return: Number(actions[0] === (changed?.most ?? row.texts.most)) };
  const player = { follow, play, seed: 0, budget: { has: () => true } };
  const calibrated = {
    honest: new Map(numbers.map((row) => [row, { actions: [row.texts.most], return: 1, how: 'answer' }])),
    floors: new Map(),
    answer: { form: '\u0000', field: 'most', finish: null },
    goldFields: ['most'],
  };
  const judged = async () => {
    const oracle = new Oracle({ player, calibrated, rows: numbers, random: new Random(7) } as never);
    return (await oracle.judge(listAttack('F01', 'does nothing', ['']))).severity;
  };
  expect(await judged()).toBe('critical');
  lost = '4';
  expect(await judged()).toBeNull();
  lost = '';
  // Where no other value fits, nothing tells it from naming the value that most rows have.
  fits = false;
  expect(await judged()).toBeNull();
});
