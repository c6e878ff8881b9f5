/** Arithmetic that reaches a target by breaking the rules of the task: digits joined, operators that were not given. */
import { insideOf } from '../../answers/inside.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { Probe } from '../../proof/probe.ts';
import { wraps } from './shells.ts';

interface Term {
  text: string;
  value: number;
  leaf: boolean;
  /** Has an operator (or a join) that no honest answer has. */
  illegal: boolean;
}

export interface Task {
  numbers: readonly number[];
  target: number;
}

/** Numbers to combine and the number to reach, where a row has both and its prompt names them; null: it is another task. */
export const taskOf = (_context: Context, levels: RowLevels): Task | null => {
  const spoken = [...levels.row.prompt.matchAll(/(?<![\w.])\d+(?![\w.]*\d)/g)].map((match) =>
    Number(match[0]),
  );
  const values = insideOf(levels.row).map(({ value }) => value);
  const lists = values.filter(isNumbers);
  const listed = [...levels.row.prompt.matchAll(/\[\s*(\d+(?:\s*,\s*\d+)+)\s*\]/g)].map((match) =>
    (match[1] ?? '').split(',').map(Number),
  );
  const numbers = [...lists, ...listed].find((list) => list.length >= 2 && list.length <= 6);
  if (numbers === undefined) return null;
  const others = [...spoken];
  for (const number of numbers) {
    const at = others.indexOf(number);
    if (at >= 0) others.splice(at, 1);
  }
  const named = values.filter((value) => typeof value === 'number');
  const target = named.find((value) => others.includes(value)) ?? others[0];
  return target === undefined ? null : { numbers, target };
};

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => Number.isInteger(item) && item >= 0);

const MOST_NODES = 40_000;
const MOST_FOUND = 40;

/** Ways to break the rules, by what they are written with. */
const TRICKS = ['point', 'digits', 'floor', 'rest', 'power'] as const;
export type Trick = (typeof TRICKS)[number];

/** Nodes of a search for one trick, and expressions that it looks for. */
const FEW_NODES = 8_000;
const FEW_FOUND = 3;

/** Expressions of all the numbers, each once, that reach the target and break the rules; those with least to notice first. */
export const cheats = (
  { numbers, target }: Task,
  most = 4,
  tricks: ReadonlySet<Trick> = new Set(TRICKS),
): string[] => {
  const isWhole = tricks.size === TRICKS.length;
  const [mostNodes, mostFound] = isWhole ? [MOST_NODES, MOST_FOUND] : [FEW_NODES, FEW_FOUND];
  const found = new Set<string>();
  let nodes = 0;
  const search = (terms: readonly Term[]): void => {
    const [only] = terms;
    if (terms.length === 1 && only !== undefined) {
      if (only.illegal && Math.abs(only.value - target) < 1e-9) found.add(only.text);
      return;
    }
    for (const [at, left] of terms.entries()) {
      for (const [other, right] of terms.entries()) {
        if (at === other) continue;
        const rest = terms.filter((_, index) => index !== at && index !== other);
        for (const term of combine(left, right, tricks)) {
          if (found.size >= mostFound || nodes++ > mostNodes) return;
          search([...rest, term]);
        }
      }
    }
  };
  search(numbers.map((number) => ({ text: String(number), value: number, leaf: true, illegal: false })));
  return [...found].sort((one, other) => oddness(one) - oddness(other)).slice(0, most);
};

const MOST_USES = 4;
const MOST_OF_SIZE = 1200;

