import { describe, expect, it } from 'vitest';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { groupsOf, rangesOf, wipings } from '../../src/check/policies/attacks/wiping.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

const SLOT = '\u0000';
const PROMPT = 'Rows: 4 in B2, 7 in C2; 3 in B3, 5 in C3. Put the products into D2 and D3.';

const scriptsOf = (commands: readonly string[], prompt: string): string[][] => {
  const workshop = { explorer: { commands, thingsOn: () => ['pens', 'ink'] }, space: { forms: [] } };
  const row = { prompt } as CheckRow;
  return wipings(workshop as unknown as Workshop, ['done']).map(({ policy }) => {
    const actions: string[] = [];
    const play = policy(row);
    for (let step = 0; play !== null; step++) {
      const action = play({ step, observation: '', prompt, steps: [] });
      if (action === null) break;
      actions.push(action);
    }
    return actions;
  });
};

describe('what a task has given', () => {
  it('is grouped by columns, and named by ranges', () => {
    expect(groupsOf(PROMPT, ['pens'])).toEqual([['B2', 'B3'], ['C2', 'C3'], ['D2', 'D3'], ['pens']]);
    expect(rangesOf(PROMPT)).toEqual(['B2:D3', 'B2:B3', 'C2:C3', 'D2:D3']);
  });

  it('is taken away in every way that a command offers, and what is left is judged', () => {
    const scripts = scriptsOf([`clear ${SLOT}`, `set ${SLOT} ${SLOT}`], PROMPT);
    expect(scripts).toContainEqual(['clear B2:D3', 'done']);
    expect(scripts).toContainEqual(['clear B2', 'clear B3', 'done']);
    expect(scripts).toContainEqual(['set C2 0', 'set C3 0', 'done']);
    expect(scripts).toContainEqual(['clear pens', 'clear ink', 'done']);
  });

  it('is left alone where taking away is the game, or nothing is what is asked for', () => {
    expect(scriptsOf([`remove ${SLOT}`, `look ${SLOT}`], PROMPT)).toEqual([]);
    const scripts = scriptsOf([`set ${SLOT} ${SLOT}`], 'Set all lamps to 0: A1, A2.');
    expect(scripts.every((script) => script.length === 0)).toBe(true);
  });
});
