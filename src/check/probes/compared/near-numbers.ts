/** Numbers that are not the right one and are taken for it: a hundred times too large, or rounded before they are compared. */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { chanceShare } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { isFraction, isFullAt, numbersInPlace, numeral, type Place, rewardsAt, sizeOf } from './in-place.ts';
import { exploitOf } from './sweeps.ts';

const LEAST_SHARE = 0.8;
/** Of the rows: so many must be paid for one number that is wrong on all of them. */
const LEAST_PROOF = 0.2;
/** Whole numbers that are said on all rows. */
const MOST_SAID = 4;

export const nearNumbersCheck: Check = {
  name: 'wrong numbers in the place of right ones',
  async run(context) {
    const findings: NewFinding[] = [];
    for (const { places } of await numbersInPlace(context)) {
      const isKnown = [...context.findings, ...findings].some(({ rule }) => rule === 'B01');
      if (!isKnown) findings.push(...(await scaled(context, places)));
      if (!findings.some(({ rule }) => rule === 'B13')) findings.push(...(await rounded(context, places)));
      if (!findings.some(({ rule }) => rule === 'A15')) findings.push(...(await around(context, places)));
    }
    return findings;
  },
};

interface Sight {
  place: Place;
  completion: string;
}

const told = async (
  context: Context,
  sights: readonly Sight[],
  of: number,
  text: Pick<NewFinding, 'rule' | 'title' | 'why' | 'fix'>,
): Promise<NewFinding[]> => {
  const [sight] = sights;
  if (sight === undefined || sights.length < LEAST_SHARE * of) return [];
  const exploit = await exploitOf(context, sight.place.levels, sight.completion);
  if (exploit === null) return [];
  const share = shareOf(sights.length, of);
  const why = `${text.why}, on ${share.hits} of ${share.of} rows that were tried.`;
  return [{ ...text, why, classes: [text.rule], source: 'probe', severity: 'warning', exploit, share }];
};

/** A fraction has the digits of its decimal: behind those of its lower number it stays nearly the same. */
const digitsOf = ({ text, value }: Place): string => (isFraction(text) ? numeral(value) : text);

/** B01: what only begins or ends with the digits of the right number is no such thing, and must not be paid. */
const scaled = async (context: Context, places: readonly Place[]): Promise<NewFinding[]> => {
  for (const factor of [100, 0.01]) {
    const rows = places.filter(({ value }) => value !== 0 && Math.abs(value) < 1e10);
    const sights: Sight[] = [];
    for (const place of rows) {
      const other = numeral(place.value * factor);
      const control = factor > 1 ? `${digitsOf(place).replace('.', '')}37` : other.replace(/^-?\d+/, '9$&');
      const texts = [other, control].map(place.write);
      const [reward, none] = await rewardsAt(context, place, texts);
      if (isFullAt(place, reward) && !isFullAt(place, none))
        sights.push({ place, completion: texts[0] ?? '' });
    }
    const found = await told(context, sights, rows.length, {
      rule: 'B01',
      title: 'is a hundred times too large or too small',
      why: `The right answer with ${factor > 1 ? 'a hundred times its number' : 'a hundredth of its number'} is paid in full`,
      fix: 'Treat percentages by their sign in the text; do not accept 100 times the answer or a hundredth of it.',
    });
    if (found.length > 0) return found;
  }
  return [];
};

/** After which numbers begin again: days, hours, minutes, degrees, and digits that are cut off. */
const ROUNDS = [7, 12, 24, 60, 100, 360, 1000];

/** A15: `hour % 12` and `timedelta.seconds` make different numbers the same. Half a round, or one more, must not be paid. */
const around = async (context: Context, places: readonly Place[]): Promise<NewFinding[]> => {
  for (const size of ROUNDS) {
    const sights: Sight[] = [];
    for (const place of places) {
      const texts = [size, 2 * size, Math.floor(size / 2), size + 1].map((more) =>
        place.write(numeral(place.value + more)),
      );
      const rewards = await rewardsAt(context, place, texts);
      if (rewards.every((reward, at) => isFullAt(place, reward) === at < 2))
        sights.push({ place, completion: texts[0] ?? '' });
    }
    const found = await told(context, sights, places.length, {
      rule: 'A15',
      title: `numbers begin again after ${size}`,
      why: `The right answer with ${size} more, or twice that, in the place of its number is paid in full, and half of that, or one more, is not`,
      fix: 'Compare the whole of a number: `%`, `timedelta.seconds` and clocks without a day make different answers the same.',
    });
    if (found.length > 0) return found;
  }
  return [];
};

interface Grid {
  name: string;
  /** The whole number that a number comes to. */
  whole(value: number): number;
  /** Away from that: paid, and not paid. */
  paid: readonly number[];
  not: readonly number[];
}

const GRIDS: readonly Grid[] = [
  { name: 'cut', whole: Math.floor, paid: [0.4, 0.9], not: [-0.4, 1.1] },
  { name: 'rounded', whole: Math.round, paid: [0.4, -0.4], not: [0.6, -0.6] },
];

