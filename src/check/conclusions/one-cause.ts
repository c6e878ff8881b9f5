/** Where a text without content is paid, whatever else is paid no more is no news: one cause, told once. */
import type { Exploit, NewFinding } from '../finding.ts';
import { isAtLeast } from './verdict.ts';

/** Attacks that say nothing, the plainest first. What they are paid, any text is. */
const CONTENT_FREE = ['A09', 'A08', 'A03'];
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
  if (cause === undefined) return tellFloorsOnce(findings);
  const isExplained = (other: Proved): boolean =>
    other !== cause && gapOf(other) <= gapOf(cause) + SAME && isAtLeast(cause.severity, other.severity);
  const covered = proved.filter(isExplained);
  return tellFloorsOnce(covering(findings, cause, covered, 'paid no more'));
};

/** Findings without those that one of them names beside its own. */
const covering = (
  findings: readonly NewFinding[],
  cause: Proved,
  covered: readonly Proved[],
  paid: string,
  classes = cause.classes ?? [cause.rule],
): NewFinding[] => {
  if (covered.length === 0) return [...findings];
  const names = [
    ...new Set([...(cause.covers ?? []), ...covered.flatMap((each) => [each.rule, ...(each.classes ?? [])])]),
  ]
    .filter((name) => name !== cause.rule)
    .sort();
  const why = `${cause.why} ${sentenceOf(covered.length, paid, names)}`;
  return findings
    .filter((finding) => !covered.includes(finding as Proved))
    .map((finding) => (finding === cause ? { ...cause, why, classes, covers: names } : finding));
};

/** Kinds of texts that a floor may be for; programs and lists that get it are only texts to it. */
const FORMS = /^(?:E|A08|A09|A1[123])/;

/** Gets the same whatever is right, and is told as a floor. */
const isFloor = ({ severity, classes = [], exploit: { decoy, reward } }: Proved): boolean =>
  severity !== 'critical' && decoy !== null && Math.abs(decoy - reward) <= SAME && classes.includes('A09');

/**
 * Where length or style is paid, each text gets another part of it: many floors with one cause. The one whose kind says
 * most of it, on most rows, is told; classes of the other kinds of texts are its own too.
 */
const tellFloorsOnce = (findings: readonly NewFinding[]): NewFinding[] => {
  const floors = (findings.filter(isProved) as Proved[]).filter(isFloor);
  const rank = ({ rule }: Proved): number => (rule.startsWith('E') ? 0 : FORMS.test(rule) ? 1 : 2);
  const [cause, ...others] = floors.sort(
    (one, other) =>
      Number(isAtLeast(other.severity, one.severity)) - Number(isAtLeast(one.severity, other.severity)) ||
      rank(one) - rank(other) ||
      (other.share?.hits ?? 0) - (one.share?.hits ?? 0) ||
      gapOf(other) - gapOf(one),
  );
  if (cause === undefined) return [...findings];
  const kinds = [cause, ...others].flatMap(({ classes = [] }) => classes).filter((name) => FORMS.test(name));
  return covering(findings, cause, others, 'paid a part whatever is right', [
    ...new Set([...(cause.classes ?? [cause.rule]), ...kinds]),
  ]);
};

const sentenceOf = (count: number, paid: string, names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ', …' : '';
  return `${count === 1 ? 'Another probe is' : `${count} other probes are`} ${paid}, for the same cause: ${shown}${more}.`;
};
