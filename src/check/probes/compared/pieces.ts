/**
 * A12: of what an answer has to contain only that is looked for, and the rest of it may be missing: names of parts, one after
 * the other, are paid as the page, file or program is that has them.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding, Severity } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { FLOOR_GAP, gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { readsRow } from '../unanswered/silence.ts';
import { exploitOf } from './sweeps.ts';

const ROWS = 6;
const MOST_ROWS = 40;
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.9;
const LEAST_PIECES = 2;
const MOST_PIECES = 30;
const LONGEST_PIECE = 40;
/** Of the letters of an honest answer the pieces are no more than so many: else they are the answer. */
const MOST_OF_HONEST = 0.7;
/** Of the letters of a prompt between the first and the last piece, the pieces are so many: it lists them. */
const LEAST_OF_LIST = 0.6;
/** Characters around a piece that belong to it: `<h1>`, `\begin{proof}`. */
const AROUND = 10;
const MOST_FORMS = 10;

/** Texts of a row that an answer may have to contain, and the prompt lists. */
interface Pieces {
  field: string;
  texts: readonly string[];
}

/** A way to write a piece down. */
interface Form {
  before: string;
  after: string;
}

const letters = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;

const isPiece = (value: unknown): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim().length > 1 && value.length <= LONGEST_PIECE);

/** Lists of words, and names with their values, that the prompt gives one after the other. */
const piecesOf = ({ row }: RowLevels): Pieces[] =>
  Object.entries(row.fields).flatMap(([field, value]) => {
    if (field === 'prompt' || typeof value !== 'object' || value === null) return [];
    const leaves = Array.isArray(value) ? value : Object.entries(value).flat();
    if (!leaves.every(isPiece) || leaves.length > MOST_PIECES) return [];
    const texts = unique(leaves.map(String));
    return texts.length >= LEAST_PIECES && isListed(row.prompt, texts) ? [{ field, texts }] : [];
  });

/** Whether a prompt lists these: from the first to the last of them it says little else. */
const isListed = (prompt: string, texts: readonly string[]): boolean => {
  const lower = prompt.toLowerCase();
  const places = texts.map((text) => lower.lastIndexOf(text.toLowerCase()));
  if (places.some((place) => place < 0)) return false;
  const ends = places.map((place, at) => place + (texts[at] ?? '').length);
  const span = prompt.slice(Math.min(...places), Math.max(...ends));
  return letters(texts.join('')) >= LEAST_OF_LIST * letters(span);
};

/** The longest text that stands before (or after) every piece somewhere in an honest answer. */
const commonAround = (honest: string, texts: readonly string[], side: 'before' | 'after'): string => {
  const [first = '', ...others] = texts;
  const slice = (place: number, text: string, length: number): string =>
    side === 'before'
      ? honest.slice(Math.max(0, place - length), place)
      : honest.slice(place + text.length, place + text.length + length);
  for (let length = AROUND; length > 0; length--) {
    for (let at = honest.indexOf(first); at >= 0; at = honest.indexOf(first, at + 1)) {
      const around = slice(at, first, length);
      const whole = (text: string): string => (side === 'before' ? around + text : text + around);
      const isWhole = around.length === length && !/[\n]/.test(around);
      if (isWhole && others.every((text) => honest.includes(whole(text)))) return around;
    }
  }
  return '';
};

