import { expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { respelled } from '../../src/check/policies/attacks/again.ts';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { Random } from '../../src/check/random.ts';
import { rowOf } from './stage.ts';

const rows = ['7', '12', '31'].map((secret, line) => rowOf({ secret }, line));

/** @param paid what a list of actions gets */
const workshopOf = (paid: (actions: readonly string[]) => number, actions: (secret: string) => string[]) => {
  const words = noWords();
  for (const word of ['restart', 'look']) words.words.add(word);
  const play = async (_: unknown, played: readonly string[]) => ({ return: paid(played) });
  return {
    rows,
    random: new Random(7),
    space: { words },
    explorer: { player: { play } },
    calibrated: {
      honest: new Map(rows.map((row) => [row, { actions: actions(String(row.fields.secret)), return: 1 }])),
      answer: { form: '\u0000', field: 'secret', finish: null },
    },
  } as unknown as Workshop;
};
const playedBy = (attack: Awaited<ReturnType<typeof respelled>>[number] | undefined): string[] => {
  const policy = attack?.policy(rows[0] as (typeof rows)[number]);
  const said = Array.from({ length: 40 }, (_, step) => policy?.({ step } as never) ?? null);
  return said.filter((each) => each !== null);
};

it('writes each action in several ways where the same one again is not paid', async () => {
  const once = workshopOf(
    () => 1,
    () => ['photo town gate'],
  );
  const [attack] = await respelled(once);
  expect(attack).toMatchObject({ rule: 'F02', least: 1.5 });
  expect(playedBy(attack)).toContain('Photo Town Gate');
  const again = workshopOf(
    (actions) => actions.length,
    () => ['photo town gate'],
  );
  expect(await respelled(again)).toEqual([]);
});
