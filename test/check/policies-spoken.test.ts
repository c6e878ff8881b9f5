/** Forms of actions that listening shows: where they go, and what is no action though it is answered in its own words. */
import { describe, expect, it } from 'vitest';
import { SLOT } from '../../src/check/policies/actions/command-forms.ts';
import { learnSpace } from '../../src/check/policies/actions/space.ts';
import { hear, NOTHING_SPOKEN, spokenOf } from '../../src/check/policies/actions/spoken.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import { Seeker } from '../../src/check/policies/ways/seek.ts';
import { Random } from '../../src/check/random.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckRow, Subject } from '../../src/check/subject.ts';

const row = (line: number): CheckRow => ({
  line,
  prompt: `row ${line}`,
  fields: { prompt: `row ${line}`, number: line },
  texts: { number: String(line) },
});

/** Understands one command in a line of its own, and names all its commands whatever is said. */
const player = {
  seed: 0,
  budget: { has: () => true },
  play: (of: CheckRow, actions: readonly string[]) => {
    const steps = actions.map((action) => ({
      action,
      observation: /^do: look$/.test(action) ? 'You see a lamp.' : 'Not understood. Commands: look, take X.',
      reward: 0,
      done: false,
      status: 'ok',
    }));
    return Promise.resolve({ row: of, setup: { observation: '', status: 'ok' }, steps });
  },
} as unknown as Player;

const subject = {
  source: 'A = "look"\nB = "take"',
  rows: [row(1), row(2)],
  actions: new Map(),
} as unknown as Subject;
const learn = (spoken = NOTHING_SPOKEN) =>
  learnSpace(player, { subject, analysis: EMPTY_ANALYSIS, random: new Random(0), spoken });

describe('what an environment was heard to read', () => {
  it('has a slot for each mark, also for one with a number and for one in quotes of JSON', () => {
    const forms = [
      'do: zqxvkja',
      'zqxvkja',
      'take zqxvkja 735920 from zqxvkjb',
      'go 735911',
      '{"to": "zqxvkja"}',
    ];
    expect(spokenOf({ forms, actions: ['look', 'look'] })).toEqual({
      forms: [`do: ${SLOT}`, `take ${SLOT} from ${SLOT}`, `go ${SLOT}`, `{"to": ${SLOT}}`],
      actions: ['look'],
    });
    expect(spokenOf(undefined)).toEqual(NOTHING_SPOKEN);
  });

  it('is asked of the first rows together', async () => {
    const requests: { kind: string; rows: { fields: object }[] }[] = [];
    const ask = (request: string) => {
      requests.push(JSON.parse(request));
      return Promise.resolve([{ forms: ['do: zqxvkja'], actions: [] }]);
    };
    const direct = { ask } as unknown as Parameters<typeof hear>[0];
    const rows = [1, 2, 3, 4, 5].map(row);
    expect(await hear(direct, rows, 7)).toEqual({ forms: [`do: ${SLOT}`], actions: [] });
    expect(requests).toMatchObject([{ kind: 'spoken', seed: 7, rows: [{ fields: { number: 1 } }, {}, {}] }]);
    expect(await hear(null, rows, 7)).toEqual(NOTHING_SPOKEN);
  });

  it('is tried before all that is only read somewhere', async () => {
    const space = await learn({ forms: [`do: ${SLOT}`], actions: ['do: look'] });
    expect(space.live.map(({ action }) => action)).toEqual(['do: look']);
    expect([...space.words.commands][0]).toBe(`do: ${SLOT}`);
  });

  it('is no action where a list of all commands echoes it', async () => {
    expect((await learn()).live).toEqual([]);
  });
});

describe('ways that states themselves ask for', () => {
  const seeking = (isWon: boolean) => {
    const asked: { fields: { number: number }; actions: string[]; asks: boolean }[] = [];
    const ask = (request: string) => {
      const { rows } = JSON.parse(request) as { rows: typeof asked };
      asked.push(...rows);
      return Promise.resolve(rows.map(() => ({ actions: isWon ? ['do: look'] : null, learned: [] })));
    };
    const space = { words: noWords(), live: [], forms: [], values: () => [] };
    const explorer = { player, space, commands: [], thingsOn: () => [] };
    return { asked, seeker: new Seeker({ ask } as never, explorer as never, []) };
  };
  const rows = [1, 2, 3, 4, 5].map(row);

  it('are searched for without an episode, on all rows where they are found on the first', async () => {
    const { asked, seeker } = seeking(true);
    expect((await seeker.heardWays(rows)).size).toBe(5);
    expect(asked.every(({ actions, asks }) => asks && actions.length === 0)).toBe(true);
  });

  it('are given up where none is found on the first rows', async () => {
    const { asked, seeker } = seeking(false);
    expect((await seeker.heardWays(rows)).size).toBe(0);
    expect(asked.map(({ fields }) => fields.number)).toEqual([1, 2, 3]);
  });
});
