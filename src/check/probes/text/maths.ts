/** Numbers that are not the answer and yet taken for it, and texts that break a parser of numbers. */
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { goldOf, materialOf, wrongOf } from './material/material.ts';
import { isBare, wrap } from './material/shells.ts';

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

export const MATHS_PROBES: readonly Probe[] = [equation, nonFinite, parserBreakers];
