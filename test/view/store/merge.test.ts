/** What several servers have counted is, together, what one would have counted that had all calls. */
import { expect, it } from 'vitest';
import { mergeSteps } from '../../../src/view/store/merge.ts';
import type { StepSnapshot } from '../../../src/view/store/step-figures.ts';
import { Steps } from '../../../src/view/store/steps.ts';
import { type Noted, note, silent } from '../outcomes.ts';

const CALLS: Noted[] = Array.from({ length: 400 }, (_, at) => ({
  row: { prompt: `q${at % 50}` },
  said: `answer ${at}`,
  reward: at % 7,
  duration_ms: (at * 37) % 101,
  info: { kind: `kind ${at % 4}`, length: at },
  ...(at % 40 === 3
    ? { status: 'raised' as const, reward: null, error: { type: 'E', message: 'm', traceback: null } }
    : {}),
}));

const counted = async (calls: readonly Noted[]): Promise<StepSnapshot> => {
  const steps = await Steps.open(undefined, silent);
  for (const call of calls) note(steps, 3, call);
  const [snapshot] = steps.of(3, 'maths');
  return snapshot as StepSnapshot;
};

/** The samples of a view, in full. */
const samplesOf = (
  { record, rows }: StepSnapshot,
  view: 'random' | 'highest' | 'lowest' | 'slowest',
  name?: string,
) =>
  ((name === undefined ? record.views : record.info_strings[name]?.views)?.[view] ?? []).map(
    (at) => rows[at],
  );

it('has the same samples, counts, figures and quantiles', async () => {
  const one = await counted(CALLS);
  const parts = await Promise.all(
    [0, 1, 2].map((host) => counted(CALLS.filter((_, at) => (at * 31) % 3 === host))),
  );
  const all = mergeSteps(parts);
  for (const view of ['random', 'highest', 'lowest', 'slowest'] as const) {
    expect(samplesOf(all, view)).toEqual(samplesOf(one, view));
    expect(samplesOf(all, view)).toHaveLength(5);
    expect(samplesOf(all, view, 'kind')).toEqual(samplesOf(one, view, 'kind'));
  }
  const { calls, statuses, durations, causes, info_strings: strings, not_finite: notFinite } = one.record;
  expect(all.record).toMatchObject({ calls, statuses, durations, not_finite: notFinite });
  expect(all.record.causes).toEqual(causes);
  expect(all.record.info_strings.kind?.values).toEqual(strings.kind?.values);
  for (const [merged, whole] of [
    [all.record.reward, one.record.reward],
    [all.record.info_numbers.length, one.record.info_numbers.length],
    [all.record.duration, one.record.duration],
  ]) {
    expect(merged).toMatchObject({ n: whole?.n, min: whole?.min, max: whole?.max });
    expect(merged?.mean).toBeCloseTo(whole?.mean as number, 9);
    expect(merged?.sd).toBeCloseTo(whole?.sd as number, 9);
  }
});

it('changes nothing of one alone', async () => {
  const one = await counted(CALLS);
  const { since: _s, until: _u, ...record } = mergeSteps([one]).record;
  expect({ ...one.record, groups: record.groups, views: {} }).toMatchObject({
    calls: record.calls,
    info_numbers: { length: { n: record.info_numbers.length?.n } },
  });
  expect(samplesOf(mergeSteps([one]), 'random')).toEqual(samplesOf(one, 'random'));
});
