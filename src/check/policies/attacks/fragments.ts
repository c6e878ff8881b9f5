/** A03: a piece of a word is taken for a word, as `word in TEXT` takes it, and then for one next to any other. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { ownValue, pathsOf, says } from '../actions/fields.ts';
import { fill, isJsonForm } from '../actions/forms.ts';
import { SLOT } from '../actions/words.ts';
import { type Attack, listAttack } from '../play/attack.ts';
import type { Player } from '../play/player.ts';
import { kindOf } from '../play/trace.ts';
import type { Workshop } from './attacks.ts';

/** Less may be a part that anybody gets. */
const FULL = 0.9;
/** Said where it means nothing. */
const NOTHING = 'zqxvkj';
const LETTERS = 'eaionrtslu';
const LEAST_FREE = 4;
/** Letters that are tried on each row. */
const TURNS = [0, 1, 2];
const MOST_FORMS = 8;
const MOST_PATHS = 4;
/** Rows on which it is looked whether there is anything to prove. */
const MOST_LOOKED = 2;
const LONGEST = 40;

/**
 * A letter of which nobody spoke and with which no name begins: a first letter may be asked for. Another one on each
 * row, so that it is no choice of a menu; null: there is none.
 */
const letterOn = (row: CheckRow, names: readonly string[], turn: number): string | null => {
  const prompt = row.prompt.toLowerCase();
  const free = [...LETTERS].filter(
    (letter) => !says(prompt, letter) && names.every((name) => name[0]?.toLowerCase() !== letter),
  );
  return free.length < LEAST_FREE ? null : (free[(row.line + turn) % free.length] as string);
};

/** Words that a row has in its fields and says in its prompt. */
const namedOn = (row: CheckRow): { path: string; name: string }[] =>
  pathsOf(row).flatMap((path) => {
    const value = ownValue(row, path);
    return typeof value === 'string' &&
      /^[A-Za-z]{2}/.test(value) &&
      value.length <= LONGEST &&
      says(row.prompt, value)
      ? [{ path, name: value }]
      : [];
  });

interface Play {
  actions: string[];
  /** The same with something else in the place of the piece: whole words, nothing, what means nothing. */
  without: string[][];
}

const playOf = (row: CheckRow, form: string, path: string, turn: number): Play | null => {
  const named = namedOn(row);
  const goal = named.find((each) => each.path === path)?.name;
  if (goal === undefined) return null;
  const names = unique(named.map(({ name }) => name));
  const piece = letterOn(row, names, turn);
  if (piece === null) return null;
  const last = fill(form, goal);
  return {
    actions: [fill(form, piece), last],
    without: [
      [fill(form, piece)],
      ...[fill(form, NOTHING), NOTHING, '', ...names.map((name) => fill(form, name))].map((first) => [
        first,
        last,
      ]),
    ],
  };
};

/** Forms in which a name is understood: it is answered otherwise than what means nothing. */
const understood = async (
  { space, explorer }: Workshop,
  player: Player,
  row: CheckRow,
  name: string,
): Promise<string[]> => {
  const forms = unique([...space.forms, ...(explorer?.commands ?? []), SLOT]).filter(
    (form) => slotsOf(form) === 1,
  );
  const said = async (action: string): Promise<string> => {
    const { steps } = await player.play(row, [action]);
    return kindOf(steps[0]?.observation ?? '', action);
  };
  const dull = await said(NOTHING);
  const answers = await Promise.all(forms.map((form) => said(fill(form, name))));
  const live = forms.filter((form, at) => form === SLOT || answers[at] !== dull);
  // What has an end of its own first: words in front are often read over.
  const closed = live.filter((form) => isJsonForm(form) || !form.endsWith(SLOT));
  return unique([...closed, ...live]).slice(0, MOST_FORMS);
};

/** A piece of a word, and then the word that the prompt names: two steps, however far that is from where it began. */
export const fragments = async (workshop: Workshop, player: Player): Promise<Attack[]> => {
  const { rows } = workshop;
  const looked = rows.filter((row) => namedOn(row).length > 0).slice(0, MOST_LOOKED);
  const [first] = looked;
  if (first === undefined) return [];
  const paths = namedOn(first).slice(0, MOST_PATHS);
  const forms = await understood(workshop, player, first, paths[0]?.name ?? '');
  const made = forms.flatMap((form) =>
    paths.flatMap(({ path }) => TURNS.map((turn) => (row: CheckRow) => playOf(row, form, path, turn))),
  );
  const paid = await Promise.all(
    made.map(async (play) => {
      for (const row of looked) {
        const actions = play(row)?.actions;
        if (actions !== undefined && (await player.play(row, actions)).return >= FULL) return true;
      }
      return false;
    }),
  );
  return made
    .filter((_, at) => paid[at])
    .map((play) => ({
      ...listAttack('A03', 'says a piece of a word, and then the word that the prompt names,', []),
      most: 2,
      least: FULL,
      // The word is that of the row's own prompt.
      isBound: true,
      isTampering: true,
      without: (row: CheckRow) => play(row)?.without ?? [],
      policy: (row: CheckRow) => {
        const actions = play(row)?.actions;
        return actions === undefined ? null : ({ step }) => actions[step] ?? null;
      },
    }));
};
