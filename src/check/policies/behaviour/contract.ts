/** Whether an environment keeps its contract on real rows: setups, steps, chance, and time. */

import { rowNameOf } from '../../../formats/text/row-name.ts';
import { placeOfLine } from '../../contract/places.ts';
import type { NewFinding, Place } from '../../finding.ts';
import { groupBy } from '../../lists.ts';
import type { Subject } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { GARBAGE } from '../actions/space.ts';
import { actionsOf, type StepSeen, sameTrace, type Trace } from '../play/trace.ts';
import { exploitOf } from './exploit.ts';
import type { LeakOptions } from './leaks.ts';

const SLOW_STEP_MS = 5_000;

/** Setups that fail on rows as they are. */
const failedSetups = (traces: readonly Trace[]): NewFinding[] => {
  const plain = traces.filter(({ changed }) => Object.keys(changed).length === 0);
  const rows = new Set(plain.map(({ row }) => row));
  const failed = plain.filter(({ setup }) => setup.status !== 'ok' && setup.status !== 'cancelled');
  const [first] = failed;
  if (first === undefined) return [];
  const share = shareOf(new Set(failed.map(({ row }) => row)).size, rows.size);
  const { status, error } = first.setup;
  return [
    {
      rule: status === 'invalid' ? 'K02' : status === 'raised' ? 'K01' : 'K03',
      source: 'contract',
      severity: 'high',
      title: `setup fails on ${share.hits} of ${share.of} rows`,
      why: `On ${rowNameOf(first.row.line, first.row.fields)} it comes to \`${status}\`: ${(error?.message ?? '').slice(0, 200)}. No episode of such a row can be played.`,
      fix: 'Take the fields that the rows have, with the types that they have there, or correct the rows.',
      share,
      exploit: exploitOf(first, null),
    },
  ];
};

const WORDS: Readonly<Record<string, { rule: string; what: string; fix: string }>> = {
  raised: {
    rule: 'K01',
    what: 'raises',
    fix: 'Answer an action that cannot be read with an observation, and let it count as a step.',
  },
  invalid: {
    rule: 'K02',
    what: 'returns no valid step',
    fix: 'Return observation, a finite reward and done on every path.',
  },
  timeout: { rule: 'K03', what: 'hangs', fix: 'Bound the work that one action can cause.' },
  crashed: { rule: 'K03', what: 'crashes', fix: 'Do not end the process; answer the action.' },
  memory: { rule: 'K03', what: 'runs out of memory', fix: 'Bound what one action can make it build.' },
};

/** How the steps fail when none of any episode has come through; null: one has, or none was taken. */
export const brokenStep = (
  traces: readonly Trace[],
): { trace: Trace; step: StepSeen; tried: number } | null => {
  const stepped = traces.filter(({ steps, status }) => steps.length > 0 && status !== 'cancelled');
  const trace = stepped.find(({ changed }) => Object.keys(changed).length === 0);
  const step = trace?.steps[0];
  if (trace === undefined || step === undefined || WORDS[step.status] === undefined) return null;
  if (stepped.some(({ steps }) => steps.some(({ status }) => status === 'ok'))) return null;
  return { trace, step, tried: stepped.length };
};

/** Nothing can be said of an environment in which no step works, and that is the first thing to say. */
const noSteps = (broken: NonNullable<ReturnType<typeof brokenStep>>, place: Place | null): NewFinding => {
  const { trace, step, tried } = broken;
  const { rule, what, fix } = WORDS[step.status] as (typeof WORDS)[string];
  return {
    rule,
    source: 'contract',
    severity: 'high',
    title: `step ${what}, whatever the action is`,
    why: `All ${tried} episodes failed at their first step: ${(step.error?.message ?? step.status).slice(0, 200)}. No episode has a reward, so nothing can be learned here.`,
    fix,
    place,
    exploit: exploitOf(trace, null),
  };
};

