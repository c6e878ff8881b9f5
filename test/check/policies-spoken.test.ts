/** Forms of actions that listening shows: where they go, and what is no action though it is answered in its own words. */
import { describe, expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import { Seeker } from '../../src/check/policies/ways/seek.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

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

describe('ways that states themselves ask for', () => {
  const seeking = (isWon: boolean) => {
    const asked: { fields: { number: number }; actions: string[]; asks: boolean }[] = [];
    const ask = (request: string) => {
      const { rows } = JSON.parse(request) as { rows: typeof asked };
      asked.push(...rows);
      return Promise.resolve(rows.map(() => ({ actions: isWon ? ['do: look'] : null, learned: [] })));
    };
    const space = { words: noWords(), live: [], forms: [] };
    const explorer = { player, space, commands: [], thingsOn: () => [] };
    return { asked, seeker: new Seeker({ ask } as never, explorer as never) };
  };
  const rows = [1, 2, 3, 4, 5].map(row);

  it('are searched for without an episode, on all rows where they are found on the first', async () => {
    const { asked, seeker } = seeking(true);
    expect((await seeker.ways(rows, true)).size).toBe(5);
    expect(asked.every(({ actions, asks }) => asks && actions.length === 0)).toBe(true);
  });

  it('are given up where none is found on the first rows', async () => {
    const { asked, seeker } = seeking(false);
    expect((await seeker.ways(rows, true)).size).toBe(0);
    expect(asked.map(({ fields }) => fields.number)).toEqual([1, 2, 3]);
  });
});
