/** How an answer is written down in the honest completion of its row, so that changed ones can be written the same way. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { jsonValue } from '../../lists.ts';
import { answerText, goldJson } from '../text/material/material.ts';

/** An answer as a value, and the completion that any such value is. */
export interface WrittenAnswer {
  value: unknown;
  write(value: unknown): string;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const plain = (value: unknown): string => answerText(JSON.stringify(value) ?? 'null');

/** JSON as Python writes it: with a space after each comma and colon. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (isScalar(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value as Record<string, unknown>);
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`).join(', ')}}`;
};

const python = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value as Record<string, unknown>);
  return `{${entries.map(([name, inner]) => `${python(name)}: ${python(inner)}`).join(', ')}}`;
};

const joined =
  (by: string) =>
  (value: unknown): string | undefined =>
    Array.isArray(value) && value.every(isScalar) ? value.map(plain).join(by) : undefined;

const FORMS: readonly ((value: unknown) => string | undefined)[] = [
  spaced,
  (value) => JSON.stringify(value),
  python,
  joined(', '),
  joined('\n'),
  joined(' '),
  (value) => (isScalar(value) ? plain(value) : undefined),
];

/** The answer of a row as its honest completion has it; null where that cannot be seen. */
export const writtenAnswer = (context: Context, levels: RowLevels): WrittenAnswer | null => {
  const json = goldJson(context, levels);
  const completion = levels.gold?.completion;
  if (json === null || completion === undefined) return null;
  const own = jsonValue(json);
  const inner = typeof own === 'string' && /^\s*[[{]/.test(own) ? jsonValue(own) : undefined;
  const values = inner === undefined ? [own] : [inner, own];
  const { arrange } = context.calibration;
  for (const value of values.filter((each) => each !== undefined && each !== null)) {
    for (const { wrap } of context.calibration.wrappers) {
      const form = FORMS.find((each) => {
        const text = each(value);
        return text !== undefined && text !== '' && wrap(text) === completion;
      });
      if (form !== undefined) return { value, write: (other) => wrap(form(other) ?? spaced(other)) };
      // In lines, tables, tags, or with signs between, as the prompt asks for it.
      if (arrange !== undefined && wrap(arrange(value) ?? '') === completion)
        return { value, write: (other) => wrap(arrange(other) ?? spaced(other)) };
      // As it stands in the row, whatever its spaces.
      if (!isScalar(value) && wrap(json.trim()) === completion)
        return { value, write: (other) => wrap(spaced(other)) };
    }
  }
  return null;
};
