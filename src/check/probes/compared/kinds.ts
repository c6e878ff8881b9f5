/**
 * Rows that pay whatever is said, among rows that do not: another rule holds for them (a column says what kind of row it is),
 * and that rule asks for nothing. Several texts that have nothing in common are paid in full there: no answer is all of them.
 */
import { mayHoldAnswer } from '../../answers/answer-forms.ts';
import { isFullMarks } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { median, unique } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { shells } from '../text/shells.ts';
import { exploitOf } from './sweeps.ts';

/** Of each its own length, letters and signs: a rule about form ("no commas", "in capitals") pays some of them only. */
const TEXTS = [
  'Good question.',
  'x',
  'qqq zzz, 17',
  'NO IDEA!',
  'It was raining, and so they all stayed at home that day.',
  '["a", {"b": 1}]',
] as const;
/** What a normaliser makes nothing of that keeps letters and digits. */
const SIGNS = ['.', '?!', '…', '--'] as const;
const MOST_ROWS = 60;
const LEAST_ROWS = 12;
const LEAST_HITS = 4;
const FULL = 0.95;
/** Lower end of the share of rows: as for probes. */
const LEAST_SHARE = 0.2;
/** Of all rows: so many are no few that were forgotten. */
const MUCH = 0.1;
const MOST_SHELLS = 3;
const MOST_KINDS = 8;
/** Values of a field that nothing compares: fewer could be names of kinds. */
const LEAST_VALUES = 3;
const PART = 0.1;

interface Paying {
  hits: readonly RowLevels[];
  completion: string;
}

export const kindsCheck: Check = {
  name: 'rows that pay whatever is said',
  async run(context) {
    const { calibration, scorer, random, budget } = context;
    const { basis, levels: all } = calibration;
    const golds = median(all.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])));
    const full = golds ?? scorer.range.high;
    if ((basis !== 'none' && basis !== 'answer') || full <= 0 || (golds === null && !isFullMarks(context)))
      return [];
    // A form that has no place for a text is one answer, however often it is said: right on the rows that have it.
    const ways = [
      (text: string) => text,
      ...shells(context, MOST_SHELLS).filter((way) => way('') !== way('x')),
    ];
    const each = (TEXTS.length + SIGNS.length) * ways.length;
    const affordable = Math.floor((PART * budget.left) / each);
    const rows = random.sample(all, Math.min(MOST_ROWS, all.length, affordable));
    if (rows.length < LEAST_ROWS) return [];
    const said = await bestOf(context, rows, ways, TEXTS, FULL * full);
    // Right where the answer has no letters either: of rows with others only.
    const erased = await bestOf(context, rows.filter(isOfLetters(context)), ways, SIGNS, FULL * full);
    const findings = await tell(context, said, rows);
    return findings.length > 0 ? findings : tellErased(context, erased, rows.length);
  },
};

/** The rows that pay all of the texts in full, in the way of writing them in which these are most. */
const bestOf = async (
  { scorer }: Context,
  rows: readonly RowLevels[],
  ways: readonly ((text: string) => string)[],
  contents: readonly string[],
  full: number,
): Promise<Paying | undefined> => {
  let best: Paying | undefined;
  for (const way of ways) {
    const texts = contents.map(way);
    const shots = rows.flatMap(({ row }) => texts.map((completion) => ({ row, completion })));
    const rewards = (await scorer.all(shots)).map(paid);
    const hits = rows.filter((_, at) =>
      texts.every((_text, of) => (rewards[at * texts.length + of] ?? 0) >= full),
    );
    if (hits.length >= LEAST_HITS && hits.length > (best?.hits.length ?? 0))
      best = { hits, completion: texts[0] as string };
  }
  return best;
};

const isOfLetters =
  ({ calibration: { goldField } }: Context) =>
  ({ row }: RowLevels): boolean =>
    goldField !== null && !/^(?:null|false|0)$/.test(row.texts[goldField] ?? 'null')
      ? /[\p{L}\p{N}]/u.test(JSON.stringify(row.fields[goldField]))
      : false;

