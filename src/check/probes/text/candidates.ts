/** Attacks that name every answer instead of one: containment, reverse containment, any of many. */
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { lengthsIn } from './lengths.ts';
import { denseDigits } from './material/digits.ts';
import { elementsOf, goldJson, type Material, materialOf } from './material/material.ts';
import { choicesOf, optionsOf } from './material/options.ts';
import { isBare, wrap, wraps } from './material/shells.ts';
import { RECORD_PROBES } from './records.ts';

const ONE_ANSWER =
  'Extract one answer (the last match of one tag, or the last line), and compare it for equality after the same ' +
  'normalisation of both sides; never look for the answer in a longer text.';

/** Lists of candidates for all rows, the most likely first: what an answer could be when nothing is known of a row. */
const candidateLists = (context: Context): (readonly string[])[] => {
  const { kind, counts, letters, elements } = materialOf(context);
  const isSigned = elements.some((element) => element.startsWith('-'));
  const lists: (readonly string[])[] = [
    isSigned ? [...counts, ...counts.slice(1).map((number) => `-${number}`)] : counts,
    letters,
    kind === 'boolean' ? ['yes', 'no', 'true', 'false', 'True', 'False', 'Yes', 'No'] : [],
    kind === 'decimal' ? decimals(context) : [],
  ];
  return lists.filter((list) => list.length >= 2);
};

/** All decimals with as many places as answers have, where these are few enough. */
const decimals = (context: Context): string[] => {
  const { distinct, counts } = materialOf(context);
  const places = Math.max(...distinct.map((gold) => /\.(\d+)$/.exec(gold)?.[1]?.length ?? 0));
  const count = counts.length * 10 ** places;
  if (places === 0 || count > 10_000) return [];
  return Array.from({ length: count }, (_, number) => (number / 10 ** places).toFixed(places));
};

const listsEverything: Probe = {
  rule: 'A01',
  title: 'lists every candidate',
  fix: ONE_ANSWER,
  kind: 'attack',
  make(context) {
    const shells = wraps(context);
    return unique(
      [' ', ', ', '\n'].flatMap((by) =>
        candidateLists(context).flatMap((list) => shells.map((shell) => shell(list.join(by)))),
      ),
    ).slice(0, 12);
  },
};

const listsOptions: Probe = {
  rule: 'A01',
  title: 'lists every option that its row names',
  fix: ONE_ANSWER,
  kind: 'attack',
  // A wrong answer of another row is not among the options of this one.
  proof: 'reward',
  single: (context, levels) =>
    [...choicesOf(context, levels), ...optionsOf(context, levels)].map(wrap(context)),
  make(context, levels) {
    // A list of nothing but what is asked for is the answer: words that a text is to hold.
    const asked = new Set(elementsOf(goldJson(context, levels) ?? '""').map((each) => each.toLowerCase()));
    const lists = [choicesOf(context, levels), optionsOf(context, levels)].map((list) =>
      list.every((option) => asked.has(option.toLowerCase())) ? [] : list,
    );
    if (lists.every((list) => list.length < 2)) return [];
    // A list that this row has not keeps its place: a trick is judged over all rows.
    const ways = [', ', ' ', '\n'].map((by) => (list: readonly string[]) => list.join(by));
    if (materialOf(context).kind === 'list') ways.unshift((list) => JSON.stringify(list.map(scalar)));
    return ways.flatMap((way) =>
      lists.flatMap((list) => wraps(context, 2).map((shell) => (list.length < 2 ? '' : shell(way(list))))),
    );
  },
};

const denseList: Probe = {
  rule: 'A02',
  title: 'packs every candidate into a short text',
  fix: `${ONE_ANSWER} A length limit alone does not help: 1,002 digits contain every number up to 999.`,
  kind: 'attack',
  make(context) {
    const { kind, counts, dense } = materialOf(context);
    const texts = kind === 'none' ? [] : [dense].filter((text) => text.length >= 3 && text.length <= 20_000);
    const digits = String(Math.max(0, counts.length - 1)).length;
    if (counts.length > 0) texts.unshift(denseDigits(Math.min(4, digits)));
    const longest = texts[0] ?? '';
    const caps = lengthsIn(context, 8, longest.length).toReversed().slice(0, 4);
    return unique([
      ...wraps(context).flatMap((shell) => texts.map(shell)),
      ...caps.flatMap((cap) => [1, 0].map((place) => cut(longest, cap, wraps(context)[place]))),
    ])
      .filter((text) => text !== '')
      .slice(0, 12);
  },
};

