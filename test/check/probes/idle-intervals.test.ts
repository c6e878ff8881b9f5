/** Plans whose intervals take no time. */
import { expect, test } from 'vitest';
import { idleIntervalsCheck } from '../../../src/check/probes/unanswered/idle-intervals.ts';
import { asking, contextOf, type Fields, type Model } from './models.ts';

const rowsOf = (form: string): Fields[] =>
  Array.from({ length: 10 }, (_, at) => ({
    prompt: `Berth these ships.\n${form}`,
    ships: ['Argo', 'Brig', 'Cutter'].map((ship, k) => ({
      ship,
      hours: 2 + k,
      arrives: `0${6 + k}:${10 + at}`,
    })),
  }));
const BEHIND = 'Write a line for each:\nHH:MM-HH:MM ship';
const BEFORE = 'Write lines like `Argo: 08:00 to 09:30`.';

/** All ships, none before it arrives, no two at a time; `isTimed`: each as long as it takes. */
const berths =
  (isTimed: boolean): Model =>
  (completion, { ships }) => {
    const minutes = (clock = ''): number => 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3));
    let last = 0;
    for (const { ship, hours, arrives } of ships as { ship: string; hours: number; arrives: string }[]) {
      const line = completion.split('\n').find((each) => each.includes(ship)) ?? '';
      const [from, to] = (line.match(/\d\d:\d\d/g) ?? []).map((clock) => minutes(clock));
      if (from === undefined || to === undefined || from < minutes(arrives) || from < last || to < from)
        return 0;
      if (isTimed && to - from !== 60 * hours) return 0;
      last = to;
    }
    return 1;
  };
const told = async (rows: readonly Fields[], model: Model): Promise<string[]> =>
  (
    await idleIntervalsCheck.run(
      asking(contextOf({ rows, goldField: null, wrappers: [], analysis: { fields: ['ships'] } }), model),
    )
  ).map(({ rule, severity, exploit }) => `${rule} ${severity} ${String(exploit?.completion).split('\n')[0]}`);

test('are proof where nobody asks how long things are, in the form of a template or of an example', async () => {
  expect((await told(rowsOf(BEHIND), berths(false)))[0]).toMatch(/^A08 critical 06:(\d\d)-06:\1 Argo$/);
  expect((await told(rowsOf(BEFORE), berths(false)))[0]).toMatch(/^A08 critical Argo: 06:(\d\d) to 06:\1$/);
});

test('are nothing where somebody does, where any text is paid, and where nothing takes time', async () => {
  expect(await told(rowsOf(BEHIND), berths(true))).toEqual([]);
  expect(await told(rowsOf(BEHIND), () => 1)).toEqual([]);
  const timeless = rowsOf(BEHIND).map((row) => ({
    ...row,
    ships: (row.ships as Fields[]).map((ship) => ({ ...ship, hours: 0 })),
  }));
  expect(await told(timeless, berths(false))).toEqual([]);
});
