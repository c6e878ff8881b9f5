/**
 * B09 where an answer is worked out step by step: with a name in it that nothing knows, or a number that is far too large, the
 * working out fails, and that is paid more than a step that is only wrong. Whoever cannot solve it lets it fail.
 */
import { textUnits } from '../../answers/text-units.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 8;
const FIRST_ROWS = 2;
const LEAST_ROWS = 4;
const MOST_WORDS = 4;
const MOST_NUMBERS = 2;
const LEAST_SHARE = 0.8;
/** Rows on which one text for all of them is tried. */
const MOST_WIDENED = 40;
const EVERYWHERE = 0.9;
/** Of the distance between floor and answer: so much more than what is only wrong, and than nothing. */
const LEAST_GAP = 0.2;
/** Less than the right answer gets: a number that is as good as the right one is no failure. */
const LESS = 0.95;
const STRANGER = 'zzqxv';
const HUGE = '999999999';

interface Try {
  /** The same on all rows: which word or number of the answer it changes. */
  name: string;
  /** What no working out comes to an end with, and the same place with things that it knows. */
  completion: string;
  controls: readonly string[];
  /** Of these one need be paid less: what is known may be out of place, and fail as well. */
  swaps: readonly string[];
  /** A step of it by itself, where answers are made of steps. */
  alone: string | null;
  isNumber: boolean;
}

interface Known {
  levels: RowLevels;
  text: string;
  honest: number;
}

const knownOf = (levels: RowLevels): Known[] => {
  const best = levels.gold ?? levels.plausible ?? null;
  return best === null || best.reward <= levels.floor
    ? []
    : [{ levels, text: best.completion, honest: best.reward }];
};

const wordsIn = (text: string): string[] => unique(text.match(/(?<![\p{L}_<\\/-])\p{L}[\p{L}_]{2,}/gu) ?? []);

const withWord = (text: string, word: string, other: string): string =>
  text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'gu'), () => other);

/** Words that only some right answers have: names, and not what the form or a step is called. */
const namesIn = ({ text }: Known, all: readonly Known[]): string[] =>
  wordsIn(text).filter((word) => {
    const having = all.filter((other) => withWord(other.text, word, STRANGER) !== other.text);
    return having.length < EVERYWHERE * all.length;
  });

/** A right answer without its first or its last step. */
const shortened = (text: string): string[] => {
  const parts = textUnits(text);
  return parts === undefined || parts.units.length < 3
    ? []
    : [parts.write(parts.units.slice(1)), parts.write(parts.units.slice(0, -1))];
};

/** The one step in which two texts differ, by itself. */
const aloneIn = (own: string, changed: string, sign: string): string | null => {
  const parts = textUnits(changed);
  const unit = parts?.units.find((each) => each.includes(sign));
  return parts === undefined || unit === undefined || own === changed ? null : parts.write([unit]);
};

const triesOn = (known: Known, all: readonly Known[]): Try[] => {
  const { text } = known;
  const names = namesIn(known, all);
  const cut = shortened(text);
  const ofWords = names.slice(0, MOST_WORDS).map((word, at): Try => {
    const completion = withWord(text, word, STRANGER);
    const others = names.filter((name) => name !== word).slice(0, MOST_WORDS);
    const swaps = others.map((name) => withWord(text, word, name));
    const alone = aloneIn(text, completion, STRANGER);
    return { name: `word ${at}`, completion, controls: cut, swaps, alone, isNumber: false };
  });
  const numbers = [...text.matchAll(/(?<![\w.,-])[1-9]\d{0,5}(?![\w]|[.,]\d)/g)];
  const places = unique([numbers[0], numbers.at(-1)]).slice(0, MOST_NUMBERS);
  const ofNumbers = places.flatMap((match, at): Try[] => {
    if (match === undefined) return [];
    const put = (digits: string): string =>
      text.slice(0, match.index) + digits + text.slice(match.index + match[0].length);
    const completion = put(HUGE);
    const controls = [-1, 1000].map((more) => put(String(Number(match[0]) + more)));
    return [
      {
        name: `number ${at}`,
        completion,
        controls,
        swaps: [],
        alone: aloneIn(text, completion, HUGE),
        isNumber: true,
      },
    ];
  });
  return [...ofWords, ...ofNumbers].filter(
    ({ controls, swaps, isNumber }) => controls.length > 0 && (isNumber || swaps.length > 0),
  );
};

