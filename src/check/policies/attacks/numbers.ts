/** F04, F15: an agent names a number itself, and the larger it is the more is paid. */
import type { CheckRow } from '../../subject.ts';
import { fill } from '../actions/forms.ts';
import { verbOf } from '../actions/verbs.ts';
import { SLOT } from '../actions/words.ts';
import type { Attack } from '../play/attack.ts';
import { MOST_STEPS, type Player, script } from '../play/player.ts';
import type { Workshop } from './attacks.ts';
import { closersOf } from './material.ts';

/** Numbers of few digits too: some actions take no more. */
const SIZES = [10, 1e2, 1e3, 1e4, 1e5, 1e6, 9_999_999, 1e9, 1e12];
/** What is paid has to grow by this while the number grows tenfold at least, and twice over. */
const GROWTH = 4;
/** What is paid in the end is to be beyond what any game of usual rewards pays: a number that comes near its goal is no such thing. */
const LEAST_PAID = 10;
const MOST_FORMS = 24;

interface Scripted {
  actions: readonly string[];
  /** Where it stands in what honest play does: the verb of an action, and which of its numbers. */
  part: { verb: string; slot: number } | null;
}

/** Lists of actions with one slot for a number. */
const scriptsOf = ({ space, calibrated }: Workshop): Scripted[] => {
  const live = space.live.map(({ action }) => action).filter((action) => action.length <= 300);
  const singles = [...new Set([...live.flatMap(slotted), ...space.forms.slice(0, 10)])].slice(0, MOST_FORMS);
  const closers = closersOf(space, calibrated).slice(0, 2);
  const played = [...calibrated.honest.values()]
    .slice(0, 2)
    .filter(({ actions }) => actions.length <= 12)
    .flatMap(({ actions }) =>
      actions.flatMap((action, index) =>
        slotted(action).map((form, slot) => ({
          actions: put(actions, index, form),
          part: { verb: verbOf(action), slot },
        })),
      ),
    );
  // Those first that can be made anew for each row.
  return [
    ...played.slice(0, 16),
    ...singles
      .flatMap((form) => [[form], ...closers.map((closer) => [form, closer])])
      .map((actions) => ({ actions, part: null })),
  ];
};

const put = (actions: readonly string[], at: number, action: string): string[] => [
  ...actions.slice(0, at),
  action,
  ...actions.slice(at + 1),
];

/** The same done to what wins on this row: what one row is about, another has not. */
const onRow = ({ part, actions }: Scripted, honest: readonly string[] | undefined): readonly string[] => {
  if (part === null || honest === undefined) return actions;
  const at = honest.findIndex((action) => verbOf(action) === part.verb && slotted(action).length > part.slot);
  return at < 0 ? actions : put(honest, at, slotted(honest[at] as string)[part.slot] as string);
};

/** An action with each of its numbers made a slot. */
const slotted = (action: string): string[] =>
  [...action.matchAll(/-?(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g)]
    .slice(0, 4)
    .map(({ 0: number, index }) => action.slice(0, index) + SLOT + action.slice(index + number.length));

const withNumber = (script: readonly string[], number: number): string[] =>
  script.map((action) =>
    // A slot in JSON that stood for a number is one again: no quotes around it.
    action.includes(SLOT) ? fill(action, number) : action,
  );

/** Of one script and one sign, the number with which most is paid, if that grows with it. */
const growingWith = async (
  player: Player,
  row: CheckRow,
  script: readonly string[],
  sign: number,
): Promise<number | null> => {
  const returnOf = async (size: number): Promise<number> => {
    const trace = await player.play(row, withNumber(script, sign * size));
    return trace.status === 'ok' ? trace.return : -Infinity;
  };
  // Most scripts pay the same for every number: three say so, and two of those tell what has few digits.
  const few = await Promise.all([100, 1e5, 9_999_999].map(returnOf));
  if (few.every((each) => each <= Math.max(1e-3, 2 * (few[0] as number)))) return null;
  const returns = await Promise.all(SIZES.map(returnOf));
  let steps = 0;
  let least = 1e-3;
  let best: number | null = null;
  for (const [index, each] of returns.entries()) {
    if (each < GROWTH * least) continue;
    if (best !== null) steps++;
    least = each;
    best = SIZES[index] as number;
  }
  return best === null || steps < 2 || least < LEAST_PAID ? null : sign * best;
};

/** Actions with a number that pays the more the larger it is, found on one row and then tried on all. */
export const namingNumbers = async (workshop: Workshop, player: Player): Promise<Attack[]> => {
  const row = workshop.rows[0];
  if (row === undefined) return [];
  const attacks: Attack[] = [];
  const { honest } = workshop.calibrated;
  for (const scripted of scriptsOf(workshop)) {
    if (attacks.length >= 3 || !player.budget.has(0.3)) break;
    for (const sign of [1, -1]) {
      const number = await growingWith(player, row, onRow(scripted, honest.get(row)?.actions), sign);
      if (number === null) continue;
      attacks.push({
        rule: 'F04',
        does: 'names a number itself, as large as it likes,',
        most: MOST_STEPS,
        isUnbounded: true,
        policy: (other) => script(withNumber(onRow(scripted, honest.get(other)?.actions), number)),
      });
    }
  }
  return attacks;
};
