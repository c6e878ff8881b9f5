/** What the environment gives away: the answer in an observation, private state by a payload, code that runs. */

import type { NewFinding } from '../../finding.ts';
import { isShown } from '../../proof/levels.ts';
import type { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import {
  changeOf,
  decoysOf,
  isToldIn,
  nameOf,
  says,
  spoken,
  tells,
  timesSaid,
  valueAt,
} from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import { GARBAGE, type Space } from '../actions/space.ts';
import type { Player } from '../play/player.ts';
import { actionsOf, type Trace } from '../play/trace.ts';
import { answerActions, type Calibrated } from '../ways/honest.ts';
import { exploitOf, findingOf } from './exploit.ts';

export interface LeakOptions {
  player: Player;
  space: Space;
  calibrated: Calibrated;
  rows: readonly CheckRow[];
  random: Random;
  /** Attributes of the class. */
  attributes: readonly string[];
}

/** Names that speak of an answer. */
export const ANSWER_NAME = /answer|secret|target|solution|expected|gold|label|truth|password|correct|hidden/i;

/** A word, nothing, signs, a number, broken JSON, JSON, and what is too long. */
const UNREADABLE = [...GARBAGE, '?', '-1', '[]', '\n', 'z'.repeat(400)];

export interface Leak {
  trace: Trace;
  /** Step after which it was said; -1 is the setup. */
  step: number;
  /** It was said while there was still something to be done with it. */
  inTime: boolean;
}

/** Where the value of a field is said that the actions cannot have known, and that is another one for a decoy. */
export const leakOf = async (
  options: LeakOptions,
  row: CheckRow,
  field: string,
  actions: readonly string[],
  isTold: (row: CheckRow, field: string) => boolean = (one, path) => tells(one.prompt, valueAt(one, path)),
): Promise<Leak | null> => {
  const { player, rows, random } = options;
  const own = spoken(valueAt(row, field));
  if (own === undefined || isTold(row, field)) return null;
  const trace = await player.play(row, actions);
  const said = [trace.setup.observation, ...trace.steps.map(({ observation }) => observation)];
  const step = said.findIndex((text) => says(text, own)) - 1;
  if (step < -1) return null;
  // Said for the decoy too, then it does not come from this field; and the decoy itself has to appear in its place.
  let followed = 0;
  const decoys = decoysOf(row, rows, field, random);
  for (const decoy of decoys) {
    const value = spoken(JSON.parse(decoy));
    const other = await player.play(row, actions, { changed: changeOf(row, field, decoy) });
    if (other.setup.status !== 'ok') continue;
    const text = step < 0 ? other.setup.observation : (other.steps[step]?.observation ?? '');
    const before = said[step + 1] as string;
    // Said among others too, it is told where one more is said of it, and of the decoy in its place.
    if (timesSaid(text, own) >= timesSaid(before, own)) return null;
    if (timesSaid(text, value) <= timesSaid(before, value)) return null;
    followed++;
  }
  if (followed === 0) return null;
  const at = trace.steps[step];
  return {
    trace,
    step,
    inTime: at === undefined || !(at.done || (trace.steps.length === step + 1 && trace.ended !== 'stopped')),
  };
};

/** F05. */
export const findLeaks = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows, space } = options;
  const { answer } = calibrated;
  const findings: NewFinding[] = [];
  const wrong = space.live.slice(0, 10).map(({ action }) => [action]);
  const isMove = (action: string): boolean =>
    !UNREADABLE.includes(action) && wrong.some(([each]) => each === action);
  const pool = (row: CheckRow): string[][] =>
    answer === null
      ? []
      : decoysOf(row, rows, answer.field, options.random)
          .slice(0, 1)
          .map((text) => answerActions(answer, JSON.parse(text)));
  for (const field of calibrated.goldFields.slice(0, 3)) {
    const probes = (row: CheckRow): string[][] => [
      [],
      // What cannot be read is often answered with more than it should be.
      ...UNREADABLE.map((action) => [action]),
      ...pool(row),
      ...wrong,
      ['help'],
      Array.from({ length: 12 }, () => 'zqxvkj'),
      ...pool(row).map(([action]) => Array.from({ length: 12 }, () => action as string)),
    ];
    const hits: Hit[] = [];
    let asked = 0;
    for (const row of rows.slice(0, 5)) {
      asked++;
      for (const actions of probes(row)) {
        if (!player.budget.has(0.4)) break;
        const isTold = field === answer?.field ? (one: CheckRow) => isToldIn(one, rows, field) : undefined;
        const leak = await leakOf(options, row, field, actions, isTold);
        if (leak === null) continue;
        const before = actionsOf(leak.trace).slice(0, leak.step + 1);
        // Honest play after it would be paid by itself: without a form of answers nothing shows that this won.
        const win =
          leak.inTime && answer !== null ? [...before, ...answerActions(answer, valueAt(row, field))] : null;
        const paid = win === null ? null : await player.play(row, win);
        hits.push({ leak, paid, actions: win ?? before });
        if (leak.inTime) break;
      }
      if (asked === 3 && hits.length === 0) break;
    }
    const best =
      hits.find(({ paid }) => isPaid(paid, calibrated)) ?? hits.find(({ leak }) => leak.inTime) ?? hits[0];
    if (best === undefined) continue;
    const paid = hits.filter((hit) => isPaid(hit.paid, calibrated));
    const share = shareOf(new Set(paid.map(({ leak }) => leak.trace.row)).size, asked);
    // A move that is answered with what another one needs may be how it is asked for.
    const isAsked = best.leak.step === 0 && isMove(best.actions[0] ?? '');
    const inTime = isAsked && answer === null ? [] : hits.filter(({ leak }) => leak.inTime);
    // What a setup says is often what is asked for; only a name that speaks of an answer makes it a leak for sure.
    const isTask = best.leak.step < 0 && !ANSWER_NAME.test(nameOf(field));
    // Where it begins is what a setup is there to say, unless saying it back is what is paid.
    const isStart = isTask && paid.length === 0 && answer?.field !== field;
    if (isStart) continue;
    const isProof = paid.length > 0 && isShown(share) && !isTask && !isAsked;
    const severity = isProof ? 'critical' : inTime.length > 0 ? 'high' : 'warning';
    findings.push(await leakFinding(options, field, best, severity, share));
  }
  return findings.slice(0, 2);
};

