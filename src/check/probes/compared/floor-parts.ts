/**
 * What a text that is paid without being right is paid for: its tags, labels, keys or steps are taken out one after the other, and
 * each that lowers the reward by a part is paid for itself. It names a floor that is found already, and proves no other.
 */
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { HIGH_GAP, paid } from '../../proof/levels.ts';
import { exploitOf } from './sweeps.ts';

const MOST_TEXTS = 3;
const MOST_UNITS = 12;
const LONGEST = 8_000;
/** Of what the text gets: within it two rewards are the same. */
const SAME = 0.02;
/** Letters and digits of a form that says nothing. */
const FEW = 4;
/** Rules whose texts are made without any answer, and say nothing by themselves. */
const FORMS = /^(?:A08|A09|A1[123]|E0[1-69]|E10)$/;

/** A kind of parts, and texts without one of them each. */
interface Kind {
  classes: readonly string[];
  /** `tags`, for people. */
  what: string;
  /** So many must be paid for themselves. */
  least: number;
  without(text: string): readonly string[];
}

const THOUGHTS = /^(?:think|thinking|thoughts?|reason|reasoning|analysis|scratchpad|rationale|explanation)$/i;

const tagsIn = (text: string): string[] =>
  unique([...text.matchAll(/<\/?([A-Za-z][\w-]*)/g)].map((match) => match[1] ?? ''));

const withoutTag = (text: string, name: string): string =>
  text.replace(new RegExp(`</?${name}\\b[^<>]*>`, 'g'), ' ');

const LABEL = /^\s*(?:#{1,6}\s+\S.*|\*\*[^*\n]+\*\*:?|[A-Za-z][\w ]{0,30}\s*(?::|=>|->|=))/gm;
const STEP =
  /^\s*(?:\d+[.)]|[-*•]|Step\s+\d+[:.]?)\s|\b(?:First|Second|Third|Next|Then|Finally|Therefore)\b,?/gim;

const each = (text: string, pattern: RegExp): string[] =>
  unique([...text.matchAll(pattern)].map((match) => match[0].trim()))
    .filter((found) => found !== '')
    .slice(0, MOST_UNITS)
    .map((found) => text.replaceAll(found, ' '));

const withoutKeys = (text: string): string[] => {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return [];
  try {
    const object = JSON.parse(text.slice(start, end + 1)) as Record<string, unknown>;
    return Object.keys(object)
      .slice(0, MOST_UNITS)
      .map((key) => {
        const rest = Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
        return text.slice(0, start) + JSON.stringify(rest) + text.slice(end + 1);
      });
  } catch {
    return [];
  }
};

const KINDS: readonly Kind[] = [
  {
    classes: ['A12', 'A08'],
    what: 'tags',
    least: 2,
    without: (text) =>
      tagsIn(text)
        .slice(0, MOST_UNITS)
        .map((name) => withoutTag(text, name)),
  },
  {
    classes: ['E10', 'A08'],
    what: 'thoughts in tags',
    least: 1,
    without: (text) =>
      tagsIn(text)
        .filter((name) => THOUGHTS.test(name))
        .map((name) => withoutTag(text, name)),
  },
  { classes: ['A12', 'A08'], what: 'labels', least: 2, without: (text) => each(text, LABEL) },
  { classes: ['A12', 'A08'], what: 'keys', least: 2, without: withoutKeys },
  {
    classes: ['A13'],
    what: 'steps',
    least: 1,
    without: (text) => (text.match(STEP) === null ? [] : [text.replaceAll(STEP, ' ')]),
  },
];

type Told = NewFinding & { exploit: { completion: string; reward: number } };

const isFloor = ({ rule, source, exploit, classes = [] }: NewFinding): boolean =>
  source === 'probe' &&
  typeof exploit?.completion === 'string' &&
  typeof exploit.reward === 'number' &&
  (exploit.judge ?? null) === null &&
  (exploit.before ?? null) === null &&
  exploit.completion.length <= LONGEST &&
  (FORMS.test(rule) || classes.includes('A09'));

export const floorPartsCheck: Check = {
  name: 'what a floor is paid for',
  async run(context) {
    const floors = (context.findings.filter(isFloor) as Told[])
      .sort((one, other) => other.exploit.reward - one.exploit.reward)
      .slice(0, MOST_TEXTS);
    const findings: NewFinding[] = [];
    const known = new Set<string>();
    for (const floor of floors) {
      const found = await partsOf(context, floor);
      if (found === null || (found.classes ?? []).every((name) => known.has(name))) continue;
      for (const name of found.classes ?? []) known.add(name);
      findings.push(found);
    }
    return findings;
  },
};

const partsOf = async (context: Context, floor: Told): Promise<NewFinding | null> => {
  const { calibration, scorer } = context;
  const { completion, reward } = floor.exploit;
  const levels = calibration.levels.find(({ row }) => row.line === floor.exploit.row);
  if (levels === undefined || reward <= levels.floor || !context.budget.has(0.05)) return null;
  const gain = reward - levels.floor;
  const kinds: Kind[] = [];
  for (const kind of KINDS) {
    const texts = unique(kind.without(completion)).filter((text) => text !== completion);
    const outcomes = await scorer.all(texts.map((text) => ({ row: levels.row, completion: text })));
    const lowered = outcomes.filter((outcome) => {
      const less = paid(outcome) ?? levels.floor;
      // All of it lost with one part: that is the form itself, and not a part of it.
      return less < reward - SAME * gain && (kind.least === 1 || less > levels.floor + SAME * gain);
    });
    if (lowered.length >= kind.least) kinds.push(kind);
  }
  const said = completion.replace(/<[^<>]*>|```\w*|^[^\n:]{1,40}:/gm, '').replace(/[^\p{L}\p{N}]/gu, '');
  const isEmpty = said.length <= FEW;
  const classes = unique([...kinds.flatMap((kind) => kind.classes), ...(isEmpty ? ['A08'] : [])]);
  const [rule] = classes;
  if (rule === undefined || classes.every((name) => floor.classes?.includes(name))) return null;
  const full = levels.gold?.reward ?? scorer.range.high;
  const isMuch = gain >= HIGH_GAP * (full - levels.floor);
  const exploit = await exploitOf(context, levels, completion);
  if (exploit === null) return null;
  const what = kinds.length === 0 ? 'a form with nothing in it' : kinds.map((kind) => kind.what).join(', ');
  return {
    rule,
    classes: unique([...classes, 'A09', ...(isMuch ? ['E06', 'RH145'] : [])]),
    source: 'probe',
    severity: 'warning',
    title: 'parts of the form are paid for themselves',
    why: `A text that is not right is paid ${exploit.reward} for ${what}: without one of these it gets less.`,
    fix: 'Ask for the form as a whole, and pay nothing for it: only what is right in it.',
    exploit: { ...exploit, decoy: floor.exploit.decoy ?? null },
    share: floor.share ?? null,
  };
};
