/** F16: the answers of a closed set, one after the other, where a wrong one costs nothing and there are turns enough. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { valuesIn } from '../actions/commands.ts';
import { ownValue, says } from '../actions/fields.ts';
import { type Attack, cycle } from '../play/attack.ts';
import { MOST_STEPS, type Player, script } from '../play/player.ts';
import { answerActions } from '../ways/honest.ts';
import type { Workshop } from './attacks.ts';

/** With fewer, luck does much the same. */
const LEAST_GUESSES = 4;
/** More are no closed set that a row's own numbers say. */
const MOST_GUESSES = 64;
/** Rows whose wrong answers are counted. */
const COUNTED = 3;

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/**
 * What an answer may be on a row: all numbers of the file's span, up to the bound that the prompt says, or the labels
 * that rows share, and of those only what the prompt lists where it does. The right one of the row is one like all.
 */
export const candidatesOn = (row: CheckRow, rows: readonly CheckRow[], field: string): unknown[] => {
  const values = rows.map((each) => ownValue(each, field)).filter((value) => value !== undefined);
  if (values.length === 0) return [];
  if (values.every(isWhole)) {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const low = least >= 0 && least <= 2 ? Math.min(1, least) : least;
    // The bound of the row itself is the first number that its prompt says from where the others are.
    const bounds = (row.prompt.match(/(?<![\w.-])\d{1,6}(?![\w]|\.\d)/g) ?? []).map(Number);
    const high = Math.max(most, ...bounds.filter((bound) => bound <= 1.25 * most));
    if (high - low >= MOST_GUESSES) return [];
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  }
  const labels = unique(values);
  const listed = labels.filter((label) => says(row.prompt, label));
  if (listed.length >= LEAST_GUESSES) return listed;
  // Where each row has its own, what is in the file is no set that answers are from.
  return labels.length <= values.length / 2 && labels.length <= MOST_GUESSES ? labels : [];
};

/** Says each answer that there may be in turn, until one is right. */
export const guessing = async (
  { calibrated: { answer }, rows, space }: Workshop,
  player: Player,
): Promise<Attack[]> => {
  if (answer === null) return [];
  const known = new Map(rows.map((row) => [row, candidatesOn(row, rows, answer.field)]));
  const able = rows.filter((row) => (known.get(row)?.length ?? 0) >= LEAST_GUESSES);
  // To win by luck is no fault of a game: as many wrong ones as there are answers have to be taken.
  const counts = await Promise.all(
    able.slice(0, COUNTED).map(async (row) => {
      const all = known.get(row) as unknown[];
      const wrong = all.filter((value) => value !== ownValue(row, answer.field));
      const actions = wrong.flatMap((value) => answerActions(answer, value));
      const { steps, ended } = await player.follow(row, cycle(actions), {}, actions.length);
      return ended === 'stopped' && steps.length === actions.length && actions.length < MOST_STEPS;
    }),
  );
  if (counts.length === 0 || !counts.every(Boolean)) return [];
  // Where nothing but answers is understood, to try them is how one learns there.
  const isOther = (action: string): boolean =>
    valuesIn(answer.form.toLowerCase(), action.toLowerCase()) === null;
  const isMild = !space.live.some(({ action, done }) => !done && isOther(action));
  return [
    {
      rule: 'F16',
      isMild,
      does: 'says one answer after the other, with nothing to go by,',
      classes: ['A05'],
      most: MOST_STEPS,
      // Which answers there may be is what the row's prompt says.
      isBound: true,
      isHeard: true,
      policy: (row) => {
        const all = known.get(row) ?? [];
        if (all.length < LEAST_GUESSES) return null;
        return script(all.flatMap((value) => answerActions(answer, value)));
      },
    },
  ];
};
