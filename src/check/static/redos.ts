/**
 * RH126: regular expressions that explode. Their shape proposes a text (python-shim/runrl_audit/explode.py), the user's
 * interpreter runs the expression on more and more of it, and only growth that was measured is reported; at best a
 * completion on which the reward itself hangs.
 */
import { join } from 'node:path';
import type { Reward, Sandbox } from '../../index.ts';
import { AUDIT_PACKAGE } from '../audit-package.ts';
import type { Budget } from '../calls/budget.ts';
import { exploitOfShot } from '../calls/exploit.ts';
import type { Check, Context } from '../context.ts';
import type { Exploit, NewFinding } from '../finding.ts';
import type { MinedPattern } from './analysis.ts';
import { carriers } from './carriers.ts';

const REDOS_RULE = 'RH126';

/** Texts that a pattern takes long for: any number of pumps between their prefixes, then the suffix. */
interface Attack {
  pumps: readonly { prefix: string; pump: string }[];
  suffix: string;
  kind: 'exponential' | 'polynomial';
}

/** An expression that was seen to explode. */
export interface ConfirmedRegex {
  mined: MinedPattern;
  attack: Attack;
  /** The shortest text that is slow: how many pumps it has, its length, and CPU seconds; infinite where it was stopped. */
  count: number;
  characters: number;
  seconds: number;
}

const MOST_PATTERNS = 60;
/** For all expressions together. */
const MOST_MS = 15_000;
/** CPU time that one use of an expression may take while it is measured. */
const RUN_MS = 3_000;
/** From here on a use is slow: a thousand completions take a quarter of an hour. */
const SLOW_S = 1;
/** Pumps that are tried, and the longest text that a completion can be taken to be. */
const EXPONENTIAL = [12, 15, 18, 20, 22, 24, 26, 28, 30, 34, 40, 60];
const LONGEST = 16_384;
/** What grows less from one text to the next is no explosion, but a busy machine, or a long text. */
const LEAST_GROWTH = { exponential: 1.3, polynomial: 2 };

/** Finds those among patterns that explode in the user's interpreter, within a share of the budget. */
export const confirmPatterns = async (
  patterns: readonly MinedPattern[],
  sandbox: Sandbox,
  budget: Budget,
  share = 0.15,
): Promise<ConfirmedRegex[]> => {
  const unique = new Map(
    patterns
      .filter(({ holes, pattern }) => holes !== true && unbounded(pattern) > 0)
      .map((mined) => [JSON.stringify([mined.pattern, mined.flags, mined.method]), mined]),
  );
  const confirmed: ConfirmedRegex[] = [];
  if (unique.size === 0) return [];
  const until = performance.now() + MOST_MS;
  const goOn = (): boolean => performance.now() < until && budget.has(Math.min(0.15, 1 - share));
  await using runner = await sandbox.loadReward(join(AUDIT_PACKAGE, 'regex_run.py'), {
    cpuTime: RUN_MS,
    timeout: 5 * RUN_MS,
    concurrency: 1,
    reuse: 'always',
  });
  for (const mined of [...unique.values()].slice(0, MOST_PATTERNS)) {
    if (!goOn()) break;
    const attack = await screen(runner, mined);
    const found = attack && (await measure(runner, mined, attack, goOn));
    // Stopped in the middle of a measurement it has said nothing.
    if (found === undefined && !goOn()) break;
    if (found !== undefined) confirmed.push(found);
  }
  return confirmed;
};

/** The text with so many pumps at each place. */
const attackText = ({ pumps, suffix }: Attack, count: number): string =>
  pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join('') + suffix;

/** How many parts repeat without end: one alone is never slow at the lengths that completions have. */
const unbounded = (pattern: string): number =>
  pattern
    .replace(/\\./gs, 'a')
    .replace(/\[\^?\]?[^\]]*\]/g, 'a')
    .match(/[*+]|\{\d*,\}|\{\d*,\d{3,}\}/g)?.length ?? 0;

/** A text on which the expression is likely to explode, by its shape. */
const screen = async (
  runner: Reward,
  { pattern, flags, method }: MinedPattern,
): Promise<Attack | undefined> => {
  const outcome = await runner.score({ completion: '', kwargs: { pattern, flags, method, screen: true } });
  return outcome.status === 'ok' ? ((JSON.parse(outcome.stdout) as Attack | null) ?? undefined) : undefined;
};

const run = async (
  runner: Reward,
  { pattern, flags, method }: MinedPattern,
  text: string,
): Promise<number | undefined> => {
  const outcome = await runner.score({ completion: text, kwargs: { pattern, flags, method } });
  if (outcome.status === 'timeout') return Number.POSITIVE_INFINITY;
  return outcome.status === 'ok' ? (outcome.reward ?? undefined) : undefined;
};

