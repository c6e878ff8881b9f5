/** Answers of several units of which only some are given, or one of them again and again. */

import { coreOf } from '../../answers/in-prompt.ts';
import { isObject } from '../../answers/meaning.ts';
import { textUnits, thingsOf, wordOf } from '../../answers/text-units.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';

const TIMES = [1, 2, 3, 5, 8] as const;

const firstUnits: Probe = {
  rule: 'A22',
  also: ['C27', 'B07'],
  title: 'gives the first units of the answer and leaves out the others',
  fix: 'Compare the number of units too, or look for each that is wanted: `zip(..., strict=True)`, `set(got) == set(wanted)`.',
  kind: 'integrity',
  make(_, { gold }) {
    const found = gold === null ? undefined : textUnits(gold.completion);
    if (found === undefined || unique(found.units).length < 2) return [];
    const { units, write } = found;
    return unique([write(units.slice(0, 1)), write(units.slice(0, Math.ceil(units.length / 2)))]);
  },
};

/** A unit of the form with the first things of a row in the places of those of the row that it is of. */
const unitFor = (unit: string, own: readonly string[], things: readonly string[]): string => {
  let made = unit;
  let at = 0;
  for (const name of own) {
    const thing = things[at];
    if (thing === undefined || !wordOf(name).test(made)) continue;
    made = made.replace(wordOf(name), () => `\ue000${at}\ue000`);
    at++;
  }
  return made.replace(/\ue000(\d+)\ue000/g, (_, index) => things[Number(index)] ?? '');
};

const formOf = ({ calibration }: Context): RowLevels | undefined =>
  calibration.levels.find(({ gold }) => gold !== null && (textUnits(gold.completion)?.units.length ?? 0) > 1);

const firstThing: Probe = {
  rule: 'S02',
  also: ['F16', 'E04', 'C07', 'B07'],
  title: 'names the first thing of the prompt, once or again and again',
  fix: 'Look for each thing that is wanted, once: what is missing, and what is said twice, must cost as much as what is wrong.',
  kind: 'attack',
  // To pay a part for what is a part of it is sound.
  inFull: true,
  make(context, { row }) {
    const form = formOf(context);
    const found = form?.gold == null ? undefined : textUnits(form.gold.completion);
    if (form === undefined || found === undefined) return [];
    const own = [...thingsOf(form.row)].sort((one, other) => other.length - one.length);
    const [first = ''] = found.units;
    const things = thingsOf(row);
    if (things.length === 0 || !own.some((name) => wordOf(name).test(first))) return [];
    const unit = unitFor(first, own, things);
    return unique([...TIMES, things.length]).map((times) =>
      found.write(Array.from({ length: times }, () => unit)),
    );
  },
};

const emptied = (value: unknown): unknown[] => {
  if (!isObject(value)) return [];
  const keys = Object.keys(value);
  const inner = keys.filter((key) => typeof value[key] === 'object' && value[key] !== null);
  const nothing = (each: unknown): unknown => (Array.isArray(each) ? [] : {});
  const all = Object.fromEntries(
    keys.map((key) => [key, inner.includes(key) ? nothing(value[key]) : value[key]]),
  );
  return inner.length === 0
    ? []
    : [all, Object.fromEntries(Object.entries(all).filter(([key]) => !inner.includes(key)))];
};

const emptyInside: Probe = {
  rule: 'A22',
  also: ['C07', 'B07', 'A08'],
  title: 'has nothing in what should hold the answer',
  fix: 'Go through what is wanted, and not through what was given: of an empty object or list every element is right.',
  kind: 'attack',
  inFull: true,
  make({ calibration }) {
    // Of one row for all: what differs between rows is in none of the others right.
    const form = calibration.levels.find(({ gold }) => gold !== null)?.gold?.completion ?? '';
    const start = form.indexOf('{');
    const end = form.lastIndexOf('}') + 1;
    if (start < 0 || end <= start) return [];
    try {
      const value: unknown = JSON.parse(form.slice(start, end));
      return emptied(value).map((each) => form.slice(0, start) + JSON.stringify(each) + form.slice(end));
    } catch {
      return [];
    }
  },
};

/** A word of as many letters, all of them the same. */
const oneLetter: Probe = {
  rule: 'S02',
  also: ['E04', 'B07'],
  title: 'says one letter of the answer as often as it has letters',
  fix: 'Count letters (`Counter`): two sets are the same however often something is said.',
  kind: 'integrity',
  make(context, levels) {
    const core = coreOf(context.calibration, levels)?.trim() ?? '';
    if (!/^\p{L}{4,20}$/u.test(core)) return [];
    const made = core.charAt(0).repeat(core.length);
    return made === core ? [] : [levels.gold?.completion.replace(core, made) ?? ''];
  },
};

/** With the text of the honest answers alone, whatever field decides about them. */
export const UNIT_PROBES: readonly Probe[] = [firstThing, emptyInside, firstUnits, oneLetter];
