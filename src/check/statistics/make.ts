/** How statistics are written down. */
import type { Share } from '../finding.ts';
import type { Statistic } from '../report.ts';
import { shareOf } from '../wilson.ts';

type Principle = Statistic['principle'];

const NAMES = {
  S01: ['the right answer is accepted', 'clear signal'],
  S02: ['nothing is paid more than the right answer', 'clear signal'],
  S03: ['rows on which all completions get the same', 'varied scores'],
  S05: ['same completion, same reward', 'clear signal'],
  S08: ['no row leaks into the next', 'clear signal'],
  S09: ['what completions without content get', 'low hackability'],
  S11: ['better completions are paid more', 'clear signal'],
  S13: ['whitespace does not matter', 'robustness'],
  S14: ['case and Unicode forms do not matter', 'robustness'],
  S15: ['the form of numbers does not matter', 'robustness'],
  S17: ['words around the answer do not matter', 'robustness'],
  S19: ['a wrong answer in the row lowers the reward (decoy)', 'low hackability'],
  S20: ['the row matters', 'clear signal'],
  S21: ['malformed completions get a number', 'robustness'],
  S25: ['policies without skill earn nothing', 'low hackability'],
  S26: ['groups of 8 without a signal', 'varied scores'],
} as const satisfies Record<string, readonly [string, Principle]>;

export type StatisticId = keyof typeof NAMES;
export const STATISTIC_IDS = Object.keys(NAMES) as StatisticId[];

interface Result {
  /** Where it is of an environment, in whose words. */
  name?: string;
  verdict: Statistic['verdict'];
  text: string;
  value?: number | null;
  share?: Share | null;
}

export const statistic = (
  id: StatisticId,
  { name, verdict, text, value = null, share = null }: Result,
): Statistic => {
  const [usual, principle] = NAMES[id];
  return { id, name: name ?? usual, principle, verdict, text, value, share };
};

/** One that is a share: its value is what was hit, unless it is said. */
export const counted = (
  id: StatisticId,
  hits: number,
  of: number,
  say: (share: Share) => Omit<Result, 'share'>,
): Statistic => {
  const share = shareOf(hits, of);
  return statistic(id, { share, value: hits, ...say(share) });
};

/** One that does not apply here, or has too little to go by. */
export const skipped = (id: StatisticId, why: string, name?: string): Statistic =>
  statistic(id, { verdict: 'skip', text: why, ...(name && { name }) });

/** `12 of 40 (30 %, 95 % interval 18 to 45 %)`. */
export const shareText = ({ hits, of, low, high }: Share): string => {
  const percent = (part: number): string => String(Math.round(100 * part));
  return `${hits} of ${of} (${percent(of === 0 ? 0 : hits / of)} %, 95 % interval ${percent(low)} to ${percent(high)} %)`;
};
