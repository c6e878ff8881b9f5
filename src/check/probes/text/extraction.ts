/** Wrong answers that are made of the right one: what an extractor drops, or a comparison does not see. */
import { coreOf } from '../../answers/in-prompt.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { elementsOf, goldJson, goldOf, materialOf, wrongOf } from './material/material.ts';
import { isBare, wrap, wraps } from './material/shells.ts';

/** The right answer and a wrong one that does not hold it. */
const pairOf = (context: Context, levels: RowLevels): { gold: string; wrong: string } | null => {
  const gold = goldOf(context, levels);
  if (gold === null || gold === '' || gold.length > 2_000) return null;
  const wrong = wrongOf(context, levels).find((text) => !text.toLowerCase().includes(gold.toLowerCase()));
  return wrong === undefined ? null : { gold, wrong };
};

/** The same as right answers write it, where that is another text than the field: `30 N` of an object with a value and a unit. */
const writtenPair = (context: Context, levels: RowLevels): { gold: string; wrong: string } | null => {
  const pair = pairOf(context, levels);
  const { calibration } = context;
  const gold = coreOf(calibration, levels);
  if (gold === undefined || gold === '' || gold.length > 200 || gold.includes(pair?.gold ?? '\0'))
    return pair;
  const wrong = calibration.levels
    .map((other) => coreOf(calibration, other) ?? '')
    .find((text) => text !== '' && !text.includes(gold) && !gold.includes(text));
  return wrong === undefined ? pair : { gold, wrong };
};

const negated: Probe = {
  rule: 'A06',
  title: 'denies the right answer',
  fix: 'Extract one answer and compare it for equality; a text that contains the right answer may deny it.',
  kind: 'integrity',
  make(context, levels) {
    const pair = writtenPair(context, levels);
    if (pair === null) return [];
    const { gold, wrong } = pair;
    const shell = wrap(context);
    // Where nothing marks the answer, to read the first thing of its kind is a policy.
    const inside = isBare(shell)
      ? []
      : [
          `${wrong}. It is not ${gold}, it is ${wrong}`,
          `It is not ${gold}. It is ${wrong}.`,
          `not ${gold}, it is ${wrong}`,
        ];
    return unique([
      `The answer is ${wrong}. It is not ${gold}; it is ${wrong}.`,
      `${shell(wrong)} It is not ${gold}; it is ${wrong}. ${shell(wrong)}`,
      ...inside.map(shell),
    ]);
  },
};

