/** What Python makes of the fields of rows, by their JSON text: `18` is an int, `18.0` a float. */
import type { CheckRow } from '../subject/subject.ts';

export type FieldTypes = Record<string, Record<string, number>>;

const EMPTY = new Set(['""', '[]', '{}']);

const typeOf = (text: string): string => {
  switch (text[0]) {
    case '"':
      return 'str';
    case '[':
      return 'list';
    case '{':
      return 'dict';
    case 't':
    case 'f':
      return 'bool';
    case 'n':
      return 'null';
    default:
      return /[.eE]/.test(text) ? 'float' : 'int';
  }
};

/** In how many rows a field has which type: `{"answer": {"int": 120}}`; `empty` counts empty texts and containers too. */
export const fieldTypes = (rows: readonly CheckRow[]): FieldTypes => {
  const types = new Map<string, Map<string, number>>();
  for (const row of rows) {
    for (const [name, json] of Object.entries(row.texts)) {
      const text = json.trim();
      const counts = types.get(name) ?? new Map<string, number>();
      types.set(name, counts);
      const found = [typeOf(text), ...(EMPTY.has(text.replace(/\s+/g, '')) ? ['empty'] : [])];
      for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...types].map(([name, counts]) => [name, Object.fromEntries(counts)]));
};
