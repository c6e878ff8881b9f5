/** What all forms of a report say in the same words. */
import { groupDigits, oneLine, plural, visible } from '../../formats/visible.ts';
import { formatMs, formatNumber } from '../../run/numbers.ts';
import type { Exploit, Finding, Place, Severity, Share } from '../finding.ts';
import type { Report, Statistic } from '../report.ts';

/** The command that repeats the check. */
export const checkCommand = ({ command }: Pick<Report, 'command'>): string => oneLine(command, 4_000);

/** The command that repeats the proof of a finding; null: it rests on no call. */
export const replayCommand = (report: Pick<Report, 'command'>, { id, exploit }: Finding): string | null =>
  exploit === null ? null : `${checkCommand(report)} --replay ${oneLine(id, 100)}`;

/** Findings that count, and those that a comment or the baseline has set aside. */
export const splitFindings = ({ findings }: Report): { open: Finding[]; suppressed: Finding[] } => ({
  open: findings.filter(({ suppressed }) => suppressed === null),
  suppressed: findings.filter(({ suppressed }) => suppressed !== null),
});

export const isFailing = ({ verdict }: Statistic): boolean => verdict === 'fail' || verdict === 'warn';

/** `39 of 40 rows (95 % interval 87 % … 100 %)`. */
export const shareText = ({ hits, of, low, high }: Share, what = 'row'): string =>
  `${groupDigits(hits)} of ${plural(of, what)} (95 % interval ${percent(low)} to ${percent(high)})`;

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** `reward.py:14:12`, fit for a terminal; nothing for no place. */
export const placeText = ({ place }: Pick<Finding, 'place'>): string =>
  place === null ? '' : `${oneLine(place.file, 200)}:${place.line}:${place.column}`;

/** The part of the source that a finding is shown with. */
export interface SourceView {
  place: Place;
  frame: string | null;
  /** The rule of the source that points there; null: the finding itself does. */
  by: string | null;
}

/**
 * Where a finding is in the source. A probe knows what is paid, not why: then a rule of the source about the same class of
 * hacks (or the same line) says where.
 */
export const sourceOf = ({ findings }: Report, finding: Finding): SourceView | null => {
  const { place, frame } = finding;
  if (place !== null && frame !== null) return { place, frame, by: null };
  const classes = [finding.rule, ...finding.classes];
  const other = findings.find(
    (one) =>
      one.source === 'lint' &&
      one.frame !== null &&
      (place === null
        ? one.classes.some((each) => classes.includes(each))
        : one.place?.file === place.file && one.place.line === place.line),
  );
  if (place !== null) return { place, frame: other?.frame ?? null, by: null };
  return other === undefined || other.place === null
    ? null
    : { place: other.place, frame: other.frame, by: other.rule };
};

/** Control characters made visible, but for the ends of lines and tabs, which are kept. */
export const visibleLines = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

/** What a proof was paid, and what it is to be compared with. */
export interface Payment {
  /** `proof` is what the finding speaks of. */
  kind: 'proof' | 'honest' | 'decoy' | 'floor';
  label: string;
  reward: number | null;
  /** Instead of a number. */
  text: string;
}

export const payments = ({ completion, reward, status, honest, decoy, floor }: Exploit): Payment[] => {
  const isEpisode = typeof completion !== 'string';
  const named = (kind: Payment['kind'], label: string, value: number | null): Payment[] =>
    value === null ? [] : [{ kind, label, reward: value, text: formatNumber(value) }];
  return [
    {
      kind: 'proof',
      label: isEpisode ? 'these actions' : 'this completion',
      reward,
      text: reward === null ? `nothing (${status})` : formatNumber(reward),
    },
    ...named('honest', isEpisode ? 'the honest game' : 'the honest answer', honest),
    ...named('decoy', 'with the answer of the row replaced', decoy),
    ...named('floor', isEpisode ? 'doing nothing' : 'an empty answer', floor),
  ];
};

/** Counts of a check: `311 probes on 40 rows, 12,418 calls in 41.3 s`. */
export const countsText = ({ probes, rows, calls, seconds }: Report): string =>
  `${plural(probes, 'probe')} on ${plural(rows, 'row')}, ${plural(calls, 'call')} in ${formatMs(1_000 * seconds)}`;

/** `2 critical, 1 high`. */
export const severityCounts = (findings: readonly Finding[]): string => {
  const counts = new Map<Severity, number>();
  for (const { severity } of findings) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return [...counts].map(([severity, count]) => `${groupDigits(count)} ${severity}`).join(', ');
};

/** `4–6, 12, 31`: lines as people count them, from 1. */
export const rangesText = (zeroBased: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const line of [...zeroBased].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line) last[1] = line + 1;
    else ranges.push([line + 1, line + 1]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
};
