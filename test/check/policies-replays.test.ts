import { expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { nullAttacks, replays, type Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { floorOf } from '../../src/check/policies/campaign.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
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

/** Three turns, of which the last pays what is left; an answer ends it, and `wrong` is paid for one that is not right. */
const playerOf = (left: number, wrong: number, turns = 3): Player => {
  const follow = async (row: CheckRow, policy: Policy) => {
    const steps: { action: string; observation: string; reward: number }[] = [];
    const isOver = (): boolean => steps.length === turns || /^\["/.test(steps.at(-1)?.action ?? '');
    while (!isOver()) {
      const action = policy({ step: steps.length, observation: '', prompt: '', steps: [] }) as string;
      steps.push({ action, observation: '', reward: 0 });
    }
    const reward = /^\["/.test(steps.at(-1)?.action ?? '') ? wrong : left;
    return { row, status: 'ok', steps, ended: 'done', return: reward, seed: 0 };
  };
  return { follow } as unknown as Player;
};

const floorClasses = async (left: number, wrong: number, turns?: number) => {
  const workshop = workshopOf(true);
  const [attack] = nullAttacks(workshop);
  if (attack === undefined) throw new Error('no attack');
  const returns = rows.map((row) => ({ row, return: left, gap: left }));
  const share = { hits: 0, of: rows.length, low: 0, high: 1 };
  const tried = [{ attack, share, win: null, returns }];
  const [finding] = await floorOf(tried, workshop, playerOf(left, wrong, turns));
  return finding?.classes;
};

it('tells of a paid floor what else an episode of it shows', async () => {
  expect(await floorClasses(0.3, 0)).toEqual(['F01', 'F12', 'F06']);
  // Who tries is paid as much; who asks has no time to.
  expect(await floorClasses(0.3, 0.3)).toEqual(['F01', 'F12']);
  expect(await floorClasses(0.3, 0, 1)).toEqual(['F01', 'F06']);
  expect(await floorClasses(0, 0)).toBeUndefined();
});
