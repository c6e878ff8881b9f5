/** Criteria that rows or the source hold, restated instead of met (D09). */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import { minimise } from '../../proof/minimise.ts';
import { type CheckRow, rowText } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { waitsForJudge } from '../programs/runs.ts';
import { filler } from '../text/filler.ts';
import { wraps } from '../text/shells.ts';
import { hitsOfBestForm } from './best-form.ts';

const FIELD =
  /rubric|criteri|key_?words?|key_?points?|check_?list|must_|required|requirements?|aspects|^points$|talking/i;
const MEMBER = /^(?:criterion|criteria|text|description|item|title|requirement|point|keyword|name)$/i;
const MOST_ROWS = 10;
const MOST_ITEMS = 40;
const LEAST_SHARE = 0.2;
/** Where no right answer is known, only this is taken for all of it. */
const FULL = 0.99;
/** What half of the criteria, or none, may get of what all of them do. */
const MOST_OF_LESS = 0.85;
/** What may stand between two criteria that a prompt lists: a number, weights, the next bullet. */
const MOST_BETWEEN = 40;
const MOST_TRIES = 40;

/** The texts of a list of criteria, however it is written; fewer than two: it is none. */
const itemsIn = (value: unknown): string[] => {
  if (typeof value === 'string') {
    const lines = value.split(/\n|;\s+/).map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim());
    return lines.filter((line) => line !== '');
  }
  if (Array.isArray(value))
    return value.flatMap((each) => (typeof each === 'string' ? [each.trim()] : one(each)));
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  // Weights or counts by criterion.
  return entries.every(([, each]) => typeof each === 'number' || typeof each === 'boolean')
    ? entries.map(([name]) => name)
    : [];
};

const one = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).find(([name, each]) => MEMBER.test(name) && typeof each === 'string');
  return found === undefined ? [] : [String(found[1]).trim()];
};

/** Whether the prompt lists them, one right after the other: spread over a text they would have to be found there. */
const isListed = (prompt: string, items: readonly string[]): boolean => {
  const text = prompt.toLowerCase();
  let at = text.indexOf(items[0]?.toLowerCase() ?? '');
  if (at === -1) return false;
  for (const item of items) {
    const next = text.indexOf(item.toLowerCase(), at);
    if (next === -1 || next - at > MOST_BETWEEN) return false;
    at = next + item.length;
  }
  return true;
};

export interface Criteria {
  items: readonly string[];
  /** Where somebody who does not know the row finds them. */
  from: 'the prompt' | 'every row' | 'the source';
}

/** Criteria that a model can know: listed by the prompt, the same in all rows, or written in the source. */
const criteriaOf = ({ subject, analysis }: Context, row: CheckRow): Criteria | undefined => {
  for (const [field, value] of Object.entries(row.fields)) {
    if (field === 'prompt' || !FIELD.test(field)) continue;
    const items = unique(itemsIn(value)).slice(0, MOST_ITEMS);
    if (items.length < 2) continue;
    if (isListed(row.prompt, items)) return { items, from: 'the prompt' };
    const { rows } = subject;
    if (rows.length > 2 && rows.every((other) => other.texts[field] === row.texts[field]))
      return { items, from: 'every row' };
  }
  if (!/rubric|criteri|check_?list/i.test(subject.source)) return undefined;
  const items = analysis.constants.filter((text) => /\p{L}{3}/u.test(text) && text.length <= 200);
  return items.length < 2 ? undefined : { items: items.slice(0, MOST_ITEMS), from: 'the source' };
};

/** Each criterion with words around it, and in another order: where the list is what was asked for, this is not it. */
const FORMS: readonly ((items: readonly string[]) => string)[] = [
  (items) => items.map((item) => `It is said here that this holds: ${item}.`).join('\n'),
  (items) => `All criteria are met.\n${items.map((item) => `- Done: ${item} (yes)`).join('\n')}`,
  (items) => `This text meets all of it, namely ${items.join(' and also ')} and no more.`,
];

const formsOf = (context: Context, items: readonly string[]): string[] => {
  const turned = items.toReversed();
  return wraps(context, 2).flatMap((shell) => FORMS.map((form) => shell(form(turned))));
};

interface Hit {
  levels: RowLevels;
  criteria: Criteria;
  completion: string;
  reward: number;
}