/** Pumps for texts of about so many characters, twice as many each time. */
const polynomialCounts = (attack: Attack): number[] => {
  const each = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  if (each === 0) return [];
  return [1_024, 2_048, 4_096, 8_192, LONGEST].map((length) => Math.floor((length - 64) / each));
};

const measure = async (
  runner: Reward,
  mined: MinedPattern,
  attack: Attack,
  goOn: () => boolean,
): Promise<ConfirmedRegex | undefined> => {
  const counts = attack.kind === 'exponential' ? EXPONENTIAL : polynomialCounts(attack);
  let before = 0;
  for (const count of counts) {
    const text = attackText(attack, count);
    if (text.length > LONGEST || !goOn()) break;
    const seconds = await run(runner, mined, text);
    if (seconds === undefined) return undefined;
    if (seconds >= SLOW_S)
      return seconds < LEAST_GROWTH[attack.kind] * before
        ? undefined
        : { mined, attack, count, characters: text.length, seconds };
    before = seconds;
  }
  return undefined;
};

/** Finds expressions that explode, and completions on which the reward function hangs because of them. */
export const redosFindings = async (context: Context): Promise<NewFinding[]> => {
  const { analysis, budget, loaded } = context;
  if (analysis.patterns.length === 0 || !budget.has(0.2)) return [];
  const confirmed = await confirmPatterns(analysis.patterns, loaded.sandbox, budget);
  const findings: NewFinding[] = [];
  for (const found of confirmed) findings.push(await findingOf(context, found));
  return findings;
};

export const redosCheck: Check = { name: 'regular expressions that explode', run: redosFindings };

/** More pumps than any deadline allows for. */
const HANGING = 40;

/** A call of the reward function that does not end. */
const hang = async (context: Context, { mined, attack, count }: ConfirmedRegex): Promise<Exploit | null> => {
  const { scorer, budget, calibration } = context;
  const most = attack.kind === 'exponential' ? count + HANGING : (polynomialCounts(attack).at(-1) ?? count);
  for (const { row, gold, floor } of calibration.levels.slice(0, 1)) {
    for (const completion of carriers(context, mined, attackText(attack, most))) {
      if (!budget.has(0.15)) break;
      const outcome = await scorer.scoreFresh({ row, completion });
      if (outcome.status === 'timeout')
        return exploitOfShot(scorer.seed, { row, gold, floor }, { completion }, outcome);
    }
  }
  return null;
};

const findingOf = async (context: Context, found: ConfirmedRegex): Promise<NewFinding> => {
  const { mined, attack, characters, seconds } = found;
  const isExponential = attack.kind === 'exponential';
  const exploit = await hang(context, found);
  const took = Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : `more than ${RUN_MS / 1_000} s`;
  const grows = isExponential
    ? 'each further repetition multiplies that'
    : 'longer ones take a power of that';
  const whole =
    exploit === null
      ? 'No completion was tried that brings such a text to it for longer than a call may take.'
      : `The reward function does not end on a completion of ${exploit.completion.length} characters: one such completion stops a worker of the trainer.`;
  return {
    rule: REDOS_RULE,
    classes: [REDOS_RULE],
    source: exploit === null ? 'lint' : 'probe',
    severity: exploit !== null ? 'high' : isExponential ? 'warning' : 'info',
    title:
      exploit === null
        ? 'A regular expression that can explode'
        : 'A completion hangs the reward function: its regular expression explodes',
    why: `\`${shortened(mined.pattern)}\` takes ${took} at ${characters} characters, and ${grows}. ${whole}`,
    fix: 'Write it so that a text can be matched in one way only (no repetition inside a repetition, no two neighbours that take the same characters), use atomic groups (Python 3.11), or cut the completion to a length before it is searched.',
    place: mined.place,
    exploit,
    suppressed: ignoredAt(context.subject.source, mined.place.line),
  };
};

const shortened = (pattern: string): string =>
  pattern.length <= 80 ? pattern : `${pattern.slice(0, 77)}...`;

/** The reason of a `# runrl: ignore[RH126] reason` on a line. */
const ignoredAt = (source: string, line: number): string | null => {
  const text = source.split(/\r\n|\n|\r/)[line - 1] ?? '';
  const comment = /#\s*runrl:\s*ignore\[([^\]]*)\]\s*(.*)$/.exec(text);
  if (comment === null || !comment[1]?.split(',').some((rule) => rule.trim() === REDOS_RULE)) return null;
  return comment[2]?.trim() || 'no reason given';
};
