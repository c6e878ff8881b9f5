/** What the rules found, as findings. */
import type { NewFinding, Severity } from '../finding.ts';
import { sourceFrame } from '../report/frame.ts';
import type { Subject } from '../subject/subject.ts';
import type { Analysis, LintMatch } from './analysis.ts';
import { RULES } from './rules.ts';

/** Findings of the source alone; each with its frame. Those that a comment ignores are suppressed with its reason. */
export const lintFindings = (analysis: Analysis, subject: Subject): NewFinding[] =>
  analysis.matches.map((match) => findingOf(match, subject));

const findingOf = (match: LintMatch, subject: Subject): NewFinding => {
  const { rule, severity, message, fix, classes, ignored } = match;
  const known = RULES[rule];
  const place = { ...match.place, file: subject.file };
  const severityOf: Severity = severity;
  return {
    rule,
    classes,
    source: 'lint',
    severity: severityOf,
    title: known?.title ?? message,
    why: sentence(message),
    fix,
    place,
    frame: sourceFrame(subject.source, place),
    suppressed: ignored,
  };
};

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
