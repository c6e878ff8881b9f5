/**
 * E07 where nothing compares the way that a row holds: it is paid when it is written down, and one that goes there and back first
 * is paid more each time. What should cost is rewarded.
 */
import { insideOf } from '../../answers/inside.ts';
import { fewAreKnown } from '../../answers/marks.ts';
import { ANSWER_MARK, templateWrapper, wrappersFor } from '../../answers/wrappers.ts';
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { thereAndBack } from './edits.ts';
import { exploitOf } from './sweeps.ts';

const ROWS = 12;
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.8;
const MOST_NAMES = 3;
const MOST_WRAPPERS = 60;
/** How often it goes there: once is the way itself. */
const TIMES = [1, 2, 3, 6] as const;
const BETWEEN = [' -> ', ' > ', ' → ', ', ', ' '] as const;

/** How a list is written down as a way: with a sign that the prompt has, or as JSON. */
type Form = (way: unknown) => string;

const formsFor = (value: unknown, prompt: string): Form[] =>
  typeof value === 'string'
    ? [String]
    : [
        ...BETWEEN.filter((by) => prompt.includes(by.trim())).map(
          (by): Form =>
            (way) =>
              (way as unknown[]).join(by),
        ),
        (way) => JSON.stringify(way),
      ];

/** `Route: …`, where a line of all prompts begins so. */
const labelsIn = (rows: readonly RowLevels[]): Wrapper[] =>
  unique([...(rows[0]?.row.prompt ?? '').matchAll(/^[A-Z][\w ]{0,20}:/gm)].map(([label]) => label))
    .filter((label) => rows.every(({ row }) => row.prompt.includes(label)))
    .map((label) => templateWrapper(`${label} ${ANSWER_MARK}`));

const wayOf = ({ row }: RowLevels, name: string): unknown =>
  insideOf(row).find((each) => each.name === name)?.value;

export const longerWaysCheck: Check = {
  name: 'ways that are paid the more the longer they are',
  async run(context) {
    const { calibration, analysis, subject, findings, random } = context;
    if (!fewAreKnown(context) || analysis.runsProcess || analysis.executesCompletion) return [];
    if (findings.some(({ rule, classes = [] }) => rule === 'E07' || classes.includes('E07'))) return [];
    const rows = random.sample(calibration.levels, ROWS);
    const [first] = rows;
    if (first === undefined || rows.length < LEAST_ROWS) return [];
    const names = insideOf(first.row)
      .map(({ name }) => name)
      .filter((name) => rows.every((levels) => thereAndBack(wayOf(levels, name), 2) !== null))
      .slice(0, MOST_NAMES);
    const wrappers = [...labelsIn(rows), ...wrappersFor(subject.rows, analysis)].slice(0, MOST_WRAPPERS);
    for (const name of names)
      for (const form of formsFor(wayOf(first, name), first.row.prompt))
        for (const wrapper of wrappers) {
          if (!context.budget.has(0.05)) return [];
          const found = await look(context, rows, name, form, wrapper);
          if (found !== null) return [found];
        }
    return [];
  },
};

const look = async (
  context: Context,
  rows: readonly RowLevels[],
  name: string,
  form: Form,
  { wrap }: Wrapper,
): Promise<NewFinding | null> => {
  const sights: { levels: RowLevels; completion: string; rewards: number[] }[] = [];
  for (const [at, levels] of rows.entries()) {
    const way = wayOf(levels, name);
    const texts = TIMES.map((times) => wrap(form(times === 1 ? way : thereAndBack(way, times))));
    const outcomes = await context.scorer.all(texts.map((completion) => ({ row: levels.row, completion })));
    const rewards = outcomes.map((outcome) => paid(outcome) ?? levels.floor);
    const [own = 0] = rewards;
    const isRising = rewards.every((reward, next) => next === 0 || reward > (rewards[next - 1] ?? 0));
    if (own > levels.floor && isRising) sights.push({ levels, completion: texts.at(-1) ?? '', rewards });
    // Most forms are not read at all.
    if (at + 1 - sights.length > (1 - LEAST_SHARE) * rows.length) return null;
  }
  const [sight] = sights;
  if (sight === undefined) return null;
  const exploit = await exploitOf(context, sight.levels, sight.completion);
  if (exploit === null) return null;
  const share = shareOf(sights.length, rows.length);
  return {
    rule: 'E07',
    classes: ['E07', 'S02', 'S11', 'RH119'],
    source: 'probe',
    severity: 'high',
    title: 'the longer the way, the more is paid',
    why: `\`${name}\` itself is paid ${numberText(sight.rewards[0] ?? 0)}, and ${sight.rewards.slice(1).map(numberText).join(', ')} when it goes from its first place to the second and back ever more often, on ${share.hits} of ${share.of} rows.`,
    fix: 'Turn the sign of what should cost, and bound what is paid: `1 - max(0, length - shortest) / shortest`.',
    exploit: { ...exploit, honest: sight.rewards[0] ?? null },
    share,
  };
};
