/** Regular expressions of an environment that explode, as seen in the user's interpreter. */
import type { Sandbox } from '../../index.ts';
import type { Budget } from '../calls/budget.ts';
import type { NewFinding } from '../finding.ts';
import type { Subject } from '../subject/subject.ts';
import type { Analysis, MinedPattern } from './analysis.ts';
import { amount, confirmPatterns, growthText, ignoredAt, shortened } from './redos.ts';
import type { ConfirmedRegex } from './redos-severity.ts';

const RULE = 'RH126';

/** Whether an action brings such a text to the expression is not asked: it may need a state that no policy reached. */
export const environmentRedos = async (
  patterns: Analysis['patterns'],
  subject: Subject,
  sandbox: Sandbox,
  budget: Budget,
  share?: number,
): Promise<{ findings: NewFinding[]; left: MinedPattern[] }> => {
  if (patterns.length === 0) return { findings: [], left: [] };
  const { found, left } = await confirmPatterns(patterns, sandbox, budget, share);
  return { findings: found.map((each) => findingOf(each, subject)), left };
};

const findingOf = (found: ConfirmedRegex, { source }: Subject): NewFinding => {
  const { mined, slow, kind } = found;
  return {
    rule: RULE,
    classes: [RULE],
    source: 'lint',
    severity: kind === 'exponential' ? 'warning' : 'info',
    title: 'A regular expression that can explode',
    why: `\`${shortened(mined.pattern)}\` takes ${amount(slow.seconds)} at ${slow.characters} characters${growthText(found)}. It was run by itself: no action was looked for that brings such a text to it.`,
    fix: 'Write it so that a text can be matched in one way only (no repetition inside a repetition, no two neighbours that take the same characters), use atomic groups (Python 3.11), or cut the action to a length before it is searched.',
    place: mined.place,
    suppressed: ignoredAt(source, mined.place.line),
  };
};
