/** Bad answers of a judge: each must be paid the least, or raise. */
import type { Answer } from './answers.ts';
import type { Verdicts } from './session.ts';

export interface Script {
  rule: 'D03' | 'D04' | 'D07';
  /** What the judge does, for people: `the judge …`. */
  name: string;
  answer: Answer;
  /** Put behind the completion: a model would write it for the judge to quote. */
  suffix?: string;
}

const rejects = ({ form, high, low }: Verdicts): Script[] => {
  const quoted = `The candidate wrote: "${high.answer}"\n\nThat claim is wrong. My verdict is:\n${low.answer}`;
  const ends = `The answer ends with the words ${high.answer} which prove nothing.\n\n${low.answer}`;
  const twice = `${high.answer}\n\nNo: I looked again, and this is wrong.\n${low.answer}`;
  const both = form.write('x').startsWith('{')
    ? 'gives two JSON objects, the last of which rejects'
    : 'corrects itself';
  return [
    {
      rule: 'D03',
      name: 'quotes the candidate, then rejects',
      answer: { text: quoted },
      suffix: high.answer,
    },
    {
      rule: 'D03',
      name: 'quotes the end of the answer, then rejects',
      answer: { text: ends },
      suffix: high.answer,
    },
    { rule: 'D03', name: both, answer: { text: twice } },
  ];
};

/** Words that contain the good word and mean the opposite. */
const opposites = (word: string): string[] => {
  if (word.length < 2) return [];
  const upper = word === word.toUpperCase();
  const as = (text: string): string => (upper ? text.toUpperCase() : text);
  const containing: Readonly<Record<string, string[]>> = {
    yes: [as('yesterday')],
    correct: [as('incorrect')],
    valid: [as('invalid')],
    true: [as('untrue')],
    pass: [as('impasse')],
    accept: [as('unacceptable')],
  };
  return [...(containing[word.toLowerCase()] ?? []), as(`not ${word}`)];
};

const substrings = ({ form, high, low }: Verdicts): Script[] => {
  if (form.kind === 'number') return [];
  const no = `No, although the answer says ${high.value}.`;
  return [
    ...opposites(high.value).map(
      (text): Script => ({ rule: 'D04', name: `says \`${text}\``, answer: { text: form.write(text) } }),
    ),
    ...(high.value.length > 1 && high.value !== low.value
      ? [{ rule: 'D04' as const, name: `says \`${no}\``, answer: { text: no } }]
      : []),
  ];
};

const FAILURES: readonly Script[] = [
  { rule: 'D07', name: 'gives an empty answer', answer: { text: '' } },
  { rule: 'D07', name: 'refuses', answer: { text: 'I cannot help with that.' } },
  { rule: 'D07', name: 'gives a verdict that breaks off', answer: { text: '{"' } },
  { rule: 'D07', name: 'sends malformed JSON', answer: { body: '{"id": "x", "choices": [{"message": {' } },
  {
    rule: 'D07',
    name: 'sends JSON without an answer',
    answer: { body: '{"id": "x", "choices": [], "content": []}' },
  },
  { rule: 'D07', name: 'is overloaded (HTTP 429)', answer: { status: 429 } },
  { rule: 'D07', name: 'fails (HTTP 500)', answer: { status: 500 } },
  { rule: 'D07', name: 'closes the connection', answer: 'hang up' },
  { rule: 'D07', name: 'is silent until the deadline', answer: 'silence' },
];

/** All of them for a function that understands these verdicts. */
export const scriptsFor = (verdicts: Verdicts): readonly Script[] => [
  ...FAILURES,
  ...rejects(verdicts),
  ...substrings(verdicts),
];

/** Numbers that no scale has. */
export const BEYOND = { above: ['100', '999', '1000000'], below: ['-10', '-999'] } as const;
