/** Where a text without content is paid, whatever else is paid no more is no news: one cause, told once. */
import { CONTENT_FREE, type Exploit, type NewFinding } from '../finding.ts';
import { isAtLeast } from './verdict.ts';

/** Of the distance between floor and answer: within it two rewards are the same. */
const SAME = 0.02;
/** Share of rows that counts as all. */
const EVERYWHERE = 0.9;
/** More names than these are only counted. */
const MOST_NAMED = 12;

type Proved = NewFinding & { exploit: Exploit & { completion: string; reward: number } };

/** One completion by itself: not one that rests on what a judge said, or on calls before it. */
const isProved = ({ source, exploit }: NewFinding): boolean =>
  source === 'probe' &&
  typeof exploit?.completion === 'string' &&
  typeof exploit.reward === 'number' &&
  (exploit.judge ?? null) === null &&
  (exploit.before ?? null) === null;

/** Of what the honest answer gets; of the reward itself where none is known. */
const gapOf = ({ exploit: { reward, honest, floor } }: Proved): number => {
  const nothing = floor ?? 0;
  return honest === null || honest <= nothing ? reward : (reward - nothing) / (honest - nothing);
};

const isEverywhere = ({ share }: NewFinding): boolean =>
  share !== null && share !== undefined && share.hits >= EVERYWHERE * share.of;

/** Paid under the right answer only: made of it, and no text without content. */
const isOfItsRow = ({ exploit: { decoy, reward, floor } }: Proved): boolean =>
  decoy !== null && decoy - (floor ?? 0) < (reward - (floor ?? 0)) / 2;

/**
 * Findings of which each has a cause of its own: those that the plainest content-free attack explains are named by it
 * (`covers`) and left out, because they are paid no more and are no worse.
 */
export const tellCausesOnce = (findings: readonly NewFinding[]): NewFinding[] => {
  const proved = findings.filter(isProved) as Proved[];
  const [cause] = proved
    .filter((each) => CONTENT_FREE.includes(each.rule) && isEverywhere(each) && !isOfItsRow(each))
    .sort(
      (one, other) =>
        Math.sign(gapOf(other) - gapOf(one)) * Number(Math.abs(gapOf(other) - gapOf(one)) > SAME) ||
        // Of those paid the same the worst: a warning explains no proof.
        Number(isAtLeast(other.severity, one.severity)) - Number(isAtLeast(one.severity, other.severity)) ||
        CONTENT_FREE.indexOf(one.rule) - CONTENT_FREE.indexOf(other.rule) ||
        one.exploit.completion.length - other.exploit.completion.length,
    );
  if (cause === undefined) return [...findings];
  const isExplained = (other: Proved): boolean =>
    other !== cause && gapOf(other) <= gapOf(cause) + SAME && isAtLeast(cause.severity, other.severity);
  const covered = proved.filter(isExplained);
  return covering(findings, cause, covered);
};

/** Findings without those that one of them names beside its own. */
const covering = (
  findings: readonly NewFinding[],
  cause: Proved,
  covered: readonly Proved[],
): NewFinding[] => {
  if (covered.length === 0) return [...findings];
  const names = [
    ...new Set([...(cause.covers ?? []), ...covered.flatMap((each) => [each.rule, ...(each.classes ?? [])])]),
  ]
    .filter((name) => name !== cause.rule)
    .sort();
  const why = `${cause.why} ${sentenceOf(covered.length, names)}`;
  return findings
    .filter((finding) => !covered.includes(finding as Proved))
    .map((finding) => (finding === cause ? { ...cause, why, covers: names } : finding));
};

const sentenceOf = (count: number, names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ', …' : '';
  return `${count === 1 ? 'Another probe is' : `${count} other probes are`} paid no more, for the same cause: ${shown}${more}.`;
};
