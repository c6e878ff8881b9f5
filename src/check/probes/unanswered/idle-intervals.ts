/**
 * A08: plans whose intervals take no time. Things that take some are put where they begin and end in one moment: nothing overlaps
 * then, nothing is late, and no order is broken, unless somebody asks how long each of them is.
 */
import { insideOf } from '../../answers/inside.ts';
import { isAllThereIs } from '../../answers/marks.ts';
import { isObject } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { shellsOf } from './verifiers.ts';

const LEAST_ROWS = 6;
const MOST_ROWS = 30;
const LEAST_THINGS = 2;
const MOST_FORMS = 3;
const MOST_TIMES = 6;
const LONGEST_LINE = 60;
const FULL = 0.99;
const LITTLE = 0.5;
const LEAST_SHARE = 0.2;
/** Of the rows that pay: on so many a plan with one thing left out must be paid less. */
const CONTROLLED = 0.5;

const CLOCK = /^\d{1,2}:\d{2}$/;
const PLACE = String.raw`(?:H{1,2}:MM|\d{1,2}:\d{2}|[<{[]?(?:start|begin|from|end|finish|stop|until)\w*[>}\]]?)`;
const INTERVAL = new RegExp(String.raw`${PLACE}(\s*(?:-|–|—|to|->|→|,|\.\.)\s*)${PLACE}`, 'i');

/** A thing of a row with its name, the times that are told of it, and whether it takes time. */
interface Thing {
  name: string;
  times: Readonly<Record<string, string>>;
}

/** The first list of objects that have a name of their own, a clock and an amount above 0. */
const thingsIn = (row: CheckRow): Thing[] => {
  for (const { value } of insideOf(row)) {
    if (!Array.isArray(value) || value.length < LEAST_THINGS || !value.every(isObject)) continue;
    const keys = Object.keys(value[0] ?? {});
    const isTime = (key: string): boolean => value.every((each) => CLOCK.test(String(each[key])));
    const name = keys.find(
      (key) =>
        !isTime(key) &&
        value.every((each) => typeof each[key] === 'string') &&
        unique(value.map((each) => each[key])).length === value.length,
    );
    const takesTime = keys.some((key) =>
      value.every((each) => typeof each[key] === 'number' && each[key] > 0),
    );
    if (name === undefined || !takesTime) continue;
    const timed = keys.filter(isTime);
    return value.map((each) => ({
      name: String(each[name]),
      times: Object.fromEntries(timed.map((key) => [key, String(each[key])])),
    }));
  }
  return [];
};

type Line = (name: string, time: string) => string;

/** Lines of the prompt, and what stands in quotes there, with places for an interval and for a name. */
const linesOf = (row: CheckRow, things: readonly Thing[]): Line[] => {
  const quoted = [...row.prompt.matchAll(/[`"“]([^`"”\n]{5,60})[`"”]/g)].map((match) => match[1] ?? '');
  const lines = [...quoted, ...row.prompt.split('\n').map((line) => line.trim())];
  return lines
    .filter((line) => line.length <= LONGEST_LINE)
    .flatMap((line): Line[] => {
      const found = INTERVAL.exec(line);
      if (found === null) return [];
      const before = line.slice(0, found.index);
      const after = line.slice(found.index + found[0].length);
      const own = things.find(({ name }) => line.includes(name))?.name;
      const named = (text: string, name: string): string =>
        own !== undefined && text.includes(own)
          ? text.replace(own, () => name)
          : text.replace(/[<{[][^<>{}[\]]+[>}\]]|\p{L}[\p{L}\p{N}_]*(?: \p{L}[\p{L}\p{N}_]*)*/u, () => name);
      const isNamed = named(before, '\0') !== before || named(after, '\0') !== after;
      if (!isNamed) return [];
      const inFront = named(before, '\0') !== before;
      return [
        (name, time) =>
          `${inFront ? named(before, name) : before}${time}${found[1] ?? '-'}${time}${inFront ? after : named(after, name)}`,
      ];
    })
    .slice(0, MOST_FORMS);
};

