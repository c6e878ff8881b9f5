/** Forms of actions that listening to the environment has shown: what is compared, looked up and matched says how it reads. */
import { unique } from '../../lists.ts';
import { type CheckRow, rowText } from '../../subject.ts';
import type { Direct } from '../play/direct.ts';
import { SLOT, slotsOf } from './command-forms.ts';
import { isJsonForm } from './forms.ts';
import type { Words } from './words.ts';

/** As the program in the sandbox tells it (`runrl_audit.spoken`). */
export interface Told {
  /** With a mark in each place. */
  forms: string[];
  actions: string[];
}

/** What an environment was heard to read. */
export interface Spoken {
  /** With slots. */
  forms: readonly string[];
  actions: readonly string[];
}

export const NOTHING_SPOKEN: Spoken = { forms: [], actions: [] };

/** What these do not share is no form. */
const ROWS = 3;
const MARK = /zqxvkj\w?(?:[ -]73592\d)?|73591\d/g;
const MARK_IN_JSON = new RegExp(`"(?:${MARK.source})"|${MARK.source}`, 'g');

export const spokenOf = (told: Told | undefined): Spoken =>
  told === undefined
    ? NOTHING_SPOKEN
    : {
        forms: unique(
          told.forms.map((form) => form.replace(isJsonForm(form) ? MARK_IN_JSON : MARK, SLOT)),
        ).filter((form) => form.trim() !== SLOT),
        actions: unique(told.actions),
      };

/** What is read on each of a few rows: of one row alone it may be what nobody is told. */
export const hear = async (
  direct: Pick<Direct, 'ask'> | null,
  rows: readonly CheckRow[],
  seed: number,
): Promise<Spoken> => {
  if (direct === null || rows.length === 0) return NOTHING_SPOKEN;
  const fields = rows.slice(0, ROWS).map((row) => `{"fields": ${rowText(row)}}`);
  const told = await direct.ask<Told>(`{"rows": [${fields.join(', ')}], "kind": "spoken", "seed": ${seed}}`);
  return spokenOf(told?.[0]);
};

/** Adds what was heard: before all that is only read somewhere. */
export const addSpoken = ({ forms, actions }: Spoken, words: Words): void => {
  for (const action of actions) words.words.add(action);
  for (const form of forms) (slotsOf(form) === 1 ? words.forms : words.commands).add(form);
  for (const form of forms) words.commands.add(form);
};
