/** Verdicts that a judge could be meant to give: which of them the function understands is found by trying. */
import type { Analysis } from '../static/analysis.ts';

/** A form of verdict: `write('10')` is the whole answer of the judge. */
export interface Form {
  name: string;
  kind: 'number' | 'word';
  write(value: string): string;
}

/** Values for the two ends, best first. */
export const NUMBERS = ['10', '5', '1', '100', '1.0', '0.9', '4', '3'] as const;
const LOW_NUMBERS = ['0', '0.0', '1'] as const;
export const WORDS: readonly (readonly [high: string, low: string])[] = [
  ['YES', 'NO'],
  ['yes', 'no'],
  ['Yes', 'No'],
  ['CORRECT', 'INCORRECT'],
  ['correct', 'incorrect'],
  ['PASS', 'FAIL'],
  ['pass', 'fail'],
  ['TRUE', 'FALSE'],
  ['True', 'False'],
  ['true', 'false'],
  ['C', 'I'],
  ['A', 'B'],
  ['GOOD', 'BAD'],
  ['ACCEPT', 'REJECT'],
  ['VALID', 'INVALID'],
];
const LABELS = [
  'Score',
  'Rating',
  'Grade',
  'Verdict',
  'Judgment',
  'Judgement',
  'Answer',
  'Final score',
  'Final verdict',
  'SCORE',
  'RATING',
  'VERDICT',
  'GRADE',
];
const KEYS = [
  'score',
  'rating',
  'verdict',
  'correct',
  'grade',
  'reward',
  'result',
  'is_correct',
  'judgment',
  'pass',
];
const TAGS = ['score', 'rating', 'verdict', 'grade', 'answer', 'judgment'];

export const makeForm = (kind: Form['kind'], write: (value: string) => string): Form => ({
  name: write('…'),
  kind,
  write,
});

const form = makeForm;

const scalar = (value: string): string =>
  /^(true|false|-?\d+(\.\d+)?)$/.test(value) ? value : JSON.stringify(value);

