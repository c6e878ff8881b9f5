/** The four principles of reward design, each with a verdict and the number that tells most: what all reports say first. */
import { groupDigits, plural } from '../../formats/text/visible.ts';
import type { Finding, Share } from '../finding.ts';
import type { Report, Statistic } from '../report.ts';

type Name = Statistic['principle'];
type PrincipleVerdict = Statistic['verdict'];

/** Their order, and their names for people. */
export const PRINCIPLES: Readonly<Record<Name, string>> = {
  'varied scores': 'Varied scores',
  'clear signal': 'Clear signal',
  robustness: 'Robustness',
  'low hackability': 'Low hackability',
};

export interface Principle {
  principle: Name;
  /** The worst of its statistics and findings; `skip`: nothing could be measured, and `text` says why. */
  verdict: PrincipleVerdict;
  /** The statistic or finding that the verdict rests on; null: none. */
  rule: string | null;
  /** One line; begins with the number and its interval, where there is one. */
  text: string;
  share: Share | null;
}

/** What shares are counted in, and what is said of those that were hit. */
const MEASURED: Readonly<Record<string, readonly [unit: string, what: string]>> = {
  S01: ['row', 'pay the right answer'],
  S02: ['row', 'pay something more than the right answer'],
  S03: ['row', 'pay everything the same'],
  S05: ['completion', 'are paid differently when asked again'],
  S08: ['pair of rows', 'leak into each other'],
  S09: ['completion', 'without content get a tenth or more'],
  S13: ['whitespace variant', 'lose reward'],
  S14: ['case variant', 'lose reward'],
  S15: ['number variant', 'lose reward'],
  S17: ['wordy variant', 'lose reward'],
  S19: ['answer', 'of another row are paid less'],
  S20: ['reward', 'change with the fields of another row'],
  S21: ['malformed completion', 'get no number'],
};
const MEASURED_IN_EPISODES: typeof MEASURED = {
  S01: ['row', 'pay honest play more than nothing'],
  S03: ['row', 'pay every policy the same'],
  S05: ['episode', 'differ when played again'],
  S21: ['episode', 'end in a failed step'],
};
/** Of those with the same verdict, what says most of a principle. */
const TELLING = ['S01', 'S03', 'S19', 'S21', 'S09', 'S11', 'S05', 'S26'];
const CONTRACT = ['K01', 'K02', 'K03', 'K06'];
const BADNESS: readonly PrincipleVerdict[] = ['fail', 'warn', 'pass', 'skip'];

/** The four, in the order of the guide that the principles are from. */
export const principlesOf = (report: Report): Principle[] =>
  (Object.keys(PRINCIPLES) as Name[]).map((principle) => {
    const [worst] = [...fromFindings(report, principle), ...fromStatistics(report, principle)].sort(
      (one, other) => BADNESS.indexOf(one.verdict) - BADNESS.indexOf(other.verdict),
    );
    return worst ?? { principle, verdict: 'skip', rule: null, text: 'not measured', share: null };
  });

const fromStatistics = ({ statistics, kind }: Report, principle: Name): Principle[] => {
  const rank = (id: string): number => (TELLING.includes(id) ? TELLING.indexOf(id) : TELLING.length);
  return statistics
    .filter((each) => each.principle === principle)
    .sort((one, other) => rank(one.id) - rank(other.id))
    .map(({ id, verdict, text, share }) => {
      const measured = (kind === 'reward' ? MEASURED : MEASURED_IN_EPISODES)[id];
      const said =
        verdict === 'skip' || share === null || measured === undefined
          ? text
          : `${intervalText(share, measured[0])} ${measured[1]}`;
      return { principle, verdict, rule: verdict === 'skip' ? null : id, text: said, share };
    });
};

/** What was found beside the statistics. Findings come worst first. */
const fromFindings = ({ findings }: Report, principle: Name): Principle[] =>
  findings.flatMap((finding) => {
    const verdict = finding.suppressed === null && principleOf(finding) === principle && weight(finding);
    if (verdict !== 'fail' && verdict !== 'warn') return [];
    const { rule, title, share } = finding;
    return [
      {
        principle,
        verdict,
        rule,
        share,
        text: share === null ? title : `${intervalText(share, 'row')}: ${title}`,
      },
    ];
  });

/** Findings of statistics are told by those; of the source alone, only those of a class of hacks count. */
const principleOf = ({ rule, source, severity, classes }: Finding): Name | null => {
  if (source === 'contract' && severity !== 'critical') return CONTRACT.includes(rule) ? 'robustness' : null;
  if (source === 'statistic') return null;
  return source === 'lint' && classes.length === 0 ? null : 'low hackability';
};

const weight = ({ severity, source }: Finding): PrincipleVerdict | null => {
  if (severity === 'info' || (source === 'lint' && severity === 'warning')) return null;
  return severity === 'warning' || source === 'lint' ? 'warn' : 'fail';
};

/** `39 of 40 rows (95 %: 87–100 %)`. */
const intervalText = ({ hits, of, low, high }: Share, unit: string): string => {
  const percent = (part: number): string => String(Math.round(100 * part));
  const units = unit === 'pair of rows' ? 'pairs of rows' : plural(of, unit).replace(/^[\d,]+ /, '');
  return `${groupDigits(hits)} of ${groupDigits(of)} ${units} (95 %: ${percent(low)}–${percent(high)} %)`;
};