/** Of a text as much as fits in a shell that has so many characters in all. */
const cut = (text: string, cap: number, shell: ((content: string) => string) | undefined): string => {
  const room = cap - 1 - (shell?.('').length ?? 0);
  return shell === undefined || room < 3 ? '' : shell(text.slice(0, room));
};

const oneCharacter: Probe = {
  rule: 'A03',
  title: 'answers with one character or nothing',
  fix: 'Do not test whether the answer is a part of the right one (`pred in gold`): compare for equality, and pay nothing for an empty answer.',
  kind: 'attack',
  make(context) {
    const material = materialOf(context);
    if (material.kind === 'none') return [];
    const texts = [...commonest(material), '', ' '];
    return unique(wraps(context, 2).flatMap((shell) => texts.map(shell))).slice(0, 12);
  },
};

/** The characters that most answers hold. */
const commonest = ({ distinct }: Material): string[] => {
  const counts = new Map<string, number>();
  for (const gold of distinct) {
    for (const character of new Set(gold.length > 1 ? gold : '')) {
      if (/[\p{L}\p{N}]/u.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, 4)
    .map(([character]) => character);
};

const labelUnion: Probe = {
  rule: 'A05',
  also: ['A01'],
  title: 'names every answer of the whole file',
  fix: `${ONE_ANSWER} Where several answers are right, subtract for wrong ones (F1 or exact sets, not recall).`,
  kind: 'attack',
  make(context) {
    const { kind, distinct, elements, dense } = materialOf(context);
    if (elements.length < 2) return [];
    const shells = wraps(context);
    const joined = (all: readonly string[]): string[] =>
      [' ', ', ', '\n'].flatMap((by) => shells.map((shell) => shell(all.join(by))));
    const list = shells.map((shell) => shell(JSON.stringify(elements.map(scalar))));
    return unique([
      ...(kind === 'list' ? list : []),
      ...joined(elements),
      ...list,
      ...(dense.length <= 20_000 ? shells.map((shell) => shell(dense)) : []),
      ...joined(distinct),
    ]).slice(0, 24);
  },
};

const scalar = (text: string): string | number => (/^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text);

const manyTags: Probe = {
  rule: 'A10',
  also: ['A01', 'A05', 'F16'],
  title: 'gives every candidate an answer tag of its own',
  fix: 'Take exactly one answer (the last tag), and pay nothing when there is more than one.',
  kind: 'attack',
  make(context) {
    const { elements, distinct } = materialOf(context);
    const shell = wrap(context);
    // Whole answers too: parts of `f(a=1, b=2)` are none.
    const lists = [...candidateLists(context).map((list) => list.slice(0, 1_000)), elements, distinct].filter(
      (list) => list.length >= 2,
    );
    return unique(
      lists.flatMap((list) => {
        const tags = list.map(shell);
        return [tags.join('\n'), tags.join(' '), tags.toReversed().join('\n')];
      }),
    ).slice(0, 12);
  },
};

const choicesWithoutLetter: Probe = {
  rule: 'A18',
  title: 'repeats the text of every choice, without a letter',
  fix: 'Where no letter can be read, pay nothing: do not fall back to looking for the text of the right choice.',
  kind: 'attack',
  single: (context, levels) => choicesOf(context, levels).map(wrap(context)),
  make(context, levels) {
    const choices = choicesOf(context, levels);
    if (choices.length < 2) return [];
    const small = choices.map((choice) => choice.toLowerCase());
    return unique(
      [choices.join('; '), choices.join('\n'), small.join('; '), `it is ${small.join(' or ')}`].flatMap(
        (text) => wraps(context).map((shell) => shell(text)),
      ),
    ).slice(0, 10);
  },
};

const outsideTheTag: Probe = {
  rule: 'B11',
  title: 'lists candidates outside the answer, and answers nothing',
  fix: 'Pay nothing for a right answer that stands anywhere but in the answer.',
  kind: 'attack',
  make(context) {
    const { elements } = materialOf(context);
    const shell = wrap(context);
    const lists = [...candidateLists(context), elements].filter((list) => list.length >= 2);
    // Where the form is in the answer itself, a list is no answer.
    if (isBare(shell))
      return context.calibration.arrange === undefined ? [] : lists.map((list) => list.join(' '));
    return unique(
      lists.flatMap((list) => [`${list.join(' ')}\n${shell('x')}`, `${shell('x')}\n${list.join(' ')}`]),
    ).slice(0, 6);
  },
};

export const CANDIDATE_PROBES: readonly Probe[] = [
  listsEverything,
  listsOptions,
  labelUnion,
  denseList,
  oneCharacter,
  ...RECORD_PROBES,
  manyTags,
  choicesWithoutLetter,
  outsideTheTag,
];