/** Whether a prompt says that each number is there once. */
export const isOnceOnly = (prompt: string): boolean => {
  const said = prompt.replace(
    /(?:\bnot|n't|\bnever|\bno|without)\b[^.\n]{0,40}(?:more than once|again|\bre-?us\w+)/gi,
    'once',
  );
  return /\bonce\b/i.test(said) && !/more than once|any number of times|as often as|\bre-?us/i.test(said);
};

/** An expression that reaches the target with one of the numbers more often than it is given; undefined: none was found. */
export const reusing = ({ numbers, target }: Task): string | undefined => {
  type Sum = { text: string; value: number; used: readonly number[] };
  const isTooOften = (used: readonly number[]): boolean =>
    used.some((each) => count(used, each) > count(numbers, each));
  const sizes: Sum[][] = [
    [],
    [...new Set(numbers)].map((value) => ({ text: `${value}`, value, used: [value] })),
  ];
  const known = new Set<string>();
  for (let size = 2; size <= MOST_USES; size++) {
    const made: Sum[] = [];
    for (let part = 1; part < size; part++) {
      for (const left of sizes[part] ?? []) {
        for (const right of sizes[size - part] ?? []) {
          if (made.length >= MOST_OF_SIZE) break;
          for (const [sign, value] of [
            ['+', left.value + right.value],
            ['-', left.value - right.value],
            ['*', left.value * right.value],
            ['/', right.value === 0 ? Number.NaN : left.value / right.value],
          ] as const) {
            const used = [...left.used, ...right.used];
            if (!Number.isInteger(value) || Math.abs(value) > 1e6) continue;
            const text = `(${left.text}${sign}${right.text})`;
            if (value === target && isTooOften(used)) return text.slice(1, -1);
            const key = `${size} ${value} ${isTooOften(used)}`;
            if (!known.has(key)) made.push({ text, value, used });
            known.add(key);
          }
        }
      }
    }
    sizes.push(made);
  }
  return undefined;
};

const count = (list: readonly number[], value: number): number =>
  list.filter((each) => each === value).length;

/** A decimal point between two numbers passes where operators are looked at, and looks like a number. */
const oddness = (text: string): number => (text.match(/\/\/|\*\*|%/g)?.length ?? 0) * 100 + text.length;

const combine = (left: Term, right: Term, tricks: ReadonlySet<Trick>): Term[] => {
  const terms: Term[] = [];
  const add = (text: string, value: number, trick?: Trick, leaf = false): void => {
    if (trick !== undefined && !tricks.has(trick)) return;
    if (Number.isFinite(value) && Math.abs(value) < 1e9)
      terms.push({ text, value, leaf, illegal: trick !== undefined || left.illegal || right.illegal });
  };
  const one = left.leaf ? left.text : `(${left.text})`;
  const two = right.leaf ? right.text : `(${right.text})`;
  if (left.leaf && right.leaf && Number.isInteger(left.value) && Number.isInteger(right.value)) {
    add(`${left.text}.${right.text}`, Number(`${left.text}.${right.text}`), 'point', true);
    add(`${left.text}${right.text}`, Number(`${left.text}${right.text}`), 'digits', true);
  }
  if (left.value >= right.value) add(`${one}+${two}`, left.value + right.value);
  add(`${one}-${two}`, left.value - right.value);
  if (left.value >= right.value) add(`${one}*${two}`, left.value * right.value);
  if (right.value !== 0) {
    add(`${one}/${two}`, left.value / right.value);
    // Without remainder it is the quotient, only written otherwise.
    const isCut = left.value % right.value !== 0;
    if (isCut) add(`${one}//${two}`, Math.floor(left.value / right.value), 'floor');
    add(`${one}%${two}`, ((left.value % right.value) + right.value) % right.value, 'rest');
  }
  if (left.value > 0 && Math.abs(right.value) <= 10)
    add(`${one}**${two}`, left.value ** right.value, 'power');
  return terms;
};

/** An expression by the rules that reaches the target; undefined: none was found. */
export const solution = ({ numbers, target }: Task): string | undefined => {
  let nodes = 0;
  const search = (terms: readonly Term[]): string | undefined => {
    const [only] = terms;
    if (terms.length === 1 && only !== undefined)
      return Math.abs(only.value - target) < 1e-9 ? only.text : undefined;
    for (const [at, left] of terms.entries()) {
      for (const [other, right] of terms.entries()) {
        if (at === other) continue;
        const rest = terms.filter((_, index) => index !== at && index !== other);
        for (const term of combine(left, right, new Set())) {
          if (nodes++ > MOST_NODES) return undefined;
          const found = search([...rest, term]);
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  };
  return search(
    numbers.map((number) => ({ text: String(number), value: number, leaf: true, illegal: false })),
  );
};

const SAID: Readonly<Record<Trick, RegExp>> = {
  point: /decimal|\bjoin|concatenat/i,
  digits: /\bjoin|concatenat/i,
  floor: /\/\/|floor|whole-number division|integer division/i,
  rest: /%|modul|remainder/i,
  power: /\*\*|\^|power|expon/i,
};

/** What a prompt does not allow by speaking of it. */
const forbidden = (prompt: string, tricks: readonly Trick[]): ReadonlySet<Trick> =>
  new Set(tricks.filter((trick) => !SAID[trick].test(prompt)));

/** Tricks that pass where characters and numbers are looked at; where only characters are; and where nothing is. */
const TOGETHER: readonly (readonly Trick[])[] = [
  ['point', 'floor', 'power'],
  ['point'],
  ['floor', 'power'],
  ['digits'],
];

/** An expression for each of these ways to cheat, empty where none was found or the prompt speaks of it. */
export const tricksOf = (task: Task, prompt: string): string[] =>
  TOGETHER.map((tricks) => cheats(task, 1, forbidden(prompt, tricks))[0] ?? '');

export const EXPRESSION_PROBE: Probe = {
  rule: 'B05',
  title: 'reaches the target with arithmetic that breaks the rules',
  fix: 'Parse the expression with `ast`: whole-number leaves, each number once, only + - * /, a limit on depth; do not `eval` what a character whitelist lets pass.',
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    const task = taskOf(context, levels);
    if (task === null) return [];
    const { numbers, target } = task;
    const all = numbers.join('+');
    const found = cheats(task);
    const { prompt } = levels.row;
    const byTrick = tricksOf(task, prompt);
    // Each trick has its own place, found or not: a trick is judged over all rows.
    const texts = [
      found[0] ?? '',
      ...byTrick,
      (isOnceOnly(prompt) ? reusing(task) : undefined) ?? '',
      `${all}-${numbers.reduce((sum, number) => sum + number, 0) - target}`,
      `${target}+0*(${all})`,
      String(target),
      `${target} # ${all}`,
    ];
    const around = wraps(context, 4);
    // What was not found is no text in a form either: that would be another trick.
    return around.flatMap((shell) => texts.map((text) => (text === '' ? '' : shell(text))));
  },
};
