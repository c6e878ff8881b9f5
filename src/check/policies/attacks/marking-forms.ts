/** Texts with which an environment marks what it says. */
import { unique } from '../../lists.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { literalsOf } from '../actions/source-words.ts';
import { SLOT } from '../actions/words.ts';

/** A value in a formatted text of Python. */
const PLACE = /\{[A-Za-z_][^{}]*\}/g;
/** Something around the value by which a reader finds it: a tag, a heading in brackets, a label. */
const MARKUP = /<\/?\w+>|\[\w[\w ]*\]|\b[A-Za-z][\w ]{1,20}:|[#=*-]{3}/;

/** Formatted texts of a source that mark what stands in them, each value a slot. */
export const markingForms = (source: string): string[] =>
  unique(
    literalsOf(source)
      .map(({ text }) => text.replace(PLACE, SLOT).trim())
      .filter((form) => form.length <= 90 && slotsOf(form) > 0 && slotsOf(form) <= 2)
      // JSON that was cut into pieces is no text with a mark.
      .filter((form) => !/[{}]/.test(form) && MARKUP.test(form.split(SLOT).join(' '))),
  );
