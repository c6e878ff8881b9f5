/** Whether the module keeps its contract on real rows: it takes them, returns numbers, in time, and prints little. */

import { parseDuration } from '../../index.ts';
import { exploitOfShot } from '../calls/exploit.ts';
import type { Check, Context } from '../context.ts';
import type { Exploit, NewFinding } from '../finding.ts';
import { shareOf } from '../wilson.ts';
import { type Failure, type FailureGroup, groupFailures } from './failures.ts';
import { ordinaryCompletions } from './ordinary.ts';

const ROWS = 40;
const MOST_GROUPS = 6;
/** Part of the budget that is left to what comes after. */
const RESERVED = 0.6;

/** Contract checks K01 to K06 (docs/check.md). */
const contractFindings = async (context: Context): Promise<NewFinding[]> => {
  const { scorer, subject, random, calibration, budget } = context;
  const calls: Failure[] = [];
  for (const levels of random.sample(calibration.levels, ROWS)) {
    if (!budget.has(RESERVED)) break;
    const shots = ordinaryCompletions(context, levels).map((completion) => ({ row: levels.row, completion }));
    const outcomes = await scorer.all(shots);
    shots.forEach((shot, at) => {
      const outcome = outcomes[at];
      if (outcome !== undefined) calls.push({ shot, outcome });
    });
  }
  const groups = groupFailures(calls, subject);
  const rows = new Set(calls.map(({ shot }) => shot.row.line)).size;
  return [
    ...groups.slice(0, MOST_GROUPS).map((group) => failing(context, group, rows, isOfRows(group, calls))),
    ...imports(context.loaded),
    ...slowness(context, calls),
  ];
};

/** Whether nearly every ordinary completion fails so on the rows where one does: the row is the reason, no completion. */
const isOfRows = ({ failures, lines }: FailureGroup, calls: readonly Failure[]): boolean =>
  failures.length >= 0.7 * calls.filter(({ shot }) => lines.has(shot.row.line)).length;

const WORDS: Readonly<Record<string, { rule: string; verb: string; fix: string }>> = {
  raised: {
    rule: 'K01',
    verb: 'raises',
    fix: 'Handle this value where it comes in, or convert it (`str(x)`, `float(x)`), so that every row and every text gets a number.',
  },
  invalid: {
    rule: 'K02',
    verb: 'returns no valid reward',
    fix: 'Return one finite float (or a pair of it and a dictionary of numbers and strings) on every path.',
  },
  timeout: {
    rule: 'K03',
    verb: 'hangs',
    fix: 'Bound the work: a deadline for what it starts and asks, a limit for loops, a length limit for patterns.',
  },
  crashed: {
    rule: 'K03',
    verb: 'crashes',
    fix: 'Do not end the process; return a number for every completion.',
  },
  memory: { rule: 'K03', verb: 'runs out of memory', fix: 'Bound what a completion can make it build.' },
  tampered: {
    rule: 'K03',
    verb: 'is tampered with',
    fix: 'Do not execute the completion in the process of the reward function: run it with `run_code`.',
  },
};

/** What to do about exceptions that say more than that something went wrong. */
const FIXES: Readonly<Record<string, string>> = {
  UnboundLocalError:
    'The name is assigned in this function, so it is local in all of it: give the variable another name than the function or global that is meant.',
  NameError: 'Define or import the name; it is only looked up when this line runs.',
  KeyError:
    'Read fields that rows may lack with `kwargs.get(…)`, and decide what a row without one is worth.',
  ModuleNotFoundError: 'Install the package for the interpreter of the module (--python, --requirements).',
};

const failing = (context: Context, group: FailureGroup, rows: number, ofRows: boolean): NewFinding => {
  const words = WORDS[group.status] ?? { rule: 'K01', verb: group.status, fix: '' };
  const onGold = group.failures.find(({ shot }) => isGold(context, shot.row.line, shot.completion));
  const example = onGold ?? (group.failures[0] as Failure);
  const share = shareOf(group.lines.size, rows);
  const asks = context.analysis.asksJudge && group.status !== 'invalid';
  const what = group.type === group.status ? '' : ` (${group.type}: ${group.message.slice(0, 200)})`;
  const whom = onGold !== undefined ? 'the honest answer' : ofRows ? 'every answer' : 'an ordinary answer';
  return {
    rule: words.rule,
    source: 'contract',
    // Without its judge it can do no better than to raise: what it makes of the judge is looked at elsewhere.
    severity: asks
      ? 'info'
      : onGold !== undefined || ofRows || group.status === 'timeout'
        ? 'high'
        : 'warning',
    title: `${words.verb} on ${whom} to ${group.lines.size} of ${rows} rows`,
    why: `A call that fails has no reward${what}. In training it becomes a hole in the batch, or a 0 that punishes the wrong thing.`,
    fix: FIXES[group.type] ?? words.fix,
    place: group.place,
    exploit: exploitOf(context, example),
    share,
  };
};

const isGold = ({ calibration }: Context, line: number, completion: string): boolean =>
  calibration.levels.some(({ row, gold }) => row.line === line && gold?.completion === completion);

const exploitOf = ({ scorer, calibration }: Context, { shot, outcome }: Failure): Exploit => {
  const levels = calibration.levels.find(({ row }) => row.line === shot.row.line);
  return exploitOfShot(scorer.seed, levels ?? shot, shot, outcome);
};

const imports = ({ warnings }: Context['loaded']): NewFinding[] => [
  ...warnings.map(
    (why): NewFinding => ({
      rule: 'K05',
      source: 'contract',
      severity: 'warning',
      title: 'its import does what a fork does not survive, or what people should know',
      why,
      fix: 'Make threads, connections and clients at their first use, not at import.',
    }),
  ),
];

/** The slowest ordinary call, and whether it computes or waits. */
const slowness = (context: Context, calls: readonly Failure[]): NewFinding[] => {
  const timeout = timeoutOf(context);
  const done = calls.filter(({ outcome }) => outcome.status === 'ok');
  const sorted = [...done].sort((one, other) => other.outcome.duration_ms - one.outcome.duration_ms);
  const [slowest] = sorted;
  const late = done.filter(({ outcome }) => outcome.duration_ms > timeout / 2);
  if (slowest === undefined || late.length === 0) return [];
  const { duration_ms: wall, cpu_ms: cpu } = slowest.outcome;
  const where =
    cpu > wall / 2 ? 'nearly all of it computing' : `${cpu.toFixed(0)} ms of it computing, the rest waiting`;
  return [
    {
      rule: 'K06',
      source: 'contract',
      severity: 'warning',
      title: `takes up to ${wall.toFixed(0)} ms for one call`,
      why: `${late.length} of ${done.length} ordinary calls took more than half of the time that a call may take (${timeout} ms); the slowest ${wall.toFixed(0)} ms, ${where}.`,
      fix: 'Find what grows with the completion, bound it, or raise --timeout knowingly.',
      exploit: exploitOf(context, slowest),
      share: shareOf(late.length, done.length),
    },
  ];
};

const DEFAULT_TIMEOUT_MS = 10_000;

/** Milliseconds that one call may take. */
export const timeoutOf = ({ loaded }: Context): number => {
  const { timeout = DEFAULT_TIMEOUT_MS } = loaded.rewardOptions;
  return typeof timeout === 'number' ? timeout : (parseDuration(timeout) ?? DEFAULT_TIMEOUT_MS);
};

export const contractCheck: Check = { name: 'the contract', run: contractFindings };
