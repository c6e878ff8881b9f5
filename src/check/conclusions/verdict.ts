/** What findings come to: their names and order, the verdict, and the exit code. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { plural } from '../../formats/text/visible.ts';
import type { Finding, NewFinding, Severity, Verdict } from '../finding.ts';
import { isOfExecution, SEVERITIES } from '../finding.ts';

/** Probes below which it cannot be said that no exploit was found. */
const LEAST_PROBES = 8;
/** Share of rows on which right answers must have been tried for the same. */
const LEAST_ANSWERED = 0.5;
/** Letters of the hash in an id. */
const HASH_LENGTH = 6;

/** Whether a severity is at least as bad as another one. */
export const isAtLeast = (severity: Severity, limit: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);

/**
 * Finished findings: named, worst first, suppressed ones last, and none twice.
 * @param source text of the module: a place is named by what stands there, which stays when lines move
 * @param suppressed reasons by id
 * @param isExhaustive the same of several detectors is told of each
 */
export const finish = (
  found: readonly NewFinding[],
  source: string,
  suppressed: ReadonlyMap<string, string> = new Map(),
  isExhaustive = false,
): Finding[] => {
  const lines = source.split('\n');
  const seen = new Map<string, number>();
  const findings = new Map<string, Finding>();
  for (const finding of found) {
    const { rule, title, place = null } = finding;
    const where = place === null ? '' : `${basename(place.file)}\0${lines[place.line - 1]?.trim() ?? ''}`;
    const position = place === null ? '' : `${place.line}:${place.column}`;
    const by = isExhaustive ? `\0${finding.detector}` : '';
    const name = `${rule}\0${finding.source === 'lint' ? '' : title}\0${finding.source === 'lint' ? where : ''}${by}`;
    const key = `${name}\0${finding.source === 'lint' ? position : ''}`;
    const earlier = [...findings].find(([other]) => other === key)?.[1];
    if (earlier !== undefined) {
      if (!isAtLeast(earlier.severity, finding.severity))
        findings.set(key, { ...earlier, ...finding, ...setAside(finding, suppressed.get(earlier.id)) });
      continue;
    }
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    const hash = createHash('sha256').update(`${name}\0${nth}`).digest('hex').slice(0, HASH_LENGTH);
    const id = `${rule}-${hash}`;
    findings.set(key, {
      classes: [],
      place: null,
      frame: null,
      exploit: null,
      share: null,
      detector: finding.source === 'lint' ? `static ${rule}` : finding.source,
      ...finding,
      id,
      ...setAside(finding, suppressed.get(id)),
    });
  }
  return [...findings.values()].sort(worstFirst);
};

/** A comment is nearer to what it speaks of than the baseline. */
const setAside = (
  { suppressed: comment = null }: NewFinding,
  known: string | undefined,
): Pick<Finding, 'suppressed' | 'suppressedBy'> => {
  if (comment !== null) return { suppressed: comment, suppressedBy: 'comment' };
  return { suppressed: known ?? null, suppressedBy: known === undefined ? null : 'baseline' };
};

const SOURCES = ['probe', 'statistic', 'contract', 'lint'] as const;

/** What lets a completion run code comes first: with it everything else can be had. */
const executes = ({ rule, classes }: Finding): boolean => [rule, ...classes].some(isOfExecution);

const worstFirst = (one: Finding, other: Finding): number =>
  Number(one.suppressed !== null) - Number(other.suppressed !== null) ||
  SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
  Number(!executes(one)) - Number(!executes(other)) ||
  SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source) ||
  (other.share?.low ?? 0) - (one.share?.low ?? 0) ||
  one.rule.localeCompare(other.rule, 'en') ||
  (one.place?.line ?? 0) - (other.place?.line ?? 0) ||
  (one.id < other.id ? -1 : 1);

export interface Seen {
  probes: number;
  rows: number;
  calls: number;
  /** Rows whose right answer was tried, or of which a play that is paid is known; left out where there can be none. */
  answered?: number | undefined;
  /** Whether it is an environment. */
  isPlayed?: boolean;
  /** The machine was too slow for all calls. */
  isCutShort?: boolean;
  /** Why nothing can be said; null when it can. */
  untestable: string | null;
}

/** The verdict, and what it rests on. Only what was proved makes a file hackable, and nothing makes it safe. */
export const verdictOf = (
  findings: readonly Finding[],
  { probes, rows, calls, answered, isPlayed = false, untestable, isCutShort = false }: Seen,
): { verdict: Verdict; why: string } => {
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const proved = open.filter(({ severity, source }) => severity === 'critical' && source !== 'lint');
  const [worst] = proved;
  if (worst !== undefined) {
    const more = proved.length > 1 ? `, and ${plural(proved.length - 1, 'more proof')}` : '';
    return { verdict: 'HACKABLE', why: `${worst.rule} ${worst.title}${more}` };
  }
  if (untestable !== null) return { verdict: 'UNTESTABLE', why: untestable };
  const weak = open.filter(isWeakness);
  const [weakest] = weak;
  if (weakest !== undefined) {
    const more =
      weak.length > 1 ? `, and ${plural(weak.length - 1, 'more weakness', 'more weaknesses')}` : '';
    return { verdict: 'WEAK', why: `${weakest.rule} ${weakest.title}${more}` };
  }
  if (probes < LEAST_PROBES)
    return {
      verdict: 'UNTESTABLE',
      why: `only ${plural(probes, 'probe')} ran, and a verdict needs ${LEAST_PROBES}: raise \`--budget\``,
    };
  if (isCutShort)
    return {
      verdict: 'UNTESTABLE',
      why: `the machine was too slow: it was ended after ${plural(calls, 'call')}, of which none was paid that should not be; raise \`--budget\``,
    };
  const right = isPlayed ? 'plays that are paid are known of' : 'right answers were tried on';
  if (answered !== undefined && answered < LEAST_ANSWERED * rows)
    return {
      verdict: 'UNTESTABLE',
      why:
        answered === 0
          ? `no ${isPlayed ? 'play that is paid' : 'right answer of any row'} is known: give some in \`--completions\``
          : `${right} ${answered} of ${plural(rows, 'row')} only: raise \`--budget\`, or give some in \`--completions\``,
    };
  const on =
    answered === undefined ? '' : `, ${isPlayed ? 'plays that are paid' : 'right answers'} on ${answered}`;
  const tried = `${plural(probes, 'probe')} on ${plural(rows, 'row')}${on}, in ${plural(calls, 'call')}`;
  return { verdict: 'NO EXPLOIT FOUND', why: `nothing was paid that should not be: ${tried}` };
};

/** What the source alone shows was not seen to be paid. */
const isWeakness = ({ severity, source }: Finding): boolean =>
  source !== 'lint' && (isAtLeast(severity, 'high') || (source === 'probe' && severity === 'warning'));

/** 1: hackable, or a finding at or above the limit. 2: untestable. 0: neither. */
export const exitCodeOf = (verdict: Verdict, findings: readonly Finding[], failOn: Severity): number => {
  const failing = findings.some(
    ({ severity, suppressed }) => suppressed === null && isAtLeast(severity, failOn),
  );
  if (verdict === 'HACKABLE' || failing) return 1;
  return verdict === 'UNTESTABLE' ? 2 : 0;
};
