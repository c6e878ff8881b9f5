/** What the calls of a step show without a further call. None of it decides; each names the rows that it is made of. */
import type { Outcome } from '../outcome.ts';
import type { Rows } from './rows.ts';

export interface Sign {
  name: 'repeated' | 'tampered' | 'touched-grader' | 'ceiling' | 'length' | 'flat-groups';
  /** A share, or for `length` a correlation; null where there is nothing to tell. */
  value: number | null;
  text: string;
  /** Labels of rows, at most five. */
  rows: string[];
}

const MOST_ROWS = 5;
/** Texts of one step that are told apart. */
const MOST_TEXTS = 10_000;
/** Evidence that completion text which was executed did something to the module that executed it. */
const TOUCHES = new Set(['frame_walk', 'introspection', 'code_changed', 'tracing', 'patched']);

export const touchesGrader = ({ evidence }: Pick<Outcome, 'evidence'>): boolean => {
  const kinds = evidence.map(({ kind }) => kind);
  return kinds.includes('completion_executed') && kinds.some((kind) => TOUCHES.has(kind));
};

interface Group {
  n: number;
  least: number;
  most: number;
}

export class Signs {
  #calls = 0;
  #rewards = 0;
  #paid = 0;
  readonly #groups = new Map<string, Group>();
  /** By text: how many paid calls, and of which rows. */
  readonly #texts = new Map<string, { calls: number; rows: Set<string> }>();
  readonly #tampered: string[] = [];
  readonly #touched: string[] = [];
  /** Best reward of this step, and the rows that got it. */
  #best = Number.NEGATIVE_INFINITY;
  #atBest: string[] = [];
  /** Sums for the correlation of reward with the logarithm of the length. */
  readonly #sums = { x: 0, y: 0, xx: 0, yy: 0, xy: 0 };

  /** @param textHash of the completion, with case and white space evened out; undefined when it was not paid */
  note(
    outcome: Pick<Outcome, 'status' | 'reward' | 'evidence'>,
    rowHash: string,
    length: number,
    textHash?: string,
  ): void {
    this.#calls++;
    if (outcome.status === 'tampered') this.#tampered.push(rowHash);
    if (touchesGrader(outcome)) this.#touched.push(rowHash);
    const { reward } = outcome;
    if (reward === null) return;
    this.#noteReward(reward, rowHash, Math.log1p(length));
    if (textHash === undefined) return;
    this.#paid++;
    const known = this.#texts.get(textHash);
    if (known !== undefined) {
      known.calls++;
      known.rows.add(rowHash);
    } else if (this.#texts.size < MOST_TEXTS)
      this.#texts.set(textHash, { calls: 1, rows: new Set([rowHash]) });
  }

  #noteReward(reward: number, rowHash: string, x: number): void {
    this.#rewards++;
    if (reward > this.#best) this.#atBest = [];
    this.#best = Math.max(this.#best, reward);
    if (reward === this.#best) this.#atBest.push(rowHash);
    const group = this.#groups.get(rowHash) ?? { n: 0, least: reward, most: reward };
    group.n++;
    group.least = Math.min(group.least, reward);
    group.most = Math.max(group.most, reward);
    this.#groups.set(rowHash, group);
    const sums = this.#sums;
    sums.x += x;
    sums.y += reward;
    sums.xx += x * x;
    sums.yy += reward * reward;
    sums.xy += x * reward;
  }

  /** @param best the best pay of the run */
  list(best: number, rows: Rows): Sign[] {
    const names = (hashes: Iterable<string>): string[] =>
      [...new Set(hashes)]
        .slice(0, MOST_ROWS)
        .map((hash) => rows.get(hash)?.label ?? `row ${hash.slice(0, 8)}`);
    const repeated = [...this.#texts.values()].filter((text) => text.rows.size > 1);
    const repeatedCalls = repeated.reduce((sum, { calls }) => sum + calls, 0);
    const groups = [...this.#groups].filter(([, { n }]) => n > 1);
    const flat = groups.filter(([, { least, most }]) => least === most);
    const ceiling = this.#best >= best ? this.#atBest : [];
    const share = (
      name: Sign['name'],
      hits: number,
      of: number,
      what: string,
      from: Iterable<string>,
    ): Sign => ({
      name,
      value: of === 0 ? null : hits / of,
      text: `${hits} of ${of} ${what}`,
      rows: names(from),
    });
    const correlation = this.#correlation();
    return [
      share(
        'repeated',
        repeatedCalls,
        this.#paid,
        'paid completions stand under several prompts',
        repeated.flatMap((text) => [...text.rows]),
      ),
      share('tampered', this.#tampered.length, this.#calls, 'calls are tampered', this.#tampered),
      share(
        'touched-grader',
        this.#touched.length,
        this.#calls,
        'calls executed completion text that touched the grader',
        this.#touched,
      ),
      share('ceiling', ceiling.length, this.#rewards, 'rewards are the best of the run', ceiling),
      {
        name: 'length',
        value: correlation,
        text: `correlation of reward with length${correlation === null ? ': nothing varies' : `: ${correlation.toFixed(2)}`}`,
        rows: [],
      },
      share(
        'flat-groups',
        flat.length,
        groups.length,
        'groups have equal rewards',
        flat.map(([hash]) => hash),
      ),
    ];
  }

  #correlation(): number | null {
    const n = this.#rewards;
    const { x, y, xx, yy, xy } = this.#sums;
    const spread = (n * xx - x * x) * (n * yy - y * y);
    return spread > 1e-12 * n * n ? (n * xy - x * y) / Math.sqrt(spread) : null;
  }
}
