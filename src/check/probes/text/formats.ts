/** Attacks that have the form of an answer and no content. */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { filler } from './material/filler.ts';
import { goldOf, materialOf } from './material/material.ts';
import { shells, wrap } from './material/shells.ts';

const GATE =
  'Pay for form only when the answer is right (multiply, do not add), and require content between the tags.';

/** Where the right answer is empty, an empty answer is no attack; nor is `x` where `x` is right. */
const isRight = (context: Context, levels: RowLevels, text: string): boolean =>
  goldOf(context, levels)?.trim().toLowerCase() === text.trim().toLowerCase();

const THINKING = ['', '\n'].map(
  (by) => (content: string) =>
    `<think>${by}${content}${by}</think>${by}<answer>${by}${content}${by}</answer>`,
);

/** Objects and lists with nothing in them: of no elements all are right. */
const CONTAINERS = ['{}', '[]'] as const;

const emptyTags: Probe = {
  rule: 'A08',
  title: 'gives the form of an answer with nothing in it',
  fix: GATE,
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    if (isRight(context, levels, '')) return [];
    const containers = CONTAINERS.filter((text) => !isRight(context, levels, text));
    const all = [...shells(context), ...THINKING];
    return [
      ...unique(all.flatMap((shell) => [shell(''), shell('\n')])).slice(0, 16),
      ...unique(containers.flatMap((text) => [wrap(context)(text), text])),
    ];
  },
};

const FLOORS = ['x', '?', 'I do not know.'];

const taggedJunk: Probe = {
  rule: 'A09',
  title: 'puts any text where an answer belongs',
  fix: `${GATE} A wrong answer and no answer should both get the minimum.`,
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    const all = [...shells(context), ...THINKING];
    const first = FLOORS.filter((text) => !isRight(context, levels, text));
    return unique(
      first.flatMap((text, at) => all.slice(0, at === 0 ? 10 : 2).map((shell) => shell(text))),
    ).slice(0, 16);
  },
};

const trailingJunk: Probe = {
  rule: 'A11',
  title: 'follows (or precedes) a valid form with junk',
  fix: 'Match the whole text: `re.fullmatch`, or `\\A…\\Z` without MULTILINE, and `[^<]*` instead of `.*` between tags.',
  kind: 'attack',
  proof: 'always',
  make(context) {
    const form = shells(context, 3);
    const junk = filler(10_000);
    return unique(
      form.flatMap((shell) => [
        `${shell('x')}\n${junk}`,
        `${junk}\n${shell('x')}`,
        `${junk}\n${shell('x')}\n${junk}`,
      ]),
    ).slice(0, 9);
  },
};

const everyToken: Probe = {
  rule: 'A12',
  title: 'holds each word that the source looks for, once',
  fix: 'Do not pay for the presence of words or tags by themselves; check the structure as a whole, and pay for it only when the answer is right.',
  kind: 'attack',
  proof: 'always',
  make(context, _levels) {
    const { tokens } = materialOf(context);
    if (tokens.length === 0) return [];
    const tags = tokens.filter((token) => /[<>[\]{}]/.test(token));
    const words = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token) && !tags.includes(token));
    const joined = [tokens, tags, words].filter((list) => list.length > 0);
    return unique([
      ...joined.flatMap((list) => [list.join(''), list.join(' '), list.join('\n')]),
      ...tokens.slice(0, 12),
      ...pairs(tokens.slice(0, 4)),
    ]).slice(0, 24);
  },
};

const pairs = (tokens: readonly string[]): string[] =>
  tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => `${one} ${other}`));

const tagsOnce: Probe = {
  rule: 'A12',
  title: 'holds each tag that the source counts, and no content',
  fix: everyToken.fix,
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    if (isRight(context, levels, '')) return [];
    const tags = materialOf(context).tokens.filter((token) =>
      /^\s*(<\/?[\w-]+>|\[\/?[\w-]+\])\s*$/.test(token),
    );
    if (tags.length === 0) return [];
    const names = unique(tags.map((tag) => /[\w-]+/.exec(tag)?.[0] ?? ''));
    return unique([
      tags.join(''),
      tags.join('\n'),
      names.map((name) => `<${name}>\n</${name}>`).join('\n'),
      names.map((name) => `<${name}>\n\n</${name}>\n`).join('\n'),
      tags.toReversed().join(''),
    ]);
  },
};

const STEPS = [
  'First, Second, Next, Finally,',
  'Step 1: Step 2: Step 3: Step 4: Step 5:',
  'Step 1:\nStep 2:\nStep 3:\nStep 4:\nStep 5:',
  '1. a\n2. b\n3. c\n4. d\n5. e',
  '- a\n- b\n- c\n- d\n- e',
  '* a\n* b\n* c\n* d\n* e',
  '# A\n## B\n### C\n**d**\n\n- e\n- f\n- g\n\n1. h\n2. i',
  'First, because. Then, so. Therefore, thus. However, hence. Finally, in conclusion.',
];

const stepMarkers: Probe = {
  rule: 'A13',
  title: 'marks steps that are not there',
  fix: 'Do not count step words, bullets or numbers: a list without content has them all. Pay for the answer.',
  kind: 'attack',
  proof: 'always',
  make(context) {
    const shell = wrap(context);
    return unique([...STEPS, ...STEPS.slice(0, 2).map((steps) => `${steps}\n${shell('x')}`)]);
  },
};

const thoughtOnly: Probe = {
  rule: 'E10',
  title: 'shows a thought without content',
  fix: 'Do not pay for the presence of a thinking block; pay for the answer that follows it.',
  kind: 'attack',
  proof: 'always',
  make: (context) => {
    const shell = wrap(context);
    return ['think', 'thinking', 'reasoning', 'scratchpad'].flatMap((tag) => [
      `<${tag}>x</${tag}>`,
      `<${tag}>x</${tag}>\n${shell('x')}`,
    ]);
  },
};

const oneWord: Probe = {
  rule: 'E09',
  title: 'answers with one word of a language',
  fix: 'A share of letters or of one language is full for a single word: require a length, and pay for it only when the answer is right.',
  kind: 'attack',
  make: (context) =>
    unique(
      ['the', 'Hello.', '你好', 'да', 'こんにちは', 'مرحبا'].flatMap((text) => [text, wrap(context)(text)]),
    ).slice(0, 9),
};

export const FORMAT_PROBES: readonly Probe[] = [
  emptyTags,
  taggedJunk,
  tagsOnce,
  everyToken,
  trailingJunk,
  stepMarkers,
  thoughtOnly,
  oneWord,
];