/** With one digit behind the point, as a fraction: `17/5`. */
const asFraction = (value: number): string => {
  const tenths = Math.round(value * 10);
  const common = [10, 5, 2, 1].find((by) => tenths % by === 0) ?? 1;
  return common === 10 ? String(tenths / 10) : `${tenths / common}/${10 / common}`;
};

/** B13: `int()` or `round()` before the comparison. A tolerance grows with the answer, or is the same on both sides of it. */
const rounded = async (context: Context, all: readonly Place[]): Promise<NewFinding[]> => {
  // Below 1, a cut number below 0 is 0 as well.
  const places = all.filter(({ value, text }) => value > 0 && /^[\d./ -]+$/.test(text));
  const sizes = places.map(({ value }) => value);
  const areWhole = sizes.every((size) => Number.isInteger(size));
  // Within a narrow range a relative tolerance looks like rounding; and so does an absolute one around numbers of one fraction.
  const fractions = new Set(sizes.map((size) => (size % 1).toFixed(1)));
  if (places.length < 3) return [];
  if (areWhole ? Math.max(...sizes) < 3 * Math.min(...sizes) : fractions.size < 3) return [];
  // What reads fractions need not read decimals.
  const writings = places.some(({ text }) => isFraction(text)) ? [numeral, asFraction] : [numeral];
  for (const { name, whole, paid, not, say } of GRIDS.flatMap((grid) =>
    writings.map((say) => ({ ...grid, say })),
  )) {
    const sights: Sight[] = [];
    for (const place of places) {
      const middle = whole(place.value);
      const low = middle === 0 ? not.map((offset) => (offset < 0 ? -1.2 : offset)) : not;
      // A number that contains the digits of the right one is not near it.
      const near = [...paid, ...low].map((offset) => say(middle + offset));
      const isWhole = !/[./]/.test(place.text);
      const texts = [...near, `17${place.text}`, ...(isWhole ? [`${place.text}17`] : [])];
      const rewards = await rewardsAt(context, place, texts.map(place.write));
      const isRight = (at: number): boolean => Math.abs(sizeOf(texts[at] ?? '') - place.value) < 1e-9;
      if (rewards.every((reward, at) => isRight(at) || isFullAt(place, reward) === at < paid.length))
        sights.push({ place, completion: place.write(near[isRight(1) ? 0 : 1] ?? '') });
    }
    const [finding] = await told(context, sights, places.length, {
      rule: 'B13',
      title: `numbers are ${name} to whole ones before they are compared`,
      why: 'A wrong number near the right one is paid as much as the right one, and one that is a little further off is not',
      fix: 'Do not round or cut before comparing: `int("42.9")` and `round(42.4)` make wrong answers right.',
    });
    if (finding !== undefined) return [(await oneNumber(context, all, whole)) ?? finding];
  }
  return [];
};

/** Where numbers are rounded, and many come to the same: that one, said on all rows, and right on none. */
const oneNumber = async (
  context: Context,
  places: readonly Place[],
  whole: (value: number) => number,
): Promise<NewFinding | undefined> => {
  const [first] = places;
  const { levels: all } = context.calibration;
  if (first === undefined) return undefined;
  // The form around the number is that of another row only where it is the same for all.
  const forms = new Set(places.map((place) => place.write('\u0000')));
  if (forms.size > 1) return undefined;
  const [before = '', after = ''] = first.write('\u0000').split('\u0000');
  const counts = new Map<number, number>();
  for (const { value } of places) counts.set(whole(value), (counts.get(whole(value)) ?? 0) + 1);
  const said = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_SAID);
  for (const [number] of said) {
    const completion = first.write(String(number));
    const known = all.filter(({ gold }) => gold !== null);
    const outcomes = await context.scorer.all(known.map(({ row }) => ({ row, completion })));
    const hits: RowLevels[] = known.filter(({ gold }, at) => {
      const reward = outcomes[at]?.status === 'ok' ? (outcomes[at]?.reward ?? 0) : 0;
      if (gold === null || reward < gold.reward - 1e-9 || gold.completion === completion) return false;
      // `2.0` and `4/2` are 2.
      return sizeOf(gold.completion.slice(before.length, gold.completion.length - after.length)) !== number;
    });
    const share = shareOf(hits.length, known.length);
    const [hit] = hits;
    if (hit === undefined || share.low <= Math.max(LEAST_PROOF, chanceShare(context.calibration))) continue;
    const exploit = await exploitOf(context, hit, completion);
    if (exploit === null) continue;
    return {
      rule: 'B13',
      classes: ['B13', 'S09'],
      source: 'probe',
      severity: 'critical',
      title: 'one number is paid on many rows, and right on none of them',
      why: `Numbers are made whole before they are compared: \`${number}\` is paid as much as the right answer on ${share.hits} of ${share.of} rows whose answer is another number.`,
      fix: 'Do not round or cut before comparing: `int("0.9")` is 0, as is every share.',
      exploit,
      share,
    };
  }
  return undefined;
};