/** A15: of right answers in another script, say, nothing is left to compare. */
const tellErased = async (
  context: Context,
  paying: Paying | undefined,
  of: number,
): Promise<NewFinding[]> => {
  const [hit] = paying?.hits ?? [];
  const share = shareOf(paying?.hits.length ?? 0, of);
  const exploit =
    hit === undefined || paying === undefined ? null : await exploitOf(context, hit, paying.completion);
  if (exploit === null) return [];
  return [
    {
      rule: 'A15',
      classes: ['A15', 'A19', 'A03', 'A09', 'A08', 'S09', 'D10'],
      source: 'probe',
      severity: share.low > LEAST_SHARE ? 'critical' : 'warning',
      title: 'signs without a letter or a digit are paid as right answers that have some',
      why: `${SIGNS.map((text) => `\`${text}\``).join(', ')} are all paid in full on ${share.hits} of ${share.of} rows, whose answers have letters or digits: what is left of both to compare is nothing.`,
      fix: 'Normalise only what may differ (`casefold`, spaces), keep letters of all scripts (`\\w`, not `a-z`), and refuse what is empty afterwards.',
      exploit,
      share,
    },
  ];
};

const tell = async (
  context: Context,
  paying: Paying | undefined,
  rows: readonly RowLevels[],
): Promise<NewFinding[]> => {
  if (paying === undefined) return [];
  const { hits, completion } = paying;
  const share = shareOf(hits.length, rows.length);
  const answer = unheard(context, hits);
  const isProof = answer !== undefined && share.low > LEAST_SHARE;
  // Without an answer that is not looked at, any text may be right there; and on all rows other checks say it.
  if (!isProof && hits.length === rows.length) return [];
  const kind = kindOf(hits, rows);
  const [hit] = hits;
  const exploit = hit === undefined ? null : await exploitOf(context, hit, completion);
  if (exploit === null) return [];
  // Where answers are compared on other rows, these were to be, too; where none is, any text may follow a rule of form.
  const isAnswered = context.calibration.basis === 'answer';
  const where = kind === undefined ? '' : `: those where \`${kind.name}\` is ${kind.value}`;
  const unread =
    answer === undefined ? '' : ` The answers that they have in \`${answer}\` are compared with nothing.`;
  return [
    {
      rule: 'A09',
      classes: ['A09', 'A08', 'S09', 'C07', 'D10', ...(answer === undefined ? [] : ['RH110'])],
      source: 'probe',
      severity: isProof ? 'critical' : isAnswered && hits.length >= MUCH * rows.length ? 'high' : 'warning',
      title: 'rows of one kind pay whatever is said',
      why: `${TEXTS.length} texts that have nothing in common are all paid in full on ${hits.length} of ${rows.length} rows${where}.${unread}`,
      fix: 'Look at what was answered on every kind of row: what is not a refusal, or has nothing that is forbidden, is no answer yet.',
      exploit,
      share,
    },
  ];
};

/**
 * A field that is called as answers are, and that nothing compares on these rows: the source does not even name it, or it is
 * another one on most of them (no label, limit or language, which may be read and be of no matter).
 */
const unheard = ({ subject, calibration }: Context, hits: readonly RowLevels[]): string | undefined => {
  const names = Object.keys(hits[0]?.row.texts ?? {}).filter(
    (name) => name !== 'prompt' && mayHoldAnswer(name),
  );
  return names.find((name) => {
    const texts = hits.map(({ row }) => row.texts[name] ?? 'null');
    const values = unique(texts.filter((text) => !/^(?:null|""|\[\]|\{\})$/.test(text)));
    if (values.length < LEAST_VALUES || texts.some((text) => /^(?:null|"")$/.test(text))) return false;
    // Compared on other rows, and not on these.
    if (name === calibration.goldField || !new RegExp(`\\b${name}\\b`).test(subject.source)) return true;
    const isOwn = hits.every(({ row: { fields, prompt } }) => {
      const value = fields[name];
      return typeof value === 'string' && value.length > 1 && !prompt.includes(value);
    });
    return isOwn && values.length > hits.length / 2;
  });
};

/** The column of few values that tells these rows from the others. */
const kindOf = (
  hits: readonly RowLevels[],
  rows: readonly RowLevels[],
): { name: string; value: string } | undefined => {
  const others = rows.filter((levels) => !hits.includes(levels));
  for (const name of Object.keys(hits[0]?.row.texts ?? {})) {
    const inside = unique(hits.map(({ row }) => row.texts[name] ?? 'null'));
    const outside = unique(others.map(({ row }) => row.texts[name] ?? 'null'));
    if (inside.length + outside.length > MOST_KINDS || others.length === 0) continue;
    if (inside.every((text) => !outside.includes(text))) return { name, value: inside.join(' or ') };
  }
  return undefined;
};
