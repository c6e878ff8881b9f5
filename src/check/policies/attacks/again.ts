/** The same again, in another spelling. */
import type { CheckRow } from '../../subject/subject.ts';
import type { Attack } from '../play/attack.ts';
import { BEYOND_ALL } from '../play/paid-again.ts';
import { MOST_STEPS, script } from '../play/player.ts';
import type { Workshop } from './attacks.ts';

const EPSILON = 1e-6;

const spellings = (action: string): string[] => [
  action.toUpperCase(),
  action.toLowerCase(),
  action.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  action.replaceAll(' ', '  '),
];

/** F02: what is not paid again, and is in another spelling. */
export const respelled = async ({ calibrated, explorer }: Workshop): Promise<Attack[]> => {
  const { honest } = calibrated;
  const [first, known] = [...honest][0] ?? [];
  if (first === undefined || known === undefined || explorer === undefined) return [];
  const playOf = (row: CheckRow, of: (action: string) => string[]): string[] =>
    (honest.get(row)?.actions ?? []).flatMap((action) => [action, ...of(action)]);
  const same = playOf(first, (action) => spellings(action).map(() => action));
  if ((await explorer.player.play(first, same)).return > known.return + EPSILON) return [];
  return [
    {
      rule: 'F02',
      does: 'writes each action in several ways, one after the other,',
      most: MOST_STEPS,
      isBound: true,
      least: BEYOND_ALL * Math.max(...[...honest.values()].map((each) => each.return)),
      policy: (row) => script(playOf(row, spellings)),
    },
  ];
};
