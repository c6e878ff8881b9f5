/** Commands as regular expressions of the source read them: what is captured is a place for a value. */
import { MOST_SLOTS, SLOT, slotsOf } from './command-forms.ts';

const LONGEST = 160;
/** What stands for anything, of a kind or of a set, as often as it likes. */
const ANYTHING = /^(?:\\[wdS]|\.|\[(?:\\.|[^\]\\])+\])(?:[+*]\??|\{\d*,?\d*\})?/;
const SPACE = /^(?:\\s|\[ \]| )([+*?])?\??/;
const PLAIN = /^[\w .,:=<>/@#&%!"'`;~-]/;

/** Where the group that begins here ends; -1: nowhere. */
const endOf = (pattern: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') at = Math.max(at, pattern.indexOf(']', at + 2));
    else if (pattern[at] === '(') depth++;
    else if (pattern[at] === ')' && --depth === 0) return at;
  }
  return -1;
};

/** The text that an expression reads, each of its groups a slot; null: it is none of a command. */
export const formOfPattern = (pattern: string): string | null => {
  if (pattern.length > LONGEST) return null;
  let rest = pattern.replace(/^\(\?[a-zA-Z]+\)/, '').replace(/^(?:\^|\\A)+|(?:\$|\\Z)+$/g, '');
  let form = '';
  while (rest !== '') {
    const [space, times] = SPACE.exec(rest) ?? [];
    const [anything] = ANYTHING.exec(rest) ?? [];
    if (space !== undefined) {
      // What may be left out is: at the ends nothing is lost by it, and around signs mostly neither.
      if (times !== '*' && times !== '?') form += ' ';
      rest = rest.slice(space.length);
    } else if (rest.startsWith('(')) {
      const end = endOf(rest, 0);
      if (end < 0 || /^\(\?[=!<](?![A-Za-z])/.test(rest)) return null;
      const isCaptured = !rest.startsWith('(?:');
      const inside = rest.slice(3, end).split('|')[0] as string;
      const after = /^[?*+]\??/.exec(rest.slice(end + 1))?.[0] ?? '';
      if (isCaptured) form += SLOT;
      else if (!/^[?*]/.test(after)) {
        const inner = formOfPattern(inside);
        if (inner === null) return null;
        form += inner;
      }
      rest = rest.slice(end + 1 + after.length);
    } else if (/^\\b/.test(rest)) rest = rest.slice(2);
    else if (anything !== undefined) {
      form += SLOT;
      rest = rest.slice(anything.length);
    } else if (/^\\[^A-Za-z0-9]/.test(rest)) {
      const isOptional = /^..[?*]/.test(rest);
      if (!isOptional) form += rest[1] as string;
      rest = rest.slice(isOptional ? 3 : 2);
    } else if (PLAIN.test(rest) && !/^.[*+?{]/.test(rest)) {
      form += rest[0] as string;
      rest = rest.slice(1);
    } else if (/^.\?/.test(rest) && PLAIN.test(rest)) rest = rest.slice(2);
    else return null;
  }
  return form.trim();
};

/** Commands with places of all expressions. */
export const commandsOfPatterns = (patterns: readonly string[]): string[] =>
  patterns
    .map(formOfPattern)
    .filter((form) => form !== null)
    .filter(
      (form) => slotsOf(form) > 0 && slotsOf(form) <= MOST_SLOTS && form.split(SLOT).join('').trim() !== '',
    );
