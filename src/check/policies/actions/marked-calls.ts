/** Shapes of tool calls for programs that note what the values in them are compared with. */
import { callsOf } from './forms.ts';
import type { Space } from './space.ts';

/** Names of arguments that are put into one call. */
const MOST_KEYS = 8;

/** Calls with a mark of its own in each place, for the program that notes what places are compared with. */
export const markedCalls = ({ words }: Space): string[] => {
  const { toolKeys, containers, argumentKeys } = callsOf(words);
  const keys = argumentKeys.slice(0, MOST_KEYS);
  const mark = (at: number): string => `zqxvkj${String.fromCharCode(98 + at)}`;
  return toolKeys.flatMap((key) =>
    containers.flatMap((container) =>
      [
        Object.fromEntries(keys.map((name, at) => [name, mark(at)])),
        ...keys.map((name) => ({ [name]: mark(0) })),
        {},
      ].map((inside) =>
        JSON.stringify({ [key]: 'zqxvkja', ...(container === '' ? inside : { [container]: inside }) }),
      ),
    ),
  );
};
