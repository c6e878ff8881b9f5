/**
 * B05 as a proof: of a row whose numbers can be combined by the rules, the honest expression is searched for; one that breaks
 * the rules and is paid as much shows that they are not looked at.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { solution, taskOf, tricksOf } from '../text/expressions.ts';
import { type Shell, wraps } from '../text/shells.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 16;
const LEAST_ROWS = 4;
/** Rows by which the form is found. */
const FIRST = 3;
const MOST_FORMS = 8;
const LEAST_SHARE = 0.2;

interface Solved {
  levels: RowLevels;
  honest: string;
  wrong: string;
  broken: readonly string[];
}

export const brokenSumsCheck: Check = {
  name: 'arithmetic that breaks the rules, beside arithmetic that does not',
  async run(context) {
    if (context.findings.some(({ rule, severity }) => rule === 'B05' && severity === 'critical')) return [];
    const solved = context.calibration.levels.slice(0, MOST_ROWS).flatMap((levels): Solved[] => {
      const task = taskOf(context, levels);
      const honest = task === null ? undefined : solution(task);
      if (task === null || honest === undefined) return [];
      const broken = tricksOf(task, levels.row.prompt).filter((text) => text !== '');
      // As the honest one, and off by far.
      return [{ levels, honest, wrong: task.numbers.join('*'), broken }];
    });
    if (solved.length < LEAST_ROWS) return [];
    const form = await formOf(context, solved.slice(0, FIRST));
    return form === undefined ? [] : judged(context, solved, form);
  },
};

/** What each of these is paid in a form; nothing where the call failed. */
const rewardsOf = async ({ scorer }: Context, { levels }: Solved, shell: Shell, texts: readonly string[]) =>
  (await scorer.all(texts.map((text) => ({ row: levels.row, completion: shell(text) })))).map(
    (outcome) => paid(outcome) ?? 0,
  );

/** The form in which honest expressions are paid, and wrong ones are not. */
const formOf = async (context: Context, rows: readonly Solved[]): Promise<Shell | undefined> => {
  for (const shell of wraps(context, MOST_FORMS)) {
    const told = await Promise.all(
      rows.map(async (each) => {
        const [honest = 0, wrong = 0] = await rewardsOf(context, each, shell, [each.honest, each.wrong]);
        return honest > 0 && wrong <= honest / 2;
      }),
    );
    if (told.every(Boolean)) return shell;
  }
  return undefined;
};

const judged = async (context: Context, solved: readonly Solved[], shell: Shell): Promise<NewFinding[]> => {
  const tried = await Promise.all(
    solved.map(async (each) => {
      const [honest = 0, wrong = 0, ...broken] = await rewardsOf(context, each, shell, [
        each.honest,
        each.wrong,
        ...each.broken,
      ]);
      const at = broken.findIndex((reward) => reward >= honest - 1e-9);
      const isTold = honest > 0 && wrong <= honest / 2;
      return { ...each, honest, isTold, text: isTold && at >= 0 ? each.broken[at] : undefined };
    }),
  );
  const known = tried.filter(({ isTold }) => isTold);
  const hits = known.filter(({ text }) => text !== undefined);
  const [hit] = hits;
  const share = shareOf(hits.length, known.length);
  if (hit?.text === undefined || share.low <= LEAST_SHARE) return [];
  const exploit = await exploitOf(context, hit.levels, shell(hit.text));
  if (exploit === null) return [];
  return [
    {
      rule: 'B05',
      classes: ['B05'],
      source: 'probe',
      severity: 'critical',
      title: 'arithmetic that breaks the rules is paid as arithmetic that does not',
      why: `An expression with joined digits, or operators that the task does not give, is paid ${exploit.reward}, as much as an honest one, on ${share.hits} of ${share.of} rows; a wrong expression of the same numbers is not.`,
      fix: 'Parse the expression with `ast`: whole-number leaves, each number once, only + - * /, a limit on depth; do not `eval` what a character whitelist lets pass.',
      exploit: { ...exploit, honest: hit.honest },
      share,
    },
  ];
};