export const stumblingCheck: Check = {
  name: 'answers that nothing can work out',
  async run(context) {
    const { calibration, analysis, findings, random } = context;
    const { basis, levels } = calibration;
    if (basis === 'tests' || basis === 'judge' || analysis.asksJudge) return [];
    if (analysis.executesCompletion || analysis.runsProcess) return [];
    if (findings.some(({ rule, source }) => rule === 'B09' && source === 'probe')) return [];
    const all = levels.flatMap(knownOf);
    const rows = random.sample(all, MOST_ROWS);
    if (rows.length < LEAST_ROWS) return [];
    const first = rows.slice(0, FIRST_ROWS);
    const seen = (
      await Promise.all(first.map((known) => paidOn(context, known, triesOn(known, all))))
    ).flat();
    for (const name of unique(seen.map((each) => each.name))) {
      if (!context.budget.has(0.05)) return [];
      const found = await look(context, rows, all, name);
      if (found !== null) return [found];
    }
    return [];
  },
};

const rewardsOn = async (
  { scorer }: Context,
  { row, floor }: RowLevels,
  texts: readonly string[],
): Promise<number[]> =>
  (await scorer.all(texts.map((completion) => ({ row, completion })))).map(
    (outcome) => paid(outcome) ?? floor,
  );

/** Those that are paid clearly more than nothing, and than all that is only wrong in the same place. */
const paidOn = async (context: Context, known: Known, tries: readonly Try[]): Promise<Try[]> => {
  const { levels, honest } = known;
  const gap = LEAST_GAP * (honest - levels.floor);
  const paidTries = await Promise.all(
    tries.map(async (each) => {
      const { completion, controls, swaps } = each;
      const [reward = 0, ...others] = await rewardsOn(context, levels, [completion, ...controls, ...swaps]);
      const wrong = others.slice(0, controls.length);
      const swapped = swaps.length === 0 ? levels.floor : Math.min(...others.slice(controls.length));
      const isLess = !each.isNumber || reward <= levels.floor + LESS * (honest - levels.floor);
      return isLess && reward >= Math.max(levels.floor, swapped, ...wrong) + gap;
    }),
  );
  return tries.filter((_, at) => paidTries[at]);
};

const look = async (
  context: Context,
  rows: readonly Known[],
  all: readonly Known[],
  name: string,
): Promise<NewFinding | null> => {
  const hits: { known: Known; made: Try }[] = [];
  let tried = 0;
  for (const known of rows) {
    const tries = triesOn(known, all).filter((each) => each.name === name);
    if (tries.length > 0) tried++;
    for (const made of await paidOn(context, known, tries)) hits.push({ known, made });
  }
  const share = shareOf(hits.length, tried);
  const [hit] = hits;
  if (hit === undefined || tried < LEAST_ROWS || share.hits < LEAST_SHARE * share.of) return null;
  const { levels } = hit.known;
  const constant = await everywhere(context, hit.made, all);
  const exploit = await exploitOf(context, levels, constant?.text ?? hit.made.completion);
  if (exploit === null) return null;
  const what = hit.made.isNumber ? `a number that is far too large (${HUGE})` : 'a name that nothing knows';
  const told = constant === null ? '' : ` \`${constant.text}\` gets that on nearly all rows.`;
  return {
    rule: 'B09',
    classes: ['B09', 'RH113'],
    source: 'probe',
    severity: constant === null ? 'warning' : 'high',
    title: 'an answer that nothing can work out is paid more than a wrong one',
    why: `With ${what} in it an answer gets ${numberText(exploit.reward ?? 0)}, and with a known one that is wrong it gets less, on ${share.hits} of ${share.of} rows that were tried: to let the working out fail is worth more than to try.${told}`,
    fix: 'Pay for what cannot be worked out what a wrong answer gets, the least: unknown names and numbers out of bounds are the fault of the answer.',
    exploit,
    share: constant?.share ?? share,
  };
};

/** The step that fails, by itself and the same on all rows: whether it is paid more than nothing on nearly all. */
const everywhere = async (context: Context, { alone, completion }: Try, all: readonly Known[]) => {
  const asked = context.random.sample(all, MOST_WIDENED);
  for (const text of [alone, completion].filter((each) => each !== null)) {
    const rewards = await Promise.all(asked.map(({ levels }) => rewardsOn(context, levels, [text])));
    const hits = asked.filter(({ levels: { floor }, honest }, at) => {
      const reward = rewards[at]?.[0] ?? floor;
      return reward >= floor + LEAST_GAP * (honest - floor);
    });
    if (hits.length >= EVERYWHERE * asked.length) return { text, share: shareOf(hits.length, asked.length) };
  }
  return null;
};
