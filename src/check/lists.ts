/** What many rooms do with lists and with the JSON text of a field. */

/** Each value once, in the order of its first sight. */
export const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Items by what they have in common, in the order of their first sight. */
export const groupBy = <T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

/** The upper median; null of nothing. */
export const median = (values: readonly number[]): number | null =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;

/** The value of a JSON text; undefined where JSON has no words for it: Python writes NaN and Infinity. */
export const jsonValue = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** What a text holds that is written as a list or an object; undefined: it is none. */
export const openedJson = (text: string): unknown => (/^\s*[[{]/.test(text) ? jsonValue(text) : undefined);

/** A text as an expression that matches only itself. */
export const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** All that a value holds and that holds nothing itself. */
export const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
