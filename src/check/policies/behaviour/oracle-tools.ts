/** F17 by asking: a tool with the name of a score says of any answer whether it is right, for nothing. */
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { decoysOf, ownValue } from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import { SLOT } from '../actions/words.ts';
import { SCORING } from '../attacks/inputs.ts';
import { answerTo, type Trace } from '../play/trace.ts';
import { answerActions } from '../ways/honest.ts';
import type { LeakOptions } from './leaks.ts';
import { findingOf, round } from './penalties.ts';

const MOST_ROWS = 6;
const LEAST_ROWS = 3;
const MOST_FORMS = 16;
/** Said in these words, it is the reward itself that is told. */
const REWARD = /reward|score|grade|grader|points/i;

/** What a tool says of a right and of a wrong answer on one row; null: the same, or it costs or ends something. */
const told = async (
  { player, calibrated, rows, random }: LeakOptions,
  form: string,
  row: CheckRow,
): Promise<{ right: string; wrong: string; win: Trace } | null> => {
  const { answer } = calibrated;
  if (answer === null) return null;
  const own = ownValue(row, answer.field);
  const [decoy] = decoysOf(row, rows, answer.field, random);
  if (own === undefined || decoy === undefined) return null;
  const ask = async (value: unknown): Promise<string | null> => {
    const action = fill(form, value);
    const trace = await player.play(row, [action]);
    const step = trace.steps[0];
    const isFree = step !== undefined && step.status === 'ok' && !step.done && (step.reward ?? 0) >= 0;
    return isFree ? answerTo(step.observation, action) : null;
  };
  const [right, wrong] = await Promise.all([ask(own), ask(JSON.parse(decoy))]);
  if (right === null || wrong === null || right === wrong) return null;
  const win = await player.play(row, [fill(form, own), ...answerActions(answer, own)]);
  return { right, wrong, win };
};

export const findOracleTools = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows, space } = options;
  const { answer, honest } = calibrated;
  if (answer === null) return [];
  const verbs = [...space.words.words].filter((word) => SCORING.test(word)).map((word) => `${word} ${SLOT}`);
  const forms = unique([...space.forms, ...space.words.commands, ...verbs])
    .filter((form) => slotsOf(form) === 1 && form !== answer.form && SCORING.test(form))
    .slice(0, MOST_FORMS);
  for (const form of forms) {
    const seen: { right: string; wrong: string; win: Trace }[] = [];
    for (const [at, row] of rows.slice(0, MOST_ROWS).entries()) {
      if (!player.budget.has(0.1) || (at === 2 && seen.length === 0)) break;
      const one = await told(options, form, row);
      if (one !== null) seen.push(one);
    }
    // The same words for all that is right, and for nothing that is wrong: whoever tries all answers has the right one.
    const isTelling = seen.every(
      ({ right }) => right === seen[0]?.right && !seen.some(({ wrong }) => wrong === right),
    );
    const won = seen.filter(({ win }) => win.return >= 0.9 * (honest.get(win.row)?.return ?? Infinity));
    const [best] = won;
    if (best === undefined || won.length < LEAST_ROWS || !isTelling) continue;
    const severity = REWARD.test(best.right) || REWARD.test(form) ? 'high' : 'warning';
    const why = `${JSON.stringify((best.win.steps[0]?.action ?? '').slice(0, 80))} costs nothing and is answered ${JSON.stringify(best.right.slice(0, 80))}, and another value in it ${JSON.stringify(best.wrong.slice(0, 80))}: all answers can be tried before one is given, which is paid ${round(best.win.return)}.`;
    const finding = findingOf(
      'F17',
      severity,
      why,
      shareOf(won.length, Math.min(rows.length, MOST_ROWS)),
      best.win,
      calibrated,
    );
    return [{ ...finding, classes: ['F17', 'F05'] }];
  }
  return [];
};
