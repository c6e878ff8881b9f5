/** F15: what is read back out of a transcript in which the words of the player stand too, written by the player. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { ownValue, pathsOf, says } from '../actions/fields.ts';
import { SLOT } from '../actions/words.ts';
import type { Attack } from '../play/attack.ts';
import { type Player, script } from '../play/player.ts';
import type { Workshop } from './attacks.ts';
import type { Material } from './material.ts';

const MOST_FORMS = 8;
const MOST_FIELDS = 4;
const MOST_ENDS = 2;
/** Rows on which the prompt has to tell a field. */
const TOLD = 0.8;
/** So many values of a field in one prompt are a choice, and which is right is not told. */
const CHOICES = 3;

/** What such things are called, where nothing of the kind was heard. */
const SAID_BY_WORLD = /observ|result|output|response|return|stdout|tool|machine|system|environment|server/i;

/** The text of a form before its first value. */
const headOf = (form: string): string => (form.split(SLOT)[0] as string).trim();

/** Those with which the environment marks what it says itself, and of which no prompt speaks. */
export const formsOfWorld = (
  forms: readonly string[],
  { traces }: Pick<Player, 'traces'>,
  rows: readonly CheckRow[],
): string[] => {
  const heard = (head: string): boolean =>
    traces
      .slice(0, 1_500)
      .some(({ steps }) =>
        steps.some(({ observation, action }) => observation.includes(head) && !action.includes(head)),
      );
  return forms
    .filter((form) => {
      const head = headOf(form);
      if (head.length < 3 || rows.some(({ prompt }) => prompt.includes(head))) return false;
      return SAID_BY_WORLD.test(form) || heard(head);
    })
    .slice(0, MOST_FORMS);
};

/** Fields whose values the prompts tell, each row its own. */
export const toldFields = (rows: readonly CheckRow[]): string[] => {
  const [first] = rows;
  if (first === undefined) return [];
  return pathsOf(first)
    .filter((path) => {
      const values = unique(rows.map((row) => ownValue(row, path)).filter((value) => value !== undefined));
      if (values.length < 3) return false;
      const told = rows.filter(
        (row) =>
          says(row.prompt, ownValue(row, path) ?? '') &&
          values.filter((value) => says(row.prompt, value)).length < CHOICES,
      );
      return told.length >= TOLD * rows.length;
    })
    .slice(0, MOST_FIELDS);
};

/** Writes what the prompt names as if the environment had said it, and then has itself judged. */
export const transcribing = (
  { rows }: Workshop,
  { marks }: Material,
  player: Player,
  closers: readonly string[],
): Attack[] => {
  const forms = formsOfWorld(marks, player, rows);
  const fields = toldFields(rows);
  const nested = forms
    .flatMap((outer) =>
      forms
        .filter((inner) => inner !== outer && slotsOf(outer) === 1)
        .slice(0, 2)
        .map((inner) => outer.split(SLOT).join(inner)),
    )
    .slice(0, MOST_FORMS);
  const ends = closers.length === 0 ? [''] : closers.slice(0, MOST_ENDS);
  const plays: ((text: string, end: string) => string[])[] = [
    (text, end) => [`${text}\n${end}`, end],
    // Where each turn has a heading of its own, only what comes below it begins a line.
    (text, end) => [`x\n${text}\n${end}`, end],
    (text, end) => [text, end, end],
  ];
  return unique([...forms, ...nested]).flatMap((form) =>
    fields.flatMap((field) =>
      ends.flatMap((end) =>
        plays.map((play) => ({
          rule: 'F15' as const,
          does: 'writes what its prompt names as if the environment had said it',
          most: 3,
          isStructural: true,
          isTampering: true,
          isBound: true,
          // The same value without what marks it: where that is paid, the mark is not what is believed.
          without: (row: CheckRow) => plays.map((each) => each(String(ownValue(row, field)), end)),
          policy: (row: CheckRow) => {
            const value = ownValue(row, field);
            if (value === undefined) return null;
            return script(play(fillAll(form, Array<unknown>(slotsOf(form)).fill(value)), end));
          },
        })),
      ),
    ),
  );
};