const isFull = (context: Context, levels: RowLevels, reward: number): boolean =>
  reward > levels.floor &&
  (levels.gold === null
    ? reward >= FULL && reward >= PROOF_GAP * context.scorer.range.high
    : (gapOf(reward, levels, context.calibration) ?? 0) >= PROOF_GAP);

/** All of them are paid in full, and neither half of them nor as much text without them. */
const ask = async (
  context: Context,
  levels: RowLevels,
  criteria: Criteria,
  form: number,
): Promise<Hit | undefined> => {
  const { scorer } = context;
  const { row, floor } = levels;
  const { items } = criteria;
  const completion = formsOf(context, items)[form] ?? '';
  const reward = paid(await scorer.score({ row, completion }));
  if (reward === null || !isFull(context, levels, reward)) return undefined;
  const half = formsOf(context, items.slice(0, Math.floor(items.length / 2)))[form] ?? '';
  const others = await scorer.all(
    [half, filler(completion.length), wraps(context, 1)[0]?.(filler(completion.length)) ?? ''].map(
      (text) => ({
        row,
        completion: text,
      }),
    ),
  );
  const isLess = others.every(
    (outcome) => (paid(outcome) ?? floor) - floor <= MOST_OF_LESS * (reward - floor),
  );
  return isLess ? { levels, criteria, completion, reward } : undefined;
};

const smallest = async (context: Context, hit: Hit): Promise<Hit | undefined> => {
  const { budget, scorer } = context;
  const { row } = hit.levels;
  const holds = async (texts: readonly string[]): Promise<boolean[]> => {
    const outcomes = await scorer.all(texts.map((completion) => ({ row, completion })));
    return outcomes.map((outcome) => isFull(context, hit.levels, paid(outcome) ?? hit.levels.floor));
  };
  const short = await minimise(hit.completion, holds, { tries: MOST_TRIES, goOn: () => budget.has(0.3) });
  const shot = { row, completion: short };
  const [first, second] = await Promise.all([scorer.scoreFresh(shot), scorer.scoreFresh(shot)]);
  const reward = paid(first);
  const holdsFresh = reward !== null && reward === paid(second) && isFull(context, hit.levels, reward);
  return holdsFresh ? { ...hit, completion: short, reward } : undefined;
};

/** Where there are criteria that a model can know: about 30 calls, none elsewhere. */
export const rubricCheck: Check = {
  name: 'criteria that are restated',
  async run(context): Promise<NewFinding[]> {
    const { calibration, random, scorer, subject, notes, budget } = context;
    if (subject.kind !== 'reward' || waitsForJudge(context) || context.analysis.asksJudge) return [];
    const sample = random.sample(calibration.levels, MOST_ROWS);
    const known = sample.flatMap((levels) => {
      const criteria = criteriaOf(context, levels.row);
      return criteria === undefined ? [] : [{ levels, criteria }];
    });
    const [first] = known;
    if (first === undefined) return [];
    notes.probes++;
    const hits = await hitsOfBestForm(
      known,
      formsOf(context, first.criteria.items).length,
      ({ levels, criteria }, form) => ask(context, levels, criteria, form),
      () => budget.has(0.1),
    );
    const share = shareOf(hits.length, sample.length);
    if (hits[0] === undefined || share.low <= LEAST_SHARE) return [];
    const hit = await smallest(context, hits[0]);
    if (hit === undefined) return [];
    return [
      {
        rule: 'D09',
        classes: ['D09', 'A12'],
        source: 'probe',
        severity: 'critical',
        title: 'restates the criteria instead of meeting them',
        why: `A text that only names the ${hit.criteria.items.length} criteria, which stand in ${hit.criteria.from}, is paid ${hit.reward} on ${share.hits} of ${share.of} rows; half of them, or as much text without them, is paid less: what is paid is that they are named.`,
        fix: 'keep the criteria out of what the model sees, and test what meets them (a fact, a number, a structure), not that their words occur',
        exploit: {
          row: hit.levels.row.line,
          fields: rowText(hit.levels.row),
          completion: hit.completion,
          seed: scorer.seed,
          status: 'ok',
          reward: hit.reward,
          honest: hit.levels.gold?.reward ?? null,
          floor: hit.levels.floor,
          decoy: null,
        },
        share,
      },
    ];
  },
};
