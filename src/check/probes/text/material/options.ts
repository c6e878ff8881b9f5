/** Candidates that a row itself names: lists among its fields, choices and quoted words in its prompt. */
import { isObject } from '../../../answers/meaning.ts';
import type { RowLevels } from '../../../calibration.ts';
import type { Context } from '../../../context.ts';
import { unique } from '../../../lists.ts';

/** Texts of the choices of a multiple-choice row, without their letters; none when it has no choices. */
export const choicesOf = (context: Context, levels: RowLevels): string[] => {
  const lists = fieldLists(context, levels).filter((list) => list.length >= 2 && list.length <= 26);
  const spoken = [
    ...levels.row.prompt.matchAll(/(?:^|\s)\(?([A-J])[).:]\s+([^\n]{1,200}?)(?=\s+\(?[A-J][).:]\s|\n|$)/g),
  ];
  const choices = spoken.map((match) => (match[2] ?? '').trim());
  return unique([...(lists[0] ?? []), ...(choices.length >= 2 ? choices : [])].map(unlettered)).filter(
    (choice) => choice !== '',
  );
};

const unlettered = (choice: string): string => choice.replace(/^\(?[A-J][).:]\s+/, '').trim();

/** Lists of short texts or numbers among the fields other than the answer, and the values of small objects. */
const fieldLists = (context: Context, levels: RowLevels): string[][] =>
  Object.entries(levels.row.fields)
    .filter(([name]) => name !== context.calibration.goldField && name !== 'prompt')
    .map(([, value]) => (isObject(value) ? Object.values(value) : value))
    .filter((value) => Array.isArray(value))
    .map((list) => (list as unknown[]).filter(isScalar).map(String))
    .filter((list) => list.length > 0 && !isAnswer(list, levels));

/** Whether the right answer says all of a list one after the other: an answer of several parts, which no field needs to be. */
const isAnswer = (list: readonly string[], { gold }: RowLevels): boolean => {
  let from = 0;
  return (
    gold !== null &&
    list.length > 1 &&
    list.every((item) => {
      const at = gold.completion.indexOf(item, from);
      from = at + item.length;
      return at >= 0;
    })
  );
};

const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length <= 300) || typeof value === 'number';

/** Everything that the row names as possible answers: choices, quoted words, `x, y or z`. */
export const optionsOf = (context: Context, levels: RowLevels): string[] => {
  const prompt = levels.row.prompt;
  const quoted = [...prompt.matchAll(/["'“‘`]([^"'”’`\n]{1,40})["'”’`]/g)].map((match) => match[1] ?? '');
  const listed = [
    ...prompt.matchAll(/([\w-]{1,30}(?:,\s*[\w-]{1,30})+,?\s*(?:or|and)\s+[\w-]{1,30})/gi),
  ].flatMap((match) => (match[1] ?? '').split(/,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+/i));
  const either = [...prompt.matchAll(/\b([\w-]{1,30})\s+or\s+([\w-]{1,30})\b/gi)].flatMap((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]);
  return unique([...choicesOf(context, levels), ...quoted, ...listed, ...either])
    .filter((option) => option !== '')
    .slice(0, 80);
};
