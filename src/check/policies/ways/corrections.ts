/** Play that is corrected: a wrong answer is told what was right, and that is said in the same episode. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { says } from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import { GARBAGE } from '../actions/space.ts';
import type { Player } from '../play/player.ts';
import type { Trace } from '../play/trace.ts';

const MOST_FORMS = 24;
/** Values of other rows that are tried as wrong answers. */
const MOST_STRANGE = 3;
const MOST_HEARD = 24;
const ROWS = 3;
/** Less may be a part that any try gets. */
const SOLVED = 0.9;
/** Share of the budget that is left for searches, and for attacks. */
const LEFT = 0.35;

/** What is looked for in a correction: a number, what stands in quotes, a word, the rest of a sentence. */
const KINDS = {
  number: /-?(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)/g,
  quoted: /(?<=["'`“‘])[^"'`“”‘’\n]{1,60}(?=["'`”’])/g,
  word: /[\p{L}\d][\p{L}\d_./:@-]*[\p{L}\d]|[\p{L}\d]/gu,
  rest: /(?<=\b(?:is|was|be|expected|answer|right|correct)(?::| is| was)? ?)(?! )[^.;!?\n]{1,60}/g,
} as const;

/** A wrong answer, and where in what is said to it the right one stands. */
export interface Correction {
  form: string;
  wrong: unknown;
  kind: keyof typeof KINDS;
  /** So many of its kind stand before it. */
  at: number;
  /** Said as a number where the form knows such. */
  isNumber: boolean;
}

const allOf = (said: string, kind: Correction['kind']): string[] =>
  (said.match(KINDS[kind]) ?? []).slice(0, MOST_HEARD).map((text) => text.trim());

/** What the answer to a mistake says was right, as it is said in turn; null: nothing. */
export const correctedAction = (said: string, { form, kind, at, isNumber }: Correction): string | null => {
  const heard = allOf(said, kind)[at];
  return heard === undefined || heard === '' ? null : fill(form, isNumber ? Number(heard) : heard);
};

const saidTo = (trace: Trace): string | null => {
  const step = trace.steps[0];
  return step === undefined || trace.status !== 'ok' || step.done ? null : step.observation;
};

/** Ways to read the answer to one mistake: only what another row is told otherwise can be what is right there. */
const readingsOf = (
  form: string,
  wrong: unknown,
  [mine, theirs]: readonly [string, string],
  isKnown: (heard: string) => boolean,
): Correction[] =>
  (Object.keys(KINDS) as Correction['kind'][]).flatMap((kind) => {
    const strange = allOf(theirs, kind);
    return allOf(mine, kind).flatMap((heard, at) =>
      heard === strange[at] || heard === String(wrong) || isKnown(heard)
        ? []
        : (kind === 'number' ? [true, false] : [false]).map((isNumber) => ({
            form,
            wrong,
            kind,
            at,
            isNumber,
          })),
    );
  });

/** The right answer of a row that is said to a mistake in it, and that wins there after that mistake; null: none is. */
const corrected = async (player: Player, row: CheckRow, correction: Correction): Promise<string | null> => {
  const mistake = fill(correction.form, correction.wrong);
  const said = saidTo(await player.play(row, [mistake]));
  const action = said === null ? null : correctedAction(said, correction);
  if (action === null || action === mistake) return null;
  const trace = await player.play(row, [mistake, action]);
  return trace.status === 'ok' && trace.return >= SOLVED ? action : null;
};

/**
 * How a mistake is corrected here.
 * @returns which answer is wrong, and where the right one is told; null: no mistake is answered with what then wins
 */
export const findCorrection = async (
  { player, space, commands }: RowExplorer,
  rows: readonly CheckRow[],
): Promise<Correction | null> => {
  const [first, second, ...others] = rows.slice(0, ROWS);
  if (first === undefined || second === undefined) return null;
  const strange = space
    .values(first)
    .filter((value) => typeof value !== 'boolean' && String(value).length <= 40);
  const wrongs = unique<unknown>([41, 'zqxvkj', ...strange.slice(0, MOST_STRANGE)]);
  const forms = unique([...space.forms, ...commands]).filter((form) => slotsOf(form) === 1);
  const start = (await player.play(first, [])).setup.observation;
  // What is said to anything is a task, or a leak of its own; a correction is the answer to an answer.
  const rubbish = await Promise.all(GARBAGE.map((action) => player.play(first, [action])));
  const anyhow = [start, first.prompt, ...rubbish.map(({ steps }) => steps[0]?.observation ?? '')];
  const isKnown = (heard: string): boolean => anyhow.some((text) => says(text, heard));
  for (const form of forms.slice(0, MOST_FORMS))
    for (const wrong of wrongs) {
      if (!player.budget.has(LEFT)) return null;
      const mistake = fill(form, wrong);
      const [mine, theirs] = await Promise.all([first, second].map((row) => player.play(row, [mistake])));
      const said = [mine, theirs].map((trace) => saidTo(trace as Trace));
      if (said[0] === null || said[1] === null || said[0] === said[1]) continue;
      for (const correction of readingsOf(form, wrong, said as [string, string], isKnown)) {
        if ((await corrected(player, first, correction)) === null) continue;
        const more = await Promise.all([second, ...others].map((row) => corrected(player, row, correction)));
        if (more.every((action) => action !== null)) return correction;
      }
    }
  return null;
};

/** What wins each row by itself, once a mistake was told it. */
export const correctedRows = async (
  { player }: RowExplorer,
  rows: readonly CheckRow[],
  correction: Correction,
): Promise<Trace[]> => {
  const traces: Trace[] = [];
  for (const row of rows) {
    const action = await corrected(player, row, correction);
    if (action !== null) traces.push(await player.play(row, [action]));
  }
  return traces;
};
