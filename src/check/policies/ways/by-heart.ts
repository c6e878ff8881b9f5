/** Honest play that is learnt by heart: what an episode says was right after each mistake is said in the next one. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import { thenRepeat } from '../play/attack.ts';
import type { Player } from '../play/player.ts';
import type { Trace } from '../play/trace.ts';

const WRONG = ['zqxvkj', '0', 'A'];
const MOST_OPENERS = 5;
const MOST_STEPS = 40;
/** Words from the begin of what is said to where the right one may stand. */
const MOST_WORDS = 12;
const FIRST_ROWS = 3;
/** Share of the budget that is left for searches, and for attacks. */
const LEFT = 0.5;
/** Less was learnt in part only, or is paid for something else. */
const SOLVED = 0.9;

/** What is said first, what is said wrong to be corrected, and where in a correction the right answer stands. */
interface Lesson {
  opener: string | null;
  wrong: string;
  /** So many words stand before it. */
  at: number;
  /** It goes on to the end of its sentence; else it is one word. */
  isLong: boolean;
}

const bare = (text: string): string => text.replace(/^["'`([]+|["'`)\].,;:!?]+$/g, '');

/** What stands in a correction where a lesson says; empty: nothing. */
export const heardIn = (said: string, { at, isLong }: Pick<Lesson, 'at' | 'isLong'>): string => {
  const words = [...said.matchAll(/\S+/g)];
  const word = words[at];
  if (word === undefined) return '';
  const [sentence = ''] = isLong ? said.slice(word.index).split(/[.!?;](?=\s|$)|\n/) : [word[0]];
  return bare(sentence.trim());
};

const mistakes = (player: Player, row: CheckRow, { opener, wrong }: Lesson): Promise<Trace> =>
  player.follow(row, thenRepeat(opener === null ? [] : [opener], wrong), {}, MOST_STEPS);

/** What was learnt from the corrections of an episode, after its first words; null: nothing. */
const learntFrom = ({ steps }: Trace, lesson: Lesson): string[] | null => {
  const { opener } = lesson;
  const heard = steps.slice(opener === null ? 0 : 1).map(({ observation }) => heardIn(observation, lesson));
  // The same word each time is one of the sentence around it.
  if (heard.includes('') || (heard.length > 1 && unique(heard).length === 1)) return null;
  return heard.length === 0 ? null : [...(opener === null ? [] : [opener]), ...heard];
};

const lessonsOf = (opener: string | null, wrong: string): Lesson[] =>
  Array.from({ length: MOST_WORDS }, (_, at) =>
    [false, true].map((isLong): Lesson => ({ opener, wrong, at, isLong })),
  ).flat();

/** The episode of one row that says what another one of it said was right; null: it is not better paid. */
const recital = async (
  player: Player,
  row: CheckRow,
  lesson: Lesson,
  before: Trace,
): Promise<Trace | null> => {
  const actions = learntFrom(before, lesson);
  if (actions === null) return null;
  const trace = await player.play(row, actions);
  return trace.status === 'ok' && trace.return >= SOLVED && trace.return > before.return ? trace : null;
};

const isGood = async (player: Player, rows: readonly CheckRow[], lesson: Lesson): Promise<boolean> => {
  for (const row of rows)
    if ((await recital(player, row, lesson, await mistakes(player, row, lesson))) === null) return false;
  return rows.length > 0;
};

/** How the first rows are won by what they say themselves; null: they say nothing of use. */
const lessonOf = async (
  { player, space }: RowExplorer,
  rows: readonly CheckRow[],
): Promise<Lesson | null> => {
  const [first, ...others] = rows.slice(0, FIRST_ROWS);
  if (first === undefined) return null;
  const openers = space.live.filter(({ done }) => !done).map(({ action }) => action);
  for (const opener of [null, ...openers.slice(0, MOST_OPENERS)])
    for (const wrong of WRONG) {
      if (!player.budget.has(LEFT)) return null;
      const lessons = lessonsOf(opener, wrong);
      const before = await mistakes(player, first, lessons[0] as Lesson);
      if (before.status !== 'ok' || before.ended !== 'done') continue;
      const seen = new Set<string>();
      for (const lesson of lessons) {
        const learnt = JSON.stringify(learntFrom(before, lesson));
        if (seen.has(learnt)) continue;
        seen.add(learnt);
        if ((await recital(player, first, lesson, before)) === null) continue;
        if (await isGood(player, others, lesson)) return lesson;
      }
    }
  return null;
};

/** Episodes of rows that say what each of them said was right. */
export const byHeart = async (
  explorer: RowExplorer,
  rows: readonly CheckRow[],
): Promise<readonly Trace[]> => {
  const { player } = explorer;
  const lesson = await lessonOf(explorer, rows);
  if (lesson === null) return [];
  const traces: Trace[] = [];
  for (const row of rows) {
    const trace = await recital(player, row, lesson, await mistakes(player, row, lesson));
    if (trace !== null) traces.push(trace);
  }
  return traces;
};