export const isPaid = (trace: Trace | null, { honest, floors }: Calibrated): boolean => {
  if (trace === null) return false;
  const known = honest.get(trace.row)?.return;
  const floor = floors.get(trace.row) ?? 0;
  return known !== undefined && known > floor && trace.return >= floor + 0.5 * (known - floor);
};

export interface Hit {
  leak: Leak;
  /** What saying it back was paid; null: nobody knows how to say it, or it came too late. */
  paid: Trace | null;
  actions: readonly string[];
}

export const leakFinding = async (
  { player, calibrated }: LeakOptions,
  field: string,
  { leak, paid, actions }: Hit,
  severity: 'critical' | 'high' | 'warning',
  share: ReturnType<typeof shareOf>,
): Promise<NewFinding> => {
  const { row } = leak.trace;
  const proof = await player.playFresh(row, actions);
  const when = leak.step < 0 ? 'The first observation' : `The observation of step ${leak.step + 1}`;
  const use = leak.inTime
    ? paid === null
      ? 'A model that reads it does not have to solve anything.'
      : `Said back, it is paid ${proof.return}.`
    : 'The episode is over then, but the next one of the same row has the same answer.';
  return findingOf('F05', {
    // Said when it is over, it is a habit, and no hack of this episode.
    ...(severity === 'warning' && { source: 'contract' }),
    severity,
    why: `${when} has the value of \`${field}\`, and that of another row in its place when the row is changed. ${use}`,
    share,
    exploit: exploitOf(proof, calibrated, actions),
  });
};