/** Where a class defines the method `step`; null: it inherits it. */
const placeOfStep = (subject: Subject, className: string): Place | null => {
  const lines = subject.source.split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => new RegExp(`^class\\s+${className}\\b`).test(line));
  const end = lines.findIndex((line, at) => at > start && /^[^\s#]/.test(line));
  const own = lines.slice(0, end < 0 ? undefined : end);
  const at = own.findIndex((line, at) => at > start && /^\s+(?:async\s+)?def\s+step\b/.test(line));
  return start < 0 || at < 0 ? null : placeOfLine(at + 1, subject);
};

/** Steps that fail: one finding for each way, with the shortest list of actions. */
const failedSteps = (traces: readonly Trace[], honest: ReadonlySet<string>): NewFinding[] => {
  const failed = traces.filter(
    ({ setup, changed, status }) =>
      setup.status === 'ok' && Object.keys(changed).length === 0 && WORDS[status] !== undefined,
  );
  const groups = groupBy(failed, ({ status, steps }) => `${status} ${steps.at(-1)?.error?.type ?? ''}`);
  return [...groups.values()].slice(0, 4).map((group) => {
    const onHonest = group.find((trace) => honest.has(JSON.stringify([trace.row.line, ...actionsOf(trace)])));
    const example =
      onHonest ?? (group.sort((one, other) => one.steps.length - other.steps.length)[0] as Trace);
    const { rule, what, fix } = WORDS[example.status] as (typeof WORDS)[string];
    const last = example.steps.at(-1);
    return {
      rule,
      source: 'contract' as const,
      severity:
        onHonest !== undefined || example.status === 'timeout' ? ('high' as const) : ('warning' as const),
      title: `step ${what} on ${onHonest === undefined ? 'some actions' : 'scripted or right actions'}`,
      why: `The action ${JSON.stringify(last?.action.slice(0, 80))} comes to \`${example.status}\`: ${(last?.error?.message ?? '').slice(0, 200)}. The episode ends there without a reward, so a model learns nothing from it, or learns to end episodes so.`,
      fix,
      exploit: exploitOf(example, null),
    };
  });
};

/** The same row, seed and actions, again: one after the other and side by side. */
const repeatability = async ({
  player,
  rows,
  calibrated,
  space,
}: LeakOptions): Promise<{ findings: NewFinding[]; asked: number; differing: number }> => {
  let asked = 0;
  const differing: Trace[] = [];
  for (const row of rows.slice(0, 6)) {
    const actions = calibrated.honest.get(row)?.actions.slice(0, 12) ?? [
      ...space.live.slice(0, 3).map(({ action }) => action),
      GARBAGE[0] as string,
    ];
    const once = await player.playAgain(row, actions);
    if (once.setup.status !== 'ok' || once.status === 'cancelled') continue;
    asked++;
    const again = await Promise.all([
      player.playAgain(row, actions),
      player.playAgain(row, actions),
      player.playFresh(row, actions),
    ]);
    if (!again.every((trace) => trace.status === 'cancelled' || sameTrace(once, trace))) differing.push(once);
  }
  const [first] = differing;
  const findings: NewFinding[] =
    first === undefined
      ? []
      : [
          {
            rule: 'S05',
            source: 'contract',
            severity: 'warning',
            title: 'the same actions do not give the same episode',
            why: `On ${differing.length} of ${asked} rows the same seed and actions gave other observations or rewards when they were played again. Something draws its chance elsewhere: the clock, \`os.urandom\`, a generator without a seed.`,
            fix: 'Draw all chance from `random`, or seed a generator of your own from it in `setup`.',
            share: shareOf(differing.length, asked),
          },
        ];
  return { findings, asked, differing: differing.length };
};

/** What honest play of all rows was paid the same for, whatever was played. */
export const constantRowsOf = (traces: readonly Trace[]): number[] => {
  const played = traces.filter(
    ({ changed, setup, steps }) =>
      Object.keys(changed).length === 0 && setup.status === 'ok' && steps.length > 0,
  );
  return [...groupBy(played, ({ row }) => row.line)]
    .filter(([, own]) => own.length >= 5 && own.every((trace) => trace.return === own[0]?.return))
    .map(([line]) => line)
    .sort((one, other) => one - other);
};

export const checkContract = async (
  options: LeakOptions,
  subject: Subject,
  className: string,
): Promise<{ findings: NewFinding[]; asked: number; differing: number }> => {
  const { player, calibrated } = options;
  const repeated = await repeatability(options);
  const honest = new Set(
    [...calibrated.honest].map(([row, { actions }]) => JSON.stringify([row.line, ...actions])),
  );
  const broken = brokenStep(player.traces);
  const slowest = Math.max(0, ...player.times.steps);
  const slow: NewFinding[] =
    slowest < SLOW_STEP_MS
      ? []
      : [
          {
            rule: 'K06',
            source: 'contract',
            severity: 'warning',
            title: 'slow steps',
            why: `The longest step took ${Math.round(slowest)} ms. A batch waits for its slowest episode.`,
            fix: 'Bound the work of a step; make what is expensive once, at the top of the file.',
          },
        ];
  return {
    ...repeated,
    findings: [
      ...failedSetups(player.traces),
      ...(broken === null
        ? failedSteps(player.traces, honest)
        : [noSteps(broken, placeOfStep(subject, className))]),
      ...repeated.findings,
      ...slow,
    ],
  };
};
