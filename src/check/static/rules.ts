/** The rules of python-shim/runrl_audit/rules, by number: what each is called. docs/check-rules.md explains them. */
export interface RuleText {
  title: string;
}

const TITLES: Readonly<Record<string, string>> = {
  RH101: 'Completion text is executed in the grader',
  RH102: 'A parser that evaluates Python reads the completion',
  RH103: 'The completion is pasted into code',
  RH105: 'The answer is looked for anywhere in the completion',
  RH106: 'A part of the answer is enough',
  RH107: 'The beginning or end of the answer is enough',
  RH108: 'An answer that is 0, False or empty counts as missing',
  RH113: 'Failing is paid',
  RH120: "The first match in the judge's text counts",
  RH121: "The verdict is looked for anywhere in the judge's text",
  RH122: 'A judge that fails is paid',
  RH124: 'The format is tested loosely',
  RH126: 'A regular expression explodes',
  RH127: 'A text is used as a pattern',
  RH130: 'Tests and completion are one program',
  RH132: 'An answer that ends early is compared as far as it goes',
  RH137: 'The reward depends on chance or time',
  RH138: 'Calls change what the module holds',
  RH139: 'Objects share what they change',
  RH140: 'A cache does not know of the answer',
  RH145: 'The form is worth as much as the answer',
  RH146: 'Length is paid without a bound',
  RH149: 'A text is compared with a number',
  RH150: 'A comment that ignores nothing',
  RH151: 'A row without a readable answer is paid',
};

export const RULES: Readonly<Record<string, RuleText>> = Object.fromEntries(
  Object.entries(TITLES).map(([name, title]) => [name, { title }]),
);