/** When all begin and end: at a time that is told of each, or at one that the row tells. */
const timesIn = (
  row: CheckRow,
  things: readonly Thing[],
): Readonly<Record<string, (at: number) => string>> => {
  const own = Object.keys(things[0]?.times ?? {});
  const shared = insideOf(row).filter(({ value }) => typeof value === 'string' && CLOCK.test(value));
  return Object.fromEntries(
    [
      ...own.map((key): [string, (at: number) => string] => [key, (at) => things[at]?.times[key] ?? '']),
      ...shared.map(({ name, value }): [string, () => string] => [`all ${name}`, () => String(value)]),
    ].slice(0, MOST_TIMES),
  );
};

interface Plan {
  levels: RowLevels;
  way: string;
  completion: string;
  /** With one thing left out. */
  shorter: string;
}

const plansOn = (context: Context, levels: RowLevels): Plan[] => {
  const things = thingsIn(levels.row);
  const lines = things.length === 0 ? [] : linesOf(levels.row, things);
  const times = Object.entries(timesIn(levels.row, things));
  return lines.flatMap((line, form) =>
    times.flatMap(([time, timeAt]) =>
      shellsOf(context).map(({ name, wrap }): Plan => {
        const all = things.map((thing, at) => line(thing.name, timeAt(at)));
        const [completion, shorter] = [all, all.slice(1)].map((some) => wrap(some.join('\n')));
        return {
          levels,
          way: [form, time, name].join('\0'),
          completion: completion ?? '',
          shorter: shorter ?? '',
        };
      }),
    ),
  );
};

const rewardsOf = async ({ scorer }: Context, plans: readonly Plan[], key: 'completion' | 'shorter') => {
  const outcomes = await scorer.all(plans.map((plan) => ({ row: plan.levels.row, completion: plan[key] })));
  return outcomes.map((outcome, at) => paid(outcome) ?? plans[at]?.levels.floor ?? 0);
};

export const idleIntervalsCheck: Check = {
  name: 'plans whose intervals take no time',
  async run(context) {
    const { calibration, analysis, findings, random, budget, scorer } = context;
    if (analysis.executesCompletion || analysis.runsProcess || analysis.asksJudge) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const rows = random.sample(calibration.levels, MOST_ROWS);
    const plans = rows.flatMap((levels) => plansOn(context, levels));
    if (unique(plans.map(({ levels }) => levels)).length < LEAST_ROWS || !budget.has(0.05)) return [];
    const rewards = await rewardsOf(context, plans, 'completion');
    const full = ({ gold }: RowLevels): number => FULL * (gold?.reward ?? scorer.range.high);
    const hits = plans.filter(({ levels }, at) => {
      const reward = rewards[at] ?? 0;
      return reward > levels.floor && reward >= full(levels);
    });
    const ways = unique(hits.map(({ way }) => way)).map((way) => hits.filter((hit) => hit.way === way));
    const [best] = ways.sort((one, other) => other.length - one.length);
    const [hit] = best ?? [];
    if (best === undefined || hit === undefined || !isAllThereIs(context)) return [];
    const share = shareOf(best.length, rows.length);
    const less = await rewardsOf(context, best, 'shorter');
    const seen = best.filter(({ levels }, at) => (less[at] ?? 0) <= LITTLE * full(levels));
    if (share.low <= LEAST_SHARE || seen.length < CONTROLLED * best.length) return [];
    const exploit = await exploitOf(context, hit.levels, hit.completion);
    if (exploit === null) return [];
    return [
      {
        rule: 'A08',
        classes: ['A08', 'C07', 'S09'],
        source: 'probe',
        severity: 'critical',
        title: 'a plan whose intervals take no time is paid in full',
        why: `Each thing begins and ends in one moment, and that gets ${numberText(exploit.reward ?? 0)} on ${share.hits} of ${share.of} rows: nothing overlaps, nothing is late, and how long things take is not asked.`,
        fix: 'Check that each interval is as long as its row says (`end - start == minutes`) before rules that empty intervals keep.',
        exploit,
        share,
      },
    ];
  },
};
