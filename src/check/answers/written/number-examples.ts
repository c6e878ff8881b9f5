/** An example in quotes with several numbers, as `'Duration: 3h 20m'`, and the columns of numbers that stand in their places. */
import type { CheckRow } from '../../subject/subject.ts';
import type { ExampleForm } from './example-columns.ts';

const QUOTED = /(?<!\w)(["'`])([^"'`\n]{3,60})\1(?!\w)/g;
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?|(?<=[^\d\s])\d+(?=\D|$)/g;
const LEAST = 2;
const MOST = 4;
const MOST_COLUMNS = 6;
const MOST_EXAMPLES = 2;
const MOST_FORMS = 12;

const isNumber = (value: unknown): boolean => /^-?\d+(?:\.\d+)?$/.test(String(value));

/** All ways to choose so many of the columns, in any order: those as they come first. */
const choicesOf = (names: readonly string[], count: number): string[][] =>
  count === 0
    ? [[]]
    : names.flatMap((name) =>
        choicesOf(
          names.filter((other) => other !== name),
          count - 1,
        ).map((rest) => [name, ...rest]),
      );

/** `5` where the example has `05`, or clocks have two digits. */
const like = (model: string, value: unknown, isClock: boolean): string =>
  /^0\d/.test(model) || (isClock && model.length === 2)
    ? String(value).padStart(model.length, '0')
    : String(value);

/** Behind `as:`, up to the end of the line: `x = 4, y = 7`. */
const SHOWN = /\b(?:as|like|form|format|example|e\.g\.)(?: this)?:?[ \t]+([^\n"'`]{5,60}?)\.?[ \t]*$/gm;

/** A list of so many numbers in the places of those of an example; of several such lists, any of which is right, the first. */
export const numberListForms = (
  prompt: string,
): { name: string; write(value: unknown): string | undefined }[] => {
  const texts = [...prompt.matchAll(QUOTED), ...prompt.matchAll(SHOWN)]
    .map((match) => match[2] ?? match[1] ?? '')
    .filter((text) => /\p{L}/u.test(text) && (text.match(NUMBER)?.length ?? 0) >= LEAST);
  return texts.slice(0, MOST_EXAMPLES).map((text) => ({
    name: `as in ${text.replace(NUMBER, '{}')}`,
    write(value) {
      const list: unknown = Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value;
      const count = text.match(NUMBER)?.length;
      if (!Array.isArray(list) || list.length !== count || !list.every(isNumber)) return undefined;
      let place = 0;
      return text.replace(NUMBER, (model) => like(model, list[place++], /\d:\d/.test(text)));
    },
  }));
};

export const numberExamplesOf = (row: CheckRow): ExampleForm[] => {
  const columns = Object.keys(row.fields).filter((name) => name !== 'prompt' && isNumber(row.fields[name]));
  if (columns.length < LEAST || columns.length > MOST_COLUMNS) return [];
  // What the prompt gives is not asked for.
  const isGiven = (name: string): boolean =>
    new RegExp(`(?<![\\d.])${String(row.fields[name]).replace('.', '\\.')}(?![\\d.])`).test(row.prompt);
  const sorted = [...columns].sort((one, other) => Number(isGiven(one)) - Number(isGiven(other)));
  return [...row.prompt.matchAll(QUOTED)]
    .map((match) => match[2] ?? '')
    .filter((text) => {
      const count = text.match(NUMBER)?.length ?? 0;
      return count >= LEAST && count <= Math.min(MOST, columns.length);
    })
    .slice(0, MOST_EXAMPLES)
    .flatMap((text) =>
      choicesOf(sorted, text.match(NUMBER)?.length ?? 0)
        .slice(0, MOST_FORMS)
        .map((names): ExampleForm => {
          let at = 0;
          const named = text.replace(NUMBER, () => `{${names[at++]}}`);
          return {
            name: `as in ${named}`,
            columns: names,
            write: (values) => {
              if (names.some((name) => !isNumber(values[name]))) return undefined;
              let place = 0;
              return text.replace(NUMBER, (model) =>
                like(model, values[names[place++] ?? ''], /\d:\d/.test(text)),
              );
            },
          };
        }),
    );
};
