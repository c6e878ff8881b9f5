/** What all forms of a report say in the same words. */

import { formatMs, formatNumber } from '../../formats/text/numbers.ts';
import { groupDigits, oneLine, plural, visible } from '../../formats/text/visible.ts';
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

/** These look at calls, of which each row has several. */
const OF_CALLS = ['K04', 'K06'];

/** `39 of 40 rows`; nothing where no share is known, or where it is one of many things: of that the statistic tells. */
export const countText = ({ share, source, rule }: Finding): string =>
  share === null || source === 'statistic'
    ? ''
    : `${groupDigits(share.hits)} of ${plural(share.of, OF_CALLS.includes(rule) ? 'call' : 'row')}`;

/** `95 % interval 87 % to 100 %`. */
export const intervalText = ({ low, high }: Share): string =>
  `95 % interval ${percent(low)} to ${percent(high)}`;

/** What a finding holds on: `39 of 40 rows (95 % interval 87 % to 100 %)`; null where `why` has said so. */
export const holdsOn = (finding: Finding): string | null => {
  const { share, why } = finding;
  const count = countText(finding);
  if (share === null || count === '') return null;
  const isSaid = why.includes(`${share.hits} of ${share.of} `) && why.includes('95 %');
  return isSaid ? null : `${count} (${intervalText(share)})`;
};

/** What the judge said in a proof; null: none was asked, or it said nothing in words. */
export const judgeText = ({ judge }: Exploit): string | null => {
  if (judge === null || judge === undefined) return null;
  const answer: unknown = JSON.parse(judge);
  if (typeof answer !== 'object' || answer === null) return String(answer);
  const { text, body, status } = answer as { text?: string; body?: string; status?: number };
  return text ?? body ?? `HTTP ${status}`;
};

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

export const payments = (exploit: Exploit): Payment[] => {
  const { completion, reward, status, honest, decoy, floor } = exploit;
  const isEpisode = typeof completion !== 'string';
  // Beside a stand-in for a judge, what is compared with is its plain verdicts.
  const isJudged = judgeText(exploit) !== null;
  const words = isJudged
    ? { honest: 'when the judge accepts', floor: 'when it rejects' }
    : isEpisode
      ? { honest: 'the honest game', floor: 'doing nothing' }
      : { honest: 'the honest answer', floor: 'an empty answer' };
  const named = (kind: Payment['kind'], label: string, value: number | null): Payment[] =>
    value === null ? [] : [{ kind, label, reward: value, text: formatNumber(value) }];
  return [
    {
      kind: 'proof',
      label: isEpisode ? 'these actions' : 'this completion',
      reward,
      text: reward === null ? `nothing (${status})` : formatNumber(reward),
    },
    ...named('honest', words.honest, honest),
    ...named('decoy', 'with the answer of the row replaced', decoy),
    ...named('floor', words.floor, floor),
  ];
};

/** Counts of a check: `311 probes on 40 rows, 12,418 calls in 41.3 s`. */
export const countsText = ({ probes, rows, calls, quota, seconds }: Report): string =>
  `${plural(probes, 'probe')} on ${plural(rows, 'row')}, ${plural(calls, 'call')}${quota === undefined ? '' : ` (quota ${groupDigits(quota)})`} in ${formatMs(1_000 * seconds)}`;

/** `attacker NAME at URL: 12 requests, 8,100 + 2,300 tokens`; nothing where none was asked. */
export const attackerText = ({ attacker }: Pick<Report, 'attacker'>): string[] => {
  if (attacker === undefined) return [];
  const { url, model, requests, tokens } = attacker;
  const took = `${plural(requests, 'request')}, ${groupDigits(tokens.prompt)} + ${plural(tokens.completion, 'token')}`;
  return [`attacker ${oneLine(model, 40)} at ${oneLine(url, 40)}: ${took}`];
};

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