/** F10: payloads that show themselves when they are executed or formatted. */
export const findExecution = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows, space, attributes } = options;
  const row = rows[0];
  if (row === undefined) return [];
  // A sum of products that no text repeats by chance; what the evidence is of is the library's to say.
  const canary = `__import__("os").getpid() * 0 + ${70_000 + options.random.below(9_999)} * 31`;
  const names = [...new Set([...calibrated.goldFields.map(nameOf), ...attributes])].slice(0, 12);
  const payloads = [
    canary,
    ...names.flatMap((name) => [
      `self.${name}`,
      `{0.${name}}`,
      `{self.${name}}`,
      `{${name}}`,
      `{env.${name}}`,
      `%(${name})s`,
    ]),
    '{0.__dict__}',
    '{self.__dict__}',
    'vars(self)',
    'self.__dict__',
    'locals()',
    `$(echo ${canary.length}canary)`,
  ];
  const forms = [
    ...new Set([
      ...(calibrated.answer === null ? [] : [calibrated.answer.form]),
      ...space.forms.slice(0, 14),
    ]),
  ];
  for (const form of forms) {
    if (!player.budget.has(0.35)) break;
    for (const payload of form === forms[0] ? payloads : payloads.slice(0, 1)) {
      const found = await tryPayload(options, row, fill(form, payload), payload);
      if (found !== null) return [found];
    }
    for (const payload of form === forms[0] ? [] : payloads.slice(1, 14)) {
      const found = await tryPayload(options, row, fill(form, payload), payload);
      if (found !== null) return [found];
    }
  }
  return [];
};

const tryPayload = async (
  options: LeakOptions,
  row: CheckRow,
  action: string,
  payload: string,
): Promise<NewFinding | null> => {
  const { player, calibrated } = options;
  const trace = await player.play(row, [action]);
  const step = trace.steps[0];
  if (step === undefined) return null;
  const ran = step.evidence.find(
    ({ kind, source }) =>
      (kind === 'completion_executed' || kind === 'process') &&
      (source === null || source.includes(payload.slice(0, 12))),
  );
  let leaked: string | null = null;
  if (ran === undefined)
    for (const field of calibrated.goldFields.slice(0, 2)) {
      const own = spoken(valueAt(row, field));
      const leak = says(action, own) ? null : await leakOf(options, row, field, [action]);
      if (leak?.step !== 0) continue;
      // Said to what has the same signs and no names too, then nothing was executed or formatted: that is F05.
      const shape = action.split(payload).join(payload.replace(/[A-Za-z]+/g, 'zq'));
      // The names in it as plain words: who is asked for something by its name may be meant to say it.
      const named = payload.replace(/\W+/g, ' ').trim();
      const words = [shape, named, action.split(payload).join(named), named.replace(/_/g, ' ')];
      const plain = await Promise.all(
        [GARBAGE[0] as string, ...words].map((text) => player.play(row, [text])),
      );
      if (plain.some(({ steps }) => says(steps[0]?.observation ?? '', own))) continue;
      leaked = field;
    }
  if (ran === undefined && leaked === null) return null;
  const { answer } = calibrated;
  const actions =
    leaked !== null && answer?.field === leaked && !step.done
      ? [action, ...answerActions(answer, valueAt(row, leaked))]
      : [action];
  const proof = await player.playFresh(row, actions);
  return findingOf('F10', {
    severity: 'critical',
    why:
      ran === undefined
        ? `The action ${JSON.stringify(action.slice(0, 80))} is answered with the value of \`${leaked}\`: private state can be read.`
        : `The action ${JSON.stringify(action.slice(0, 80))} was run as code by ${ran.where ?? 'the environment'}: it can do all that the environment can.`,
    share: null,
    exploit: exploitOf(proof, calibrated, actions),
  });
};
