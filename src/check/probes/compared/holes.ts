/**
 * What stands in the place of single values of an answer of several, where the rest of it is what the prompt says: all
 * numbers in the one argument of a call that has to be worked out, nothing or a pattern in each of them.
 */
import { isObject } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { fullMarks, HIGH_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { FILLINGS, type Filling, isWhole } from './fillings.ts';
import { exploitOf } from './sweeps.ts';
import { type WrittenAnswer, writtenAnswer } from './written.ts';

type Value = unknown;
type Path = readonly string[];

const FIRST_ROWS = 3;
const MOST_ROWS = 16;
const LEAST_ROWS = 3;
const LEAST_SHARE = 0.8;
const MOST_LEAVES = 24;
const LONGEST = 20_000;
/** In the place of a value, and no value of anything. */
const OTHER = 'zqxj';

const leavesOf = (value: Value, path: Path = []): { path: Path; leaf: Value }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
    : [{ path, leaf: value }];

const put = (value: Value, path: Path, next: Value): Value => {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === key ? put(each, rest, next) : each));
  return { ...(value as object), [key]: put((value as Record<string, Value>)[key], rest, next) };
};

const isNamed = (prompt: string, leaf: Value): boolean => {
  const text = String(leaf).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'iu').test(prompt);
};

interface Asked {
  levels: RowLevels;
  written: WrittenAnswer;
  /** Sets of places: those that are filled at once. What is left is in the prompt, or the same on all rows. */
  sets: readonly (readonly Path[])[];
}

/** Rows whose answer is an object, with the places that an attack fills. */
const askedOf = (context: Context): Asked[] => {
  const { levels } = context.calibration;
  const all = levels.flatMap((each) => {
    const written = each.gold === null ? null : writtenAnswer(context, each);
    return written === null || !isObject(written.value) ? [] : [{ levels: each, written }];
  });
  const usual = new Map<string, Set<string>>();
  for (const { written } of all)
    for (const { path, leaf } of leavesOf(written.value)) {
      const name = path.join('.');
      usual.set(name, (usual.get(name) ?? new Set()).add(JSON.stringify(leaf)));
    }
  return all.flatMap(({ levels: each, written }): Asked[] => {
    const leaves = leavesOf(written.value);
    if (leaves.length > MOST_LEAVES) return [];
    const { prompt } = each.row;
    const isGiven = ({ path, leaf }: { path: Path; leaf: Value }): boolean =>
      isNamed(prompt, leaf) || (all.length > 1 && usual.get(path.join('.'))?.size === 1);
    const open = leaves.filter((leaf) => !isGiven(leaf));
    const deep = leaves.filter(
      ({ path }) => path.length === Math.max(...leaves.map((leaf) => leaf.path.length)),
    );
    const isOpen = deep.length < leaves.length && open.every((leaf) => deep.includes(leaf));
    const sets = [open, isOpen ? deep : [], leaves].map((set) => set.map(({ path }) => path));
    return [{ levels: each, written, sets }];
  });
};

interface Sight {
  levels: RowLevels;
  completion: string;
}

export const holesCheck: Check = {
  name: 'what stands in the place of single values',
  async run(context) {
    const { basis } = context.calibration;
    if (basis !== 'answer') return [];
    const rows = context.random.sample(askedOf(context), MOST_ROWS);
    if (rows.length < LEAST_ROWS) return [];
    const valuesAt = valuesByKey(rows);
    const findings: NewFinding[] = [];
    for (const filling of FILLINGS) {
      if (findings.some(({ rule }) => rule === filling.rule) || isTold(context, filling.rule)) continue;
      for (const nth of [0, 1, 2]) {
        if (!context.budget.has(0.05)) return findings;
        const sights = await sightsOf(context, rows, (asked) => filledIn(asked, nth, filling, valuesAt));
        const finding = await findingOf(context, filling, sights, rows.length);
        if (finding === undefined) continue;
        findings.push(finding);
        break;
      }
    }
    return findings;
  },
};

/** Proved already, for answers of whatever kind. */
const isTold = ({ findings }: Context, rule: string): boolean =>
  findings.some(
    ({ source, severity, rule: own, classes = [] }) =>
      source === 'probe' && severity === 'critical' && (own === rule || classes.includes(rule)),
  );

/** What the answers of all rows have under a key. */
const valuesByKey = (rows: readonly Asked[]): Map<string, Value[]> => {
  const values = new Map<string, Value[]>();
  for (const { written } of rows)
    for (const { path, leaf } of leavesOf(written.value)) {
      const key = path.at(-1) ?? '';
      values.set(key, [...(values.get(key) ?? []), leaf]);
    }
  return values;
};

