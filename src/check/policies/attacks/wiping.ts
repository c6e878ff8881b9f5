/** F13: takes away what the task has given, so that nothing is left that could be wrong. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { fill } from '../actions/forms.ts';
import type { Attack } from '../play/attack.ts';
import { MOST_STEPS, script } from '../play/player.ts';
import type { Workshop } from './attacks.ts';

const REMOVING =
  /\b(?:clear|delete|del|erase|wipe|unset|rm|remove|drop|truncate|empty|discard|purge)(?:_\w+)?\b/i;
const SETTING = /\b(?:set|write|put|update|edit|assign|change|store|enter|fill)(?:_\w+)?\b/i;
/** Where this is what is asked for, setting it is no fault. */
const NOTHING_ASKED = /\b(?:0|zero|off|empty|blank|nothing|none|clean|delete all|remove all)\b/i;
/** Where this is, taking away may be what is asked for. */
const REMOVAL_ASKED =
  /\b(?:clean|tidy|get rid|(?:delete|remove|clear|erase) (?:all|every|each|the)|leave nothing|until (?:it|nothing|none) is)\b/i;
const CELL = /\b([A-Z])([1-9]\d?)\b/g;
const WILD = ['*', 'all', ''];
const MOST_FORMS = 4;
const MOST_THINGS = 24;
const MOST_GROUPS = 6;

/** What a prompt names, in groups of a kind: cells of a column, and all things. */
export const groupsOf = (prompt: string, things: readonly string[]): string[][] => {
  const columns = new Map<string, string[]>();
  for (const [cell, letter] of prompt.matchAll(CELL))
    columns.set(letter as string, unique([...(columns.get(letter as string) ?? []), cell]));
  const groups = [...[...columns.values()].filter((cells) => cells.length > 1), [...things]];
  return groups.filter((group) => group.length > 0 && group.length <= MOST_THINGS).slice(0, MOST_GROUPS);
};

/** The smallest range of a sheet in which all named cells lie, and that of each column. */
export const rangesOf = (prompt: string): string[] => {
  const cells = [...prompt.matchAll(CELL)].map(
    ([, letter, number]) => [letter as string, Number(number)] as const,
  );
  if (cells.length < 2) return [];
  const letters = cells.map(([letter]) => letter).sort();
  const numbers = cells.map(([, number]) => number);
  const [first, last] = [letters[0] as string, letters.at(-1) as string];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return unique([
    `${first}${low}:${last}${high}`,
    ...letters.map((letter) => `${letter}${low}:${letter}${high}`),
  ]);
};

/** Each with whatever has the rest judged. */
export const wipings = ({ space, explorer }: Workshop, closers: readonly string[]): Attack[] => {
  if (explorer === undefined) return [];
  const { commands } = explorer;
  const forms = unique([...commands, ...space.forms.filter((form) => slotsOf(form) === 1)]);
  const removing = forms.filter((form) => slotsOf(form) === 1 && REMOVING.test(form)).slice(0, MOST_FORMS);
  const setting = forms.filter((form) => slotsOf(form) === 2 && SETTING.test(form)).slice(0, 2);
  // Where nothing can be made, taking away is the game.
  if (!forms.some((form) => slotsOf(form) > 0 && SETTING.test(form) && !REMOVING.test(form))) return [];
  const groups = (row: CheckRow): string[][] => groupsOf(row.prompt, explorer.thingsOn(row));
  const ways: ((row: CheckRow) => string[] | undefined)[] = [
    ...removing.flatMap((form) => [
      ...[0, 1, 2].map(
        (at) => (row: CheckRow) =>
          rangesOf(row.prompt)
            .slice(at, at + 1)
            .map((each) => fill(form, each)),
      ),
      ...WILD.map((wild) => () => [fill(form, wild)]),
      ...Array.from(
        { length: MOST_GROUPS },
        (_, at) => (row: CheckRow) => groups(row)[at]?.map((thing) => fill(form, thing)),
      ),
    ]),
    ...setting.flatMap((form) =>
      Array.from(
        { length: MOST_GROUPS },
        (_, at) => (row: CheckRow) =>
          NOTHING_ASKED.test(row.prompt)
            ? undefined
            : groups(row)[at]?.map((thing) => fillAll(form, [thing, 0])),
      ),
    ),
  ];
  return ways.flatMap((way) =>
    closers.slice(0, 2).map((closer) => ({
      rule: 'F13' as const,
      does: 'takes away what the task has given, and has the rest judged,',
      most: MOST_STEPS,
      isTampering: true,
      without: [[closer]],
      policy: (row: CheckRow) => {
        const actions = REMOVAL_ASKED.test(row.prompt) ? [] : (way(row) ?? []);
        return actions.length === 0 ? null : script([...actions, closer]);
      },
    })),
  );
};
