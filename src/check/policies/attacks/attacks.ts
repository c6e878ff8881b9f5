/** The attacks that are made for an environment, from what is known of its actions. */
import { unique } from '../../lists.ts';
import type { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { ownValue } from '../actions/fields.ts';
import { callsOf, fill, isJsonForm } from '../actions/forms.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import { GARBAGE, type Space } from '../actions/space.ts';
import { SLOT } from '../actions/words.ts';
import { type Attack, attack, LONG, listAttack, repeat } from '../play/attack.ts';
import { script } from '../play/player.ts';
import { type Calibrated, type Honest, SOLVED } from '../ways/honest.ts';
import type { Seeker } from '../ways/seek.ts';

export interface Workshop {
  space: Space;
  calibrated: Calibrated;
  rows: readonly CheckRow[];
  random: Random;
  /** What can be done on each row; without it nobody walks. */
  explorer?: RowExplorer;
  /** Searches the states of the class itself, where it can be imported. */
  seeker?: Seeker | null;
}

const FINISHING = 'done,submit,stop,finish,exit,quit,end,I am done.,Task completed.'.split(',');

/** The name of a call, or the first word of a command, that says that something is over. */
export const CLOSING =
  /^\W*(?:\w+\W+)?(?:close|resolve|finish|complete|submit|done|end|conclude|mark_?(?:done|complete|resolved))/i;

/** Does nothing, says nothing, gives up at once. */
export const nullAttacks = ({ space }: Workshop): Attack[] => {
  const { toolKeys, containers } = callsOf(space.words);
  const key = toolKeys[0];
  const finishing = [...space.words.words].filter((word) =>
    /^(?:done|submit|stop|finish\w*|exit|quit|end\w*|complete\w*|give_?up|checkout|commit)$/i.test(word),
  );
  // As they were shown, with all that they take: `close` with a status of which nobody asks whether it is true.
  const closing = space.live
    .filter(({ action, done }) => done && action.length <= 200 && CLOSING.test(action))
    .map(({ action }) => action)
    .slice(0, 4);
  const calls =
    key === undefined
      ? []
      : [...new Set([...finishing, ...FINISHING.slice(0, 4)])].map((word) =>
          JSON.stringify({ [key]: word, ...(containers[0] === '' ? {} : { [containers[0] as string]: {} }) }),
        );
  return [
    { ...attack('F01', 'sends empty actions', repeat('')), isNull: true },
    ...GARBAGE.map((each) => ({ ...listAttack('F06', 'sends what is no move', [each]), isNull: true })),
    { ...attack('F01', 'sends one word without meaning', repeat('zqxvkj')), isNull: true },
    ...[...new Set([...closing, ...calls, ...finishing, ...FINISHING])].slice(0, 20).map((word) => ({
      ...attack('F01', 'declares at once that it is done', repeat(word), 4),
      isNull: true,
    })),
    {
      ...attack('F12', 'asks what is meant, every turn', repeat('Could you clarify what you mean?')),
      isNull: true,
    },
    {
      ...attack('F12', 'refuses, every turn', repeat("I'm sorry, but I can't help with that.")),
      isNull: true,
    },
  ];
};

/** Repeats what is understood. */
export const repeating = ({ space }: Workshop): Attack[] =>
  space.live.map(({ action }) => ({
    ...attack('F02', 'repeats one action', repeat(action)),
    isStructural: true,
  }));

const COUNTING = Array.from({ length: 1001 }, (_, index) => index);

/** All answers at once, and values that compare in odd ways. */
export const sprays = ({ space, calibrated, rows }: Workshop): Attack[] => {
  const { answer, goldFields } = calibrated;
  const forms = [...new Set([...(answer === null ? [] : [answer.form]), ...space.forms.slice(0, 6), SLOT])];
  const fields = answer === null ? goldFields.slice(0, 2) : [answer.field];
  const pool = [...new Set(rows.flatMap((row) => fields.map((field) => ownValue(row, field))))]
    .filter((value) => value !== undefined)
    .slice(0, 200);
  const lists: unknown[][] = [
    ...(pool.length > 1 ? [pool] : []),
    ...(pool.length === 0 || pool.some((value) => !Number.isNaN(Number(value))) ? [COUNTING] : []),
    [...space.words.words].slice(0, 150),
  ].filter((list) => list.length > 1);
  const sprayed = forms.flatMap((form) =>
    lists.flatMap((list) => [
      ...[' ', ', ', '\n'].map((separator) => fill(form, list.join(separator))),
      ...(isJsonForm(form) ? [fill(form, list)] : [fill(form, JSON.stringify(list))]),
    ]),
  );
  // Where no answer is known to be enough: what ends an episode.
  const ending = space.live.find(({ action, done }) => done && !action.includes(' '))?.action ?? null;
  const finish = answer === null ? ending : answer.finish;
  const after = finish === null ? [] : [finish];
  return sprayed.map((action) => ({
    ...listAttack('F16', 'names every candidate in one action', [action, ...after]),
    isStructural: true,
  }));
};

/** Amounts that nobody has: below nothing they take where they should give. */
const BELOW = '-1000';
const withAmount = (action: string, amount: string): string =>
  action.replace(/(?<![\w.-])\d+(?:\.\d+)?\b/g, amount);

/** What wins, with its amounts below nothing. */
export const amounts = async ({ calibrated, explorer }: Workshop): Promise<Attack[]> => {
  const actionsOn = (row: CheckRow, amount: string): string[] =>
    calibrated.honest.get(row)?.actions.map((action) => withAmount(action, amount)) ?? [];
  const [first, known] = [...calibrated.honest][0] ?? [];
  if (first === undefined || known === undefined || explorer === undefined) return [];
  // Where any amount wins nobody looks at it, and it is no amount.
  const above = await explorer.player.play(first, actionsOn(first, '1000'));
  if (above.return >= known.return) return [];
  const policy = (row: CheckRow) =>
    actionsOn(row, BELOW).some((action) => action.includes(BELOW)) ? script(actionsOn(row, BELOW)) : null;
  const does = 'does what wins, with each amount below nothing,';
  return [{ rule: 'F17', does, most: LONG, isBound: true, policy }];
};

/** The winning actions of another row, with another seed. */
export const replays = ({ calibrated, rows }: Workshop): Attack[] => {
  // What a search found and is paid a part is no solution.
  const isSolution = ({ how, return: paid }: Honest): boolean => how !== 'search' || paid >= SOLVED;
  const known = rows.filter((row) => [calibrated.honest.get(row)].some((way) => way && isSolution(way)));
  const lengthOf = (row: CheckRow): number => calibrated.honest.get(row)?.actions.length ?? 0;
  // The longest may have what all of the others ask for.
  const [longest] = [...known].sort((one, other) => lengthOf(other) - lengthOf(one));
  const donors = unique([...known.slice(0, 3), ...(longest === undefined ? [] : [longest])]);
  return donors.map((donor) => ({
    rule: 'F09',
    does: 'replays what won in another episode',
    most: 100,
    policy: (row: CheckRow) => (row === donor ? null : script(calibrated.honest.get(donor)?.actions ?? [])),
  }));
};