interface Filled {
  completion: string;
  /** The same with what is no value of anything, and with another value of the same type. */
  controls: readonly string[];
}

const filledIn = (
  { written, sets }: Asked,
  nth: number,
  filling: Filling,
  valuesAt: ReadonlyMap<string, readonly Value[]>,
): Filled | undefined => {
  const set = sets[nth] ?? [];
  const isRepeated = sets
    .slice(0, nth)
    .some((earlier) => earlier.map(String).join() === set.map(String).join());
  if (set.length === 0 || isRepeated) return undefined;
  const all = [...valuesAt.values()].flat();
  const leaves = new Map(leavesOf(written.value).map(({ path, leaf }) => [path.join('\0'), leaf]));
  const texts = set.map((path) => {
    const own = valuesAt.get(path.at(-1) ?? '') ?? [];
    return filling.text(leaves.get(path.join('\0')), filling.rule === 'A05' ? own : all);
  });
  const isRight = set.some((path, at) => isSame(leaves.get(path.join('\0')), texts[at]));
  if (texts.includes(undefined) || isRight) return undefined;
  const withAll = (next: (path: Path, at: number) => Value): string =>
    written.write(set.reduce((value, path, at) => put(value, path, next(path, at)), written.value));
  return {
    completion: withAll((_, at) => texts[at]),
    controls: [withAll(() => OTHER), withAll((path) => otherThan(leaves.get(path.join('\0'))))],
  };
};

const isSame = (leaf: Value, text: Value): boolean =>
  String(leaf).trim().toLowerCase() === String(text).trim().toLowerCase();

/** Of a digit that it has not, so that none is in the other. */
const far = (leaf: Value): string =>
  ([...'739521468'].find((digit) => !String(leaf).includes(digit)) ?? '9').repeat(7);

const otherThan = (leaf: Value): Value => {
  if (typeof leaf === 'number') return Number(far(leaf));
  if (typeof leaf === 'boolean') return !leaf;
  return typeof leaf === 'string' && isWhole(leaf) ? far(leaf) : `${OTHER} ${OTHER}`;
};

/** Rows that pay it in full, and what is no value little; a few first, the rest where these show it. */
const sightsOf = async (
  { scorer, calibration }: Context,
  rows: readonly Asked[],
  make: (asked: Asked) => Filled | undefined,
): Promise<Sight[]> => {
  const sights: Sight[] = [];
  for (const part of [rows.slice(0, FIRST_ROWS), rows.slice(FIRST_ROWS)]) {
    const seen = await Promise.all(
      part.map(async (asked): Promise<Sight[]> => {
        const filled = make(asked);
        const { levels } = asked;
        const full = fullMarks(levels, calibration);
        if (filled === undefined || full === null || filled.completion.length > LONGEST) return [];
        const [first, ...others] = await scorer.all(
          [filled.completion, ...filled.controls].map((completion) => ({ row: levels.row, completion })),
        );
        const gap = (reward: number | null): number =>
          ((reward ?? levels.floor) - levels.floor) / (full - levels.floor);
        const isPaid = gap(paid(first)) >= PROOF_GAP && others.every((each) => gap(paid(each)) < HIGH_GAP);
        return isPaid ? [{ levels, completion: filled.completion }] : [];
      }),
    );
    sights.push(...seen.flat());
    if (sights.length < LEAST_SHARE * part.length && sights.length < FIRST_ROWS) break;
  }
  return sights;
};

const findingOf = async (
  context: Context,
  { rule, also = [], title, fix }: Filling,
  sights: readonly Sight[],
  of: number,
): Promise<NewFinding | undefined> => {
  const [shown] = [...sights].sort((one, other) => one.completion.length - other.completion.length);
  if (shown === undefined || sights.length < LEAST_SHARE * of) return undefined;
  const exploit = await exploitOf(context, shown.levels, shown.completion);
  if (exploit === null || (exploit.reward ?? 0) <= shown.levels.floor) return undefined;
  const share = shareOf(sights.length, of);
  return {
    rule,
    classes: [rule, ...also],
    source: 'probe',
    severity: 'critical',
    title,
    why: `An answer that ${title}, and says besides only what its prompt says, is paid as the right one on ${share.hits} of ${share.of} rows; with another value there it is not.`,
    fix,
    exploit,
    share,
  };
};
