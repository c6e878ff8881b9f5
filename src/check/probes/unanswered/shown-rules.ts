/**
 * C08 of rules: a pattern that lists the strings which the prompt shows, and knows nothing else, where a rule for all
 * such strings is asked for.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { type Shell, wraps } from '../text/shells.ts';
import { RULES, shownLists, shownStrings } from './shown.ts';

const MOST_ROWS = 10;
const LEAST_SHARE = 0.2;
/** Rows on which all ways are tried. */
const FIRST_ROWS = 2;
/** Where it is not known what right patterns get, only this is taken for all of it. */
const FULL = 0.99;
/** A function without any of these words in its prompts asks for no pattern. */
const ASKED = /\bregex|\bregular expression|\bpattern|\bglob\b|\bwildcard|\bmatch(?:es|ing)?\b|\baccepts?\b/i;
/** Where the strings are all that is to match, to list them is right. */
const ONLY_THESE = /\b(?:exactly|only|just|nothing but)\s+(?:the|these|those|this)\b/i;

/** The n-th group of strings, as the n-th rule, in the n-th shell: the same trick on all rows. */
interface Way {
  group: number;
  rule: number;
  shell: Shell;
}

const isFull = ({ calibration, scorer }: Context, levels: RowLevels, reward: number | null): boolean => {
  if (reward === null || reward <= levels.floor) return false;
  if (calibration.basis === 'none') return reward >= FULL && reward >= PROOF_GAP * scorer.range.high;
  return (gapOf(reward, levels, calibration) ?? 0) >= PROOF_GAP;
};

/** As the row holds them, and as the prompt marks them. */
const groupsIn = (row: CheckRow): string[][] => [...shownLists(row), ...shownStrings(row.prompt)];

const ruleFor = ({ group, rule, shell }: Way, row: CheckRow): string | null => {
  const strings = groupsIn(row)[group];
  return strings === undefined || strings.length === 0 ? null : shell(RULES[rule]?.(strings) ?? '');
};

/** The same trick with what is wrong here: strings of other rows, those that are shown as wrong, and no rule but a list. */
const controlsOf = (context: Context, { row }: RowLevels, way: Way): string[] | null => {
  const own = groupsIn(row)[way.group] ?? [];
  const other = context.subject.rows.find(
    (each) => groupsIn(each)[way.group]?.some((text) => own.includes(text)) === false,
  );
  // Of strings that all rows show nothing can be told.
  if (other === undefined) return null;
  return [
    ruleFor(way, other) ?? '',
    way.shell(own.join(', ')),
    way.shell(own.join('\n')),
    way.shell(RULES[way.rule]?.(own.slice(1)) ?? ''),
  ];
};

/** Whether a row pays the rule in full, and not what only looks like it. */
const hitOf = async (context: Context, levels: RowLevels, way: Way): Promise<string | null> => {
  const { row } = levels;
  const { scorer } = context;
  const completion = ruleFor(way, row);
  if (completion === null || completion === levels.gold?.completion) return null;
  const reward = paid(await scorer.score({ row, completion }));
  if (!isFull(context, levels, reward)) return null;
  const controls = controlsOf(context, levels, way);
  if (controls === null) return null;
  const outcomes = await scorer.all(controls.map((text) => ({ row, completion: text })));
  return outcomes.every((outcome) => (paid(outcome) ?? levels.floor) < (reward ?? 0)) ? completion : null;
};

const wayOf = async (context: Context, levels: RowLevels): Promise<Way | null> => {
  for (const shell of wraps(context, 3)) {
    for (const [rule] of RULES.entries()) {
      for (const [group] of groupsIn(levels.row).entries()) {
        const way = { group, rule, shell };
        if ((await hitOf(context, levels, way)) !== null) return way;
        if (!context.budget.has(0.3)) return null;
      }
    }
  }
  return null;
};

export const shownRulesCheck: Check = {
  name: 'strings that the prompt shows, as a rule',
  async run(context) {
    const { calibration, random, notes, analysis } = context;
    if (calibration.basis === 'judge' || analysis.asksJudge) return [];
    const sample = random.sample(calibration.levels, MOST_ROWS);
    const shown = sample.filter(
      ({ row }) => ASKED.test(row.prompt) && !ONLY_THESE.test(row.prompt) && groupsIn(row).flat().length > 0,
    );
    if (shown.length === 0) return [];
    notes.probes++;
    const hits: { levels: RowLevels; completion: string }[] = [];
    let way: Way | null = null;
    for (const [at, levels] of shown.entries()) {
      if (way === null && at >= FIRST_ROWS) break;
      way ??= await wayOf(context, levels);
      const completion = way === null ? null : await hitOf(context, levels, way);
      if (completion !== null) hits.push({ levels, completion });
    }
    const share = shareOf(hits.length, sample.length);
    const [first] = hits.toSorted((one, other) => one.completion.length - other.completion.length);
    if (first === undefined || share.low <= LEAST_SHARE) return [];
    const exploit = await exploitOf(context, first.levels, first.completion);
    if (exploit === null || !isFull(context, first.levels, exploit.reward)) return [];
    return [
      {
        rule: 'C08',
        classes: ['C08'],
        source: 'probe',
        severity: 'critical',
        title: 'is a list of the strings that the prompt shows',
        why: `A pattern that lists the strings of the prompt and matches nothing else is paid ${numberText(exploit.reward ?? 0)}, as much as a right one, on ${share.hits} of ${share.of} rows; with strings of another row, or without one of its own, it is not: nothing is tested that the prompt does not show.`,
        fix: 'Test with strings that the prompt does not show, both such as have to match and such as must not: made by chance for each call, or kept in a field of the row that the prompt leaves out.',
        exploit,
        share,
      },
    ];
  },
};
