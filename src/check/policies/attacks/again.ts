/** The same again: in another spelling, and after tries were taken back. */
import type { CheckRow } from '../../subject/subject.ts';
import { decoysOf } from '../actions/fields.ts';
import type { Attack } from '../play/attack.ts';
import { BEYOND_ALL } from '../play/paid-again.ts';
import { MOST_STEPS, script } from '../play/player.ts';
import { answerActions } from '../ways/honest.ts';
import type { Workshop } from './attacks.ts';

const EPSILON = 1e-6;
/** Wrong tries before the right one: more than a game allows that counts them. */
const TRIES = 12;
const RESTART = /^(?:restart|reset|new(?:[ _-]?game)?|again|undo|retry|back|start[ _]over)$/i;

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

/** F16: wrong tries count, and a word takes them back. */
export const takenBack = async (workshop: Workshop): Promise<Attack[]> => {
  const { space, calibrated, rows, random, explorer } = workshop;
  const { answer, honest } = calibrated;
  const words = [...space.words.words].filter((word) => RESTART.test(word)).slice(0, 3);
  const [row] = rows.filter((each) => honest.has(each));
  if (answer === null || row === undefined || explorer === undefined) return [];
  const wrongOf = (each: CheckRow): string[] => {
    const [text] = decoysOf(each, rows, answer.field, random);
    return text === undefined ? [] : answerActions(answer, JSON.parse(text));
  };
  const playOf = (each: CheckRow, between: readonly string[]): string[] => [
    ...Array.from({ length: TRIES }, () => [...wrongOf(each), ...between]).flat(),
    ...(honest.get(each)?.actions ?? []),
  ];
  const counted = await explorer.player.play(row, playOf(row, []));
  if (counted.return > 0.5 * (honest.get(row)?.return ?? 0)) return [];
  return words.map((word) => ({
    rule: 'F16',
    does: `takes each wrong try back with ${JSON.stringify(word)}, until it has the right one,`,
    most: MOST_STEPS,
    isBound: true,
    policy: (each) => script(playOf(each, [word])),
  }));
};
