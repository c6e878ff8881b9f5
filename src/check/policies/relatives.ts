/** What else an episode that won shows: other classes of the same, each by episodes of its own. */
import { unique } from '../lists.ts';
import { slotsOf } from './actions/command-forms.ts';
import { fillAll } from './actions/commands.ts';
import { decoysOf } from './actions/fields.ts';
import type { Workshop } from './attacks/attacks.ts';
import { type Attack, isCall, repeat } from './play/attack.ts';
import type { HackRule } from './play/catalogue.ts';
import type { Player, Policy } from './play/player.ts';
import { kindOf, type Trace } from './play/trace.ts';
import { answerActions } from './ways/honest.ts';

/** Part of what was won that another way has to be paid. */
const AS_MUCH = 0.95;
/** Fewer steps are no stalling. */
const LEAST_STEPS = 3;
const MOST_FORMS = 6;
const RUBBISH = 'zqxvkj';
const QUESTION = 'Could you clarify what you mean?';
/** Values that are hardly ever right. */
const ODD = ['0', "'zq'", '[]', '-7'];

/** Whether the same was said and nothing was paid until the end, and then all: it was waited for. */
export const isWaiting = ({ steps, ended }: Pick<Trace, 'steps' | 'ended'>): boolean => {
  const last = steps.at(-1);
  if (last === undefined || steps.length < LEAST_STEPS || ended !== 'done') return false;
  const before = steps.slice(0, -1);
  return (
    (last.reward ?? 0) > 0 &&
    before.every(({ reward, action }) => (reward ?? 0) <= 0 && action === last.action) &&
    unique(before.map(({ observation, action }) => kindOf(observation, action))).length === 1
  );
};

/** What was asked last: the end of what is said, behind its last colon, or its last line. */
export const askedIn = (said: string): string => {
  const line = said.trim().split('\n').at(-1) ?? '';
  return (/:\s+(.+)$/.exec(line)?.[1] ?? line).replace(/^[`"']|[`"'.?]$/g, '').trim();
};

/** Answers in a form of the game to whatever is asked, each time the same value. */
const answering =
  (form: string, value: string): Policy =>
  ({ observation, prompt }) => {
    const slots = slotsOf(form);
    return fillAll(
      form,
      slots === 1 ? [value] : [askedIn(observation || prompt), ...Array(slots - 1).fill(value)],
    );
  };

/** Players who try and are wrong, those together that use one form. */
const tryingBadly = ({ calibrated, explorer, rows, random }: Workshop, { row }: Trace): Policy[][] => {
  const { answer } = calibrated;
  const forms = (explorer?.commands ?? []).filter((form) => slotsOf(form) <= 2).slice(0, MOST_FORMS);
  return [
    answer === null
      ? []
      : decoysOf(row, rows, answer.field, random).map((text) =>
          repeat(answerActions(answer, JSON.parse(text))[0] as string),
        ),
    ...forms.map((form) => ODD.map((value) => answering(form, value))),
  ];
};

/** F06: who tries and fails is paid less than who says what cannot be read. */
const isCheaperThanTrying = async (workshop: Workshop, player: Player, won: Trace): Promise<boolean> => {
  for (const policies of tryingBadly(workshop, won)) {
    const traces = await Promise.all(
      policies.map((policy) => player.follow(won.row, policy, {}, won.steps.length)),
    );
    const over = traces.filter(({ status, ended }) => status === 'ok' && ended === 'done');
    // What is no try is paid as much as what won: a form whose every use is paid less was read.
    if (over.length >= 2 && over.every((trace) => trace.return < AS_MUCH * won.return)) return true;
  }
  return false;
};

/** F14: a call is paid each time, and what is no call is not paid after it. */
export const isPerCall = async (player: Player, { row, steps }: Trace): Promise<boolean> => {
  const [first, last] = [steps.at(-2), steps.at(-1)];
  const action = first?.action;
  if (action === undefined || action !== last?.action || !isCall(action)) return false;
  const { steps: two } = await player.play(row, [action, RUBBISH]);
  return two.length === 2 && (two[0]?.reward ?? 0) > 0 && (two[1]?.reward ?? 0) <= 0;
};

/** Classes that what does nothing is shown to have as well: who asks is paid as much, and who tries and fails is paid less. */
export const alsoShown = async (
  workshop: Workshop,
  player: Player,
  { most, isNull }: Attack,
  won: Trace,
): Promise<HackRule[]> => {
  if (isNull !== true || won.return <= 0) return [];
  const shown: HackRule[] = [];
  const asking = await player.follow(won.row, repeat(QUESTION), {}, most);
  const isPaid = asking.status === 'ok' && asking.return >= AS_MUCH * won.return;
  if (isPaid && asking.steps.length >= LEAST_STEPS) shown.push('F12');
  if (await isCheaperThanTrying(workshop, player, won)) shown.push('F06');
  return shown;
};
