/** What a prompt gives to work on is paid as the answer: a verifier takes the material for the result. */
import { mayHoldAnswer } from '../../answers/answer-forms.ts';
import { coreOf, placesOf, saidIn } from '../../answers/in-prompt.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { wraps } from '../text/shells.ts';
import { exploitOf } from './sweeps.ts';

const LEAST_ROWS = 8;
const LEAST_SHARE = 0.9;
/** Ways in which prompts are worded, and rows of each. */
const MOST_PLACES = 6;
const LEAST_OF_PLACE = 3;
/** Of fewer answers one that stands in all prompts is no wonder. */
const LEAST_DIFFERENT = 5;
/** Rows that are asked for other answers. */
const MOST_ROWS = 12;

interface Sight {
  levels: RowLevels;
  core: string;
  befores: readonly string[];
}

/** Rows whose prompts say the answer at a place that many of them have. */
const sightsOf = ({ calibration }: Context): Sight[] => {
  const sights = calibration.levels.flatMap((levels): Sight[] => {
    const core = coreOf(calibration, levels);
    const places = core === undefined ? [] : placesOf(levels.row.prompt, core);
    const befores = unique(places.map(({ before }) => before));
    return core === undefined || places.length === 0 ? [] : [{ levels, core, befores }];
  });
  const counts = new Map<string, number>();
  for (const before of sights.flatMap(({ befores }) => befores))
    counts.set(before, (counts.get(before) ?? 0) + 1);
  const usual = [...counts]
    .filter(([, count]) => count >= LEAST_OF_PLACE)
    .sort((one, other) => other[1] - one[1])
    .slice(0, MOST_PLACES)
    .map(([before]) => before);
  return sights.filter(({ befores }) => befores.some((before) => usual.includes(before)));
};

/** Words in the opposite order, with the same signs between. */
const reversed = (text: string): string => {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).reverse();
  let at = 0;
  return text.replace(/[\p{L}\p{N}]+/gu, () => words[at++] ?? '');
};

const otherOrder = (text: string): string => (text.match(/[^\p{L}\p{N}]+/u) === null ? '' : reversed(text));

/** Other texts that only what was given is needed for. A task to find something in the prompt is solved by none of them. */
const OTHERS: readonly ((text: string) => string)[] = [
  (text) => [...text].reverse().join(''),
  (text) => [...text].sort().join(''),
  otherOrder,
  ...['0 + N', '1 * N', 'N 0 +', 'M + 1', 'M 1 +'].map(
    (form) =>
      (text: string): string =>
        /^\d{1,15}$/.test(text) ? form.replace('N', text).replace('M', String(Number(text) - 1)) : '',
  ),
];

/** What an answer to these cannot be: the text itself. */
const CHANGES =
  /\b(?:translat(?:e|ed|ion)|transliterat\w+|romani[sz]\w+|convert\w*|rewrit(?:e|ten)|rephras\w+|paraphras\w+|(?:en|de)(?:cod|crypt)\w+|cipher\w*|revers\w+|rearrang\w+|re-?order\w*|unscrambl\w+|abbreviat\w+|conjugat\w+|plural|antonym|synonym|opposite|rhym\w+|in other words|capitali[sz]\w+|(?:upper|lower|title)[ -]?case)\b/i;
/** Where some texts stay as they are, or only a part of them is asked for. */
const STAYS =
  /\b(?:unchanged|as (?:it|they) (?:is|are)|already|copy|repeat|quote|verbatim|which|find|extract|where)\b/i;

/** Whether prompts ask to make another text of the one that each of them gives, and of nothing else that differs. */
const asksForOther = (sights: readonly Sight[]): boolean =>
  !isFound(sights) &&
  sights.every(({ levels: { row } }) => CHANGES.test(row.prompt) && !STAYS.test(row.prompt));

/**
 * Whether prompts say much else, another text in each: then it is somewhere in there that the answer is to be found, and
 * a measure of shared words (F1), which takes them in any order, is a sound one.
 */
const isFound = (sights: readonly Sight[]): boolean => {
  const rests = sights.map(({ levels, core }) =>
    ` ${saidIn(levels.row.prompt)} `.replaceAll(` ${saidIn(core)} `, ' '),
  );
  return unique(rests).length > sights.length / 2;
};

/** Whether another text is paid as well, made in the same way on nearly all rows: then nothing is compared for equality. */
const takesOthers = async (context: Context, sights: readonly Sight[]): Promise<boolean> => {
  const [shell] = wraps(context, 1);
  const rows = context.random.sample(sights, MOST_ROWS);
  const others = isFound(sights) ? OTHERS.filter((make) => make !== otherOrder) : OTHERS;
  for (const make of others) {
    const shots = rows.flatMap(({ levels, core }) => {
      const text = make(core);
      // Of a palindrome, and of `a, a`, the opposite order is the same answer.
      return text === '' || saidIn(text) === saidIn(core) || shell === undefined
        ? []
        : [{ levels, row: levels.row, completion: shell(text) }];
    });
    if (shots.length < LEAST_ROWS) continue;
    const outcomes = await context.scorer.all(shots.map(({ row, completion }) => ({ row, completion })));
    const hits = shots.filter(
      ({ levels }, at) => (gapOf(paid(outcomes[at]), levels, context.calibration) ?? 0) >= PROOF_GAP,
    );
    if (hits.length >= LEAST_SHARE * shots.length) return true;
  }
  return false;
};

export const givenCheck: Check = {
  name: 'what prompts give, as an answer',
  async run(context) {
    const { basis, goldField: field, levels: all } = context.calibration;
    if (basis !== 'answer' || field === null || all.length < LEAST_ROWS) return [];
    const sights = sightsOf(context);
    const [first] = sights;
    const isUsual = sights.length >= LEAST_SHARE * all.length;
    if (first === undefined || !isUsual || unique(sights.map(({ core }) => core)).length < LEAST_DIFFERENT)
      return [];
    const isAsked = asksForOther(sights);
    const isProof = isAsked || (await takesOthers(context, sights));
    // Of a field that is called so, it is the answer that happens to stand in the prompt: the task is to find it.
    if (!isProof && mayHoldAnswer(field)) return [];
    const exploit = await exploitOf(context, first.levels, first.levels.gold?.completion ?? '');
    return exploit === null
      ? []
      : [finding(field, isProof, isAsked, shareOf(sights.length, all.length), exploit)];
  },
};

const finding = (
  field: string,
  isProof: boolean,
  isAsked: boolean,
  share: NewFinding['share'] & object,
  exploit: NonNullable<NewFinding['exploit']>,
): NewFinding => ({
  rule: 'A04',
  classes: ['A04', 'B06', 'S09'],
  source: 'probe',
  severity: isProof ? 'critical' : 'warning',
  title: 'a copy of what the prompt gives is paid as an answer',
  why: `The value of \`${field}\` stands at the same place of the prompt, and a copy of it is paid most, on ${share.hits} of ${share.of} rows. ${
    isAsked
      ? 'Prompts ask to make another text of it: what it gives to work on is taken for the result.'
      : isProof
        ? 'So are other texts that are made of it without any skill: what it gives to work on is taken for the result.'
        : 'Unless the task is to find it there, what it gives to work on is taken for the result.'
  }`,
  fix: `Pay nothing for \`${field}\` as it was given, and check that the answer is one: a word that exists, a text that changed.`,
  exploit,
  share,
});
