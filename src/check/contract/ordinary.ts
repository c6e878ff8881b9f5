/** Completions as any model writes them, right and wrong: a sound function takes each without failing. */
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';

const PLAIN = [
  '',
  'I am not sure.',
  'Let me think step by step. First, I read the question again.\n\nThe answer is 42.',
  '<think>Some thoughts.</think>\n\n<answer>42</answer>',
  '```python\ndef solve():\n    return 1\n```',
  '{"answer": "B"}',
];

/** For one row: the honest answer, wrong ones in its form, what was given, and plain texts. */
export const ordinaryCompletions = (
  { subject, calibration }: Pick<Context, 'subject' | 'calibration'>,
  { row, gold, decoys }: RowLevels,
): string[] => {
  const [wrapper] = calibration.wrappers;
  const wrong = wrapper === undefined ? [] : decoys.slice(0, 2).map((decoy) => wrapper.wrap(textOf(decoy)));
  const given = subject.completions.get(row.line) ?? [];
  return [
    ...new Set([...(gold === null ? [] : [gold.completion]), ...given.slice(0, 8), ...wrong, ...PLAIN]),
  ];
};

/** A JSON text as a model would write the value. */
const textOf = (json: string): string => {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
};
