/** One call with two open values, each of them tried with all that it may be: a booking, a place on a board. */
import { isObject } from '../../answers/meaning.ts';
import { jsonValue, unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import type { Space } from '../actions/space.ts';
import type { Player } from '../play/player.ts';
import type { Trace } from '../play/trace.ts';

/** Keys that say which call it is. */
const NAMES_CALL = /^(?:tool|name|action|type|cmd|command|op|move|function|method|kind)$/i;
const MOST_CALLS = 6;
const MOST_WORDS = 16;
const MOST_NUMBER = 30;
const MOST_TRIES = 600;
/** Of all that were tried: what more of them are paid says nothing. */
const FEW = 0.1;
const RESERVE = 0.4;

/** Small letters alike, capitals alike, digits alike, and about as long. */
const shapeOf = (text: string): string =>
  `${text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d+/g, '0')}`;

const wordsLike = (value: string, { words }: Space): string[] =>
  unique(
    [value, ...words.words].filter(
      (word) => shapeOf(word) === shapeOf(value) && word.length <= 2 * value.length + 2,
    ),
  )
    .sort((one, other) => Math.abs(one.length - value.length) - Math.abs(other.length - value.length))
    .slice(0, MOST_WORDS);

const choicesFor = (value: unknown, space: Space): unknown[] => {
  if (typeof value === 'string') return wordsLike(value, space);
  if (typeof value !== 'number' || !Number.isInteger(value)) return [value];
  return Array.from({ length: MOST_NUMBER + 1 }, (_, number) => number);
};

/** All that an example can be with two of its values open. */
export const filledCalls = (example: Readonly<Record<string, unknown>>, space: Space): string[] => {
  const open = Object.keys(example).filter((key) => !NAMES_CALL.test(key));
  const [first, second] = open;
  if (first === undefined || second === undefined || open.length > 2) return [];
  return choicesFor(example[first], space)
    .flatMap((one) =>
      choicesFor(example[second], space).map((other) =>
        JSON.stringify({ ...example, [first]: one, [second]: other }),
      ),
    )
    .slice(0, MOST_TRIES);
};

const kindOf = (call: Readonly<Record<string, unknown>>): string =>
  Object.entries(call)
    .map(([key, value]) => (NAMES_CALL.test(key) ? `${key}=${value}` : key))
    .join();

const numbersOf = (call: Readonly<Record<string, unknown>>): number =>
  Object.values(call).filter((value) => typeof value === 'number').length;

/** The call that is paid most on a row, all of them alone; null: none is, or many are paid the same. */
export const paidCall = async (player: Player, space: Space, row: CheckRow): Promise<Trace | null> => {
  const shown = [...space.words.examples].map(jsonValue).filter(isObject);
  // Of each call one example; with a number it is the likelier to decide something.
  const kinds = new Map(shown.map((each) => [kindOf(each), each]));
  const examples = [...kinds.values()]
    .sort((one, other) => numbersOf(other) - numbersOf(one))
    .slice(0, MOST_CALLS);
  for (const example of examples) {
    if (!player.budget.has(RESERVE)) break;
    const calls = filledCalls(example, space);
    const traces = await Promise.all(calls.map((call) => player.play(row, [call])));
    const most = Math.max(0, ...traces.map((trace) => trace.return));
    const best = traces.filter((trace) => trace.return === most);
    if (most > 0 && best.length <= calls.length * FEW) return best[0] ?? null;
  }
  return null;
};
