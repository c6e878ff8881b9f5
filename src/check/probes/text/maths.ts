/** Numbers that are not the answer and yet taken for it, and texts that break a parser of numbers. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { elementsOf, goldJson, goldOf, materialOf, wrongOf } from './material/material.ts';
import { isBare, wrap, wraps } from './material/shells.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The right answer where it is a number that is not 0. */
const numberOf = (context: Context, levels: RowLevels): { text: string; value: number } | null => {
  const text = goldOf(context, levels);
  if (text === null || !NUMBER.test(text) || Number(text) === 0) return null;
  return { text, value: Number(text) };
};

/** Without the noise of binary fractions. */
const plain = (value: number): string => String(Number(value.toPrecision(12)));

const scaled: Probe = {
  rule: 'B01',
  title: 'is a hundred times too large or too small',
  fix: 'Treat percentages by their sign in the text; do not accept 100 times the answer or a hundredth of it.',
  kind: 'integrity',
  make(context, levels) {
    const gold = numberOf(context, levels);
    if (gold === null || Math.abs(gold.value) >= 1e12) return [];
    const shell = wrap(context);
    // Where nothing closes an answer its last digits may be read: of `0.85` the whole number 85.
    const factors = shell('x').endsWith('x') ? [100, 1_000] : [100, 0.01, 1_000];
    return unique(factors.map((factor) => shell(plain(gold.value * factor))));
  },
};

const equation: Probe = {
  rule: 'B02',
  title: 'stands on one side of a wrong equation',
  fix: 'Do not cut the answer at `=`: accept `x = 42` only with a name on the left side.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels);
    const shell = wrap(context);
    if (gold === null || gold === '' || gold.length > 60 || isBare(shell)) return [];
    return wrongOf(context, levels)
      .slice(0, 1)
      .flatMap((wrong) =>
        [`${wrong}=${gold}`, `${wrong} = ${gold}`, `${gold}=${wrong}`, `${gold} = ${wrong}`].map(shell),
      );
  },
};

const nonFinite: Probe = {
  rule: 'B03',
  title: 'is no finite number',
  fix: 'Reject what `math.isfinite` rejects before comparing, and write tolerances as `abs(a - b) <= t`: a comparison with NaN is always false.',
  kind: 'attack',
  make(context) {
    const { kind } = materialOf(context);
    if (kind === 'letter' || kind === 'boolean') return [];
    const texts = ['nan', 'inf', '-inf', '1e999', 'NaN', 'Infinity', '1e308', '-1e999'];
    return unique([...texts.map(wrap(context)), 'nan', 'inf']);
  },
};

/** Programs and algebra that are evaluated: a power tower never ends, so it is worth a try only there. */
const EVALUATES =
  /\b(?:eval|exec|sympify|parse_expr|parse_latex|simplify|latex2sympy)\s*\(|math_verify|\bsympy\b/;

const HANGS_EVERY = 12;

const parserBreakers: Probe = {
  rule: 'B09',
  title: 'makes the parser fail or hang',
  fix: 'Pay the minimum in every `except` branch and on every timeout; cap the length of what is parsed first.',
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    const evaluates =
      EVALUATES.test(context.subject.source) ||
      context.analysis.matches.some((match) => match.rule === 'RH101' || match.rule === 'RH102');
    const texts = [
      '9'.repeat(5_000),
      `${'('.repeat(300)}1${')'.repeat(300)}`,
      '(',
      '1/0',
      `${'\\frac{1}{'.repeat(400)}2${'}'.repeat(400)}`,
      '[['.repeat(1_500),
      '1e400',
      '\\',
      '\ud83d',
      ...(evaluates ? ['2**-1**0.5', '1//0', "'a'*3"] : []),
    ];
    // Each of these costs a whole deadline: on some rows only, and last.
    const hangs = evaluates && context.calibration.levels.indexOf(levels) % HANGS_EVERY === 0;
    return unique([
      ...texts.map(wrap(context)),
      texts[1] ?? '',
      '{"answer": ',
      'x'.repeat(50_000),
      ...(hangs ? [wrap(context)('9**9**9**9')] : []),
    ]);
  },
};

const subset: Probe = {
  rule: 'B07',
  title: 'gives one of several answers',
  fix: 'Compare sets for equality (`set(a) == set(b)`), not for any common element.',
  kind: 'integrity',
  make(context, levels) {
    const json = goldJson(context, levels);
    const parts = json === null ? [] : elementsOf(json);
    if (parts.length < 2 || parts.some((part) => part.length > 100)) return [];
    const one = parts.at(-1) ?? '';
    const wrong = wrongOf(context, levels).flatMap((text) => elementsOf(JSON.stringify(text)));
    const junk = wrong.find((part) => !parts.includes(part)) ?? 'x';
    return unique(
      wraps(context, 2).flatMap((shell) =>
        [one, JSON.stringify([scalar(one)]), `${one}, ${junk}`].map(shell),
      ),
    );
  },
};

const scalar = (text: string): string | number =>
  NUMBER.test(text) && text.length <= 15 ? Number(text) : text;

export const MATHS_PROBES: readonly Probe[] = [scaled, equation, nonFinite, subset, parserBreakers];
