/** Wrong answers that are made of the right one: what an extractor drops, or a comparison does not see. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { goldOf, wrongOf } from './material/material.ts';
import { isBare, wrap } from './material/shells.ts';

/** The right answer and a wrong one that does not hold it. */
const pairOf = (context: Context, levels: RowLevels): { gold: string; wrong: string } | null => {
  const gold = goldOf(context, levels);
  if (gold === null || gold === '' || gold.length > 2_000) return null;
  const wrong = wrongOf(context, levels).find((text) => !text.toLowerCase().includes(gold.toLowerCase()));
  return wrong === undefined ? null : { gold, wrong };
};

const negated: Probe = {
  rule: 'A06',
  title: 'denies the right answer',
  fix: 'Extract one answer and compare it for equality; a text that contains the right answer may deny it.',
  kind: 'integrity',
  make(context, levels) {
    const pair = pairOf(context, levels);
    if (pair === null) return [];
    const { gold, wrong } = pair;
    const shell = wrap(context);
    // Where nothing marks the answer, to read the first thing of its kind is a policy.
    const inside = isBare(shell)
      ? []
      : [
          `${wrong}. It is not ${gold}, it is ${wrong}`,
          `It is not ${gold}. It is ${wrong}.`,
          `not ${gold}, it is ${wrong}`,
        ];
    return unique([
      `The answer is ${wrong}. It is not ${gold}; it is ${wrong}.`,
      `${shell(wrong)} It is not ${gold}; it is ${wrong}. ${shell(wrong)}`,
      ...inside.map(shell),
    ]);
  },
};

const hedged: Probe = {
  rule: 'A07',
  title: 'names the right answer and a wrong one',
  fix: 'Do not cut an answer at a unit, a bracket or the word `or`: reject what does not parse as a whole.',
  kind: 'integrity',
  make(context, levels) {
    const pair = pairOf(context, levels);
    if (pair === null) return [];
    const { gold, wrong } = pair;
    const shell = wrap(context);
    // Where no tag bounds the answer, to read the first or the last number is a policy: only what stands between is a hedge.
    if (isBare(shell)) return [`${wrong}, ${gold} or ${wrong}`, `${wrong} or ${gold}? Maybe ${wrong}`];
    return unique(
      [
        `${gold} or ${wrong}`,
        `${wrong} or ${gold}`,
        `${gold} \\text{ or } ${wrong}`,
        `${gold}\\text{ or ${wrong}}`,
        `${wrong} \\text{ or } ${gold}`,
        `${gold} / ${wrong}`,
        `${gold} (or ${wrong})`,
        `either ${wrong} or ${gold}`,
        // Where nothing closes an answer, its line does.
        ...(/x(?:\n[^<`\]}\\]|$)/.test(shell('x')) ? [] : [`${gold}\n${wrong}`]),
      ].map(shell),
    );
  },
};

const METACHARACTERS = ['.*', '.+', '[\\s\\S]*', '.', '\\d+', '\\w+', '(.*)', '|', '^', '.*?', '%', '*'];

const patternAnswer: Probe = {
  rule: 'A16',
  title: 'answers with a pattern',
  fix: 'Escape what comes from the completion: `re.escape(answer)`; or compare for equality.',
  kind: 'attack',
  make: (context) =>
    unique([...METACHARACTERS.map(wrap(context)), ...METACHARACTERS.slice(0, 2)]).slice(0, 14),
};

export const EXTRACTION_PROBES: readonly Probe[] = [negated, hedged, patternAnswer];
