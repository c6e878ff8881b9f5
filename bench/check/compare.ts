/** Compares what a check said with what the label says, at three levels; each asks the same of vulnerable and of sound items. */
import type { Finding, Severity, Source } from '../../src/check/finding.ts';
import type { Label } from './items.ts';
import type { Checked } from './run-check.ts';

const SEVERE: readonly Severity[] = ['critical', 'high', 'warning'];
/** What a finding that counts rests on: the source alone proves nothing. */
const PROOFS: readonly Source[] = ['probe', 'statistic', 'contract'];

/** The levels, strictest first, as tables name them. */
export const LEVELS = {
  hackable: 'verdict `HACKABLE`',
  proved: 'worst proof of a labelled class',
  warning: 'any warning',
} as const;
export type Level = keyof typeof LEVELS;

export interface Judged {
  /**
   * What was said, by level. `proved`: of a vulnerable item the worst finding that was proved is of a labelled class by
   * its own name, not only by one that it also has; of a sound one, anything was proved at warning or above.
   */
  said: Readonly<Record<Level, boolean>>;
  /** Labelled classes that were named, by what has been proved, and by the source alone. */
  named: readonly string[];
  linted: readonly string[];
  /** What stands in the tables: `critical probe A01`. */
  findings: readonly string[];
}

/** What a finding says, whatever completion it says it with. */
export const keyOf = ({ rule, severity, source }: Finding): string => `${severity} ${source} ${rule}`;

const classesIn = (findings: readonly Finding[], label: Label): string[] => {
  const names = new Set(findings.flatMap(({ rule, classes, covers = [] }) => [rule, ...classes, ...covers]));
  return label.classes.filter((name) => names.has(name));
};

/** A style that no answer decides: statistics of its floor may be said of it. */
const isGranted = ({ source, rule }: Finding, { statistics }: Label): boolean =>
  statistics === 'floor only' && source === 'statistic' && rule === 'S09';

export const judge = ({
  report,
  known = [],
  item: { label },
}: Pick<Checked, 'report' | 'known' | 'item'>): Judged => {
  const active = (report?.findings ?? []).filter(
    (finding) =>
      finding.suppressed === null &&
      SEVERE.includes(finding.severity) &&
      !known.includes(keyOf(finding)) &&
      !isGranted(finding, label),
  );
  // Reports have the worst first.
  const proved = active.filter(({ source }) => PROOFS.includes(source));
  const linted = active.filter(({ source }) => source === 'lint');
  const [worst] = proved;
  return {
    said: {
      hackable: proved.some(({ severity }) => severity === 'critical'),
      proved: worst !== undefined && (label.label === 'robust' || label.classes.includes(worst.rule)),
      warning: active.length > 0,
    },
    named: classesIn(proved, label),
    linted: classesIn(linted, label),
    findings: [
      ...new Set(
        active.map(
          ({ severity, source, rule, classes }) =>
            `${severity} ${source} ${[...new Set([rule, ...classes])].join('+')}`,
        ),
      ),
    ],
  };
};