/** Keys that the source reads from dictionaries, those that sound like a verdict first. */
const keysIn = (source: string): string[] => {
  const read = [...source.matchAll(/(?:\[\s*|\.get\(\s*|\bin\s+|,\s*)["'](\w{2,30})["']/g)].map(
    (match) => match[1] as string,
  );
  const known = read.filter((key) =>
    /score|rating|verdict|correct|grade|reward|result|judg|pass|valid|quality|value/i.test(key),
  );
  const notAnswers = new Set([
    'choices',
    'message',
    'content',
    'role',
    'text',
    'messages',
    'model',
    'user',
    'system',
    'Authorization',
    'temperature',
    'max_tokens',
    'type',
  ]);
  return [...new Set([...known, ...read.filter((key) => !notAnswers.has(key)).slice(0, 6)])];
};

const words = (analysis: Analysis, source: string): [string, string][] => {
  const literals = [...source.matchAll(/(["'])([A-Za-z][A-Za-z _-]{0,24})\1/g)].map(
    (match) => match[2] as string,
  );
  const found = [...new Set([...analysis.constants, ...literals])].filter((word) =>
    /^[A-Za-z][A-Za-z _-]{0,24}$/.test(word),
  );
  return found.slice(0, 24).map((word) => [word, `zz${word.length}`]);
};

/** Forms to try for a source, likeliest first. */
export const formsFor = (analysis: Analysis, source: string, prompt: string): Form[] => {
  const mined = analysis.patterns
    .flatMap(({ templates }) => templates.slice(0, 2))
    // A group within a number, as that of its decimals: a verdict in its place is only the end of another one.
    .filter((template) => template.includes('\0') && !/[\d.]\0|\0\.?\d/.test(template))
    .flatMap((template) => [
      form('number', (value) => template.replace('\0', () => value)),
      form('word', (value) => template.replace('\0', () => value)),
    ]);
  const own = keysIn(source);
  const keys = [...own, ...KEYS.filter((key) => !own.includes(key))].slice(0, 12);
  const kinds = ['number', 'word'] as const;
  const all = [
    ...mined,
    form('number', (value) => value),
    form('word', (value) => value),
    // Schemas with several required keys are met by all of them at once.
    ...kinds.map((kind) =>
      form(kind, (value) =>
        JSON.stringify(
          Object.fromEntries([...own.map((key) => [key, JSON.parse(scalar(value)) as unknown])]),
        ),
      ),
    ),
    ...keys.flatMap((key) => kinds.map((kind) => form(kind, (value) => `{"${key}": ${scalar(value)}}`))),
    ...keys
      .slice(0, 4)
      .map((key) =>
        form(
          'number',
          (value) =>
            `{"${key}": ${scalar(value)}, "reason": "as asked", "reasoning": "as asked", "explanation": "as asked"}`,
        ),
      ),
    ...kinds.map((kind) => form(kind, (value) => `[[${value}]]`)),
    ...kinds.flatMap((kind) => LABELS.map((label) => form(kind, (value) => `${label}: ${value}`))),
    ...kinds.flatMap((kind) => TAGS.map((tag) => form(kind, (value) => `<${tag}>${value}</${tag}>`))),
    form('number', (value) => `\\boxed{${value}}`),
    form('number', (value) => `Rating: [[${value}]]`),
    form('number', (value) => `${value}/10`),
  ];
  const known = new Set<string>();
  const distinct = all.filter((each) => {
    const key = `${each.kind} ${each.name}`;
    return known.has(key) ? false : known.add(key) !== undefined;
  });
  // What is written around the verdict mostly stands in the source or in the prompt too.
  const told = `${source}\n${prompt}`;
  const markOf = ({ write }: Form): string => (write('…').split('…')[0] ?? '').replace(/^\{\s*/, '').trim();
  const rank = (each: Form): number => {
    const mark = markOf(each);
    return mark === '' ? 1 : told.includes(mark) ? 0 : 2;
  };
  return [0, 1, 2].flatMap((wanted) => distinct.filter((each) => rank(each) === wanted));
};

/** The two ends of a scale, as they are written. */
export interface NamedScale {
  top: string;
  bottom: string;
  /** What stands around it speaks of a scale; else it may be anything. */
  isSure: boolean;
}

const RANGE = /(-?\d+(?:\.\d+)?)\s*(?:-|–|to|and|through)\s*(-?\d+(?:\.\d+)?)/g;
const OF_SCALES = /\b(?:scales?|scor\w+|rat(?:e|es|ed|ing|ings)|grad\w+|marks?|points?|verdict|judge)\b/i;

/**
 * Scales that a prompt names: `from 1 to 5`, `0-10`, `(1–100)`. First those that are sure: a prompt also has sums, dates and
 * numbers of sentences in it.
 */
export const scalesIn = (prompt: string): NamedScale[] => {
  const found = [...prompt.matchAll(RANGE)].flatMap(({ 0: text, 1: from = '', 2: to = '', index }) => {
    const around = prompt.slice(Math.max(0, index - 60), index + text.length + 20);
    const [bottom, top] = Number(from) < Number(to) ? [from, to] : [to, from];
    return bottom === top ? [] : [{ top, bottom, isSure: OF_SCALES.test(around) }];
  });
  return found.sort((one, other) => Number(other.isSure) - Number(one.isSure));
};

/** Pairs of verdicts, high and low, that are to be tried in a form. */
export const valuesFor = (
  { kind }: Form,
  analysis: Analysis,
  source: string,
  scales: readonly NamedScale[],
): { high: string[]; low: string[] } => {
  if (kind === 'number') {
    return {
      high: [...new Set([...scales.flatMap(({ top, bottom }) => [top, bottom]), ...NUMBERS])],
      low: [...new Set([...LOW_NUMBERS, ...scales.map(({ bottom }) => bottom)])],
    };
  }
  const pairs = [...WORDS, ...words(analysis, source)];
  return { high: pairs.map(([high]) => high), low: [...new Set(pairs.map(([, low]) => low))] };
};
