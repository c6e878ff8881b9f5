/** A19, A20 and A21: rows whose own answer is empty, 0, False, or cannot be read, and that pay for what is wrong. */

import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding, Share } from '../../finding.ts';
import { median } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { isShown } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';
import { answerText } from '../text/material/material.ts';
import { wrap } from '../text/material/shells.ts';
import { answersOf, type Least, leastPaid, payingAll } from './cross-pay.ts';

const MOST_ROWS = 20;
/** Rows of which is asked whether their answer can be read. */
const MOST_READ = 60;
/** Wrong answers of a row: all of them must be paid, so that no luck and no tolerance is. Of true and false there is one. */
const DONORS = 4;
const LEAST_DONORS = 3;
const LEAST_SHARE = 0.8;
/** Of rows with other answers: where these are paid for anything too, it is no matter of emptiness. */
const MOST_OTHERS = 0.1;
/** Answers of other rows that are put in the place of one's own. */
const OTHERS = 2;
const MUCH = 0.9;
const LITTLE = 0.5;
const JUNK = ['qqq', 'I do not know'];
const EMPTY = new Set(['""', '[]', '{}', 'null', 'false', '0', '0.0', '"0"', '"false"', '"none"']);
const FALSE = new Set(['false', '"false"']);

/** What such checks share; undefined where no field holds the answer. */
const settingOf = (context: Context, isKnown: (levels: RowLevels) => boolean) => {
  const { basis, goldField: field, levels: all } = context.calibration;
  const usual = median(all.flatMap((each) => (isKnown(each) && each.gold ? [each.gold.reward] : [])));
  if (basis !== 'answer' || field === null || usual === null || usual <= 0) return undefined;
  const textOf = ({ row }: RowLevels): string => row.texts[field] ?? 'null';
  return { field, usual, textOf, isMuch: ({ reward }: Least) => reward >= MUCH * usual };
};
type Setting = NonNullable<ReturnType<typeof settingOf>>;

const severityOf = (share: Share): 'critical' | 'high' => (isShown(share) ? 'critical' : 'high');

/** A19: rows without an answer, and then those whose answer cannot be read. */
export const pairsCheck: Check = {
  name: 'rows without a usable answer',
  async run(context) {
    const setting = settingOf(context, () => true);
    if (setting === undefined) return [];
    const { field, usual, isMuch } = setting;
    const { levels: all } = context.calibration;
    const isEmpty = ({ row }: RowLevels): boolean => {
      const json = row.texts[field];
      return json === undefined || json === '[]' || json === '{}' || answerText(json).trim() === '';
    };
    const rows = all.filter(isEmpty).slice(0, MOST_ROWS);
    const texts = JUNK.map(wrap(context));
    const { hits } = await payingAll(context, rows, () => texts, isMuch);
    const told =
      hits.length < LEAST_SHARE * rows.length
        ? []
        : await tell(context, hits, all.length, (reward, share) => ({
            rule: 'A19',
            severity: severityOf(share),
            title: 'rows without a right answer pay for any text',
            why: `${hits.length} of ${all.length} rows have an empty answer, and pay any text ${numberText(reward)}; right answers to the others usually get ${numberText(usual)}.`,
            fix: "Take rows without an answer out of the file, and pay the minimum for them: `'' in text` holds for every text.",
          }));
    return [...told, ...(await unreadable(context, setting, texts))];
  },
};

/** `12,345` and `3,000` are of one form, `3/8` is of another: digits, letters, and what stands between them. */
export const formOf = (text: string): string =>
  text
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/**
 * A20: rows that pay for junk in full, and do not where the answer of a row that pays none stands in the place of theirs:
 * then it is their answer that is not read. Only where no row that pays none has an answer of that form: a text that
 * counts as `no` is right where the answer is `no`.
 */
