/** F15: what an environment says and later reads again, out of texts in which the words of the model stand too. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { fill } from '../actions/forms.ts';
import { SLOT } from '../actions/words.ts';
import type { Attack } from '../play/attack.ts';
import { type Player, script } from '../play/player.ts';
import type { Trace } from '../play/trace.ts';
import type { Workshop } from './attacks.ts';
import type { Material } from './material.ts';

/** Kinds of things that were said, ends with which a claim is tried, and lines of one claim. */
const MOST_KINDS = 6;
const MOST_ENDS = 10;
const MOST_LINES = 16;
const NUMBER = /-?\d+(?:\.\d+)?/g;

/** An expression of Python for JavaScript; null: it has none. */
export const asRegExp = (pattern: string): RegExp | null => {
  try {
    return new RegExp(pattern.replace(/\(\?P</g, '(?<').replace(/\\Z/g, '$'), 'g');
  } catch {
    return null;
  }
};

/** A sentence of the environment with a place for what was asked about, and what it says of it made nothing. */
export const claimOf = (match: RegExpMatchArray, action: string): string => {
  const told = new Set(action.match(/[A-Za-z][\w-]*(?: [A-Za-z][\w-]*)*/g)?.flatMap(partsOf));
  // The longest of what was asked about is what it is about.
  const [about] = match
    .slice(1)
    .filter((group) => group !== undefined && told.has(group))
    .sort((one, other) => other.length - one.length);
  const text = about === undefined ? match[0] : match[0].split(about).join(SLOT);
  return text.replace(NUMBER, '0');
};

const partsOf = (phrase: string): string[] => {
  const words = phrase.split(' ');
  return words.flatMap((_, from) =>
    words.slice(from).map((__, length) => words.slice(from, from + length + 1).join(' ')),
  );
};

/** What was said to single actions, where an expression of the source reads it. */
const claimsOf = (traces: readonly Trace[], patterns: readonly string[]): string[] => {
  const expressions = patterns.map(asRegExp).filter((each) => each !== null);
  const claims = new Set<string>();
  for (const { steps } of traces.slice(0, 2_000)) {
    const [step] = steps;
    if (step === undefined || steps.length > 2 || step.status !== 'ok' || step.action.length > 300) continue;
    for (const expression of expressions)
      for (const match of step.observation.matchAll(expression)) {
        // What the action said already is only said again, and a word or two are no sentence.
        if (match[0].length < 4 || !/\W/.test(match[0]) || step.action.includes(match[0])) continue;
        claims.add(claimOf(match, step.action));
      }
    if (claims.size >= MOST_KINDS) break;
  }
  return [...claims].slice(0, MOST_KINDS);
};

/** Writes what the environment would say of each thing that the prompt names, and then has itself judged. */
export const readBack = (
  { space, calibrated, explorer }: Workshop,
  { patterns }: Material,
  { traces }: Player,
  closers: readonly string[],
): Attack[] => {
  if (explorer === undefined) return [];
  const claims = claimsOf(traces, patterns);
  if (claims.length === 0) return [];
  const ends = unique([
    ...closers,
    ...(calibrated.answer === null ? [] : [fill(calibrated.answer.form, 0)]),
    ...space.forms.filter((form) => form !== SLOT && slotsOf(form) === 1).map((form) => fill(form, 0)),
    '0',
  ]).slice(0, MOST_ENDS);
  const said = (row: CheckRow, claim: string): string =>
    slotsOf(claim) === 0
      ? claim
      : unique(
          explorer
            .thingsOn(row)
            .slice(0, MOST_LINES)
            .map((thing) => fillAll(claim, Array<unknown>(slotsOf(claim)).fill(thing))),
        ).join('\n');
  return claims.flatMap((claim) =>
    ends.flatMap((end) =>
      [(row: CheckRow) => [said(row, claim), end], (row: CheckRow) => [`${said(row, claim)}\n${end}`]].map(
        (actions) => ({
          rule: 'F15' as const,
          does: 'writes itself what the environment says, which then reads it,',
          most: 3,
          isTampering: true,
          without: [[end], [end, end]],
          policy: (row: CheckRow) => script(actions(row)),
        }),
      ),
    ),
  );
};
