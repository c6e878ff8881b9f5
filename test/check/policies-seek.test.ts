import { describe, expect, it } from 'vitest';
import { SLOT } from '../../src/check/policies/actions/command-forms.ts';
import { tokensOf } from '../../src/check/policies/actions/commands.ts';
import type { RowExplorer } from '../../src/check/policies/actions/row-moves.ts';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { everywhere } from '../../src/check/policies/attacks/everywhere.ts';
import { paidRounds } from '../../src/check/policies/attacks/rounds.ts';
import type { Direct } from '../../src/check/policies/play/direct.ts';
import type { View } from '../../src/check/policies/play/player.ts';
import { Seeker } from '../../src/check/policies/ways/seek.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

const row = (prompt: string, line = 0): CheckRow => ({
  line,
  prompt,
  fields: { prompt },
  texts: { prompt: JSON.stringify(prompt) },
});
const space: Space = { words: noWords(), live: [], forms: [`<sum>${SLOT}</sum>`] };
const explorer = (things: readonly string[]): RowExplorer =>
  ({
    player: {
      seed: 7,
      budget: { has: () => true },
      play: () => Promise.resolve({ setup: { observation: '' } }),
    },
    space,
    commands: [],
    of: () => Promise.resolve({ live: [], open: [], ends: [], made: [] }),
    thingsOn: () => things,
  }) as unknown as RowExplorer;

describe('things of several words', () => {
  it('are one value', () => {
    const isThing = (word: string): boolean => ['saw blades', 'glue'].includes(word);
    expect(tokensOf('How many saw blades, and glue?', isThing).slice(0, 2)).toEqual(['saw blades', 'glue']);
  });
});

describe('what programs beside the class find', () => {
  const asked: { kind: string; rows: { actions: string[] }[] }[] = [];
  const found = (answer: unknown): Seeker => {
    const ask = (request: string) => {
      asked.push(JSON.parse(request));
      return Promise.resolve(answer);
    };
    return new Seeker({ ask } as unknown as Direct, explorer([]));
  };
  const rows = [row('boil rice, fry onions'), row('b', 1)];

  it('is gone round on its own row, after what comes before it', async () => {
    const round = { before: ['up'], round: ['undo', 'up'], rate: 0.1, still: true };
    const [attack] = await paidRounds(found([{ best: round }, { best: null }]), rows, new Map());
    expect(attack?.rule).toBe('F11');
    expect(asked.at(-1)?.kind).toBe('rounds');
    expect(asked.at(-1)?.rows[0]?.actions).toContain('fry onions');
    const policy = attack?.policy(rows[0] as CheckRow);
    expect([0, 1, 2, 3].map((step) => policy?.({ step } as View))).toEqual(['up', 'undo', 'up', 'undo']);
    expect(attack?.policy(rows[1] as CheckRow)).toBeNull();
    expect(await paidRounds(found([{ best: null }]), rows, new Map())).toEqual([]);
    // Where nothing is known to compare with, it has to be paid beyond all parts of 1, for what changes nothing.
    expect(attack?.least).toBe(1.5);
    for (const other of [{ still: false }, { rate: 1 }]) {
      const answer = [{ best: { ...round, ...other } }];
      expect(await paidRounds(found(answer), rows, new Map())).toEqual([]);
      const known = new Map([[rows[0] as CheckRow, { actions: ['up'], return: 1, how: 'search' as const }]]);
      expect((await paidRounds(found(answer), rows, known)).map(({ least }) => least)).toEqual([undefined]);
    }
  });

  it('is one list of actions for all rows, made for the last of them and played on the others', async () => {
    const many = Array.from({ length: 9 }, (_, line) => row(`sheet ${line}`, line));
    const [attack] = await everywhere(found([{ actions: ['drop', 'submit'] }]), many);
    const { kind, rows: searched } = asked.at(-1) as (typeof asked)[number];
    expect([kind, searched.length]).toEqual(['together', 3]);
    expect(searched[0]?.actions).toContain('<sum>-1000</sum>');
    const policy = attack?.policy(many[0] as CheckRow);
    expect([0, 1, 2].map((step) => policy?.({ step } as View))).toEqual(['drop', 'submit', null]);
    expect(many.slice(-3).map((each) => attack?.policy(each))).toEqual([null, null, null]);
    expect(await everywhere(found([{ actions: null }]), many)).toEqual([]);
    // Too few to have any left for a proof.
    expect(await everywhere(found([{ actions: ['submit'] }]), many.slice(3))).toEqual([]);
  });
});