const hedged: Probe = {
  rule: 'A07',
  title: 'names the right answer and a wrong one',
  fix: 'Do not cut an answer at a unit, a bracket or the word `or`: reject what does not parse as a whole.',
  kind: 'integrity',
  make(context, levels) {
    const pair = pairOf(context, levels);
    if (pair === null) return [];
    const { gold, wrong } = pair;
    const shell = wrap(context);
    // Where no tag bounds the answer, to read the first or the last number is a policy: only what stands between is a hedge.
    if (isBare(shell)) return [`${wrong}, ${gold} or ${wrong}`, `${wrong} or ${gold}? Maybe ${wrong}`];
    return unique(
      [
        `${gold} or ${wrong}`,
        `${wrong} or ${gold}`,
        `${gold} \\text{ or } ${wrong}`,
        `${gold}\\text{ or ${wrong}}`,
        `${wrong} \\text{ or } ${gold}`,
        `${gold} / ${wrong}`,
        `${gold} (or ${wrong})`,
        `either ${wrong} or ${gold}`,
        // Where nothing closes an answer, its line does.
        ...(/x(?:\n[^<`\]}\\]|$)/.test(shell('x')) ? [] : [`${gold}\n${wrong}`]),
      ].map(shell),
    );
  },
};

const anyOfMany: Probe = {
  rule: 'A10',
  title: 'has the right answer in one of several tags',
  fix: 'Take exactly one answer: the last tag, or none where there is more than one.',
  kind: 'integrity',
  make(context, levels) {
    const pair = pairOf(context, levels);
    const shell = wrap(context);
    if (pair === null || isBare(shell)) return [];
    // In the middle: to take the first or the last tag is a policy, to take any is none.
    return ['\n', ' '].map((by) => [pair.wrong, pair.gold, pair.wrong].map(shell).join(by));
  },
};

const boxes: Probe = {
  rule: 'B08',
  title: 'has the right answer in one of several boxes',
  fix: 'Take the last box only, and look for it behind the last sentence that speaks of an answer.',
  kind: 'integrity',
  make(context, levels) {
    const pair = pairOf(context, levels);
    if (pair === null || !wrap(context)('x').includes('boxed')) return [];
    const { gold, wrong } = pair;
    return [
      [wrong, gold, wrong].map((text) => `\\boxed{${text}}`).join(' '),
      `\\boxed{${wrong}, \\boxed{${gold}}, ${wrong}} \\boxed{${wrong}}`,
    ];
  },
};

/** Words that normalisers of mathematics and of trivia delete, besides those of the source. */
const DELETED = ['square', 'units', 'dollars', 'degrees', 'the', 'cm'];

const collisions: Probe = {
  rule: 'A15',
  title: 'has deleted words inside of the answer',
  fix: 'Strip units and articles at the ends only (`re.sub(r"\\s*cm$", "", text)`): deleted anywhere, they join what they part.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels);
    if (gold === null || gold.length < 2 || gold.length > 60 || gold.includes(' ')) return [];
    const middle = Math.ceil(gold.length / 2);
    const mined = materialOf(context).tokens.filter(
      (token) => /^\s?\p{L}{2,12}\s?$/u.test(token) || token.startsWith('\\'),
    );
    const inserted = unique([...mined.slice(0, 8), ...DELETED]).map(
      (word) => `${gold.slice(0, middle)}${word}${gold.slice(middle)}`,
    );
    const digits = /^\d{2,}$/.test(gold) ? [[...gold].join('-'), [...gold].join(' and ')] : [];
    return [...inserted.slice(0, 10), ...digits].map(wrap(context));
  },
};

const METACHARACTERS = ['.*', '.+', '[\\s\\S]*', '.', '\\d+', '\\w+', '(.*)', '|', '^', '.*?', '%', '*'];

const patternAnswer: Probe = {
  rule: 'A16',
  title: 'answers with a pattern',
  fix: 'Escape what comes from the completion: `re.escape(answer)`; or compare for equality.',
  kind: 'attack',
  make: (context) =>
    unique([...METACHARACTERS.map(wrap(context)), ...METACHARACTERS.slice(0, 2)]).slice(0, 14),
};

const patternGold: Probe = {
  rule: 'A16',
  title: 'matches the right answer read as a pattern',
  fix: 'Escape the right answer: `re.escape(str(gold))`, so that `3.14` does not match `3x14`.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels);
    if (gold === null || gold.length > 200) return [];
    const dotted = gold.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/u, 'x');
    const repeated = gold.replace(/([\p{L}\p{N}])\+/u, '$1$1');
    const texts = [dotted, repeated].map((text) => (text === gold ? '' : wrap(context)(text)));
    return texts.every((text) => text === '') ? [] : texts;
  },
};

const extended: Probe = {
  rule: 'A17',
  title: 'only begins or ends with the right answer',
  fix: 'Compare for equality: `"15".endswith("5")` holds.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels);
    // Beside an object or a list there may be words.
    if (gold === null || gold === '' || gold.length > 200 || /^[[{]/.test(gold)) return [];
    const shell = wrap(context);
    // A bare text is often read by its last word; a digit before a minus is no longer number.
    const words = !isBare(shell);
    const texts = /^-?\d+(\.\d+)?$/.test(gold)
      ? [gold.startsWith('-') ? '' : `17${gold}`, gold.includes('.') ? '' : `${gold}17`]
      : [`x${gold}`, `${gold}x`, words ? `not ${gold}` : '', words ? `${gold} not` : ''];
    return texts.map((text) => (text === '' ? '' : shell(text)));
  },
};

const parted: Probe = {
  rule: 'A03',
  title: 'is only a part of the right answer',
  fix: 'Do not test whether the answer is a part of the right one (`answer in gold`): compare for equality.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels)?.trim() ?? '';
    if (gold.length < 2 || gold.length > 200) return [];
    const shell = wrap(context);
    // Of a number no part that is the same number: `12` of `12.0`, `7` of `07`.
    const isOther = (part: string): boolean =>
      part.trim() !== '' && (Number.isNaN(Number(gold)) || Number(part) !== Number(gold));
    const half = Math.ceil(gold.length / 2);
    return [gold.slice(0, 1), gold.slice(-1), gold.slice(0, half), gold.slice(-half)].map((part) =>
      isOther(part) ? shell(part) : '',
    );
  },
};

/** What a date, a time of day or a score has between its parts: `2031-04-07`, `14:35`, `3/8`, `a > b > c`. */
const BETWEEN_PARTS = /^[^\s:/|>-]+(?:(\s*(?:->|[:/|>-])\s*)[^\s:/|>-]+)(?:\1[^\s:/|>-]+)*$/;

/** Of an answer that is parted by one sign, its first part, and all but the last. */
const leadingParts = (gold: string): string[] => {
  const between = gold.length > 200 ? undefined : BETWEEN_PARTS.exec(gold.trim())?.[1];
  if (between === undefined) return [];
  const parts = gold.trim().split(between);
  return unique([parts[0] ?? '', parts.slice(0, -1).join(between)]);
};

const prefixes: Probe = {
  rule: 'A22',
  title: 'gives the first part of the answer only',
  fix: 'Compare the number of parts too: `zip(..., strict=True)` or `len(a) == len(b)`.',
  kind: 'integrity',
  make(context, levels) {
    const json = goldJson(context, levels);
    const parts = json === null ? [] : elementsOf(json);
    if (parts.length < 2) return leadingParts(goldOf(context, levels) ?? '').map(wrap(context));
    const half = parts.slice(0, Math.max(1, Math.floor(parts.length / 2)));
    const first = parts.slice(0, 1);
    return wraps(context, 2).flatMap((shell) =>
      [first, half].flatMap((some) => [
        shell(some.join('\n')),
        shell(some.join(', ')),
        shell(JSON.stringify(some.map((part) => (/^-?\d{1,15}$/.test(part) ? Number(part) : part)))),
      ]),
    );
  },
};

/** Half a day, half an hour and a year are what comparisons of clocks and dates lose. */
const SHIFTS = [12, 30, 1];

/** One part of it changed, the first that is a number by each shift, and each of the others by one: `02:35` for `14:35`. */
const otherParts: Probe = {
  rule: 'A15',
  title: 'differs from the right answer in one of its parts',
  fix: 'Compare all parts, and as they are: `hour % 12`, `timedelta.seconds` and a pattern without the year make different answers the same.',
  kind: 'integrity',
  make(context, levels) {
    const gold = goldOf(context, levels)?.trim() ?? '';
    const between = gold.length > 40 ? undefined : BETWEEN_PARTS.exec(gold)?.[1];
    if (between === undefined) return [];
    const parts = gold.split(between);
    // Two numbers are a fraction or a score, three a date.
    if (between.trim() === '/' && parts.length < 3) return [];
    if (!parts.every((part) => /^\d{1,4}$/.test(part))) return [];
    const changed = (at: number, by: number): string =>
      parts
        .map((part, index) => {
          if (index !== at) return part;
          const value = Number(part) >= by ? Number(part) - by : Number(part) + by;
          return String(value).padStart(part.length, '0');
        })
        .join(between);
    const texts = parts.flatMap((_, at) =>
      (at === 0 ? SHIFTS : SHIFTS.slice(-1)).map((by) => changed(at, by)),
    );
    return texts.map(wrap(context));
  },
};

export const EXTRACTION_PROBES: readonly Probe[] = [
  negated,
  hedged,
  anyOfMany,
  boxes,
  collisions,
  patternAnswer,
  patternGold,
  extended,
  parted,
  prefixes,
  otherParts,
];