const unreadable = async (
  context: Context,
  { field, usual, textOf, isMuch }: Setting,
  texts: readonly string[],
): Promise<NewFinding[]> => {
  const { calibration, random, budget } = context;
  const said = (levels: RowLevels): string => answerText(textOf(levels));
  const rows = random.sample(
    calibration.levels.filter((levels) => said(levels).trim() !== ''),
    MOST_READ,
  );
  const least = await Promise.all(rows.map((levels) => leastPaid(context, levels, texts)));
  const closed = rows.filter((_, at) => (least[at]?.reward ?? usual) < LITTLE * usual);
  const readable = new Set(closed.map((levels) => formOf(said(levels))));
  const open = least.filter((each) => each !== undefined && isMuch(each)) as Least[];
  const odd = open.filter(({ levels }) => !readable.has(formOf(said(levels))));
  if (closed.length < OTHERS || odd.length === 0 || !budget.has(0.05)) return [];
  const others = random.sample(closed, OTHERS).map(textOf);
  const isOwn = await Promise.all(
    odd.map(async ({ levels }) => {
      const under = others.map((other) => leastPaid(context, levels, texts, { [field]: other }));
      return (await Promise.all(under)).every((each) => each !== undefined && each.reward < LITTLE * usual);
    }),
  );
  const hits = odd.filter((_, at) => isOwn[at]).map(({ levels }) => ({ levels, completion: texts[0] ?? '' }));
  const [hit] = hits;
  const shown = hit === undefined ? '' : said(hit.levels).slice(0, 40);
  return tell(context, hits, rows.length, (reward, share) => ({
    rule: 'A20',
    severity: severityOf(share),
    title: 'rows whose answer cannot be read pay for any text',
    why: `${hits.length} of ${rows.length} rows pay any text ${numberText(reward)}, as right answers to the others; their \`${field}\` is written otherwise (${JSON.stringify(shown)}), and with that of another row in its place the same text gets nothing.`,
    fix: 'Where the right answer does not parse, raise (the sample is then left out) or return the minimum, never the maximum; and read all forms that the file has.',
  }));
};

/**
 * A21: `if gold and said != gold`, `said.startswith("")`, `all(… for part in [])`: where nothing is expected, nothing is compared.
 * Junk shows it only where no form is asked for, so answers are used that other rows pay.
 */
export const emptyRowsCheck: Check = {
  name: 'rows whose answer is empty, 0 or False',
  async run(context) {
    const { calibration, random, findings } = context;
    const { goldField, levels: all } = calibration;
    const isEmpty = ({ row }: RowLevels): boolean =>
      EMPTY.has((row.texts[goldField ?? ''] ?? 'null').trim().toLowerCase());
    const setting = settingOf(context, (each) => !isEmpty(each) && (each.gold?.reward ?? 0) > each.floor);
    const isTold = findings.some(
      ({ rule, severity }) => /^A(?:19|20|21)$/.test(rule) && /critical|high/.test(severity),
    );
    const empty = all.filter(isEmpty);
    if (setting === undefined || calibration.columns !== undefined || isTold || empty.length === 0) return [];
    const { field, textOf, isMuch } = setting;
    const others = all.filter((levels) => !isEmpty(levels) && levels.gold !== null);
    const donors = answersOf(context, random.sample(others, 2 * MOST_ROWS));
    const textsFor = ({ row, gold }: RowLevels): string[] => {
      const own = Object.values(row.texts);
      const meanings = new Set(own.map((text) => meaningOf(JSON.parse(text))));
      const wrong = donors
        .filter(({ meaning, completion }) => !meanings.has(meaning) && completion !== gold?.completion)
        .slice(0, DONORS);
      // Of true and false, and of them only, there is one other.
      const isOne = own.some((text) => FALSE.has(text.toLowerCase())) && donors.length === 1;
      return wrong.length < (isOne ? 1 : LEAST_DONORS) ? [] : wrong.map(({ completion }) => completion);
    };
    const rows = random.sample(empty, MOST_ROWS);
    const { hits } = await payingAll(context, rows, textsFor, isMuch);
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_SHARE * rows.length) return [];
    const control = random.sample(others, MOST_ROWS);
    const beside = await payingAll(context, control, textsFor, isMuch);
    if (beside.hits.length > MOST_OTHERS * control.length) return [];
    return tell(context, hits, shareOf(empty.length, all.length), (reward, share) => ({
      rule: 'A21',
      classes: ['A21', 'A19', 'RH108'],
      severity: severityOf(share),
      title: 'rows whose answer is empty, 0 or False pay any answer',
      why: `In ${empty.length} of ${all.length} rows \`${field}\` is ${textOf(hit.levels)} or alike. ${rows.length} of them were tried: they pay the right answers of other rows, which are wrong here, ${numberText(reward)}; rows with other answers do not.`,
      fix: 'Compare such answers as all others: `is None` instead of truth, equality instead of `startswith` and `in`, and a length before `all(…)`; raise where a row has no answer.',
    }));
  },
};
