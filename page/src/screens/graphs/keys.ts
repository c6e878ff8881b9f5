/** Keys of numbers: which are shown, in which groups, under what names. */

/** Figures that are counted for every module have names of their own. */
const NAMES: Readonly<Record<string, string>> = {
  '@reward': 'reward',
  '@return': 'return of episodes',
  '@length': 'steps of episodes',
  '@duration': 'duration (ms)',
};

export const nameOf = (key: string): string => NAMES[key] ?? (key.startsWith('@@') ? key.slice(1) : key);

export const isOwn = (key: string): boolean => key.startsWith('@') && !key.startsWith('@@');

/** @returns a test, and whether the text is no regular expression: then it is looked for as it stands */
export const makeFilter = (text: string): { test: (key: string) => boolean; isWrong: boolean } => {
  if (text === '') return { test: () => true, isWrong: false };
  try {
    const expression = new RegExp(text, 'i');
    return { test: (key) => expression.test(key), isWrong: false };
  } catch {
    return { test: (key) => key.toLowerCase().includes(text.toLowerCase()), isWrong: true };
  }
};

export interface KeyGroup {
  /** What stands before the first `/`; empty for names without one. */
  prefix: string;
  keys: string[];
}

export const groupKeys = (keys: readonly string[]): KeyGroup[] => {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const at = key.indexOf('/');
    const prefix = at > 0 ? key.slice(0, at) : '';
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [key]);
    else group.push(key);
  }
  return [...groups]
    .map(([prefix, names]) => ({ prefix, keys: names }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
};
