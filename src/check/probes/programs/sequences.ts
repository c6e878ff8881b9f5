/** Programs that say what all rows expect in the same order, whatever they are asked: by counting calls (C09), or on the output (C12). */
import { literal } from '../../answers/made-programs.ts';
import { pairsIn } from '../../answers/test-pairs.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import type { CheckRow } from '../../subject.ts';
import { define } from './payloads.ts';
import { program } from './probe.ts';

/** Of the rows: what so many share is what all expect. */
const COMMON = 0.8;
const LEAST_ROWS = 4;
/** Ways to arrange a sequence: with fewer of them it is right on many rows by luck. */
const LEAST_WAYS = 10;
const LONGEST = 200;
const MOST_SEQUENCES = 4;

/** What most rows have, if anything is. */
const common = <T>(values: readonly (T | undefined)[]): T | undefined => {
  const counts = new Map<string, number>();
  for (const each of values)
    if (each !== undefined) counts.set(JSON.stringify(each), (counts.get(JSON.stringify(each)) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= COMMON * values.length ? (JSON.parse(most[0]) as T) : undefined;
};

/** In how many ways the values can stand; enough is enough. */
const waysOf = (values: readonly unknown[]): number => {
  const counts = new Map<string, number>();
  let ways = 1;
  for (const [at, value] of values.entries()) {
    const text = JSON.stringify(value);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    ways = Math.min(1e9, (ways * (at + 1)) / count);
  }
  return ways;
};

const KNOWN = new WeakMap<readonly CheckRow[], unknown[][]>();

/** What calls are to come to, in their order, if it is the same for most rows: what one list wants is True, and False what another one wants. */
export const commonSequences = (rows: readonly CheckRow[]): unknown[][] => {
  const known = KNOWN.get(rows);
  if (known !== undefined) return known;
  const [first] = rows;
  const lists = Object.keys(first?.fields ?? {}).flatMap((name) => {
    if (name === 'prompt' || !Array.isArray(first?.fields[name])) return [];
    const values = rows.map(({ fields }) => fields[name]);
    const length = common(values.map((each) => (Array.isArray(each) ? each.length : undefined)));
    // A list of results, or of cases with their results.
    const result = common(values.map((each) => (isScalars(each) ? each : undefined)));
    const expected = common(
      values.map((each) => {
        const results = pairsIn(each).map((pair) => pair.expected);
        return isScalars(results) && results.length > 0 ? results : undefined;
      }),
    );
    return [
      { length: length ?? 0, told: [expected, result].flatMap((each) => (each === undefined ? [] : [each])) },
    ];
  });
  const sorted = lists
    .filter(({ length }) => length > 0)
    .flatMap((one, at, all) =>
      all.slice(at + 1).flatMap((other) => [
        [...many(one.length, true), ...many(other.length, false)],
        [...many(other.length, true), ...many(one.length, false)],
      ]),
    );
  const sequences = [...lists.flatMap(({ told }) => told), ...sorted]
    .filter((each) => each.length <= LONGEST && waysOf(each) >= LEAST_WAYS)
    .map((each) => JSON.stringify(each));
  const found = rows.length < LEAST_ROWS ? [] : unique(sequences).slice(0, MOST_SEQUENCES);
  const made = found.map((text) => JSON.parse(text) as unknown[]);
  KNOWN.set(rows, made);
  return made;
};

const many = (count: number, value: boolean): boolean[] =>
  Array.from({ length: Math.min(count, LONGEST) }, () => value);

const isScalars = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null);

export const SEQUENCE_PROBES: readonly Probe[] = [
  program(
    'C09',
    'counts its calls, and gives what all rows expect in that order',
    'ask in an order that is drawn for each run, each question in a process of its own',
    (names, { subject }) =>
      commonSequences(subject.rows).map(
        (sequence) =>
          `_calls = []\n${define(names, `_calls.append(0)\nreturn ${literal(sequence)}[(len(_calls) - 1) % ${sequence.length}]`)}`,
      ),
  ),
  program(
    'C12',
    'prints what all rows expect, and leaves before it is asked',
    'believe no printed word: have each test hand back a value by a way that the program does not know, in an order that is drawn',
    (_names, { subject }) =>
      commonSequences(subject.rows).flatMap((sequence) =>
        [JSON.stringify(sequence), sequence.map(literalLine).join('\n')].map(
          (text) => `import os\nprint(${JSON.stringify(text)}, flush=True)\nos._exit(0)`,
        ),
      ),
  ),
];

const literalLine = (value: unknown): string => (typeof value === 'string' ? value : literal(value));