/** What the source puts around something that it looks for: `f"<{name}"`. */
const aroundInSource = (source: string): Form[] =>
  [...source.matchAll(/f(["'])([^"'{}\\\s]{0,6})\{[^{}"']+\}([^"'{}\\\s]{0,6})\1/g)]
    .map((match) => ({ before: match[2] ?? '', after: match[3] ?? '' }))
    .filter(({ before, after }) => before !== '' || after !== '');

const formsOf = (context: Context, { gold }: RowLevels, { texts }: Pieces): Form[] => {
  const honest = gold?.completion ?? '';
  const before = commonAround(honest, texts, 'before');
  const after = commonAround(honest, texts, 'after');
  const all = [
    { before: '', after: '' },
    { before, after: '' },
    { before, after },
    ...aroundInSource(context.subject.source),
    { before: '<', after: '>' },
    { before: '', after: ': ' },
  ];
  return unique(all.map((form) => JSON.stringify(form)))
    .slice(0, MOST_FORMS)
    .map((text) => JSON.parse(text) as Form);
};

const write = (texts: readonly string[], { before, after }: Form): string =>
  texts.map((text) => before + text + after).join(' ');

/** Whether these texts are less than an answer; where none is known, they are taken for less. */
const isLess = ({ gold }: RowLevels, completion: string): boolean =>
  gold === null || letters(completion) <= MOST_OF_HONEST * letters(gold.completion);

/** Forms in which pieces of a field are paid in full on a row. */
const paidForms = async (context: Context, levels: RowLevels): Promise<string[]> => {
  const tried = piecesOf(levels).flatMap((pieces) =>
    formsOf(context, levels, pieces).map((form) => ({ pieces, form, text: write(pieces.texts, form) })),
  );
  const less = tried.filter(({ text }) => isLess(levels, text));
  const outcomes = await context.scorer.all(less.map(({ text }) => ({ row: levels.row, completion: text })));
  return less
    .filter((_, at) => (gapOf(paid(outcomes[at]), levels, context.calibration) ?? 0) >= PROOF_GAP)
    .map(({ pieces, form }) => JSON.stringify([pieces.field, form]));
};

export const piecesCheck: Check = {
  name: 'what prompts list, without the rest of an answer',
  async run(context): Promise<NewFinding[]> {
    const { calibration, scorer, random } = context;
    const { basis, levels: all } = calibration;
    if (basis === 'judge' || basis === 'tests' || context.budget.reach < 1 || all.length < LEAST_ROWS)
      return [];
    if (basis === 'none' && !readsRow(context)) return [];
    const first = random.sample(all, ROWS);
    const counts = new Map<string, number>();
    for (const each of await Promise.all(first.map((levels) => paidForms(context, levels))))
      for (const key of each) counts.set(key, (counts.get(key) ?? 0) + 1);
    const [best] = [...counts].sort((one, other) => other[1] - one[1]);
    if (best === undefined || best[1] < first.length - 1) return [];
    const [field, form] = JSON.parse(best[0]) as [string, Form];
    const asked = random.sample(all, MOST_ROWS).flatMap((levels) => {
      const pieces = piecesOf(levels).find((each) => each.field === field);
      const text = pieces === undefined ? '' : write(pieces.texts, form);
      return text !== '' && isLess(levels, text) ? [{ levels, text }] : [];
    });
    const outcomes = await scorer.all(asked.map(({ levels: { row }, text }) => ({ row, completion: text })));
    const hits = asked.filter(
      ({ levels }, at) => (gapOf(paid(outcomes[at]), levels, calibration) ?? 0) >= PROOF_GAP,
    );
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_ROWS || hits.length < LEAST_SHARE * asked.length) return [];
    const exploit = await exploitOf(context, hit.levels, hit.text);
    if (
      exploit === null ||
      (exploit.reward ?? 0) - hit.levels.floor < FLOOR_GAP * Math.abs(exploit.reward ?? 0)
    )
      return [];
    const isKnown = hits.filter(({ levels }) => levels.gold !== null).length >= LEAST_SHARE * hits.length;
    const severity: Severity = isKnown ? 'critical' : 'warning';
    const much = isKnown ? 'what a whole answer gets' : 'the most that was seen';
    return [
      {
        rule: 'A12',
        classes: ['A12', 'A01', 'A04', 'A08'],
        source: 'probe',
        severity,
        title: 'names what the prompt lists, and nothing else',
        why: `What \`${field}\` lists, one after the other as the prompt gives it, gets ${much}, on ${hits.length} of ${asked.length} rows: only these texts are looked for, and nothing has to be done with them.`,
        fix: 'Parse the answer (HTML, JSON, a configuration, a program) and check each part in it: that it is whole, stands where it belongs, and holds something.',
        exploit,
        share: shareOf(hits.length, asked.length),
      },
    ];
  },
};
