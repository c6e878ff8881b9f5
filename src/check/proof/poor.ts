/** Where what was taken for right answers is paid little or nothing, they are none: what gets as much as they do proves nothing. */
import { isPoor } from '../answers/marks.ts';
import type { Context } from '../context.ts';
import { isSeen, type NewFinding } from '../finding.ts';

/** Full marks, whatever else is paid. */
const FULL = 0.9;

/** Proofs that rest on a right answer which is none, as warnings. */
export const doubtPoorAnswers = (context: Context, findings: readonly NewFinding[]): NewFinding[] => {
  const isOfPart = isPoor(context);
  return findings.map((finding) => {
    const { rule, source, severity, exploit } = finding;
    if (source !== 'probe' || !/^(?:critical|high)$/.test(severity) || isSeen(rule)) return finding;
    const { reward, honest } = exploit ?? {};
    if (typeof reward !== 'number' || typeof honest !== 'number') return finding;
    const isNothing = reward <= 0 && honest <= 0;
    if (!isNothing && !(isOfPart && reward < FULL)) return finding;
    const why = `${finding.why} ${isNothing ? 'That is no reward' : 'More may be paid for what was not found'}, so it is no proof.`;
    return { ...finding, severity: 'warning', why };
  });
};
